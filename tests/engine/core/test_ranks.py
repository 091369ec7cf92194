"""Tabs before programs: a share of the slots, and replies that lose their slot and go on."""

from collections.abc import Callable
from pathlib import Path

import pytest

from engine.backend import Capabilities
from engine.core.scheduler import Scheduler
from engine.core.workers import Workers
from engine.llama.loader import load
from engine.messages.config import EngineConfig
from engine.messages.events import Finished, FinishReason, PrefillProgress, Queued, Started
from engine.messages.programs import program_conversation, unnamed_conversation
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.messages.sources import ReadSource
from engine.scheduling.sequence import Sequence
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.backend import HYBRID, LENDING, PLAIN, WINDOWED, FakeBackend
from tests.fakes.conversations import Listener, rendered, solo_reply, strict, submit
from tests.fakes.late_worker import LateWorker
from tests.models.cache import cached_model
from tests.models.tiny import write_hybrid, write_plain, write_recurrent, write_sliding_window

PROGRAM = RequestOptions(rank=Rank.PROGRAM)
BACKGROUND = RequestOptions(rank=Rank.BACKGROUND)
LONG = SamplingParams(max_tokens=60)
Writer = Callable[[Path], None]
GREEDY = SamplingParams(temperature=0, max_tokens=40)
QUESTION = "Tell me about the harbour and its ships. " * 4


class _Engine:
    """A scheduler on a fake model, with tabs and programs that ask it."""

    def __init__(self, backend: FakeBackend, config: EngineConfig | None = None) -> None:
        self.backend = backend
        self.scheduler = Scheduler(backend, config or EngineConfig(), AuditMode.ASSERT)
        self.listener = Listener(self.scheduler)

    def tab(self, number: int, text: str, sampling: SamplingParams = LONG) -> None:
        submit(self.scheduler, number, text, conversation=f"tab {number}", sampling=sampling)

    def program(
        self, number: int, text: str, sampling: SamplingParams = LONG, *, named: bool = True
    ) -> None:
        name = program_conversation if named else unnamed_conversation
        submit(
            self.scheduler,
            number,
            text,
            conversation=name("test", str(number)),
            sampling=sampling,
            options=PROGRAM,
        )

    def steps(self, count: int) -> None:
        self.listener.step(count)

    def running(self) -> list[str]:
        """Return whose replies are being written."""
        slots = self.scheduler._pool.slots  # noqa: SLF001 (it has no public door, on purpose)
        return [s.conversation_id or "" for s in slots if s.sequence is not None]

    def held(self) -> list[str | None]:
        """Return what each slot holds."""
        return [each.conversation_id for each in self.scheduler._pool.slots]  # noqa: SLF001

    def assert_said(self, number: int, text: str, limit: int = 60) -> None:
        """Check that a reply is what the model says to this alone."""
        expected = solo_reply(rendered(self.backend, text), self.backend, limit)
        assert self.listener.text(number) == expected
        assert self.listener.reason(number) is FinishReason.LENGTH


def _engine(
    slot_count: int, config: EngineConfig | None = None, capabilities: Capabilities = PLAIN
) -> _Engine:
    backend = FakeBackend(
        slot_count=slot_count, reply_share=0, context_window=1024, capabilities=capabilities
    )
    return _Engine(backend, config)


@pytest.mark.parametrize("slot_count", [1, 2, 4, 8])
def test_programs_have_all_slots_where_no_tab_has_one(slot_count: int) -> None:
    engine = _engine(slot_count)
    for number in range(10):
        engine.program(number, f"question {number}")
    engine.steps(1)
    assert len(engine.running()) == slot_count


@pytest.mark.parametrize(("slot_count", "share"), [(3, 1), (4, 2), (8, 6)])
def test_programs_leave_two_slots_to_tabs_at_rest_and_have_one(slot_count: int, share: int) -> None:
    engine = _engine(slot_count)
    for number in (11, 12):
        engine.tab(number, f"tab {number}", SamplingParams(max_tokens=3))
    engine.listener.run()
    for number in range(10):
        engine.program(number, f"question {number}")
    most = 0
    while engine.scheduler.has_work:
        engine.steps(1)
        most = max(most, len(engine.running()))
    assert most == share
    for number in range(10):
        engine.assert_said(number, f"question {number}")


