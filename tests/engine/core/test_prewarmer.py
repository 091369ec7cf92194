"""What is certain of the next prompt is prefilled while the user types."""

from engine.messages.commands import ChatMessage, Prewarm, Role
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import limit, messages_of, strict, submit


def _texts(count: int) -> list[str]:
    return [f"{index:02d} " * 10 for index in range(2 * count + 1)]


def test_what_is_certain_is_read_while_the_user_types() -> None:
    backend = FakeBackend(context_window=1024)
    scheduler, listener = strict(backend)
    texts = _texts(4)[:-1]
    scheduler.prewarm(Prewarm("a", messages_of(texts)))
    listener.run()
    assert not listener.events
    submit(scheduler, 1, *texts, "now", conversation="a", sampling=limit(5))
    listener.run()
    started = listener.started(1)
    assert started.usage.prompt_tokens - started.usage.reused_tokens < 30


def test_a_request_stops_the_reading_ahead_at_once() -> None:
    backend = FakeBackend(context_window=2048)
    scheduler, listener = strict(backend)
    scheduler.prewarm(Prewarm("a", (ChatMessage(Role.USER, "x" * 1500),)))
    listener.step()
    submit(scheduler, 1, "hello", conversation="b", sampling=limit(5))
    listener.run()
    assert sum(slot == 0 for call in backend.calls for slot, _ in call) == 1
    assert listener.reason(1) is FinishReason.LENGTH


def test_a_conversation_that_is_forgotten_stops_only_its_own_reading_ahead() -> None:
    """Each title ends with one that nobody has heard of."""
    backend = FakeBackend(context_window=2048)
    scheduler, listener = strict(backend)
    scheduler.prewarm(Prewarm("a", (ChatMessage(Role.USER, "x" * 600),)))
    listener.step()
    scheduler.discard("a title")
    listener.run()
    assert len(backend.cells[0]) > 600
    scheduler.prewarm(Prewarm("b", (ChatMessage(Role.USER, "x" * 600),)))
    listener.step()
    scheduler.discard("b")
    listener.run()
    assert backend.cells[1] == []


def test_reading_ahead_takes_nothing_from_anybody() -> None:
    backend = FakeBackend(slot_count=2, context_window=1024, reply_share=0)
    scheduler, listener = strict(backend, EngineConfig(slot_count=2))
    submit(scheduler, 1, "hello", conversation="b", sampling=limit(20))
    listener.step()
    ahead = Prewarm("a", (ChatMessage(Role.USER, "x" * 200), ChatMessage(Role.ASSISTANT, "y")))
    scheduler.prewarm(ahead)
    listener.run()
    assert not backend.cells[1]
    submit(scheduler, 2, "hello", conversation="c", sampling=limit(5))
    submit(scheduler, 3, "hello", conversation="d", sampling=limit(5))
    listener.run()
    held = [list(cells) for cells in backend.cells]
    assert all(held)
    scheduler.prewarm(ahead)
    listener.run()
    assert backend.cells == held
