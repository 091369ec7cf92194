"""A token that takes long to choose holds up its own reply only, and is the same in the end."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.backend import Sampler
from engine.core import sampling_queue
from engine.core.scheduler import Scheduler
from engine.core.workers import Workers
from engine.messages.config import EngineConfig
from engine.messages.events import FinishReason
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, rendered, solo_reply, strict, submit
from tests.fakes.late_worker import LateWorker
from tests.fakes.vocabulary import FakeSampler

_FREE = SamplingParams(max_tokens=30)
_BOUND = SamplingParams(max_tokens=30, grammar='root ::= "a"*')


class _Late:
    """A scheduler whose grammars choose when the test says so."""

    def __init__(self) -> None:
        self.backend = FakeBackend(reply_share=0, context_window=4096, slot_count=8)
        self.worker = LateWorker()
        self.wake_count = 0
        workers = Workers(sampling=self.worker, wake=self._wake)
        config = EngineConfig()
        self.scheduler = Scheduler(self.backend, config, AuditMode.ASSERT, lambda: None, workers)
        self.listener = Listener(self.scheduler)

    def _wake(self) -> None:
        self.wake_count += 1

    def steps(self, count: int) -> None:
        self.listener.step(count)

    def text(self, number: int) -> str:
        return self.listener.text(number)


@pytest.fixture
def late() -> _Late:
    return _Late()


def test_the_others_write_on_and_the_late_reply_is_the_same(late: _Late) -> None:
    submit(late.scheduler, 1, "bound", sampling=_BOUND)
    submit(late.scheduler, 2, "free", sampling=_FREE)
    late.steps(12)
    assert (len(late.text(1)), len(late.text(2))) == (0, 12)
    for _ in range(40):
        late.worker.work()
        late.steps(1)
    for number, text in ((1, "bound"), (2, "free")):
        expected = solo_reply(rendered(late.backend, text), late.backend, 30)
        assert (late.text(number), late.listener.reason(number)) == (expected, FinishReason.LENGTH)


def test_a_loop_waits_while_only_a_worker_has_something_to_do(late: _Late) -> None:
    submit(late.scheduler, 1, "bound", sampling=_BOUND)
    late.steps(1)
    assert not late.scheduler.is_waiting
    late.steps(1)
    assert late.scheduler.is_waiting
    call_count, step_count = len(late.backend.calls), len(late.listener.steps)
    late.steps(3)
    assert (len(late.backend.calls), len(late.listener.steps)) == (call_count, step_count)
    wake_count = late.wake_count
    late.worker.work()
    assert late.wake_count == wake_count + 1
    late.steps(1)
    assert len(late.text(1)) == 1
    assert not late.scheduler.is_waiting


def test_tokens_are_counted_in_the_step_that_computed_them(late: _Late) -> None:
    submit(late.scheduler, 1, "bound", sampling=_BOUND)
    submit(late.scheduler, 2, "free", sampling=_FREE)
    for _ in range(20):
        late.worker.work()
        late.steps(1)
    records = late.listener.steps[1:]
    assert all(record.prefill_tokens == 0 for record in records)
    assert sum(len(record.decode_slots) for record in records) == sum(
        len(calls) for calls in late.backend.calls[1:]
    )


@pytest.mark.parametrize("is_forgotten", [False, True])
def test_a_request_can_end_while_its_token_is_chosen(late: _Late, is_forgotten: bool) -> None:
    submit(late.scheduler, 1, "bound", sampling=_BOUND, conversation="a")
    late.steps(2)
    if is_forgotten:
        late.scheduler.discard("a")
    else:
        late.scheduler.cancel(1)
    assert not late.scheduler.has_requests
    late.worker.work(3)
    submit(late.scheduler, 2, "next", sampling=_FREE)
    late.steps(40)
    assert late.listener.reason(1) is FinishReason.CANCELLED
    assert late.text(1) == ""
    expected = solo_reply(rendered(late.backend, "next"), late.backend, 30)
    assert late.text(2) == expected


class _Slow(FakeBackend):
    """Chooses apart only when it may."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.has_begun, self.may_choose = threading.Event(), threading.Event()
        self.slow: list[FakeSampler] = self.samplers

    def sample_apart(self, sampler: Sampler, entry: int) -> Callable[[], int | None]:
        """Wait in the job of a slow sampler."""
        choose = super().sample_apart(sampler, entry)
        if not any(sampler is each for each in self.slow):
            return choose

        def choose_late() -> int | None:
            self.has_begun.set()
            assert self.may_choose.wait(60)
            return choose()

        return choose_late