def test_replies_that_may_be_written_at_once_count_like_slots() -> None:
    engine = _engine(6, EngineConfig(slot_count=6, max_active=3))
    for number in range(4):
        engine.program(number, f"question {number}")
    engine.steps(3)
    assert len(engine.running()) == 3
    engine.tab(10, "a tab")
    engine.steps(1)
    assert "tab 10" in engine.running()
    assert len(engine.running()) == 3


@pytest.mark.parametrize("capabilities", [PLAIN, WINDOWED, HYBRID, LENDING])
@pytest.mark.parametrize("ram_bytes", [0, 1 << 30])
@pytest.mark.parametrize("named", [True, False])
def test_a_parked_reply_goes_on_and_says_what_it_would_have_said(
    capabilities: Capabilities, ram_bytes: int, named: bool
) -> None:
    engine = _engine(1, EngineConfig(slot_count=1, ram_bytes=ram_bytes), capabilities)
    engine.program(1, "the harbour " * 20, named=named)
    engine.steps(20)
    said = engine.listener.text(1)
    assert said
    engine.tab(2, "a tab asks")
    engine.steps(1)
    assert engine.running() == ["tab 2"], "it is not kept waiting"
    engine.listener.run()
    engine.assert_said(2, "a tab asks")
    engine.assert_said(1, "the harbour " * 20)
    assert engine.listener.start_order() == [1, 2], "one start, one end"
    queued = [each for each in engine.listener.events if isinstance(each, Queued)]
    assert [each.request_id for each in queued if each.request_id == 2] == []
    usage = engine.listener.finished(1).usage
    assert usage.reply_tokens == 60
    assert usage.prompt_tokens == len(rendered(engine.backend, "the harbour " * 20))


def test_a_prompt_that_is_parked_half_read_is_read_on() -> None:
    engine = _engine(1, EngineConfig(slot_count=1, batch_size=64, micro_batch_size=64))
    text = "a long story about ships " * 12
    engine.program(1, text)
    engine.steps(2)
    read = [each for each in engine.listener.events if isinstance(each, PrefillProgress)]
    assert read[-1].done_tokens < read[-1].prompt_tokens
    engine.tab(2, "a tab asks")
    engine.listener.run()
    engine.assert_said(1, text)
    engine.assert_said(2, "a tab asks")


def test_all_programs_are_parked_when_so_many_tabs_ask() -> None:
    engine = _engine(4)
    for number in range(4):
        engine.program(number, f"question {number}")
    engine.steps(5)
    assert len(engine.running()) == 4
    for number in range(10, 14):
        engine.tab(number, f"tab {number}")
    engine.steps(1)
    assert sorted(engine.running()) == [f"tab {number}" for number in range(10, 14)]
    engine.listener.run()
    for number in range(4):
        engine.assert_said(number, f"question {number}")


def test_only_the_program_that_started_last_is_parked() -> None:
    engine = _engine(4)
    engine.program(1, "first")
    engine.steps(4)
    engine.program(2, "second")
    engine.steps(4)
    for number in range(10, 13):
        engine.tab(number, f"tab {number}")
    engine.steps(1)
    assert program_conversation("test", "1") in engine.running()
    assert program_conversation("test", "2") not in engine.running()


def test_a_second_message_of_a_tab_parks_nobody() -> None:
    engine = _engine(2)
    engine.program(1, "a program")
    submit(engine.scheduler, 2, "first", conversation="tab", sampling=LONG)
    engine.steps(4)
    submit(engine.scheduler, 3, "second", conversation="tab", sampling=LONG)
    engine.steps(4)
    assert len(engine.running()) == 2


def test_the_focused_tab_is_never_queued_behind_a_flood() -> None:
    engine = _engine(4)
    engine.scheduler.focus("tab 500")
    for number in range(100):
        engine.program(number, f"question {number}", SamplingParams(max_tokens=5))
    engine.steps(3)
    engine.tab(500, "a tab asks", SamplingParams(max_tokens=200))
    engine.steps(1)
    assert "tab 500" in engine.running()
    engine.listener.run()
    queued = [each for each in engine.listener.events if isinstance(each, Queued)]
    assert 500 not in {each.request_id for each in queued}


