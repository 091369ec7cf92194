"""Who gets which slot, and that no request takes what another one was promised."""

from collections.abc import Iterable
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.kv.ram_tier import RamTier
from engine.kv.slot_copy import MIN_CACHED_TOKENS, SlotCopy
from engine.messages.request_options import Rank
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.admission import Admission, admit, ready
from engine.scheduling.matching import Matcher
from engine.scheduling.sequence import MAX_PASSED_OVER, Sequence
from engine.scheduling.slots import Slot, SlotPool, SlotState
from engine.text.prompt import Prompt, TokenizedPrompt
from tests.fakes.backend import PLAIN


def _request(number: int, conversation: str) -> Sequence:
    return Sequence(
        request_id=number,
        conversation_id=conversation,
        prompt=Prompt((1, 2, 3), 0, TokenizedPrompt()),
        sampling=SamplingParams(),
        arrived=0.0,
    )


def _pool(slot_count: int, *parked: str) -> SlotPool:
    pool = SlotPool(slot_count)
    for index, conversation in enumerate(parked):
        slot = pool.slots[index]
        pool.acquire(slot, _request(-index - 1, conversation))
        slot.cached_tokens.extend([9, index])
        pool.release(slot)
    return pool


_MATCHER = Matcher(PLAIN, lambda _slot, _count: True)


def _seats(pool: SlotPool, *waiting: Sequence) -> dict[int, int]:
    admissions = admit(waiting, pool, _MATCHER, most=len(pool.slots))
    return {each.sequence.request_id: each.slot.index for each in admissions}


def test_a_conversation_gets_its_own_parked_slot_back() -> None:
    assert _seats(_pool(3, "a", "b"), _request(1, "b")) == {1: 1}


def test_a_claim_of_a_later_request_survives_the_evictions_of_an_earlier_one() -> None:
    """The seed's failing case: the new chat would have evicted the oldest slot, which is a's."""
    pool = _pool(2, "a", "b")
    assert _seats(pool, _request(1, "new"), _request(2, "a")) == {1: 1, 2: 0}


def test_the_least_recently_used_conversation_makes_room() -> None:
    pool = _pool(3, "a", "b", "c")
    pool.slots[0].last_used = 99
    assert _seats(pool, _request(1, "new")) == {1: 1}


def _run(pool: SlotPool, admissions: list[Admission]) -> list[int]:
    """Start admitted requests, in their order."""
    for each in admissions:
        pool.acquire(each.slot, each.sequence)
        each.slot.cached_tokens = [9]
    return [each.sequence.request_id for each in admissions]


def _end(pool: SlotPool, slots: Iterable[Slot]) -> None:
    for slot in slots:
        pool.release(slot)


def test_who_was_overtaken_too_often_goes_before_claims_also_behind_the_focused_one() -> None:
    pool = _pool(2, "a", "b")
    focused, patient, other = _request(1, "new"), _request(2, "patient"), _request(3, "a")
    patient.overtaken_count = MAX_PASSED_OVER
    waiting = [focused, patient, other]
    admissions = admit(waiting, pool, _MATCHER, most=2, focused="new")
    assert [each.sequence.request_id for each in admissions] == [1, 2]


def test_a_slot_that_is_lent_lets_no_claim_pass_who_was_overtaken_too_often() -> None:
    pool = _pool(2, "a", "b")
    pool.slots[1].lent = 1
    patient = _request(1, "patient")
    patient.overtaken_count = MAX_PASSED_OVER
    assert _seats(pool, patient, _request(2, "a")) == {1: 0}


def test_a_conversation_whose_slot_another_one_gets_waits_for_it() -> None:
    pool = _pool(2, "a", "b")
    patient = [_request(1, "c"), _request(2, "d")]
    for each in patient:
        each.overtaken_count = MAX_PASSED_OVER
    assert _seats(pool, *patient, _request(3, "a")) == {1: 0, 2: 1}


