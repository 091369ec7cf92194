"""Invariants 19 to 22: what a call may carry, and who advances in every step."""

from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.backend import BatchEntry, DecodeStatus
from engine.core import runner
from engine.messages.config import EngineConfig
from engine.messages.events import PrefillProgress
from engine.scheduling.sequence import MAX_PASSED_OVER
from tests.engine.invariants.recorder import Around, Recorder
from tests.engine.llama.conftest import Loader
from tests.fakes.backend import FakeBackend
from tests.fakes.conversations import limit, strict, submit
from tests.models.tiny import write_plain

_BATCH = 64  # of the fake


@settings(max_examples=40, deadline=None)
@given(st.lists(st.tuples(st.integers(1, 300), st.integers(0, 5)), min_size=1, max_size=6))
def test_invariant_19_batches_are_sound(prompts: list[tuple[int, int]]) -> None:
    """A call fits, ascends, continues, and asks for logits where a token will be sampled only."""
    recorder = Recorder(FakeBackend(slot_count=6, context_window=512, reply_share=0))
    scheduler, listener = strict(recorder)
    for number, (length, steps) in enumerate(prompts):
        submit(scheduler, number, "x" * length, sampling=limit(6))
        listener.step(steps)
    listener.run()
    length_of = {
        started.slot: started.usage.prompt_tokens
        for started in (listener.started(number) for number in range(len(prompts)))
    }
    for call in recorder.calls:
        slots = [entry.slot for entry in call]
        assert slots == sorted(set(slots))
        assert sum(len(entry.tokens) for entry in call) <= _BATCH
        for entry in call:
            end = entry.position + len(entry.tokens)
            assert (entry.logit_count > 0) is (end >= length_of[entry.slot])
            if entry.position >= length_of[entry.slot]:
                assert len(entry.tokens) == entry.logit_count  # its token, and guesses
    assert all(
        (each.logit_count > 0) is (len(each.sampled) > 0) for each in recorder.actions("decode")
    )


def test_invariant_20_no_decode_starvation() -> None:
    """Whoever writes gets a token in every step, however much the others have to read."""
    scheduler, listener = strict(FakeBackend(slot_count=8, context_window=2048, reply_share=0))
    for number in range(3):
        submit(scheduler, number, f"writer {number}", sampling=limit(50))
    listener.step(3)
    for number in range(3, 8):
        submit(scheduler, number, f"{number}" * 900, sampling=limit(2))
    listener.run()
    for slot in range(3):
        writing = [slot in step.decode_slots for step in listener.steps]
        first = writing.index(True)
        assert all(writing[first : first + 49])
    assert sum(step.prefill_tokens for step in listener.steps[3:40]) > 500


@pytest.mark.parametrize("writers", [0, 2])
def test_invariant_21_prefill_progress(writers: int) -> None:
    """Every admitted prompt advances within few steps, also where there are very many of them."""
    scheduler, listener = strict(FakeBackend(slot_count=10, context_window=512, reply_share=0))
    for number in range(writers):
        submit(scheduler, number, "w", sampling=limit(200))
        listener.step()
    for number in range(writers, 10):
        submit(scheduler, number, f"{number}" * 400, sampling=limit(1))
    steps: dict[int, list[int]] = {number: [0] for number in range(writers, 10)}
    for step in range(1, 40):
        listener.events.clear()
        listener.step()
        for event in listener.events:
            if isinstance(event, PrefillProgress):
                steps[event.request_id].append(step)
    for read in steps.values():
        waits = [later - earlier for earlier, later in pairwise(read)]
        assert len(waits) > 4
        assert max(waits) <= MAX_PASSED_OVER + 10


class _Costly(Around):
    """Takes simulated time: so much a call, a decode row and a prompt token."""

    now = 0.0

    def perf_counter(self) -> float:
        return self.now

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        status = super().decode(entries)
        sizes = [len(entry.tokens) for entry in entries]
        self.now += 0.002 + sum(0.004 if size == 1 else 0.0007 * size for size in sizes)
        return status


@pytest.mark.parametrize("prompt_count", [1, 2])
def test_invariant_22_latency_bound(
    load_tiny: Loader, monkeypatch: pytest.MonkeyPatch, prompt_count: int
) -> None:
    """While somebody writes no step costs more than the target, whatever is to be read."""
    costly = _Costly(load_tiny(write_plain, context_window=2048, slot_count=6))
    monkeypatch.setattr(runner, "time", costly)
    # A trial of fewer threads would plan for slower calls.
    scheduler, listener = strict(costly, EngineConfig(step_target_seconds=0.08, thread_count=1))
    for number in range(4 - prompt_count):
        submit(scheduler, number, "the quick fox", sampling=limit(120))
        listener.step()
    for number in range(4, 4 + prompt_count):
        submit(scheduler, number, "the lazy dog and the user " * 60, sampling=limit(2))
    while scheduler.has_work:
        listener.step()
    mixed = [step for step in listener.steps if step.decode_slots and step.prefill_tokens > 16]
    costs = [step.decode_seconds + step.prefill_seconds for step in mixed]
    assert len(costs) > 5
    assert max(costs) <= 0.08 * 1.1
    assert sorted(costs)[len(costs) // 2] > 0.08 * 0.7  # and the time that there is is used