def test_programs_start_in_their_order_and_none_is_passed_more_than_four_times() -> None:
    engine = _engine(4)
    for number in range(40):
        engine.program(number, f"question {number}", SamplingParams(max_tokens=3 + number % 5))
    engine.listener.run()
    order = engine.listener.start_order()
    for place, number in enumerate(order):
        assert sum(other > number for other in order[:place]) <= 4


def test_a_parked_program_goes_on_before_those_that_came_later() -> None:
    engine = _engine(1)
    engine.program(1, "first")
    engine.program(2, "second")
    engine.steps(5)
    engine.tab(3, "a tab", SamplingParams(max_tokens=3))
    engine.listener.run()
    ends = [each.request_id for each in engine.listener.events if isinstance(each, Finished)]
    assert ends == [3, 1, 2]


def test_a_parked_program_that_is_cancelled_ends_once_with_its_text() -> None:
    engine = _engine(1, EngineConfig(slot_count=1, ram_bytes=1 << 30))
    engine.program(1, "the harbour " * 20, named=False)
    engine.steps(20)
    said = engine.listener.text(1)
    engine.tab(2, "a tab asks")
    engine.steps(2)
    assert engine.scheduler.cache_manager.ram.copies, "its state is kept while it waits"
    engine.scheduler.cancel(1)
    engine.listener.run()
    assert engine.listener.reason(1) is FinishReason.CANCELLED
    assert engine.listener.text(1).startswith(said)
    keys = {each.key for each in engine.scheduler.cache_manager.ram.copies}
    assert unnamed_conversation("test", "1") not in keys


def test_a_parked_program_can_be_forgotten() -> None:
    engine = _engine(1)
    engine.program(1, "the harbour")
    engine.steps(5)
    engine.tab(2, "a tab asks")
    engine.steps(2)
    engine.scheduler.discard(program_conversation("test", "1"))
    engine.listener.run()
    assert engine.listener.reason(1) is FinishReason.CANCELLED
    engine.assert_said(2, "a tab asks")


def test_what_a_program_has_no_name_for_leaves_nothing_behind() -> None:
    engine = _engine(2, EngineConfig(slot_count=2, ram_bytes=1 << 30))
    for number in range(50):
        engine.program(
            number, f"question {number} " * 12, SamplingParams(max_tokens=3), named=False
        )
        if number % 5 == 0:
            engine.tab(1000 + number, "a tab", SamplingParams(max_tokens=3))
            engine.tab(2000 + number, "another", SamplingParams(max_tokens=3))
    engine.listener.run()
    states = engine.scheduler.cache_manager.states
    assert sum(each.key.startswith("program:") for each in states) <= 2, "those in slots"


def test_programs_do_not_take_the_slots_where_tabs_are_warm() -> None:
    engine = _engine(4)
    for number in (1, 2, 3, 4):
        engine.tab(number, f"tab {number}", SamplingParams(max_tokens=3))
        engine.listener.run()
    for number in range(10, 30):
        engine.program(number, f"question {number}", SamplingParams(max_tokens=8))
    # A tab is answered all the while, so that slots are never all at rest.
    engine.tab(4, "tab 4", SamplingParams(max_tokens=400))
    while any(not engine.listener.has_finished(each) for each in range(10, 30)):
        engine.steps(1)
    names = engine.held()
    assert "tab 3" in names
    assert "tab 4" in names


def test_what_is_asked_in_the_background_waits_for_programs_that_could_start() -> None:
    engine = _engine(4)
    submit(engine.scheduler, 1, "title", sampling=LONG, options=BACKGROUND)
    engine.program(2, "a program")
    engine.steps(1)
    assert engine.listener.start_order() == [2]


def test_what_is_asked_in_the_background_does_not_starve_behind_programs_that_may_not() -> None:
    engine = _engine(4)
    for number in range(20):
        engine.program(number, f"question {number}")
    engine.steps(2)
    submit(engine.scheduler, 50, "title", sampling=LONG, options=BACKGROUND)
    while len(engine.listener.start_order()) < 8:
        engine.steps(1)
    assert 50 in engine.listener.start_order(), "the first slot that gets free is left to it"


