"""Long copies run beside the replies that are written, and nothing is lost however they end."""

from collections.abc import Iterator

import pytest

from engine.backend import Capabilities
from engine.core.scheduler import Scheduler
from engine.core.slot_transfers import SlotTransfers
from engine.ipc.lazy_text import LazyText
from engine.messages.config import EngineConfig
from engine.messages.errors import EngineError
from engine.messages.events import FinishReason, Slid
from engine.messages.sampling_params import SamplingParams
from engine.messages.usage import ReuseOrigin
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.backend import HYBRID, LENDING, FakeBackend
from tests.fakes.conversations import Listener, rendered, solo_reply, submit
from tests.fakes.copy_thread import HeldCopies, held_copies

FIRST, OTHER = "hello " * 40, "quite another beginning " * 10
STEPS = 5


class Talks:
    """Conversations on few slots; a copy that runs beside ends when the test says so."""

    def __init__(
        self, capabilities: Capabilities = LENDING, slots: int = 2, threads: int = 1
    ) -> None:
        self.backend = FakeBackend(
            slot_count=slots,
            context_window=1024,
            reply_share=0,
            capabilities=capabilities,
            thread_limit=threads,
        )
        config = EngineConfig(thread_count=threads)
        self.scheduler = Scheduler(self.backend, config, AuditMode.ASSERT)
        self.listener = Listener(self.scheduler)
        self.manager = self.scheduler.cache_manager
        self.asked: dict[int, tuple[tuple[str, ...], int]] = {}

    @property
    def transfers(self) -> SlotTransfers:
        return self.manager.transfers

    @property
    def copies(self) -> HeldCopies:
        thread = self.transfers._thread  # noqa: SLF001 (the fixture has replaced it)
        assert isinstance(thread, HeldCopies)
        return thread

    def submit(self, conversation: str, *texts: str, tokens: int = 10) -> int:
        request = len(self.asked) + 1
        self.asked[request] = (texts, tokens)
        sampling = SamplingParams(max_tokens=tokens)
        submit(self.scheduler, request, *texts, conversation=conversation, sampling=sampling)
        return request

    def ask(self, conversation: str, *texts: str) -> str:
        request = self.submit(conversation, *texts)
        self.listener.run()
        return self.listener.text(request)

    def write(self, conversation: str = "writer", text: str = "go on") -> int:
        """Let a long reply begin."""
        request = self.submit(conversation, text, tokens=600)
        while not self.listener.text(request):
            self.listener.step()
        return request

    def steps(self, count: int = STEPS) -> None:
        for _ in range(count):
            self.listener.step()

    def end_copy(self) -> None:
        """Let the copy end that is under way, and the engine's thread hear of it."""
        assert self.copies.job is not None
        self.copies.end()
        self.listener.step()

    def finish(self) -> None:
        """Let everything end, and compare the replies with what the model says alone."""
        while self.copies.job is not None or self.scheduler.has_work:
            self.copies.end()
            self.steps()
        for request, (texts, tokens) in self.asked.items():
            expected = solo_reply(rendered(self.backend, *texts), self.backend, tokens)
            said = self.listener.text(request)
            is_whole = self.listener.reason(request) is FinishReason.LENGTH
            assert said == expected if is_whole else expected.startswith(said)


@pytest.fixture(autouse=True)
def copies_are_held() -> Iterator[None]:
    """Let no copy end by itself, and let each count as long."""
    with held_copies():
        yield


def evicting(talks: Talks) -> tuple[int, int, str]:
    """Return a writer, a request that evicts "a" beside it, and what "a" was told."""
    said = talks.ask("a", FIRST)
    writer = talks.write()
    late = talks.submit("b", OTHER)
    talks.steps(1)
    return writer, late, said


