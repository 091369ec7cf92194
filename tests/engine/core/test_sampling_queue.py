"""A token that takes long to choose holds up its own reply only, and is the same in the end."""

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest

from engine.backend import Sampler
from engine.core.scheduler import Scheduler
from engine.core.workers import Workers
from engine.scheduling.slot_auditor import AuditMode
from engine.wire.config import EngineConfig
from engine.wire.events import FinishReason
from engine.wire.sampling_params import SamplingParams
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, rendered, solo_reply, submit
from tests.fakes.late_worker import LateWorker

_FREE = SamplingParams(max_tokens=30)
_BOUND = SamplingParams(max_tokens=30, grammar='root ::= "a"*')


class _Late:
    """A scheduler whose grammars choose when the test says so."""

    def __init__(self) -> None:
        self.backend = FakeBackend(reply_share=0, context_window=4096)
        self.worker = LateWorker()
        self.wake_count = 0
        workers = Workers(sampling=self.worker, wake=self._wake)
        config = EngineConfig()
        self.scheduler = Scheduler(self.backend, config, AuditMode.ASSERT, lambda: None, workers)
        self.listener = Listener(self.scheduler)

    def _wake(self) -> None:
        self.wake_count += 1

    def steps(self, count: int) -> None:
        for _ in range(count):
            self.listener.step()

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
        late.scheduler.forget("a")
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

    def sample_apart(self, sampler: Sampler, entry: int) -> Callable[[], int | None]:
        """Wait in the job."""
        choose = super().sample_apart(sampler, entry)

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