def test_a_question_that_is_asked_four_times_at_once_is_read_once() -> None:
    engine = _engine(8)
    text = "the same question " * 20
    for number in range(4):
        engine.program(number, text, SamplingParams(max_tokens=5))
    engine.listener.run()
    for number in range(4):
        engine.assert_said(number, text, 5)
    length = len(rendered(engine.backend, text))
    assert sum(step.prefill_tokens for step in engine.listener.steps) == length + 3
    assert engine.listener.start_order() == [0, 1, 2, 3]


def test_a_tabs_prompt_is_read_before_a_programs() -> None:
    engine = _engine(4, EngineConfig(batch_size=32, micro_batch_size=32))
    engine.program(1, "a long story " * 30)
    engine.steps(2)
    engine.tab(2, "tab " * 40)
    engine.steps(3)
    tab = [
        e for e in engine.listener.events if isinstance(e, PrefillProgress) and e.request_id == 2
    ]
    assert tab, "it is read in the next step"
    engine.listener.run()
    starts = [each for each in engine.listener.events if isinstance(each, Started)]
    assert len(starts) == 2


def test_a_tabs_prompt_is_made_before_those_of_a_flood() -> None:
    worker = LateWorker()  # makes prompts
    backend = FakeBackend(slot_count=4, reply_share=0, context_window=1024)
    workers = Workers(prompts=worker)
    scheduler, listener = strict(backend, workers=workers)
    for number in range(20):
        name = program_conversation("test", str(number))
        submit(scheduler, number, "question", conversation=name, sampling=LONG, options=PROGRAM)
    assert worker.job_count == 1, "the others wait for it"
    submit(scheduler, 100, "a tab asks", conversation="tab", sampling=LONG)
    worker.work(2)
    listener.step()
    assert listener.start_order() == [100]
    for _ in range(2000):
        worker.work(worker.job_count)
        if not scheduler.has_requests:
            break
        listener.step()
    assert all(listener.has_finished(number) for number in range(20))


def _answer(write: Writer, *, is_parked: bool, ram_bytes: int) -> str:
    config = EngineConfig(
        slot_count=1, context_window=512, thread_count=1, ram_bytes=ram_bytes, guesses_ahead=False
    )
    backend = load(str(cached_model(write)), config, lambda _progress: None)
    try:
        scheduler, listener = strict(backend, config)
        name = program_conversation("test", "a")
        submit(scheduler, 1, QUESTION, conversation=name, sampling=GREEDY, options=PROGRAM)
        if is_parked:
            while not listener.text(1) and scheduler.has_work:
                listener.step()
            submit(scheduler, 2, "a tab", sampling=SamplingParams(temperature=0, max_tokens=5))
            listener.step()
            assert not listener.has_finished(1)
            assert listener.has_started(2)
        listener.run()
        scheduler.close()
        return listener.text(1)
    finally:
        backend.close()


@pytest.mark.parametrize("ram_bytes", [0, 1 << 28])
@pytest.mark.parametrize(
    "write", [write_plain, write_hybrid, write_recurrent, write_sliding_window]
)
def test_a_parked_reply_says_what_it_would_have_said(write: Writer, ram_bytes: int) -> None:
    expected = _answer(write, is_parked=False, ram_bytes=ram_bytes)
    assert len(expected) > 3
    assert _answer(write, is_parked=True, ram_bytes=ram_bytes) == expected


@pytest.mark.parametrize(("slot_count", "has_tab"), [(4, False), (4, True), (2, False)])
def test_a_source_that_is_read_keeps_its_slot(
    slot_count: int, has_tab: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = FakeBackend(slot_count=slot_count, reply_share=0, context_window=8192)
    engine = _Engine(backend, EngineConfig(slot_count=slot_count))
    parked: list[str] = []
    park = Sequence.park

    def count_and_park(sequence: Sequence) -> None:
        parked.append(sequence.conversation_id)
        park(sequence)

    monkeypatch.setattr(Sequence, "park", count_and_park)
    if has_tab:
        engine.tab(50, "a tab", SamplingParams(max_tokens=900))
        engine.steps(2)
    for number in range(slot_count):
        engine.program(number, f"{number} " * 20, SamplingParams(max_tokens=10 + 10 * number))
    engine.steps(4)
    engine.scheduler.read_source(ReadSource(900, "book", "the fox and a dog " * 150))
    engine.steps(4)
    for number in range(10, 15):
        engine.program(number, f"{number} " * 20)
    engine.steps(150)
    assert len(parked) <= 2