def restoring(talks: Talks) -> tuple[int, int, str]:
    """Return a writer, a request of "a" that comes back beside it, and what it was told."""
    said = talks.ask("a", FIRST)
    talks.ask("b", OTHER)
    talks.ask("c", "short")  # evicts "a", as nobody writes
    assert talks.manager.ram.get("a") is not None
    talks.scheduler.forget("b")
    writer = talks.write()
    talks.scheduler.forget("c")
    late = talks.submit("a", FIRST, said, "and?")
    talks.steps(1)
    assert talks.copies.job is not None
    return writer, late, said


def pieces(talks: Talks, request: int) -> int:
    return len(talks.listener.text(request))


def test_an_evicted_conversation_is_kept_and_nobody_waits_for_that() -> None:
    talks = Talks()
    writer, late, said = evicting(talks)
    before = pieces(talks, writer)
    talks.steps()
    assert pieces(talks, writer) == before + STEPS
    assert not talks.listener.has_started(late)
    talks.end_copy()
    assert talks.listener.has_started(late)
    assert talks.manager.ram.get("a") is not None
    talks.finish()
    again = talks.submit("a", FIRST, said, "and?")
    talks.finish()
    assert talks.listener.started(again).usage.reused_from is ReuseOrigin.MEMORY


def test_a_conversation_comes_back_from_ram_while_others_write() -> None:
    talks = Talks()
    writer, late, said = restoring(talks)
    before = pieces(talks, writer)
    talks.steps()
    assert pieces(talks, writer) == before + STEPS
    talks.end_copy()
    started = talks.listener.started(late)
    assert started.usage.reused_from is ReuseOrigin.MEMORY
    assert started.usage.reused_tokens == started.promised_tokens > len(FIRST) + len(said)
    talks.finish()


def test_a_branch_is_copied_while_others_write() -> None:
    talks = Talks(slots=3)
    talks.ask("a", FIRST)
    writer = talks.write()
    late = talks.submit("branch", FIRST)
    talks.steps(1)
    before = pieces(talks, writer)
    talks.steps()
    assert pieces(talks, writer) == before + STEPS
    assert not talks.listener.has_started(late)
    talks.end_copy()  # out of the one
    talks.steps()
    talks.end_copy()  # into the other
    assert talks.listener.started(late).usage.reused_tokens > len(FIRST)
    assert pieces(talks, writer) == before + 2 * STEPS + 2
    talks.finish()


def test_a_reply_that_is_branched_from_waits_for_the_copy_out_of_it_only() -> None:
    talks = Talks(slots=3)
    writer = talks.write("a", FIRST)
    talks.submit("branch", FIRST)
    talks.submit("another", FIRST)
    talks.steps(1)
    before = pieces(talks, writer)
    talks.steps()
    assert pieces(talks, writer) == before
    while talks.copies.job is not None:
        talks.end_copy()
        talks.steps()
    assert pieces(talks, writer) > before
    assert talks.listener.started(3).usage.reused_tokens > len(FIRST)
    talks.finish()


def test_what_is_asked_while_its_state_is_on_the_way_waits_for_it() -> None:
    talks = Talks(slots=3)
    said = talks.ask("a", FIRST)
    talks.ask("c", "short")
    talks.write()
    talks.submit("b", OTHER)  # evicts "a"; the slot of "c" could be had
    talks.steps(1)
    again = talks.submit("a", FIRST, said, "and?")
    talks.steps()
    assert not talks.listener.has_started(again)
    talks.finish()
    usage = talks.listener.started(again).usage
    assert usage.reused_from is ReuseOrigin.MEMORY
    assert usage.reused_tokens > len(FIRST) + len(said)


@pytest.mark.parametrize("begin", [evicting, restoring])
def test_a_cancelled_request_ends_at_once_and_its_slot_later(begin: object) -> None:
    talks = Talks()
    assert callable(begin)
    writer, late, said = begin(talks)
    talks.scheduler.cancel(late)
    talks.steps(1)
    assert talks.listener.reason(late) is FinishReason.CANCELLED
    other = talks.submit("d", OTHER)
    talks.steps()
    assert not talks.listener.has_started(other), "the slot is not free before the copy has ended"
    talks.end_copy()
    talks.finish()
    assert talks.listener.reason(writer) is FinishReason.LENGTH
    again = talks.submit("a", FIRST, said, "and?")
    talks.finish()
    assert talks.listener.started(again).usage.reused_from is ReuseOrigin.MEMORY


