"""Invariant 38: every second and every token is counted once, by our own clock."""

from itertools import pairwise

import pytest

from engine.backend import DecodeStatus
from engine.messages.commands import ChatMessage, Prewarm, Role
from tests.engine.invariants.recorder import Faulty, Recorder
from tests.engine.llama.conftest import Loader, Writer
from tests.fakes.conversations import limit, strict, submit
from tests.models.tiny import write_hybrid, write_plain, write_recurrent, write_sliding_window

FOUR_KINDS = [write_plain, write_sliding_window, write_hybrid, write_recurrent]


@pytest.mark.parametrize("write", FOUR_KINDS)
@pytest.mark.parametrize("has_faults", [False, True])
def test_invariant_38_everything_is_counted_once(
    load_tiny: Loader, write: Writer, has_faults: bool
) -> None:
    """Seconds and tokens charged are those that were spent and computed, faults included."""
    recorder = Recorder(load_tiny(write, slot_count=3, batch_size=64, micro_batch_size=64))
    faulty = Faulty(recorder)
    scheduler, listener = strict(faulty)
    scheduler.prewarm(Prewarm("c9", (ChatMessage(Role.USER, "the fox " * 40),)))
    listener.step(2)
    for number in range(5):
        submit(scheduler, number, "the lazy dog " * (1 + 9 * number), sampling=limit(12))
    sums: list[tuple[float, float, int]] = []
    while scheduler.has_work:
        if has_faults and len(listener.steps) % 5 == 4:
            faulty.faults.append(list(DecodeStatus)[1 + len(sums) % 4])
        if has_faults and len(sums) == 16:
            faulty.poison.add(1)
        listener.step()
        faulty.poison.clear()
        each = scheduler.statistics
        sums.append((each.decode_seconds, each.prefill_seconds, each.decode_tokens))
    statistics = scheduler.statistics
    assert statistics.decode_seconds + statistics.prefill_seconds == pytest.approx(
        sum(step.decode_seconds + step.prefill_seconds for step in listener.steps)
    )
    for step in listener.steps:
        assert step.decode_seconds + step.prefill_seconds + step.sample_seconds <= step.seconds
    counted = (
        statistics.decode_tokens
        + statistics.prefill_tokens
        + statistics.prefill_tokens_next_to_decode
    )
    kept = recorder.computed_tokens - faulty.half_done_tokens - recorder.drafted_in_vain
    assert counted == kept
    sampled = sum(len(reply.tokens) for reply in recorder.replies)
    assert sampled - 5 - len(sums) // 5 <= statistics.decode_tokens <= sampled
    for earlier, later in pairwise(sums):
        assert all(one <= other for one, other in zip(earlier, later, strict=True))


def test_invariant_38_a_step_with_a_writer_is_decode_and_unknown_is_unknown(
    load_tiny: Loader,
) -> None:
    """Rates are of what was measured alone, and None before that."""
    scheduler, listener = strict(load_tiny(write_plain, slot_count=2))
    assert scheduler.statistics.rates().prefill is None
    assert scheduler.statistics.rates().decode is None
    submit(scheduler, 1, "the fox", sampling=limit(60))
    listener.step()
    assert scheduler.statistics.rates().decode is None
    pure = scheduler.statistics.rates().prefill
    submit(scheduler, 2, "the dog " * 40, sampling=limit(2))
    while scheduler.has_work:
        listener.step()
    mixed = [step for step in listener.steps if step.decode_slots and step.prefill_tokens]
    assert mixed
    assert scheduler.statistics.rates().prefill == pure
    steps = [step for step in listener.steps if step.decode_slots]
    decode = sum(step.decode_seconds + step.prefill_seconds for step in steps)
    assert scheduler.statistics.decode_seconds == pytest.approx(decode)
