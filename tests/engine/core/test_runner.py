"""Planned work on the backend: whatever becomes of a call, the slots' tokens are true."""

import pytest

from engine.backend import DecodeStatus
from engine.core.runner import MOST_FAILURES, Runner
from engine.core.work import Work
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.sequence import Sequence
from engine.scheduling.slots import SlotPool
from engine.text.prompt import Prompt, TokenizedPrompt
from tests.fakes.backend import HYBRID, FakeBackend


def _running(backend: FakeBackend, count: int = 2) -> tuple[Runner, SlotPool]:
    """Return slots in each of which a prompt of four tokens waits to be computed."""
    pool = SlotPool(backend.slot_count)
    for slot in pool.slots[:count]:
        prompt = Prompt((1, 2, 3, slot.index), 0, TokenizedPrompt())
        sequence = Sequence(slot.index, f"c{slot.index}", prompt, SamplingParams(), arrived=0.0)
        sequence.sampler = backend.new_sampler(sequence.sampling, [])
        pool.acquire(slot, sequence)
    return Runner(backend, pool), pool


def test_a_token_is_sampled_where_a_prompt_is_whole() -> None:
    runner, pool = _running(FakeBackend(reply_share=0))
    outcomes = runner.run([Work(pool.slots[0], 4), Work(pool.slots[1], 2)])
    assert [each.slot.index for each in outcomes] == [0]
    assert [len(slot.cached_tokens) for slot in pool.slots[:2]] == [4, 2]
    assert (runner.pop_token_count(), runner.pop_token_count()) == (6, 0)


def test_an_aborted_call_is_undone_and_pending_again() -> None:
    backend = FakeBackend()
    runner, pool = _running(backend)
    backend.request_abort()
    assert runner.run([Work(pool.slots[0], 3)]) == []
    assert backend.cells[0] == pool.slots[0].cached_tokens == []


def test_a_library_that_only_fails_is_broken() -> None:
    backend = FakeBackend()
    runner, pool = _running(backend, count=1)
    backend.faults.extend([DecodeStatus.FAILED] * MOST_FAILURES)
    for _ in range(MOST_FAILURES // 2):
        assert not runner.is_broken
        runner.run([Work(pool.slots[0], 3)])
    assert runner.is_broken


@pytest.mark.parametrize("kind", [None, HYBRID])
def test_a_slot_is_truncated_or_goes_back_to_its_checkpoint(kind: object) -> None:
    backend = FakeBackend(capabilities=HYBRID) if kind else FakeBackend()
    runner, pool = _running(backend, count=1)
    slot = pool.slots[0]
    runner.run([Work(slot, 2)])
    runner.save_checkpoint(slot)
    runner.run([Work(slot, 2)])
    runner.truncate(slot, 3)
    assert slot.cached_tokens == ([1, 2] if kind else [1, 2, 3])
    assert backend.cells[0] == slot.cached_tokens
