"""Pictures in steps: what is read, in which calls, what is reused, who waits for whom."""

from collections import deque
from collections.abc import Callable

import pytest

from engine.backend import Capabilities, DecodeStatus, MediaEntry
from engine.core.scheduler import Scheduler
from engine.messages.commands import ChatMessage, Prewarm, Role, Submit
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason, Slid
from engine.messages.media import Media
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.backend import HYBRID, PLAIN, WINDOWED, FakeBackend
from tests.fakes.conversations import Listener, solo_reply
from tests.fakes.media import FakeEncoder, causal, mrope, non_causal
from tests.fakes.media_source import FakeMediaSource, cells_of_chat

Turn = tuple[str, tuple[Media, ...]]
KINDS = pytest.mark.parametrize("make", [mrope, causal, non_causal])
UNMOVABLE = pytest.mark.parametrize("kind", [PLAIN, WINDOWED, HYBRID], ids=["plain", "swa", "hyb"])


class Chatter:
    """A scheduler on a fake model that sees, and who speaks to it."""

    def __init__(
        self,
        encoder: FakeEncoder,
        backend: FakeBackend | None = None,
        config: EngineConfig | None = None,
    ) -> None:
        self.backend = backend or FakeBackend(reply_share=0, context_window=512)
        self.backend.media = encoder
        self.source = FakeMediaSource(encoder)
        self.scheduler = Scheduler(
            self.backend, config or EngineConfig(), AuditMode.ASSERT, media=self.source
        )
        self.listener = Listener(self.scheduler)

    def ask(self, number: int, *chat: Turn, name: str = "a", tokens: int = 6) -> None:
        """Send a chat, its last message the user's."""
        roles = (Role.USER, Role.ASSISTANT)
        messages = tuple(
            ChatMessage(roles[i % 2], text, media=media) for i, (text, media) in enumerate(chat)
        )
        limit = SamplingParams(temperature=0.0, max_tokens=tokens)
        self.scheduler.submit(Submit(number, name, messages, limit))

    def answer(self, number: int, *chat: Turn, name: str = "a", tokens: int = 6) -> str:
        """Return the reply, which must be the model's own."""
        self.ask(number, *chat, name=name, tokens=tokens)
        self.listener.run()
        said = self.listener.text(number)
        assert said == self.expected(*chat, tokens=tokens)
        return said

    def expected(self, *chat: Turn, tokens: int = 6) -> str:
        """Return what the model says where nobody else is."""
        return solo_reply(cells_of_chat(self.source, self.backend, *chat), self.backend, tokens)