def test_a_sampler_is_freed_when_its_worker_is_done() -> None:
    backend = _Slow(reply_share=0)
    workers = Workers(sampling=ThreadPoolExecutor(1))
    scheduler = Scheduler(backend, EngineConfig(), AuditMode.ASSERT, lambda: None, workers)
    submit(scheduler, 1, "bound", sampling=_BOUND)
    scheduler.step()
    assert backend.has_begun.wait(60)
    scheduler.cancel_all()
    assert not backend.samplers[0].is_closed
    backend.may_choose.set()
    scheduler.close()
    assert backend.samplers[0].is_closed


_PROGRAM = RequestOptions(rank=Rank.PROGRAM)


def _all_are_slow(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling_queue, "MOMENT_SECONDS", 0.0)


def test_one_slow_grammar_of_programs_is_sampled_at_a_time(
    late: _Late, monkeypatch: pytest.MonkeyPatch
) -> None:
    _all_are_slow(monkeypatch)
    texts = {number: f"program {number}" for number in (1, 2)}
    for number, text in texts.items():
        submit(late.scheduler, number, text, sampling=_BOUND, options=_PROGRAM)
    submit(late.scheduler, 3, "free", sampling=_FREE)
    late.steps(12)
    assert late.worker.job_count == 1
    assert len(late.text(3)) > 8
    for _ in range(80):
        late.worker.work()
        late.steps(1)
        assert late.worker.job_count <= 1
    for number, text in texts.items():
        assert late.text(number) == solo_reply(rendered(late.backend, text), late.backend, 30)


def test_slow_grammars_of_tabs_go_before_those_of_programs(
    late: _Late, monkeypatch: pytest.MonkeyPatch
) -> None:
    _all_are_slow(monkeypatch)
    submit(late.scheduler, 1, "tab", sampling=_BOUND)
    submit(late.scheduler, 2, "program", sampling=_BOUND, options=_PROGRAM)
    for _ in range(20):
        late.worker.work()
        late.steps(1)
    # One core is free for them: while the tab's token is chosen the program's waits, and the other
    # way round.
    assert late.worker.job_count <= 1
    for _ in range(80):
        late.worker.work()
        late.steps(1)
    for number, text in ((1, "tab"), (2, "program")):
        assert late.text(number) == solo_reply(rendered(late.backend, text), late.backend, 30)


def test_a_request_can_end_while_its_token_waits_for_another_one(
    late: _Late, monkeypatch: pytest.MonkeyPatch
) -> None:
    _all_are_slow(monkeypatch)
    for number in (1, 2):
        submit(late.scheduler, number, "program", sampling=_BOUND, options=_PROGRAM)
    late.steps(3)
    late.scheduler.cancel(2)
    assert [sampler.is_closed for sampler in late.backend.samplers] == [False, True]
    late.scheduler.cancel(1)
    late.worker.work(2)
    assert late.backend.samplers[0].is_closed
    submit(late.scheduler, 3, "next", sampling=_BOUND, options=_PROGRAM)
    for _ in range(40):
        late.worker.work()
        late.steps(1)
    assert late.text(3) == solo_reply(rendered(late.backend, "next"), late.backend, 30)


