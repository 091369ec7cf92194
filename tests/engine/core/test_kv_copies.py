"""Copies delay no reply, lose nothing however they end, and reach the disk in time."""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from engine.backend import Capabilities
from engine.core import kv_copies
from engine.core.kv_copies import brief_seconds
from engine.core.scheduler import Scheduler
from engine.ipc.lazy_text import LazyText
from engine.kv.slot_copy import SlotCopy
from engine.messages.config import EngineConfig
from engine.messages.errors import EngineError, internal_error
from engine.messages.events import FinishReason, Slid
from engine.messages.metrics import ReuseOrigin
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.engine.kv.driving import driven, files, slow_reader
from tests.fakes.backend import HYBRID, LENDING, FakeBackend
from tests.fakes.conversations import Listener, rendered, solo_reply, submit
from tests.fakes.copy_thread import HeldCopies, held_copies

FIRST, OTHER = "hello " * 40, "quite another beginning " * 10
STEPS = 5
LENDING_WINDOWED = Capabilities(can_lend=True, can_slide=False, sliding_window=32)
LARGE = SlotCopy("large", (1,), (), bytes(1 << 20))  # each token is as large from now on


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
    def copies(self) -> HeldCopies:
        thread = self.manager.copies._thread  # noqa: SLF001 (the fixture has replaced it)
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
        self.listener.step(count)

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
    talks.scheduler.discard("b")
    writer = talks.write()
    talks.scheduler.discard("c")
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


Begin = Callable[[Talks], tuple[int, int, str]]


@pytest.mark.parametrize("begin", [evicting, restoring])
def test_a_cancelled_request_ends_at_once_and_its_slot_later(begin: Begin) -> None:
    talks = Talks()
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
def test_what_is_forgotten_on_the_way_is_kept_nowhere(begin: Begin) -> None:
    talks = Talks()
    begin(talks)
    talks.scheduler.discard("a")
    talks.end_copy()
    talks.finish()
    assert talks.manager.ram.get("a") is None
    assert not talks.manager.tokenized_prompt("a").segments
    assert all(slot.conversation_id != "a" for slot in talks.scheduler.reports.snapshot().slots)


@pytest.mark.parametrize("begin", [evicting, restoring])
def test_a_bug_ends_all_and_no_slot_stays_lent(begin: Begin) -> None:
    talks = Talks()
    begin(talks)
    talks.scheduler.fail_all(EngineError(LazyText.of("a bug")))
    assert talks.backend.lent == set()
    assert talks.backend.cells == [[], []]
    talks.steps(1)
    assert talks.ask("a", FIRST)


@pytest.mark.parametrize("begin", [evicting, restoring])
def test_what_is_on_the_way_when_the_engine_closes_is_kept(begin: Begin) -> None:
    talks = Talks()
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


def branching(talks: Talks) -> tuple[int, int]:
    """Return a writer, and a branch of "a" that is copied beside it."""
    talks.ask("a", FIRST)
    writer = talks.write()
    branch = talks.submit("branch", FIRST)
    talks.steps(1)
    assert talks.copies.job is not None
    return writer, branch


def three_branches(talks: Talks) -> list[int]:
    """Return branches of "a" that wait for a copy of it beside a writer."""
    talks.ask("a", FIRST)
    talks.write()
    branches = [talks.submit(name, FIRST) for name in ("one", "two", "three")]
    talks.steps(1)
    return branches


def end_copies(talks: Talks) -> int:
    """Let all copies end; return how many there were from the beginning on."""
    while talks.copies.job is not None:
        talks.end_copy()
    return talks.copies.count


def test_branches_that_wait_for_one_slot_share_one_copy_out_of_it() -> None:
    talks = Talks(slots=5)
    branches = three_branches(talks)
    before = pieces(talks, 2)
    talks.steps()
    assert pieces(talks, 2) == before + STEPS, "the writer goes on"
    assert end_copies(talks) == 1 + len(branches)
    for branch in branches:
        assert talks.listener.started(branch).usage.reused_tokens > len(FIRST)
    talks.finish()


def test_branches_of_two_chats_are_copied_from_their_own() -> None:
    talks = Talks(slots=5)
    talks.ask("a", FIRST)
    talks.ask("b", OTHER)
    talks.write()
    branches = {talks.submit("one", FIRST): FIRST, talks.submit("two", OTHER): OTHER}
    talks.steps(1)
    assert end_copies(talks) == 4
    for branch, text in branches.items():
        assert talks.listener.started(branch).usage.reused_tokens > len(text)
    talks.finish()


def test_a_branch_that_comes_while_its_slot_is_copied_waits_also_if_no_reply_is_written() -> None:
    talks = Talks(slots=5)
    branches = three_branches(talks)
    talks.scheduler.cancel(2)
    late = talks.submit("four", FIRST)
    talks.steps(1)
    assert not talks.listener.has_started(late)
    assert end_copies(talks) == 1
    for branch in (*branches, late):
        assert talks.listener.started(branch).usage.reused_tokens > len(FIRST)
    talks.finish()


