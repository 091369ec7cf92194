"""A step gives every writer its token, and prompts their turns within the target."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.scheduling.costs import MIN_SAMPLE_TOKENS, Costs, StepSeconds
from engine.scheduling.planner import (
    MIN_PIECE_TOKENS,
    Pending,
    StepLimits,
    consecutive,
    plan,
    shortened,
    smallest_piece,
)
from engine.scheduling.sequence import MAX_PASSED_OVER

_LIMITS = StepLimits(batch_size=512, micro_batch_size=128, target_seconds=0.08)


def _costs(decode: float, prefill: float) -> StepSeconds:
    costs = Costs()
    for count in range(1, 17):
        costs.learn_rows(count, decode)
    costs.learn_prompt(100, 0, 100 * prefill)
    return costs.seconds


_pending = st.lists(
    st.tuples(st.integers(1, 3000), st.booleans(), st.booleans()), min_size=1, max_size=16
).map(
    lambda rows: [
        Pending(slot, 1 if writes else count, is_writing=writes, is_focused=focused)
        for slot, (count, writes, focused) in enumerate(rows)
    ]
)


@given(_pending, st.floats(0.0001, 0.2), st.floats(0.00001, 0.02))
def test_writers_get_their_token_and_prompts_their_pieces(
    pending: list[Pending], decode: float, prefill: float
) -> None:
    costs = _costs(decode, prefill)
    step = plan(pending, costs, _LIMITS)
    assert step.decode_slots == tuple(each.slot for each in pending if each.is_writing)
    pieces = {piece.slot: piece.token_count for piece in step.prefill}
    wanted = {each.slot: each.token_count for each in pending if not each.is_writing}
    busy = sum(costs(len(run)) for run in consecutive(step.decode_slots))
    smallest = {each.slot: smallest_piece(each, costs, _LIMITS, busy) for each in pending}
    assert bool(pieces) == bool(wanted)
    for slot, token_count in pieces.items():
        assert smallest[slot] <= token_count <= wanted[slot]
        assert smallest[slot] >= min(wanted[slot], MIN_SAMPLE_TOKENS)
    assert sum(pieces.values()) <= _LIMITS.batch_size
    assert list(pieces) == sorted(pieces)


@given(_pending, st.floats(0.0001, 0.2), st.floats(0.00001, 0.02))
def test_no_prompt_is_passed_over_for_long(
    pending: list[Pending], decode: float, prefill: float
) -> None:
    costs = _costs(decode, prefill)
    prompt_count = sum(not each.is_writing for each in pending)
    for _ in range(4 * prompt_count):
        read = {piece.slot for piece in plan(pending, costs, _LIMITS).prefill}
        pending = [
            msgspec.structs.replace(
                each, passed_over=0 if each.slot in read else each.passed_over + 1
            )
            for each in pending
        ]
        for each in pending:
            assert each.is_writing or each.passed_over < MAX_PASSED_OVER + prompt_count


@given(_pending, st.floats(0.0001, 0.2), st.floats(0.00001, 0.02))
def test_prompts_take_no_more_time_than_the_target_leaves(
    pending: list[Pending], decode: float, prefill: float
) -> None:
    step = plan(pending, _costs(decode, prefill), _LIMITS)
    if not step.decode_slots:
        return
    smallest = MIN_PIECE_TOKENS * prefill  # of one prompt, however many there are
    taken = sum(piece.token_count for piece in step.prefill) * prefill
    assert taken <= max(smallest, _LIMITS.target_seconds - decode) + prefill
    # Of a prompt that is read slowly no more than half a step's time and a pass, which takes as
    # long as a row at least; or a step's time less what the writers take.
    half = _LIMITS.target_seconds / 2 + decode
    assert taken <= max(MIN_SAMPLE_TOKENS * prefill, _LIMITS.target_seconds, half) + prefill
    if decode >= _LIMITS.target_seconds:
        assert taken <= max(MIN_SAMPLE_TOKENS * prefill, half) + prefill


def test_a_restored_conversation_is_read_on_in_smaller_pieces() -> None:
    def pieces(held: int) -> list[int]:
        writer = Pending(0, 1, is_writing=True, is_focused=False)
        prompt = Pending(1, 900, is_writing=False, is_focused=True, held=held)
        return [
            piece.token_count
            for piece in plan([writer, prompt], _costs(0.02, 0.002), _LIMITS).prefill
        ]

    assert pieces(0) == [24]  # of 60 ms, and a fifth less
    assert MIN_SAMPLE_TOKENS <= pieces(12_000)[0] < MIN_PIECE_TOKENS


def test_the_focused_prompt_gets_the_time_and_the_others_their_smallest_piece() -> None:
    pending = [
        Pending(0, 1, is_writing=True, is_focused=False),
        Pending(1, 900, is_writing=False, is_focused=False),
        Pending(2, 900, is_writing=False, is_focused=True),
    ]
    step = plan(pending, _costs(0.02, 0.0005), _LIMITS)
    # Of 48 ms a pass over 16 tokens of both takes as long as a row, 20; the rest is a pass more.
    assert [piece.token_count for piece in step.prefill] == [
        MIN_PIECE_TOKENS,
        MIN_PIECE_TOKENS + 56,
    ]


def _branches(count: int, token_count: int) -> list[Pending]:
    return [
        Pending(slot, token_count, is_writing=False, is_focused=False)
        for slot in range(1, count + 1)
    ]


@pytest.mark.parametrize(
    ("token_count", "prefill", "together"),
    [
        (1, 0.001, MIN_PIECE_TOKENS),
        (1, 0.05, MIN_SAMPLE_TOKENS),
        (3, 0.001, MIN_PIECE_TOKENS // 3),
        (MIN_PIECE_TOKENS, 0.001, 1),
        (900, 0.001, 1),
    ],
)
def test_branches_that_lack_little_start_together_though_the_writers_take_all_time(
    token_count: int, prefill: float, together: int
) -> None:
    writer = Pending(0, 1, is_writing=True, is_focused=False)
    pending = [writer, *_branches(30, token_count)]
    step = plan(pending, _costs(0.2, prefill), _LIMITS)
    assert len(step.prefill) == together


def test_prompts_of_other_lengths_wait_for_time_as_they_are_no_part_of_the_pass() -> None:
    writer = Pending(0, 1, is_writing=True, is_focused=False)
    other = Pending(9, 2, is_writing=False, is_focused=False)
    step = plan([writer, *_branches(3, 1), other], _costs(0.2, 0.001), _LIMITS)
    assert [piece.slot for piece in step.prefill] == [1, 2, 3]


def test_a_prompt_alone_takes_at_least_a_whole_pass() -> None:
    step = plan([Pending(0, 900, is_writing=False, is_focused=True)], _costs(0.1, 0.1), _LIMITS)
    assert [piece.token_count for piece in step.prefill] == [_LIMITS.micro_batch_size]


def test_what_a_step_has_spent_on_seating_is_not_spent_on_reading_again() -> None:
    pending = [
        Pending(0, 1, is_writing=True, is_focused=False),
        Pending(1, 900, is_writing=False, is_focused=True),
    ]
    step = plan(pending, _costs(0.02, 0.0005), _LIMITS, 0.04)
    assert [piece.token_count for piece in step.prefill] == [32]


@pytest.mark.parametrize(
    ("row_count", "spent", "expected"), [(4, 0.0, 10), (6, 0.0, 7), (7, 0.0, 6), (4, 0.02, 6)]
)
def test_a_step_of_many_writers_or_with_a_copy_has_a_shorter_piece(
    row_count: int, spent: float, expected: int
) -> None:
    costs = Costs()
    for count in range(1, 9):  # measured: SmolLM2-135M Q4_1 on two cores
        costs.learn_rows(count, 0.002 + 0.009 * count)
    costs.learn_prompt(10, 500, 10 * 0.0049)
    writers = [Pending(slot, 1, is_writing=True, is_focused=False) for slot in range(row_count)]
    prompt = Pending(row_count, 400, is_writing=False, is_focused=False, held=500)
    (piece,) = plan([*writers, prompt], costs.seconds, _LIMITS, spent).prefill
    assert piece.token_count == expected


def test_a_tabs_prompt_goes_before_a_programs_however_long_that_has_waited() -> None:
    writer = Pending(0, 1, is_writing=True, is_focused=False)
    program = Pending(1, 900, is_writing=False, is_focused=False, passed_over=99, rank=1)
    tab = Pending(2, 900, is_writing=False, is_focused=False, rank=0)
    pieces = plan([writer, program, tab], _costs(0.01, 0.001), _LIMITS).prefill
    by_slot = {piece.slot: piece.token_count for piece in pieces}
    assert by_slot[2] > by_slot.get(1, 0)


@given(_pending, st.data(), st.floats(0.0001, 0.2), st.floats(0.00001, 0.02))
def test_what_is_whole_is_read_in_one_piece_before_long(
    pending: list[Pending], data: st.DataObject, decode: float, prefill: float
) -> None:
    costs = _costs(decode, prefill)
    whole = data.draw(st.sampled_from(pending)).slot
    pending = [
        msgspec.structs.replace(
            each,
            is_writing=each.is_writing and each.slot != whole,
            is_whole=each.slot == whole,
            token_count=min(each.token_count, _LIMITS.micro_batch_size),
        )
        for each in pending
    ]
    prompts = sum(not each.is_writing for each in pending)
    for _ in range(MAX_PASSED_OVER + 2 * prompts):
        pieces = {each.slot: each.token_count for each in plan(pending, costs, _LIMITS).prefill}
        assert sum(pieces.values()) <= _LIMITS.batch_size
        if whole in pieces:
            assert pieces[whole] == pending[whole].token_count
            return
        pending = [
            msgspec.structs.replace(
                each, passed_over=0 if each.slot in pieces else each.passed_over + 1
            )
            for each in pending
        ]
    raise AssertionError("it was never read")


def test_a_piece_after_slow_decode_calls_takes_the_rest_of_the_target_at_that_speed() -> None:
    assert shortened(20, expected_seconds=0.03, taken_seconds=0.035, target_seconds=0.08) == 20
    # Half of the speed and 0.02 of 0.05 seconds: a fifth.
    assert shortened(20, expected_seconds=0.03, taken_seconds=0.06, target_seconds=0.08) == 4
    assert shortened(200, expected_seconds=0.03, taken_seconds=0.06, target_seconds=0.08) == 40
    assert shortened(3, expected_seconds=0.03, taken_seconds=0.3, target_seconds=0.08) == 3
    assert shortened(20, expected_seconds=0.0, taken_seconds=0.3, target_seconds=0.08) == 20