@pytest.mark.parametrize("begin", [evicting, restoring])
def test_what_is_forgotten_on_the_way_is_kept_nowhere(begin: object) -> None:
    talks = Talks()
    assert callable(begin)
    begin(talks)
    talks.scheduler.forget("a")
    talks.end_copy()
    talks.finish()
    assert talks.manager.ram.get("a") is None
    assert not talks.manager.tokenized_prompt("a").segments
    assert all(slot.conversation_id != "a" for slot in talks.scheduler.reports.snapshot().slots)


def test_a_donor_that_is_forgotten_is_emptied_when_it_is_back() -> None:
    talks = Talks(slots=3)
    talks.ask("a", FIRST)
    talks.write()
    talks.submit("branch", FIRST)
    talks.steps(1)
    talks.scheduler.forget("a")
    assert talks.backend.cells[0]
    talks.finish()
    assert not any(len(cells) > 0 for cells in talks.backend.cells[:1])


@pytest.mark.parametrize("begin", [evicting, restoring])
def test_a_bug_ends_all_and_no_slot_stays_lent(begin: object) -> None:
    talks = Talks()
    assert callable(begin)
    begin(talks)
    talks.scheduler.fail_all(EngineError(LazyText.of("a bug")))
    assert talks.backend.lent == set()
    assert talks.backend.cells == [[], []]
    talks.steps(1)
    assert talks.ask("a", FIRST)


@pytest.mark.parametrize("begin", [evicting, restoring])
def test_what_is_on_the_way_when_the_engine_closes_is_kept(begin: object) -> None:
    talks = Talks()
    assert callable(begin)
    begin(talks)
    talks.scheduler.cancel_all()
    talks.manager.close()
    assert talks.backend.lent == set()
    assert talks.manager.ram.get("a") is not None


def test_nothing_is_to_be_done_while_only_copies_run() -> None:
    talks = Talks()
    writer, late, _ = evicting(talks)
    talks.scheduler.cancel(writer)
    assert talks.scheduler.has_requests
    assert not talks.scheduler.has_work
    assert talks.scheduler.step() is None
    talks.copies.end()
    talks.listener.step()
    assert talks.listener.has_started(late)
    talks.finish()


def test_a_slide_waits_until_no_slot_is_lent() -> None:
    talks = Talks()
    talks.ask("a", FIRST)
    texts = ("x " * 150, "y " * 150, "go on")
    sampling = SamplingParams(max_tokens=500)
    submit(talks.scheduler, 99, *texts, conversation="writer", sampling=sampling)
    window = talks.backend.context_window
    while len(talks.backend.cells[1]) < window - STEPS:
        talks.listener.step()
    talks.submit("b", OTHER)
    talks.steps(1)
    assert talks.copies.job is not None
    talks.steps(2 * STEPS)  # the fake would notice that the keys of all slots are moved
    slides = [event for event in talks.listener.events if isinstance(event, Slid)]
    assert [event.is_read_again for event in slides] == [False]
    assert talks.manager.ram.get("a") is not None
    talks.scheduler.cancel_all()


@pytest.mark.parametrize("capabilities", [Capabilities(), HYBRID])
def test_what_cannot_be_lent_is_copied_at_once(capabilities: Capabilities) -> None:
    talks = Talks(capabilities)
    _, late, _ = evicting(talks)
    assert talks.copies.count == 0
    assert talks.listener.has_started(late)
    talks.finish()


def test_what_nobody_waits_for_is_copied_at_once() -> None:
    talks = Talks()
    said = talks.ask("a", FIRST)
    talks.ask("b", OTHER)
    talks.ask("c", "short")
    talks.ask("a", FIRST, said, "and?")
    assert talks.copies.count == 0
    talks.finish()