def test_a_copy_of_some_milliseconds_is_made_at_once_on_few_cores() -> None:
    """On two cores a step next to a copy has half of them, and takes twice as long."""
    assert [brief_seconds(cores, 0.08) for cores in (1, 2, 5, 16)] == [0.04, 0.04, 0.02, 0.01]


def test_many_quick_copies_hold_up_replies_no_longer_than_a_step_may_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    talks = Talks(slots=5)
    branches = three_branches(talks)
    fill = talks.backend.set_state

    def fill_slowly(slot: int, state: bytes, count: int, *rest: Callable[[], None]) -> bool:
        time.sleep(0.6 * EngineConfig().step_target_seconds)
        return fill(slot, state, count, *rest)

    monkeypatch.setattr(talks.backend, "set_state", fill_slowly)
    monkeypatch.setattr(kv_copies, "brief_seconds", lambda *_: 1e9)
    talks.end_copy()
    assert [talks.listener.has_started(each) for each in branches] == [True, False, False]
    assert talks.copies.job is not None
    talks.finish()


@pytest.mark.parametrize("cancelled", [[0], [2], [0, 1, 2]])
def test_a_branch_that_ends_takes_no_copy_from_the_others(cancelled: list[int]) -> None:
    talks = Talks(slots=5)
    branches = three_branches(talks)
    for place in cancelled:
        talks.scheduler.cancel(branches[place])
    left = [each for place, each in enumerate(branches) if place not in cancelled]
    assert end_copies(talks) == 1 + len(left)
    for branch in left:
        assert talks.listener.started(branch).usage.reused_tokens > len(FIRST)
    talks.finish()


def test_branches_of_a_chat_that_is_deleted_meanwhile_read_their_prompts() -> None:
    talks = Talks(slots=5)
    branches = three_branches(talks)
    talks.scheduler.discard("a")
    assert talks.backend.cells[0], "a copy needs it"
    assert end_copies(talks) == 1
    assert not talks.manager.states.get("a")
    assert [talks.listener.started(each).usage.reused_tokens for each in branches] == [0, 0, 0]
    talks.finish()


def test_a_slot_is_copied_again_when_its_chat_has_gone_on() -> None:
    talks = Talks(slots=6)
    three_branches(talks)
    end_copies(talks)
    said = talks.listener.text(1)
    talks.submit("a", FIRST, said, "and?", tokens=1)
    talks.steps(2)
    later = talks.submit("later", FIRST, said, "and?")
    talks.steps(1)
    assert end_copies(talks) == 4 + 2
    usage = talks.listener.started(later).usage
    assert usage.reused_tokens > len(FIRST) + len(said)
    talks.finish()


@pytest.mark.parametrize("is_concurrent", [False, True])
def test_a_copy_that_is_a_bug_fails_the_requests_and_no_more(
    monkeypatch: pytest.MonkeyPatch, is_concurrent: bool
) -> None:
    talks = Talks()
    said = talks.ask("a", FIRST)
    talks.ask("c", OTHER)

    def fail(_slot: int) -> bytes:
        raise MemoryError

    with monkeypatch.context() as patch:
        patch.setattr(talks.backend, "state", fail)
        if is_concurrent:
            talks.scheduler.discard("c")
            talks.write()
        late = talks.submit("b", OTHER + "more")
        if is_concurrent:
            talks.steps(1)
            talks.copies.end()
        with pytest.raises(MemoryError):
            talks.steps(1)
        talks.scheduler.fail_all(internal_error())
    talks.steps(1)
    assert talks.listener.reason(late) is FinishReason.FAILED
    assert talks.backend.lent == set()
    assert talks.ask("a", FIRST) == said


def test_what_was_forgotten_does_not_replace_what_was_asked_afterwards() -> None:
    talks = Talks(slots=3)
    said = talks.ask("a", FIRST)
    for name in "bcd":
        talks.ask(name, OTHER + name)  # the last evicts "a"
    assert talks.manager.ram.get("a") is not None
    talks.scheduler.discard("b")
    talks.scheduler.discard("c")
    writer = talks.write()
    talks.submit("a", FIRST, said, "and?")
    talks.steps(1)
    assert talks.copies.job is not None
    talks.scheduler.discard("a")
    talks.scheduler.discard("d")
    talks.scheduler.cancel(writer)
    talks.ask("a", OTHER)
    talks.ask("e", "something else " * 10)
    talks.ask("f", "yet something else " * 10)
    newer = talks.manager.ram.get("a")
    assert newer is not None
    talks.end_copy()
    assert talks.manager.ram.get("a") == newer


@pytest.mark.parametrize("capabilities", [LENDING, LENDING_WINDOWED])
def test_what_begins_like_a_lent_slot_is_admitted_without_asking_the_library(
    capabilities: Capabilities,
) -> None:
    talks = Talks(capabilities, slots=4)
    branching(talks)
    late = talks.submit("d", FIRST[:100] + OTHER)
    talks.steps()
    assert talks.copies.job is not None
    talks.finish()
    assert talks.listener.reason(late) is FinishReason.LENGTH


