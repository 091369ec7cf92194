"""Random lives of conversations with pictures, on each kind of picture and of memory.

As in ``test_scheduler_machine``: the fake's next token is a hash of the cells, pictures among
them, so each reply tells whether exactly its own pictures were in its slot.
"""

from typing import Any, ClassVar

import hypothesis.strategies as st
import pytest
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from msgspec.structs import replace

from engine.backend import Capabilities, DecodeStatus
from engine.core.scheduler import Scheduler
from engine.messages.commands import ChatMessage, Prewarm, Role, Submit
from engine.messages.config import EngineConfig
from engine.messages.events import Finished, FinishReason, Slid
from engine.messages.media import Media
from engine.messages.programs import program_conversation
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.costs import Costs
from engine.scheduling.slot_auditor import AuditMode
from engine.text.media_spans import are_in_order
from tests.engine.machine_settings import machine_case
from tests.fakes.backend import HYBRID, LENDING, PLAIN, WINDOWED, FakeBackend
from tests.fakes.conversations import Listener, solo_reply
from tests.fakes.media import FakeEncoder
from tests.fakes.media_source import FakeMediaSource, cells_of_chat

_FAULTS = [status for status in DecodeStatus if status is not DecodeStatus.DONE]
_MROPE = replace(PLAIN, can_slide=False, has_mrope=True)
_TOKENS = 20

Turn = tuple[str, tuple[Media, ...]]


class PicturesMachine(RuleBasedStateMachine):
    """Four conversations, the last one a program's, on two slots; M-RoPE as Qwen's."""

    capabilities: ClassVar[Capabilities] = _MROPE
    is_causal: ClassVar[bool] = True
    is_mrope: ClassVar[bool] = True
    window: ClassVar[int] = 512
    piece: ClassVar[int] = 24

    def __init__(self) -> None:
        super().__init__()
        encoder = FakeEncoder(is_causal=self.is_causal, is_mrope=self.is_mrope)
        self.backend = FakeBackend(
            slot_count=2,
            reply_share=15,
            context_window=self.window,
            capabilities=self.capabilities,
            media=encoder,
        )
        self.source = FakeMediaSource(encoder)
        self.pictures = [
            self.source.picture(*size)
            for size in ((1, 16, 16), (2, 8, 4), (3, 32, 16), (4, 4, 4), (5, 16, 32))
        ]
        # No clock has a part in it: the same rules lead to the same steps again.
        self.patch = pytest.MonkeyPatch()
        self.patch.setattr(
            Costs,
            "seconds",
            lambda _costs, _rows, tokens=0, _held=0: tokens * 8.0 / (self.piece + 0.5),
        )
        config = EngineConfig(step_target_seconds=10.0)
        self.scheduler = Scheduler(self.backend, config, AuditMode.ASSERT, media=self.source)
        self.listener = Listener(self.scheduler)
        self.chats: list[list[Turn]] = [[] for _ in range(4)]
        self.asked: dict[int, tuple[int, tuple[Turn, ...]]] = {}
        self.next_id = 1

    def _name(self, number: int) -> str:
        return program_conversation("test", "p") if number == 3 else f"c{number}"

    def _media(self, data: Any) -> tuple[Media, ...]:  # Hypothesis' own type is private
        return tuple(data.draw(st.lists(st.sampled_from(self.pictures), max_size=2)))

    def _is_busy(self, number: int) -> bool:
        return any(each == number for each, _ in self.asked.values())

    @rule(number=st.integers(0, 3), text=st.text("xyz", min_size=1, max_size=30), data=st.data())
    def send(self, number: int, text: str, data: Any) -> None:
        """A new turn, with pictures or without."""
        if self._is_busy(number):
            return
        chat = self.chats[number]
        chat.append((text, self._media(data)))
        if len(self._cells(chat)) > self.window // 2:
            del chat[:-1]
        self.ask(number)

    @rule(number=st.integers(0, 3), index=st.integers(0, 4), data=st.data())
    def edit(self, number: int, index: int, data: Any) -> None:
        """A message gets other pictures, and all behind it goes."""
        chat = self.chats[number]
        if 2 * index < len(chat) and not self._is_busy(number):
            text, _ = chat[2 * index]
            chat[2 * index :] = [(text, self._media(data))]
            self.ask(number)

    @rule(number=st.integers(0, 3), other=st.integers(0, 3))
    def branch(self, number: int, other: int) -> None:
        """A conversation goes on in another tab."""
        if number != other and not self._is_busy(number) and not self._is_busy(other):
            self.chats[other] = list(self.chats[number])

    def _messages(self, chat: list[Turn]) -> tuple[ChatMessage, ...]:
        roles = (Role.USER, Role.ASSISTANT)
        return tuple(ChatMessage(roles[i % 2], t, media=m) for i, (t, m) in enumerate(chat))

    def ask(self, number: int) -> None:
        """Submit what a conversation has now."""
        chat = list(self.chats[number])
        self.asked[self.next_id] = (number, tuple(chat))
        limit = SamplingParams(temperature=0.0, max_tokens=_TOKENS)
        options = RequestOptions(rank=Rank.PROGRAM if number == 3 else Rank.TAB)
        self.scheduler.submit(
            Submit(self.next_id, self._name(number), self._messages(chat), limit, options)
        )
        self.next_id += 1

    def _cells(self, chat: list[Turn] | tuple[Turn, ...]) -> list[int]:
        return cells_of_chat(self.source, self.backend, *chat)

    @rule(count=st.integers(1, 12))
    def step(self, count: int) -> None:
        """Some steps of work."""
        self.listener.step(count)
        self._settle()

    @rule(is_held=st.booleans())
    def hold(self, is_held: bool) -> None:
        """The encoder is slow, and what it has made is forgotten; or it goes on."""
        self.source.is_held = is_held
        self.source.made.clear()

    @precondition(lambda self: self.asked)
    @rule(data=st.data())
    def cancel(self, data: Any) -> None:
        """Somebody presses Esc."""
        self.scheduler.cancel(data.draw(st.sampled_from(sorted(self.asked))))
        self.listener.events += self.scheduler.pop_events()
        self._settle()

    @rule(status=st.sampled_from(_FAULTS))
    def fault(self, status: DecodeStatus) -> None:
        """The next call goes wrong."""
        self.backend.faults.append(status)

    @rule(number=st.integers(0, 3))
    def discard(self, number: int) -> None:
        """A conversation is deleted."""
        self.scheduler.discard(self._name(number))
        self.listener.events += self.scheduler.pop_events()
        self._settle()

    @rule(number=st.integers(0, 3))
    def type(self, number: int) -> None:
        """Somebody begins to type, and what is certain is read."""
        self.scheduler.prewarm(Prewarm(self._name(number), self._messages(self.chats[number])))

    def _settle(self) -> None:
        """Compare every reply that has ended with what the model says alone."""
        for event in self.listener.events:
            if not isinstance(event, Finished) or event.request_id not in self.asked:
                continue
            number, chat = self.asked.pop(event.request_id)
            answer = self.listener.text(event.request_id)
            self._compare(event, answer, chat)
            self.chats[number].append((answer, ()))
        if not self.asked:
            self.listener.events.clear()

    def _compare(self, event: Finished, answer: str, chat: tuple[Turn, ...]) -> None:
        expected = solo_reply(self._cells(chat), self.backend, _TOKENS)
        if event.reason in (FinishReason.STOP, FinishReason.LENGTH):
            assert answer == expected
        else:
            assert expected.startswith(answer)

    @invariant()
    def pictures_are_whole(self) -> None:
        """What a slot should hold of pictures is in order; nobody waits for what nobody makes."""
        pool = self.scheduler._pool  # noqa: SLF001 (the ledger has no public door, on purpose)
        for slot in pool.slots:
            assert are_in_order(slot.spans, len(slot.cached_tokens))
            negative = sum(token < 0 for token in slot.cached_tokens)
            held = len(slot.cached_tokens)
            assert negative == sum(min(span.end, held) - span.start for span in slot.spans)
        requests = self.scheduler.requests.all
        assert self.source.wanted.keys() <= {each.request_id for each in requests}

    def teardown(self) -> None:
        """Everything ends."""
        self.source.is_held = False
        self.listener.step()
        self.listener.run()
        self.patch.undo()
        self._settle()
        assert not self.asked
        assert self.source.wanted == {}


