"""Random lives of many conversations on the real library, on every kind of memory.

The same as ``test_batcher_machine``, shorter: the scheduler's ledgers are compared with the
library's positions after each step, and every token that was sampled with what a second context
answers, cold and alone, to the same prompt.
"""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from engine.backend import DecodeStatus
from engine.core.scheduler import Scheduler
from engine.llama.backend import LlamaBackend
from engine.llama.loader import load
from engine.messages.commands import Prewarm
from engine.messages.config import EngineConfig
from engine.messages.events import Finished, FinishReason
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.engine.invariants.recorder import Faulty, Recorder
from tests.engine.invariants.single_sequence import Tally, answer_cold
from tests.fakes.conversations import Listener, messages_of, submit
from tests.models.cache import cached_model
from tests.models.tiny import write_hybrid, write_plain, write_recurrent, write_sliding_window

_FAULTS = [status for status in DecodeStatus if status is not DecodeStatus.DONE]
_WINDOW = 1024
_LONGEST = 600  # characters of a conversation; more would slide, and a slide is not a cold run
_texts = st.lists(st.sampled_from(["fox", "dog", "the tab", "quick"]), min_size=1, max_size=15)


@cache
def _backend(write: Callable[[Path], None], slot_count: int) -> LlamaBackend:
    """Return a backend that all examples share; each leaves it empty."""
    config = EngineConfig(
        context_window=_WINDOW, slot_count=slot_count, batch_size=64, micro_batch_size=64
    )
    return load(str(cached_model(write)), config, lambda _share: None)


class RealMachine(RuleBasedStateMachine):
    """Five conversations on three slots, on plain attention."""

    write: Callable[[Path], None] = staticmethod(write_plain)
    tally: Tally

    def __init__(self) -> None:
        super().__init__()
        self.recorder = Recorder(_backend(type(self).write, 3))
        self.faulty = Faulty(self.recorder)
        self.scheduler = Scheduler(self.faulty, EngineConfig(), AuditMode.ASSERT)
        self.listener = Listener(self.scheduler)
        self.histories: list[list[str]] = [[] for _ in range(5)]
        self.asked: dict[int, int] = {}
        self.next_id = 1

    @rule(number=st.integers(0, 4), texts=_texts)
    def send(self, number: int, texts: list[str]) -> None:
        """A new turn, unless one of this conversation runs."""
        if number in self._busy:
            return
        history = self.histories[number]
        history.append(" ".join(texts))
        if sum(map(len, history)) > _LONGEST:
            del history[:-1]
        self._ask(number)

    @rule(number=st.integers(0, 4), texts=_texts)
    def edit(self, number: int, texts: list[str]) -> None:
        """The first message becomes another one, and all behind it goes."""
        if self.histories[number] and number not in self._busy:
            self.histories[number] = [" ".join(texts)]
            self._ask(number)

    @rule(number=st.integers(0, 4))
    def regenerate(self, number: int) -> None:
        """The last reply is to be another one."""
        if self.histories[number] and number not in self._busy:
            del self.histories[number][-1:]
            self._ask(number)

    @rule(number=st.integers(0, 4), other=st.integers(0, 4))
    def branch(self, number: int, other: int) -> None:
        """A conversation is continued in another tab."""
        if number != other and not {number, other} & self._busy:
            self.histories[other] = list(self.histories[number])

    @rule(count=st.integers(1, 12))
    def step(self, count: int) -> None:
        """Some steps of work."""
        self.listener.step(count)
        self._settle()

    @precondition(lambda self: self.asked)
    @rule(data=st.data())
    def cancel(self, data: Any) -> None:  # Hypothesis' own type is private
        """Somebody presses Esc."""
        self.scheduler.cancel(data.draw(st.sampled_from(sorted(self.asked))))
        self._settle()

    @rule(status=st.sampled_from(_FAULTS))
    def fault(self, status: DecodeStatus) -> None:
        """The next call goes wrong."""
        self.faulty.faults.append(status)

    @rule(number=st.integers(0, 4))
    def discard(self, number: int) -> None:
        """A conversation is deleted."""
        self.scheduler.discard(f"c{number}")
        self._settle()

    @rule(number=st.integers(0, 4))
    def type(self, number: int) -> None:
        """Somebody begins to type, and what is certain is read."""
        self.scheduler.prewarm(Prewarm(f"c{number}", messages_of(self.histories[number])))

    @rule(number=st.integers(0, 4))
    def focus(self, number: int) -> None:
        """Another tab comes to the front."""
        self.scheduler.focus(f"c{number}")

    @property
    def _busy(self) -> set[int]:
        return set(self.asked.values())

    def _ask(self, number: int) -> None:
        texts = list(self.histories[number])
        self.asked[self.next_id] = number
        wish = SamplingParams(temperature=0.0, max_tokens=12)
        submit(self.scheduler, self.next_id, *texts, conversation=f"c{number}", sampling=wish)
        self.next_id += 1

    def _settle(self) -> None:
        """Add the replies that have ended to their conversations."""
        self.listener.events += self.scheduler.pop_events()
        for event in self.listener.events:
            if isinstance(event, Finished):
                number = self.asked.pop(event.request_id)
                said = self.listener.text(event.request_id)
                reasons = (FinishReason.LENGTH, FinishReason.CANCELLED, FinishReason.FAILED)
                assert event.reason in reasons
                self.histories[number].append(said)
        ended = self.asked.keys()
        self.listener.events = [
            event for event in self.listener.events if event.request_id in ended
        ]

    @invariant()
    def nobody_sits_twice(self) -> None:
        """No conversation has two slots, and each slot holds what was put there."""
        slots = self.scheduler.reports.snapshot().slots
        tenants = [view.conversation_id for view in slots if view.conversation_id]
        assert len(tenants) == len(set(tenants))
        for view, cells in zip(slots, self.recorder.cells, strict=True):
            assert view.kept_cells + view.new_cells == len(cells)

    def teardown(self) -> None:
        """Everything ends, nothing stays, and every token was the right one."""
        self.listener.run()
        self._settle()
        assert not self.asked
        for number in range(5):
            self.scheduler.discard(f"c{number}")
        assert [self.recorder.token_count(slot) for slot in range(3)] == [0, 0, 0]
        tally = answer_cold(self.recorder.replies, _backend(type(self).write, 1))
        type(self).tally.compared += tally.compared
        type(self).tally.near_ties += tally.near_ties
        assert type(self).tally.near_ties <= 2 + type(self).tally.compared // 50


class PlainMachine(RealMachine):
    """Plain attention."""

    tally = Tally()


class WindowedMachine(RealMachine):
    """A sliding window, which forgets what lies behind."""

    write = staticmethod(write_sliding_window)
    tally = Tally()


class HybridMachine(RealMachine):
    """Attention and states in turn."""

    write = staticmethod(write_hybrid)
    tally = Tally()


class RecurrentMachine(RealMachine):
    """A state and nothing else."""

    write = staticmethod(write_recurrent)
    tally = Tally()


_SETTINGS = settings(
    max_examples=6,
    stateful_step_count=25,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow],
)

TestPlain = PlainMachine.TestCase
TestPlain.settings = _SETTINGS
TestWindowed = WindowedMachine.TestCase
TestWindowed.settings = _SETTINGS
TestHybrid = HybridMachine.TestCase
TestHybrid.settings = _SETTINGS
TestRecurrent = RecurrentMachine.TestCase
TestRecurrent.settings = _SETTINGS
