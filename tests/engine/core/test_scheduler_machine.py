"""Random lives of many conversations: whatever happens, nobody gets another one's memory.

The fake model's next token is a hash of the cells it sees, so the reply of a request tells
whether exactly its own prompt was in its slot. The scheduler's ledgers are compared with the
fake's cells after each step (``AuditMode.ASSERT``).
"""

from contextlib import ExitStack
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule
from msgspec.structs import replace

from engine.backend import DecodeStatus
from engine.core.draft_lanes import DraftLanes
from engine.core.scheduler import Scheduler
from engine.core.workers import AtOnce, TextThread, Workers
from engine.messages.commands import Prewarm
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason
from engine.messages.programs import program_conversation
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.sequence import Sequence
from engine.scheduling.slot_auditor import AuditMode
from engine.scheduling.threads import Threads
from tests.engine.machine_settings import machine_case
from tests.fakes.backend import HYBRID, LENDING, PLAIN, WINDOWED, FakeBackend
from tests.fakes.conversations import Listener, messages_of, rendered, solo_reply, submit
from tests.fakes.copy_thread import HeldCopies, as_if_written, held_copies
from tests.fakes.draft import FakeDraft
from tests.fakes.eager_planner import EagerPlanner, NoCosts
from tests.fakes.late_worker import LateWorker

_BOUND = 'root ::= "a"*'
_FAULTS = [status for status in DecodeStatus if status is not DecodeStatus.DONE]