class CausalMachine(PicturesMachine):
    """The same without M-RoPE, where slots are lent."""

    capabilities = LENDING
    is_mrope = False


class NonCausalMachine(PicturesMachine):
    """The same as Gemma's: pictures are read whole, on a sliding window."""

    capabilities = WINDOWED
    is_causal = is_mrope = False


class HybridMachine(PicturesMachine):
    """The same on a memory that can't be wound back."""

    capabilities = replace(HYBRID, has_mrope=True)


@pytest.mark.parametrize("steps", range(1, 8))
def test_a_failed_call_of_a_memory_without_a_way_back_reads_its_picture_again(steps: int) -> None:
    machine = HybridMachine()
    machine.chats[0].append(("x", (machine.pictures[2],)))
    machine.ask(0)
    machine.step(steps)
    machine.fault(DecodeStatus.FAILED)
    machine.step(1)
    machine.pictures_are_whole()
    machine.teardown()  # compares the reply with that of the model alone
    assert machine.asked == {}


class SlidingMachine(PicturesMachine):
    """The same where conversations are longer than the window, and slide."""

    capabilities = PLAIN
    is_mrope = False
    window = 256

    def _compare(self, event: Finished, answer: str, chat: tuple[Turn, ...]) -> None:
        """Nothing is compared where turns went."""
        slid = any(
            isinstance(each, Slid) and each.request_id == event.request_id
            for each in self.listener.events
        )
        if not slid and not event.usage.dropped_messages:
            super()._compare(event, answer, chat)


TestPictures = machine_case(PicturesMachine, 30, 40)
TestCausal = machine_case(CausalMachine, 15, 40)
TestNonCausal = machine_case(NonCausalMachine, 30, 40)
TestHybrid = machine_case(HybridMachine, 30, 40)
TestSliding = machine_case(SlidingMachine, 30, 40)