class _Failing(FakeBackend):
    """Its calls with pictures end as a test says."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.media_faults: deque[DecodeStatus] = deque()

    def decode_media(self, entry: MediaEntry) -> DecodeStatus:
        if self.media_faults:
            self.faults.append(self.media_faults.popleft())
        return super().decode_media(entry)


@KINDS
@UNMOVABLE
def test_a_picture_is_read_and_spoken_about(
    make: Callable[[], FakeEncoder], kind: Capabilities
) -> None:
    talk = Chatter(make(), FakeBackend(reply_share=0, context_window=512, capabilities=kind))
    dog, cat = talk.source.picture(1), talk.source.picture(2, 20, 8)
    first = talk.answer(1, ("what is it?", (dog,)))
    chat = (("what is it?", (dog,)), (first, ()), ("and these?", (cat, dog)))
    talk.answer(2, *chat)
    usage = talk.listener.finished(2).usage
    assert usage.prompt_tokens == len(cells_of_chat(talk.source, talk.backend, *chat))
    assert talk.backend.media_calls[0][1:] == (0, 16)
    assert usage.reused_tokens == talk.listener.promised_tokens(2)
    if kind is PLAIN:
        assert usage.reused_tokens > usage.prompt_tokens - 80
        assert len(talk.backend.media_calls) == 3


@KINDS
def test_another_question_keeps_the_picture(make: Callable[[], FakeEncoder]) -> None:
    talk = Chatter(make())
    dog = talk.source.picture(1)
    talk.answer(1, ("what is it?", (dog,)))
    talk.answer(2, ("is it large?", (dog,)))
    assert len(talk.backend.media_calls) == 1
    talk.answer(3, ("is it large?", (talk.source.picture(2),)))
    assert len(talk.backend.media_calls) == 2


@KINDS
def test_a_branch_copies_the_picture(make: Callable[[], FakeEncoder]) -> None:
    talk = Chatter(make())
    dog = talk.source.picture(1, 32, 16)
    opening = (("hello " * 8, ()), ("well", ()))
    talk.answer(1, *opening, ("what is it?", (dog,)), name="a")
    talk.answer(2, *opening, ("is it large?", (dog,)), name="b")
    assert talk.backend.forks
    assert len(talk.backend.media_calls) == 1


@KINDS
def test_a_conversation_comes_back_from_memory_without_its_picture(
    make: Callable[[], FakeEncoder],
) -> None:
    talk = Chatter(make(), FakeBackend(slot_count=1, reply_share=0, context_window=512))
    dog = talk.source.picture(1)
    said = talk.answer(1, ("what is it? " * 6, (dog,)), name="a")
    talk.answer(2, ("something else " * 6, ()), name="b")
    talk.source.asked.clear()
    chat = (("what is it? " * 6, (dog,)), (said, ()), ("really?", ()))
    talk.answer(3, *chat, name="a")
    assert talk.listener.finished(3).usage.reused_tokens > 80
    assert talk.source.asked == []


def test_a_causal_picture_is_read_in_pieces_and_another_one_whole() -> None:
    for make, expected in ((mrope, 4), (non_causal, 1)):
        backend = FakeBackend(reply_share=0, context_window=512, token_seconds=0.0002)
        talk = Chatter(make(), backend, EngineConfig(step_target_seconds=0.004))
        talk.ask(1, ("hello", ()), name="writer", tokens=200)
        talk.listener.step(30)
        wide = talk.source.picture(1, 32, 16)
        talk.answer(2, ("what is it?", (wide,)))
        rows = [count for _, _, count in backend.media_calls]
        assert sum(rows) == 32
        assert (len(rows) == 1) == (expected == 1), make


@KINDS
def test_a_turn_slides_with_its_picture(make: Callable[[], FakeEncoder]) -> None:
    for kind in (PLAIN, WINDOWED):
        if make().is_mrope and kind is PLAIN:
            continue  # such models cannot slide
        backend = FakeBackend(reply_share=0, context_window=256, capabilities=kind)
        talk = Chatter(make(), backend)
        dogs = [(talk.source.picture(n),) if n % 4 == 0 else () for n in range(9)]
        chat = [(f"turn {number}", dog) for number, dog in enumerate(dogs)]
        talk.ask(1, *chat, tokens=200)
        talk.listener.run()
        slid = [event for event in talk.listener.events if isinstance(event, Slid)]
        assert slid
        assert talk.listener.reason(1) is FinishReason.LENGTH
        following = (*chat, (talk.listener.text(1), ()), ("and?", ()))
        talk.ask(2, *following, tokens=4)
        talk.listener.run()
        assert talk.listener.reason(2) is FinishReason.LENGTH


def test_a_request_waits_without_a_slot_while_its_picture_is_encoded() -> None:
    talk = Chatter(mrope(), FakeBackend(slot_count=1, reply_share=0, context_window=512))
    talk.source.is_held = True
    dog = talk.source.picture(1)
    talk.ask(1, ("what is it?", (dog,)))
    talk.listener.step()
    assert not talk.scheduler.has_work
    assert talk.scheduler.has_requests
    assert talk.answer(2, ("hello", ()), name="b")
    assert not talk.listener.has_started(1)
    talk.source.is_held = False
    talk.listener.step()
    talk.listener.run()
    assert talk.listener.text(1) == talk.expected(("what is it?", (dog,)))
    assert talk.source.wanted == {}


def test_a_request_waits_in_its_slot_where_a_promise_failed() -> None:
    talk = Chatter(mrope())
    dog = talk.source.picture(1)
    talk.ask(1, ("what is it?", (dog,)))
    talk.listener.step()
    talk.source.made.clear()
    talk.source.is_held = True
    while talk.scheduler.has_work:
        talk.listener.step()
        if talk.scheduler.waits_for_workers:
            break
    assert talk.answer(2, ("hello", ()), name="b")
    assert not talk.listener.has_finished(1)
    talk.source.is_held = False
    talk.listener.step()
    talk.listener.run()
    assert talk.listener.text(1) == talk.expected(("what is it?", (dog,)))


@pytest.mark.parametrize("is_started", [False, True])
def test_a_picture_that_cannot_be_had_ends_its_request(is_started: bool) -> None:
    talk = Chatter(mrope())
    dog = talk.source.picture(1)
    if is_started:
        talk.ask(1, ("what is it?", (dog,)))
        talk.listener.step()
    talk.source.refused.add(dog)
    if not is_started:
        talk.ask(1, ("what is it?", (dog,)))
    talk.listener.step()
    talk.listener.run()
    finished = talk.listener.finished(1)
    assert finished.reason is FinishReason.FAILED
    assert finished.error is not None
    assert finished.error.text == "The picture is gone."
    assert talk.source.wanted == {}
    assert talk.answer(2, ("hello", ()))


@KINDS
@UNMOVABLE
@pytest.mark.parametrize("good_calls", [0, 1])
@pytest.mark.parametrize(
    "status", [DecodeStatus.ABORTED, DecodeStatus.NO_ROOM, DecodeStatus.FAILED]
)
def test_a_call_that_fails_costs_its_own_picture(
    make: Callable[[], FakeEncoder], kind: Capabilities, good_calls: int, status: DecodeStatus
) -> None:
    backend = _Failing(reply_share=0, context_window=512, capabilities=kind)
    backend.media_faults.extend([DecodeStatus.DONE] * good_calls + [status])
    talk = Chatter(make(), backend)
    talk.answer(1, ("the neighbour " * 3, ()), name="b")
    # The large ones take more than one call; what is read whole is another picture then.
    dogs = (
        (talk.source.picture(1, 64, 32),)
        if make().is_causal
        else (
            talk.source.picture(1),
            talk.source.picture(2),
        )
    )
    talk.ask(2, ("what is it?", dogs))
    talk.listener.run()
    is_lost = status is not DecodeStatus.ABORTED
    reason = FinishReason.FAILED if is_lost else FinishReason.LENGTH
    assert talk.listener.reason(2) is reason
    talk.answer(3, ("what is it?", dogs))
    talk.answer(4, ("the neighbour " * 3, ()), name="b")


def test_a_prompt_is_read_ahead_up_to_a_picture() -> None:
    talk = Chatter(mrope())
    dog = talk.source.picture(1)
    messages = (
        ChatMessage(Role.USER, "hello"),
        ChatMessage(Role.ASSISTANT, "well"),
        ChatMessage(Role.USER, "see", media=(dog,)),
        ChatMessage(Role.ASSISTANT, "a dog"),
    )
    talk.scheduler.prewarm(Prewarm("a", messages))
    talk.listener.run()
    assert talk.backend.media_calls == []
    assert len(talk.backend.cells[0]) > 20
    chat = (("hello", ()), ("well", ()), ("see", (dog,)), ("a dog", ()), ("yes", ()))
    talk.answer(1, *chat)


def test_while_a_picture_is_encoded_beside_them_steps_leave_it_its_cores() -> None:
    chatter = Chatter(causal(), FakeBackend(reply_share=0, context_window=512, thread_limit=4))
    chatter.source.concurrent_threads = 3
    chatter.answer(1, ("A question of some length", ()))
    assert set(chatter.backend.threads.counts) == {1}
    chatter.source.concurrent_threads = 0
    chatter.answer(2, ("Another one of some length", ()), name="b")
    assert max(chatter.backend.threads.counts) > 1