_ROUNDS = st.lists(st.tuples(st.lists(st.integers(0, 7), max_size=5), st.sets(st.integers(0, 3))))


@given(st.integers(1, 4), st.integers(1, 4), st.sampled_from([None, "c0"]), _ROUNDS)
def test_no_more_later_requests_start_first_than_may(
    slot_count: int, most: int, focused: str | None, rounds: list[tuple[list[int], set[int]]]
) -> None:
    """In each round these conversations are asked, and the replies in these slots end."""
    pool = SlotPool(slot_count)
    waiting: list[Sequence] = []
    overtaken: dict[int, int] = {}
    numbers = count()
    for talks, ends in [*rounds, *[([], {0, 1, 2, 3})] * 99]:
        waiting += [_request(next(numbers), f"c{talk}") for talk in talks]
        running = len(pool.in_state(SlotState.RUNNING))
        could_start = _startable(waiting, pool)
        admissions = admit(waiting, pool, _MATCHER, most=most - running, focused=focused)
        started = _run(pool, admissions)
        assert started or running or not waiting, "somebody starts where nobody runs"
        for number in could_start - set(started):
            overtaken[number] = overtaken.get(number, 0) + sum(s > number for s in started)
            assert overtaken[number] <= MAX_PASSED_OVER
        waiting = [each for each in waiting if each.request_id not in started]
        _end(pool, [slot for slot in pool.in_state(SlotState.RUNNING) if slot.index in ends])
    assert len(waiting) <= max(0, 5 * len(rounds) - 99)


def _startable(waiting: list[Sequence], pool: SlotPool) -> set[int]:
    """Return the first request of each conversation that does not run."""
    seen = {slot.conversation_id for slot in pool.in_state(SlotState.RUNNING)}
    first = {each.conversation_id: each.request_id for each in reversed(waiting)}
    return {number for name, number in first.items() if name not in seen}


def _in_background(number: int, conversation: str) -> Sequence:
    request = _request(number, conversation)
    request.rank = Rank.BACKGROUND
    return request


def test_a_background_request_evicts_the_slot_used_longest_ago_that_is_kept_elsewhere() -> None:
    pool = _pool(3, "a", "b", "c")
    waiting = [_in_background(1, "title"), _in_background(2, "other title")]
    admissions = admit(waiting, pool, _MATCHER, most=3, can_evict=lambda slot: slot.index > 0)
    assert [(each.sequence.request_id, each.slot.index) for each in admissions] == [(1, 1)]
    assert admit(waiting, pool, _MATCHER, most=3, can_evict=lambda _slot: False) == []


def test_a_background_request_waits_for_everybody_else() -> None:
    pool = _pool(2, "a")
    pending = _request(2, "b")
    pending.pending_key = "b"
    assert ready([_in_background(1, "title"), pending]) == []
    assert _seats(pool, _in_background(1, "title"), pending) == {}
    pending.pending_key = None
    assert _seats(pool, _in_background(1, "title"), pending) == {2: 1}
    assert _seats(pool, _in_background(1, "title")) == {1: 1}


def test_a_prompt_that_begins_like_another_conversation_is_copied_from_it() -> None:
    pool = _pool(3, "a")
    pool.slots[0].cached_tokens = list(range(200))
    request = _request(1, "new")
    request.prompt = Prompt((*range(150), 7, 7), 0, TokenizedPrompt())
    (admission,) = admit([request], pool, _MATCHER, most=3)
    assert admission.donor is pool.slots[0]
    assert admission.slot is pool.slots[1]
    assert admission.match.token_count == 150


