"""What a model cannot follow is refused when it is submitted, not after a wait for a slot."""

from collections.abc import Callable

import pytest

from engine.backend import Sampler
from engine.core.scheduler import Scheduler
from engine.core.workers import Workers
from engine.ipc.lazy_text import lazy
from engine.llama.loader import load
from engine.messages.config import EngineConfig
from engine.messages.events import Finished, FinishReason, Queued
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, submit
from tests.fakes.late_worker import LateWorker
from tests.fakes.vocabulary import FakeSampler
from tests.models.cache import cached_model
from tests.models.tiny import write_plain

FOREIGN_BIAS = SamplingParams(logit_bias=((1 << 20, 1.0),))
REFUSED_GRAMMAR = SamplingParams(grammar='root ::= ("b" "a"{0,60}){0,60}')


@pytest.mark.parametrize(
    ("sampling", "reason"), [(FOREIGN_BIAS, "biased token"), (REFUSED_GRAMMAR, "cannot follow")]
)
def test_a_real_model_refuses_before_the_queue(sampling: SamplingParams, reason: str) -> None:
    backend = load(str(cached_model(write_plain)), EngineConfig(slot_count=1), lambda _: None)
    scheduler = Scheduler(backend, EngineConfig(), AuditMode.ASSERT)
    listener = Listener(scheduler)
    submit(scheduler, 1, "the fox", sampling=SamplingParams(max_tokens=30))
    for _ in range(3):
        listener.step()
    submit(scheduler, 2, "the dog", sampling=sampling)
    (end,) = (each for each in scheduler.pop_events() if isinstance(each, Finished))
    assert (end.request_id, end.reason) == (2, FinishReason.FAILED)
    assert end.error is not None
    assert (end.error.kind, reason in end.error.text) == ("InvalidSampling", True)
    listener.run()
    assert not any(isinstance(each, Queued) for each in listener.events)
    assert listener.reason(1) is FinishReason.LENGTH


def test_the_sampler_of_a_request_that_never_ran_is_freed() -> None:
    backend = FakeBackend(slot_count=1, reply_share=0)
    scheduler = Scheduler(backend, EngineConfig(), AuditMode.ASSERT)
    for number in range(3):
        submit(scheduler, number, "hello")
    scheduler.step()
    scheduler.cancel_all()
    assert [each.is_closed for each in backend.samplers] == [True] * 3


class _Faulty(FakeBackend):
    """Has no token under a grammar."""

    def sample_apart(self, sampler: Sampler, row: int) -> Callable[[], int | None]:
        assert isinstance(sampler, FakeSampler)
        sampler.fault = lazy("The grammar allows nothing.")
        return lambda: None


def test_a_grammar_that_allows_nothing_is_the_requests_fault_and_its_slot_stays_warm() -> None:
    scheduler = Scheduler(_Faulty(slot_count=1, reply_share=0), EngineConfig(), AuditMode.ASSERT)
    listener = Listener(scheduler)
    submit(scheduler, 1, "hello", sampling=SamplingParams(grammar='root ::= "a"'))
    listener.run()
    error = listener.finished(1).error
    assert error is not None
    assert (error.kind, str(error.text)) == ("InvalidSampling", "The grammar allows nothing.")
    submit(scheduler, 2, "hello", sampling=SamplingParams(max_tokens=2))
    listener.run()
    assert listener.reason(2) is FinishReason.LENGTH
    assert listener.finished(2).usage.reused_tokens > 0


def test_the_sampling_for_an_ended_request_is_stopped() -> None:
    backend, worker = FakeBackend(slot_count=1, reply_share=0), LateWorker()
    workers = Workers(sampling=worker)
    scheduler = Scheduler(backend, EngineConfig(), AuditMode.ASSERT, lambda: None, workers)
    submit(scheduler, 1, "hello", sampling=SamplingParams(grammar='root ::= "a"'))
    scheduler.step()
    (sampler,) = backend.samplers
    assert not sampler.is_given_up
    scheduler.cancel(1)
    assert sampler.is_given_up
