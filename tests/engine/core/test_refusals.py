"""What a model cannot follow is refused when it is submitted, not after a wait for a slot."""

import pytest

from engine.core.scheduler import Scheduler
from engine.llama.loader import load
from engine.scheduling.slot_auditor import AuditMode
from engine.wire.config import EngineConfig
from engine.wire.events import Finished, FinishReason, Queued
from engine.wire.sampling_params import SamplingParams
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, submit
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
