"""Every second is charged once, and what was never measured is unknown."""

import pytest

from engine.core.scheduler import Scheduler
from engine.core.stats import Statistics, percentiles
from engine.scheduling.slot_auditor import AuditMode
from engine.wire.config import EngineConfig
from engine.wire.metrics import StepRecord
from engine.wire.sampling_params import SamplingParams
from engine.wire.usage import ReplyUsage
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import Listener, submit


def test_a_mixed_step_is_charged_to_decode_whole() -> None:
    statistics = Statistics()
    statistics.add_step(
        StepRecord(decode_slots=(0, 1), prefill_tokens=50, decode_seconds=0.5, prefill_seconds=1.5)
    )
    rates = statistics.rates()
    assert rates.decode == 1.0
    assert rates.prefill is None
    assert rates.proportional == 26.0
    assert rates.average_sequences == 2.0


def test_only_pure_steps_make_the_prefill_rate() -> None:
    statistics = Statistics()
    statistics.add_step(StepRecord(prefill_tokens=100, prefill_seconds=0.5))
    statistics.add_step(StepRecord(decode_slots=(0,), prefill_tokens=900, prefill_seconds=0.5))
    assert statistics.rates().prefill == 200.0


def test_tokens_that_were_guessed_are_written_and_share_no_step() -> None:
    statistics = Statistics()
    statistics.add_step(StepRecord(decode_slots=(0, 1), accepted_tokens=3, decode_seconds=0.5))
    rates = statistics.rates()
    assert rates.decode == rates.proportional == 10.0
    assert rates.average_sequences == 2.0


def test_what_a_step_does_beside_its_calls_makes_no_model_slower() -> None:
    """A restore, or a queue that is looked through, is in the step and in neither call."""
    statistics = Statistics()
    statistics.add_step(StepRecord(decode_slots=(0,), decode_seconds=0.1, seconds=5.0))
    statistics.add_step(StepRecord(prefill_tokens=100, prefill_seconds=0.5, seconds=9.0))
    assert (statistics.rates().decode, statistics.rates().prefill) == (10.0, 200.0)


def test_percentiles_are_values_that_were_measured() -> None:
    assert percentiles([]) is None
    shares = percentiles([float(value) for value in range(101)])
    assert shares is not None
    assert (shares.p50, shares.p95, shares.p99, shares.worst) == (50.0, 95.0, 99.0, 100.0)


def test_the_seconds_of_all_calls_are_the_sum_of_what_was_charged() -> None:
    backend = FakeBackend(reply_share=0)
    scheduler = Scheduler(backend, EngineConfig(), AuditMode.ASSERT)
    listener = Listener(scheduler)
    for number in range(6):
        submit(scheduler, number, f"question {number}", sampling=SamplingParams(max_tokens=20))
    listener.run()
    statistics = scheduler.statistics
    charged = statistics.decode_seconds + statistics.prefill_seconds
    called = (step.decode_seconds + step.prefill_seconds for step in listener.steps)
    assert charged == pytest.approx(sum(called))
    assert statistics.decode_tokens == 6 * 19
    assert all(
        step.decode_seconds + step.prefill_seconds + step.sample_seconds <= step.seconds
        for step in listener.steps
    )


def test_a_reply_is_as_fast_as_the_calls_that_gave_its_tokens() -> None:
    """The waits between steps, and those for a slot, are no part of its speed."""
    backend = FakeBackend(reply_share=0, token_seconds=0.0005)
    scheduler = Scheduler(backend, EngineConfig(), AuditMode.ASSERT)
    listener = Listener(scheduler)
    submit(scheduler, 1, "hello", sampling=SamplingParams(max_tokens=20))
    listener.step()
    submit(scheduler, 2, "a neighbour's prompt " * 9, sampling=SamplingParams(max_tokens=1))
    listener.run()
    called = sum(
        step.decode_seconds + step.prefill_seconds
        for step in listener.steps
        if 0 in step.decode_slots
    )
    usage = listener.finished(1).usage
    assert usage.decode_seconds == pytest.approx(called)
    assert usage.tokens_per_second == pytest.approx(scheduler.statistics.rates().decode)


def test_guesses_of_all_replies_are_added_up() -> None:
    statistics = Statistics()
    statistics.add_usage(ReplyUsage(drafted_tokens=9, accepted_tokens=4))
    statistics.add_usage(ReplyUsage(drafted_tokens=2, accepted_tokens=1))
    assert (statistics.drafted_tokens, statistics.accepted_tokens) == (11, 5)
