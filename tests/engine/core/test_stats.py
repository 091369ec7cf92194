"""Every second is charged once, and what was never measured is unknown."""

import pytest

from engine.core.scheduler import Scheduler
from engine.core.stats import Statistics, percentiles
from engine.scheduling.slot_auditor import AuditMode
from engine.wire.config import EngineConfig
from engine.wire.metrics import StepRecord
from engine.wire.sampling_params import SamplingParams
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, submit


def test_a_mixed_step_is_charged_to_decode_whole() -> None:
    statistics = Statistics()
    statistics.add_step(StepRecord(decode_slots=(0, 1), prefill_tokens=50, seconds=2.0))
    rates = statistics.rates()
    assert rates.decode == 1.0
    assert rates.prefill is None
    assert rates.proportional == 26.0
    assert rates.average_sequences == 2.0


def test_only_pure_steps_make_the_prefill_rate() -> None:
    statistics = Statistics()
    statistics.add_step(StepRecord(prefill_tokens=100, seconds=0.5))
    statistics.add_step(StepRecord(decode_slots=(0,), prefill_tokens=900, seconds=0.5))
    assert statistics.rates().prefill == 200.0


def test_percentiles_are_values_that_were_measured() -> None:
    assert percentiles([]) is None
    shares = percentiles([float(value) for value in range(101)])
    assert shares is not None
    assert (shares.p50, shares.p95, shares.p99, shares.worst) == (50.0, 95.0, 99.0, 100.0)


def test_the_seconds_of_all_steps_are_the_sum_of_what_was_charged() -> None:
    backend = FakeBackend(reply_share=0)
    scheduler = Scheduler(backend, EngineConfig(), AuditMode.ASSERT)
    listener = Listener(scheduler)
    for number in range(6):
        submit(scheduler, number, f"question {number}", sampling=SamplingParams(max_tokens=20))
    listener.run()
    statistics = scheduler.statistics
    charged = statistics.decode_seconds + statistics.prefill_seconds
    assert charged == pytest.approx(sum(step.seconds for step in listener.steps))
    assert statistics.decode_tokens == 6 * 19
    assert all(
        step.decode_seconds + step.prefill_seconds + step.sample_seconds <= step.seconds
        for step in listener.steps
    )