class ConversationsMachine(RuleBasedStateMachine):
    """Five conversations on three slots, on plain attention."""

    capabilities = PLAIN
    is_late = False  # whether prompts and grammars come only now and then, as from threads beside
    forced_percent = 0  # of tokens after which a grammar forces some
    echo_percent = 0  # of tokens that repeat what was said, so that guesses are right
    writes_beside = False  # whether text is written on a thread of its own
    program_count = 0  # of the conversations, the last ones, that are other programs'

    def __init__(self) -> None:
        super().__init__()
        self.backend = FakeBackend(
            slot_count=3,
            reply_share=15,
            echo_percent=self.echo_percent,
            forced_percent=self.forced_percent,
            context_window=2048,
            capabilities=self.capabilities,
        )
        self.worker = LateWorker()
        prompts, grammars = (self.worker, self.worker) if self.is_late else (AtOnce(), AtOnce())
        self.text = TextThread() if self.writes_beside else None
        workers = Workers(prompts, grammars, self.text)
        config = EngineConfig()
        self.scheduler = Scheduler(self.backend, config, AuditMode.ASSERT, lambda: None, workers)
        if self.echo_percent:
            self.scheduler.steps.drafter.planner = EagerPlanner()
        self.listener = Listener(self.scheduler)
        self.histories: list[list[str]] = [[] for _ in range(5)]
        self.asked: dict[int, tuple[int, list[str]]] = {}
        self.next_id = 1

    @rule(number=st.integers(0, 4), text=st.text("xyz", min_size=1, max_size=40))
    def send(self, number: int, text: str) -> None:
        """A new turn, unless one of this conversation runs."""
        if any(each == number for each, _ in self.asked.values()):
            return
        history = self.histories[number]
        history.append(text)
        if len(rendered(self.backend, *history)) > 1200:
            del history[:-1]
        self._ask(number)

    @rule(number=st.integers(0, 4), text=st.text("xyz", min_size=1, max_size=10))
    def edit(self, number: int, text: str) -> None:
        """The first message becomes another one, and all behind it goes."""
        if self.histories[number] and all(each != number for each, _ in self.asked.values()):
            self.histories[number] = [text]
            self._ask(number)

    def _ask(self, number: int) -> None:
        texts = list(self.histories[number])
        has_grammar = self.is_late or (self.forced_percent > 0 and number % 2 == 0)
        self.asked[self.next_id] = (number, texts)
        submit(
            self.scheduler,
            self.next_id,
            *texts,
            conversation=self._name(number),
            sampling=SamplingParams(max_tokens=25, grammar=_BOUND if has_grammar else None),
            options=RequestOptions(rank=self._rank(number)),
        )
        self.next_id += 1

    def _rank(self, number: int) -> Rank:
        return Rank.PROGRAM if number >= 5 - self.program_count else Rank.TAB

    def _name(self, number: int) -> str:
        is_program = self._rank(number) is Rank.PROGRAM
        return program_conversation("test", f"c{number}") if is_program else f"c{number}"

    @rule(count=st.integers(1, 3))
    def make_prompts(self, count: int) -> None:
        """A worker gets on with prompts and grammars."""
        self.worker.work(count)

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
        self.listener.events += self.scheduler.pop_events()
        self._settle()

    @rule(status=st.sampled_from(_FAULTS))
    def fault(self, status: DecodeStatus) -> None:
        """The next call goes wrong."""
        self.backend.faults.append(status)

    @rule(number=st.integers(0, 4))
    def discard(self, number: int) -> None:
        """A conversation is deleted."""
        self.scheduler.discard(self._name(number))
        self.listener.events += self.scheduler.pop_events()
        self._settle()

    @rule(number=st.integers(0, 4))
    def type(self, number: int) -> None:
        """Somebody begins to type, and what is certain is read."""
        talk = messages_of(self.histories[number])
        self.scheduler.prewarm(Prewarm(self._name(number), talk))

    @rule(number=st.integers(0, 4), other=st.integers(0, 4))
    def branch(self, number: int, other: int) -> None:
        """A conversation is continued in another tab."""
        busy = {each for each, _ in self.asked.values()}
        if number != other and not {number, other} & busy:
            self.histories[other] = list(self.histories[number])

    @rule(number=st.integers(0, 4))
    def focus(self, number: int) -> None:
        """Another tab comes to the front."""
        self.scheduler.focus(self._name(number))

    def _settle(self) -> None:
        """Compare every reply that has ended with what the model says alone."""
        ended = [r for r in self.asked if any(self._is_end(e, r) for e in self.listener.events)]
        for request in ended:
            number, texts = self.asked.pop(request)
            expected = solo_reply(rendered(self.backend, *texts), self.backend, 25)
            said, reason = self.listener.text(request), self.listener.reason(request)
            if reason in (FinishReason.STOP, FinishReason.LENGTH):
                assert said == expected
            else:
                assert reason in (FinishReason.CANCELLED, FinishReason.FAILED)
                assert expected.startswith(said)
            self.histories[number].append(said)
        self.listener.events.clear() if not self.asked else None

    @staticmethod
    def _is_end(event: object, request: int) -> bool:
        return type(event).__name__ == "Finished" and getattr(event, "request_id", 0) == request

    @invariant()
    def cells_are_accounted_for(self) -> None:
        """No conversation sits in two slots."""
        tenants = [s.conversation_id for s in self.scheduler._pool.slots if s.conversation_id]  # noqa: SLF001 (the ledger has no public door, on purpose)
        assert len(tenants) == len(set(tenants))

    @invariant()
    def programs_have_their_share(self) -> None:
        """Programs' replies run only while no tab waits that could start."""
        running = self.scheduler.requests.running
        if any(each.rank is Rank.PROGRAM for each in running):
            names = {each.conversation_id for each in running}
            waiting = self.scheduler.requests.waiting
            tabs = [each for each in waiting if each.rank is Rank.TAB]
            assert self.capabilities is LENDING or all(
                each.conversation_id in names or not self._was_seen(each) for each in tabs
            ), "a tab never waits for a program"

    def _was_seen(self, sequence: Sequence) -> bool:
        """Return whether admission has looked at a request since it came."""
        return sequence.queue_position > 0

    def teardown(self) -> None:
        """Everything ends."""
        for _ in range(5000):
            self.worker.work(self.worker.job_count)
            if not self.scheduler.has_requests:
                break
            self.listener.step()
        self.listener.run()
        self._settle()
        if self.text is not None:
            self.text.close()
        assert not self.asked


class LendingMachine(ConversationsMachine):
    """The same where slots are copied beside the replies; copies end at any moment."""

    capabilities = LENDING

    def __init__(self) -> None:
        self._patches = ExitStack()
        self._patches.enter_context(held_copies())
        self._patches.enter_context(as_if_written())
        super().__init__()
        for number, letter in enumerate("abcde"):  # long enough to be kept
            self.send(number, 60 * letter)
            for _ in range(5):
                self.step(8)
                self.end_copy()

    @property
    def copies(self) -> HeldCopies:
        """Return what is under way."""
        thread = self.scheduler.cache_manager.copies._thread  # noqa: SLF001 (replaced above)
        assert isinstance(thread, HeldCopies)
        return thread

    @rule()
    def end_copy(self) -> None:
        """What is being copied has been copied."""
        self.copies.end()

    def teardown(self) -> None:
        """Everything ends."""
        for _ in range(50):
            self.copies.end()
            self.worker.work(self.worker.job_count)
            self.listener.step()  # as the copy's end wakes the engine's thread
            for _ in range(500):
                if self.scheduler.is_waiting:  # for the next copy, perhaps, while others wait too
                    break
                self.listener.step()
            self._settle()
            if not self.asked and self.copies.job is None:
                break
        self._patches.close()
        assert not self.asked