def test_a_cancelled_token_does_not_take_the_turn_of_the_next_one(
    late: _Late, monkeypatch: pytest.MonkeyPatch
) -> None:
    _all_are_slow(monkeypatch)
    one = SamplingParams(max_tokens=1, grammar='root ::= "a"*')
    for number, sampling in ((1, one), (2, _BOUND), (3, _BOUND)):
        submit(late.scheduler, number, "program", sampling=sampling, options=_PROGRAM)
    late.steps(4)
    late.scheduler.cancel(2)
    late.worker.work()
    late.steps(1)
    assert late.listener.reason(1) is FinishReason.LENGTH
    assert late.scheduler.is_waiting
    wake_count = late.wake_count
    late.worker.work()
    assert late.wake_count == wake_count + 1, "the loop sleeps until a token is there"


@pytest.mark.parametrize(("core_count", "most"), [(1, 5), (2, 5), (4, 7)])
def test_tokens_are_chosen_on_a_thread_per_core_at_least_two_and_three_more(
    core_count: int, most: int
) -> None:
    workers = Workers.threads(lambda: None, lambda: None, core_count)
    has_begun, may_end = threading.Semaphore(0), threading.Event()

    def choose() -> None:
        has_begun.release()
        assert may_end.wait(60)

    jobs = [workers.sampling.submit(choose) for _ in range(9)]
    for _ in range(most):
        assert has_begun.acquire(timeout=60)
    assert not has_begun.acquire(timeout=0.05)
    may_end.set()
    for job in jobs:
        job.result(60)
    workers.close()


def test_a_slow_grammar_leaves_a_thread_to_the_quick_ones() -> None:
    backend = _Slow(reply_share=0, slot_count=4)
    workers = Workers.threads(lambda: None, lambda: None, core_count=2)
    scheduler, listener = strict(backend, workers=workers)
    for number in (1, 2):
        submit(scheduler, number, "slow", sampling=_BOUND, options=_PROGRAM)
    while len(backend.samplers) < 2:
        listener.step()
    backend.slow = [*backend.samplers]
    submit(scheduler, 3, "quick", sampling=_BOUND)
    until = time.monotonic() + 60
    while len(listener.text(3)) < 30 and time.monotonic() < until:
        listener.step()
    assert listener.text(3) == solo_reply(rendered(backend, "quick"), backend, 30)
    backend.may_choose.set()
    scheduler.cancel_all()
    scheduler.close()


def _error(listener: Listener, number: int) -> str | None:
    error = listener.finished(number).error
    return None if error is None else error.kind


def test_a_grammar_that_never_ends_is_ended_and_gives_its_turn_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sampling_queue, "MAX_SECONDS", 0.0)
    backend = _Slow(reply_share=0, slot_count=4)
    workers = Workers.threads(lambda: None, lambda: None, core_count=2)
    scheduler, listener = strict(backend, workers=workers)
    submit(scheduler, 1, "endless", sampling=_BOUND, options=_PROGRAM)
    while not backend.has_begun.is_set():
        listener.step()
    backend.slow = [*backend.samplers]
    while scheduler.has_requests:
        listener.step()
    monkeypatch.setattr(sampling_queue, "MAX_SECONDS", 60.0)
    assert _error(listener, 1) == "InvalidSampling"
    assert not backend.samplers[0].is_closed, "its worker uses it"
    submit(scheduler, 2, "next", sampling=_BOUND, options=_PROGRAM)
    until = time.monotonic() + 60
    while scheduler.has_requests and time.monotonic() < until:
        listener.step()
    assert listener.text(2) == solo_reply(rendered(backend, "next"), backend, 30)
    backend.may_choose.set()
    scheduler.close()
    assert backend.samplers[0].is_closed


def test_slow_grammars_are_refused_while_too_many_never_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sampling_queue, "MAX_SECONDS", 0.0)
    backend = _Slow(reply_share=0, slot_count=8)
    workers = Workers.threads(lambda: None, lambda: None, core_count=2)
    scheduler, listener = strict(backend, workers=workers)
    for number in range(1, 6):
        submit(scheduler, number, "endless", sampling=_BOUND, options=_PROGRAM)
    while scheduler.has_requests:
        listener.step()
    assert {_error(listener, number) for number in range(1, 6)} == {"InvalidSampling"}
    backend.may_choose.set()
    scheduler.close()
    assert all(sampler.is_closed for sampler in backend.samplers)
