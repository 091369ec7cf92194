"""What is reused, gone back to, moved or read again on every kind of memory."""

import pytest

from engine.backend import Capabilities
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason, Slid
from engine.messages.metrics import ReuseOrigin
from engine.scheduling.sliding import MIN_MOVED_TOKENS
from tests.fakes.backend import HYBRID, PLAIN, RECURRENT, WINDOWED, YARN, FakeBackend
from tests.fakes.conversations import limit, rendered, solo_reply, strict, submit

KINDS = {"plain": PLAIN, "yarn": YARN, "window": WINDOWED, "hybrid": HYBRID, "mamba": RECURRENT}
every_kind = pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS.keys())
only_unmovable = pytest.mark.parametrize(
    "kind", [YARN, WINDOWED, HYBRID, RECURRENT], ids=["yarn", "window", "hybrid", "mamba"]
)


@every_kind
def test_the_next_turn_reads_only_what_is_new(kind: Capabilities) -> None:
    backend = FakeBackend(context_window=1024, capabilities=kind)
    scheduler, listener = strict(backend)
    submit(scheduler, 1, "hello " * 40, conversation="a", sampling=limit(10))
    listener.run()
    said = listener.text(1)
    submit(scheduler, 2, "hello " * 40, said, "and?", conversation="a", sampling=limit(10))
    listener.run()
    old = len(rendered(backend, "hello " * 40)) + len(said)
    assert listener.finished(2).usage.reused_tokens >= old - 1
    expected = solo_reply(rendered(backend, "hello " * 40, said, "and?"), backend, 10)
    assert listener.text(2) == expected


@every_kind
def test_another_reply_to_the_same_message_goes_back_to_where_the_reply_began(
    kind: Capabilities,
) -> None:
    backend = FakeBackend(context_window=1024, capabilities=kind, reply_share=0)
    scheduler, listener = strict(backend)
    for request in (1, 2):
        submit(scheduler, request, "hello " * 40, conversation="a", sampling=limit(100))
        listener.run()
    assert listener.text(1) == listener.text(2)
    header = len("<assistant\n")
    assert (
        listener.started(2).usage.prompt_tokens - listener.started(2).usage.reused_tokens <= header
    )


@every_kind
def test_an_edited_message_goes_back_to_where_its_turn_began(kind: Capabilities) -> None:
    backend = FakeBackend(context_window=1024, capabilities=kind, reply_share=0)
    scheduler, listener = strict(backend)
    first = "tell me " * 30
    submit(scheduler, 1, first, conversation="a", sampling=limit(80))
    listener.run()
    said = listener.text(1)
    submit(scheduler, 2, first, said, "question one", conversation="a", sampling=limit(80))
    listener.run()
    submit(scheduler, 3, first, said, "another one", conversation="a", sampling=limit(80))
    listener.run()
    turn_start = len(rendered(backend, first)) + len(said) + len("E\n")
    assert listener.started(3).usage.reused_tokens >= turn_start
    expected = solo_reply(rendered(backend, first, said, "another one"), backend, 80)
    assert listener.text(3) == expected


def _texts(count: int) -> list[str]:
    return [f"{index:02d} " * 10 for index in range(2 * count + 1)]


@every_kind
def test_a_full_conversation_gives_up_whole_turns_and_goes_on(kind: Capabilities) -> None:
    backend = FakeBackend(context_window=1024, capabilities=kind, reply_share=0)
    scheduler, listener = strict(backend)
    submit(scheduler, 1, *_texts(8), conversation="a", sampling=limit(400))
    listener.run()
    slides = [event for event in listener.events if isinstance(event, Slid)]
    assert slides
    assert slides[0].first_message % 2 == 0
    assert slides[0].first_message > 0
    assert slides[0].is_read_again is not kind.can_slide
    read = sum(step.prefill_tokens for step in listener.steps)
    assert (read == listener.started(1).usage.prompt_tokens) is kind.can_slide
    assert listener.reason(1) is FinishReason.LENGTH
    assert all(len(cells) <= 1024 for cells in backend.cells)
    assert listener.finished(1).usage.dropped_messages == slides[-1].first_message


def test_few_tokens_after_the_head_are_read_again_instead_of_being_moved() -> None:
    backend = FakeBackend(context_window=512, reply_share=0)
    scheduler, listener = strict(backend)
    submit(scheduler, 1, *_texts(4), conversation="a", sampling=limit(300))
    listener.run()
    (slid,) = [event for event in listener.events if isinstance(event, Slid)]
    assert slid.is_read_again
    read = sum(step.prefill_tokens for step in listener.steps)
    assert 0 < read - listener.started(1).usage.prompt_tokens < MIN_MOVED_TOKENS


def test_a_prompt_that_outgrew_its_window_moves_what_it_keeps() -> None:
    backend = FakeBackend(context_window=1024, reply_share=0)
    scheduler, listener = strict(backend)
    texts = _texts(10)
    submit(scheduler, 1, *texts, conversation="a", sampling=limit(20))
    listener.run()
    grown = [*texts, listener.text(1), "long " * 25]
    submit(scheduler, 2, *grown, conversation="a", sampling=limit(5))
    listener.run()
    started = listener.started(2)
    assert started.usage.dropped_messages > 0
    assert started.usage.reused_tokens > MIN_MOVED_TOKENS


@every_kind
def test_a_conversation_that_lost_its_slot_comes_back_from_ram(kind: Capabilities) -> None:
    backend = FakeBackend(slot_count=1, context_window=1024, capabilities=kind)
    scheduler, listener = strict(backend, EngineConfig(slot_count=1))
    first = "hello " * 40
    submit(scheduler, 1, first, conversation="a", sampling=limit(10))
    submit(scheduler, 2, "other " * 40, conversation="b", sampling=limit(10))
    listener.run()
    said = listener.text(1)
    submit(scheduler, 3, first, said, "and?", conversation="a", sampling=limit(10))
    listener.run()
    usage = listener.finished(3).usage
    assert usage.reused_tokens >= len(rendered(backend, first)) + len(said) - 1
    assert listener.promised_tokens(3) == usage.reused_tokens
    expected = solo_reply(rendered(backend, first, said, "and?"), backend, 10)
    assert listener.text(3) == expected
    assert scheduler.statistics.reused_tokens[ReuseOrigin.MEMORY.value] == usage.reused_tokens