@dataclass
class CountedCopies(FakeBackend):
    """Notes how many decode calls there were before each copy of a slot's memory."""

    copied_at: list[int] = field(default_factory=list)

    def state(self, slot: int) -> bytes:
        """Copy, and note it."""
        self.copied_at.append(len(self.calls))
        return super().state(slot)


def test_nothing_is_copied_or_written_while_anybody_is_being_answered(tmp_path: Path) -> None:
    backend = CountedCopies(slot_count=2, context_window=1024, reply_share=0)
    with driven(backend, tmp_path) as driver:
        driver.ask("a", FIRST)
        driver.submit("b", "go on", tokens=100)
        driver.listener.step()
        for _ in range(50):
            driver.scheduler.cache_manager.use_idle_time()  # as if the engine had found time
            driver.listener.step()
        assert backend.copied_at == []
        driver.run()
        driver.write_back()
        assert len(backend.copied_at) == 2
        assert set(backend.copied_at) == {len(backend.calls)}
    assert len(files(tmp_path)) == 2


def test_what_is_overdue_is_written_while_others_are_answered_one_after_the_other(
    tmp_path: Path,
) -> None:
    backend = CountedCopies(slot_count=3, context_window=1024, reply_share=0)
    with driven(backend, tmp_path, overdue_seconds=0.0) as driver:
        driver.submit("writer", "go on", tokens=300)
        driver.ask_meanwhile("a", FIRST)
        driver.ask_meanwhile("b", FIRST)
        while len(files(tmp_path)) < 2:
            driver.listener.step()
            driver.wait_for_disk()
            assert driver.scheduler.has_requests, "somebody is answered all the time"
        assert len(backend.copied_at) == len(set(backend.copied_at)) == 2


def test_a_pause_is_waited_for_as_long_as_it_may_come(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    clock = SimpleNamespace(monotonic=lambda: now, perf_counter=time.perf_counter)
    monkeypatch.setattr(kv_copies, "time", clock)
    backend = CountedCopies(slot_count=2, context_window=1024, reply_share=0)
    with driven(backend, tmp_path, overdue_seconds=60.0) as driver:
        driver.submit("writer", "go on", tokens=300)
        driver.ask_meanwhile("a", FIRST)
        for now in (10.0, 30.0, 50.0, 69.0):
            driver.listener.step()
            assert backend.copied_at == [], f"after {now} seconds"
        now = 80.0
        driver.listener.step()
        assert len(backend.copied_at) == 1
        assert driver.scheduler.has_requests


def test_what_cannot_be_copied_between_two_steps_waits_however_overdue(tmp_path: Path) -> None:
    backend = CountedCopies(slot_count=2, context_window=1024, reply_share=0, kv_bytes=1 << 50)
    with driven(backend, tmp_path, overdue_seconds=0.0) as driver:
        driver.submit("writer", "go on", tokens=300)
        driver.ask_meanwhile("a", FIRST)
        driver.listener.step(50)
        assert driver.scheduler.has_requests
        assert backend.copied_at == []
        driver.run()
        driver.write_back()
        assert len(backend.copied_at) == 2


def test_what_has_its_copy_already_is_overdue_whatever_its_size(tmp_path: Path) -> None:
    with driven(slow_reader(), tmp_path, overdue_seconds=0.0) as driver:
        driver.submit("writer", "go on", tokens=300)
        driver.listener.step()
        driver.scheduler.cache_manager.ram.put(replace(LARGE, tokens=tuple(range(100))))
        while not files(tmp_path):
            driver.listener.step()
            driver.wait_for_disk()
            assert driver.scheduler.has_requests, "somebody is answered all the time"


def test_a_pause_begins_with_the_last_step_that_a_request_needed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 0.0
    clock = SimpleNamespace(monotonic=lambda: now, perf_counter=time.perf_counter)
    monkeypatch.setattr(kv_copies, "time", clock)
    with driven(slow_reader(), tmp_path, pause_seconds=2.0) as driver:
        writing = driver.scheduler.cache_manager.write_back
        for now in (10.0, 100.0):
            driver.ask("a", FIRST, f"at {now}")
            assert writing.due_seconds() == 2.0
        now = 101.5
        assert writing.due_seconds() == 0.5


def test_a_large_state_is_written_after_a_longer_pause(tmp_path: Path) -> None:
    with driven(slow_reader(), tmp_path, pause_seconds=2.0) as driver:
        driver.ask("a", "hello " * 60)
        writing = driver.scheduler.cache_manager.write_back
        small = writing.due_seconds()
        driver.scheduler.cache_manager.disk.store(LARGE)
        driver.wait_for_disk()
        large = writing.due_seconds()
        assert small is not None
        assert large is not None
        assert small <= 2.0 < 15.0 < large


def test_the_end_writes_no_longer_than_it_may(tmp_path: Path) -> None:
    with driven(slow_reader(), tmp_path) as driver:
        driver.ask("a", FIRST)
        disk = driver.scheduler.cache_manager.disk
        disk.store(LARGE)
        driver.wait_for_disk()
        disk.write_rate = 1000.0
    assert len(files(tmp_path)) == 1
