"""Slots: the lowest free one first, the least recently used one last."""

import pytest

from engine.messages.sampling_params import SamplingParams
from engine.scheduling.sequence import Sequence
from engine.scheduling.slots import RESULT_SECONDS, SlotPool, SlotState
from engine.text.prompt import Prompt, TokenizedPrompt


def _sequence(name: str) -> Sequence:
    prompt = Prompt((1, 2), 0, TokenizedPrompt())
    return Sequence(1, name, prompt, SamplingParams(), arrived=0.0)


def test_a_slot_goes_from_free_to_running_to_parked() -> None:
    pool = SlotPool(2)
    slot, sequence = pool.slots[0], _sequence("a")
    assert slot.state is SlotState.FREE
    pool.acquire(slot, sequence)
    assert (slot.state, pool.slot_of(sequence)) == (SlotState.RUNNING, slot)
    assert pool.lowest_free() is pool.slots[1]
    slot.cached_tokens = [1, 2]
    pool.release(slot)
    assert (slot.state, pool.parked_for("a")) == (SlotState.PARKED, slot)
    slot.cached_tokens.clear()
    pool.clear(slot)
    assert slot.state is SlotState.FREE


def test_a_conversation_never_gets_a_second_slot() -> None:
    pool = SlotPool(3)
    pool.park(pool.slots[0], "a")
    with pytest.raises(AssertionError, match="a conversation has one slot"):
        pool.park(pool.slots[1], "a")
    with pytest.raises(AssertionError, match="a conversation has one slot"):
        pool.acquire(pool.slots[2], _sequence("a"))
    assert [slot.conversation_id for slot in pool.slots] == ["a", None, None]
    assert pool.slot_for("a") is pool.slots[0]


def test_a_slot_that_goes_to_another_conversation_is_its_first_ones_no_longer() -> None:
    pool = SlotPool(2)
    pool.park(pool.slots[0], "a")
    pool.acquire(pool.slots[0], _sequence("b"))
    assert pool.slot_for("a") is None
    pool.park(pool.slots[1], "a")
    assert pool.slot_for("a") is pool.slots[1]
    assert pool.slot_for("b") is pool.slots[0]


def test_a_conversation_that_waits_for_a_tool_goes_last_for_a_while() -> None:
    now = 0.0
    pool = SlotPool(3, lambda: now)
    for slot, name in zip(pool.slots, "abc", strict=True):
        pool.acquire(slot, _sequence(name))
        slot.cached_tokens = [1]
        pool.release(slot)
    pool.await_result(pool.slots[0])
    assert pool.least_recently_used(set()) is pool.slots[1]
    assert pool.least_recently_used({1, 2}) is pool.slots[0]
    now = RESULT_SECONDS
    assert pool.least_recently_used(set()) is pool.slots[0]
    pool.await_result(pool.slots[0])
    pool.acquire(pool.slots[0], _sequence("a"))  # its result has come
    pool.release(pool.slots[0])
    assert not pool.slots[0].awaits_result_until


def test_the_least_recently_used_slot_goes_first_unless_it_is_claimed() -> None:
    pool = SlotPool(3)
    for index in (1, 0, 2):
        pool.acquire(pool.slots[index], _sequence(f"c{index}"))
        pool.slots[index].cached_tokens = [1]
        pool.release(pool.slots[index])
    assert pool.least_recently_used(set()) is pool.slots[1]
    assert pool.least_recently_used({1}) is pool.slots[0]