@pytest.mark.parametrize(
    ("kept_count", "is_copied"), [(200 - MIN_CACHED_TOKENS, True), (201 - MIN_CACHED_TOKENS, False)]
)
def test_a_slot_is_left_alone_where_a_stored_state_spares_nearly_as_much(
    kept_count: int, is_copied: bool
) -> None:
    pool = _pool(3, "a")
    pool.slots[0].cached_tokens = list(range(200))
    request = _request(1, "new")
    request.prompt = Prompt((*range(200), 7, 7), 0, TokenizedPrompt())
    tier = RamTier(1 << 20)
    tier.put(SlotCopy("new", tuple(range(kept_count)), (), b"state"))
    matcher = Matcher(PLAIN, lambda _slot, _count: True, tier)
    (admission,) = admit([request], pool, matcher, most=3)
    assert (admission.donor is pool.slots[0]) == is_copied
    assert admission.match.token_count == (200 if is_copied else kept_count)


def test_the_slot_to_copy_from_is_not_evicted_for_somebody_else_in_the_same_round() -> None:
    pool = _pool(2, "a", "b")
    pool.slots[0].cached_tokens = list(range(200))
    copying = _request(2, "new")
    copying.prompt = Prompt((*range(150), 7, 7), 0, TokenizedPrompt())
    (admission,) = admit([_request(1, "other"), copying], pool, _MATCHER, most=1)
    assert (admission.sequence.request_id, admission.slot.index) == (1, 1)


class _Counting(list[int]):
    """Tokens that count how many of them are looked at."""

    looked_at = 0

    def __getitem__(self, key: Any) -> Any:  # a list's own has two forms
        found = super().__getitem__(key)
        _Counting.looked_at += len(found) if isinstance(key, slice) else 1
        return found


def _long_queue(shared_count: int) -> tuple[SlotPool, list[Sequence]]:
    """Return four running slots, and 200 prompts that begin like what the slots hold."""
    beginning = tuple(range(shared_count))
    pool = SlotPool(4)
    for index, slot in enumerate(pool.slots):
        pool.acquire(slot, _request(1000 + index, f"writer {index}"))
        slot.cached_tokens = _Counting([*beginning, -1, *range(14_000)])
    waiting = [
        Sequence(
            request_id=number,
            conversation_id=f"c{number}",
            prompt=Prompt((*beginning, -2, *range(14_000)), 0, TokenizedPrompt()),
            sampling=SamplingParams(),
            arrived=0.0,
        )
        for number in range(200)
    ]
    _Counting.looked_at = 0
    return pool, waiting


def test_nothing_is_compared_while_no_slot_can_be_freed() -> None:
    pool, waiting = _long_queue(3000)
    assert admit(waiting, pool, _MATCHER, most=4) == []
    pool.release(pool.slots[0])
    assert admit(waiting, pool, _MATCHER, most=0) == []
    assert _Counting.looked_at == 0


def test_what_was_compared_is_not_compared_again_while_slots_grow() -> None:
    pool, waiting = _long_queue(3000)
    pool.release(pool.slots[0])
    (first,) = admit(waiting, pool, _MATCHER, most=1)
    assert first.match.token_count == 3000
    assert _Counting.looked_at > 200 * 3000
    _Counting.looked_at = 0
    for slot in pool.slots:
        slot.cached_tokens.append(5)
    (again,) = admit(waiting, pool, _MATCHER, most=1)
    assert again.match == first.match
    assert _Counting.looked_at == 0


def test_prompts_that_differ_at_once_are_looked_at_no_further() -> None:
    pool, waiting = _long_queue(0)
    pool.release(pool.slots[0])
    admit(waiting, pool, _MATCHER, most=1)
    assert _Counting.looked_at < 200 * 4 * 100


def test_a_program_whose_slot_a_tab_gets_waits_until_that_is_stored() -> None:
    pool = _pool(2, "program:x:a", "another chat")
    program = _request(1, "program:x:a")
    program.rank = Rank.PROGRAM
    assert _seats(pool, program, _request(2, "a tab")) == {2: 0}
    assert _seats(pool, program) == {1: 0}


def test_who_waits_for_a_picture_holds_up_nobody() -> None:
    looking, background = _request(1, "a"), _request(2, "b")
    background.rank = Rank.BACKGROUND
    looking.awaits_media = True
    assert ready([looking, background]) == [background]
    looking.awaits_media = False
    assert ready([looking, background]) == [looking]