class WindowedMachine(ConversationsMachine):
    """The same on a sliding-window memory, which forgets what lies behind."""

    capabilities = WINDOWED


class HybridMachine(ConversationsMachine):
    """The same on a memory that can't be wound back."""

    capabilities = HYBRID


class LateMachine(ConversationsMachine):
    """The same where prompts are made, and grammars compiled, beside the steps."""

    is_late = True


class GuessingMachine(ConversationsMachine):
    """The same where replies repeat what was said, and much is guessed ahead."""

    capabilities = replace(PLAIN, drafted_rows=32)
    echo_percent = 80


class DraftingMachine(GuessingMachine):
    """The same with a draft model, of whose proposals and calls some are wrong."""

    writes_beside = True

    def __init__(self) -> None:
        super().__init__()
        self.draft = FakeDraft(3, window=128, wrong_percent=20, echo_percent=80, reply_share=15)
        self.lanes = DraftLanes(self.draft, 3, Threads(), None)
        self.lanes.costs = NoCosts()
        self.scheduler.steps.drafter.lanes = self.lanes

    @rule(status=st.sampled_from([DecodeStatus.ABORTED, DecodeStatus.FAILED]))
    def fail_to_draft(self, status: DecodeStatus) -> None:
        """The draft model's next call goes wrong; not three in a row, which would end its use."""
        self.draft.faults.extend((status, DecodeStatus.DONE))

    @rule(is_refused=st.booleans())
    def refuse_truncation(self, is_refused: bool) -> None:
        """The draft model's memory begins or ends to refuse truncation."""
        self.draft.refuses_truncation = is_refused

    @invariant()
    def the_draft_model_works(self) -> None:
        """Single failures do not end its use."""
        assert self.lanes.is_usable


class ForcingMachine(ConversationsMachine):
    """The same where grammars force tokens, which are computed with the next ones."""

    forced_percent = 50


class ForcingHybridMachine(ForcingMachine):
    """The same on a memory that can't be wound back."""

    capabilities = HYBRID


class ForcingGuessingMachine(GuessingMachine):
    """The same where much is guessed ahead as well, and text is written beside the calls."""

    forced_percent = 50
    writes_beside = True


class GuessingWindowedMachine(GuessingMachine):
    """The same on a sliding-window memory, which may refuse to cut a guess."""

    capabilities = replace(WINDOWED, drafted_rows=32)
    writes_beside = True


class WritingMachine(ConversationsMachine):
    """The same where text is written while the next call computes."""

    writes_beside = True


class RankMachine(ConversationsMachine):
    """The same where some of them are other programs', which are parked when a tab needs room."""

    program_count = 2


class RankLateMachine(RankMachine):
    """The same where prompts are made, and grammars compiled, beside the steps."""

    is_late = True


class RankHybridMachine(RankMachine):
    """The same on a memory that can't be wound back."""

    capabilities = HYBRID


class RankLendingMachine(LendingMachine):
    """The same where slots are copied beside the replies."""

    program_count = 2


TestConversations = machine_case(ConversationsMachine, 40, 40)
TestWindowed = machine_case(WindowedMachine, 40, 40)
TestHybrid = machine_case(HybridMachine, 40, 40)
TestLate = machine_case(LateMachine, 40, 40)
TestGuessing = machine_case(GuessingMachine, 40, 40)
TestDrafting = machine_case(DraftingMachine, 40, 40)
TestGuessingWindowed = machine_case(GuessingWindowedMachine, 40, 40)
TestForcing = machine_case(ForcingMachine, 40, 40)
TestForcingHybrid = machine_case(ForcingHybridMachine, 40, 40)
TestForcingGuessing = machine_case(ForcingGuessingMachine, 40, 40)
TestWriting = machine_case(WritingMachine, 40, 40)
TestRanks = machine_case(RankMachine, 40, 40)
TestRanksLate = machine_case(RankLateMachine, 40, 40)
TestRanksHybrid = machine_case(RankHybridMachine, 15, 40)
TestRanksLending = machine_case(RankLendingMachine, 8, 40)
TestLending = machine_case(LendingMachine, 10, 40)
