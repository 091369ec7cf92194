"""A step gives every writer its token and every prompt some headway, within the target."""

from hypothesis import given
from hypothesis import strategies as st

from engine.scheduling.cost_model import TILE, CostModel
from engine.scheduling.planner import SMALLEST_PIECE, STRETCH, Pending, StepLimits, plan

_LIMITS = StepLimits(batch_size=512, micro_batch_size=128, target_seconds=0.08)


def _costs(decode: float, prefill: float) -> CostModel:
    costs = CostModel()
    for count in range(1, 17):
        costs.learn_decode(count, decode)
    costs.learn_prefill([100], 100 * prefill)
    return costs


_pending = st.lists(
    st.tuples(st.integers(1, 3000), st.booleans(), st.booleans()), min_size=1, max_size=16
).map(
    lambda rows: [
        Pending(slot, 1 if writes else count, is_writing=writes, is_focused=focused)
        for slot, (count, writes, focused) in enumerate(rows)
    ]
)


@given(_pending, st.floats(0.0001, 0.2), st.floats(0.00001, 0.02))
def test_everybody_advances_in_every_step(
    pending: list[Pending], decode: float, prefill: float
) -> None:
    step = plan(pending, _costs(decode, prefill), _LIMITS)
    assert step.decode_slots == tuple(each.slot for each in pending if each.is_writing)
    pieces = {piece.slot: piece.token_count for piece in step.prefill}
    for each in pending:
        if not each.is_writing:
            assert min(each.token_count, SMALLEST_PIECE) <= pieces[each.slot] <= each.token_count
    assert sum(pieces.values()) <= _LIMITS.batch_size
    assert list(pieces) == sorted(pieces)


@given(_pending, st.floats(0.0001, 0.2), st.floats(0.00001, 0.02))
def test_prompts_take_no_more_time_than_the_target_leaves(
    pending: list[Pending], decode: float, prefill: float
) -> None:
    step = plan(pending, _costs(decode, prefill), _LIMITS)
    if not step.decode_slots:
        return
    smallest = SMALLEST_PIECE * len(step.prefill) * prefill
    taken = sum(piece.token_count for piece in step.prefill) * prefill
    most = max(_LIMITS.target_seconds, STRETCH * _LIMITS.target_seconds) - decode
    assert taken <= max(smallest, most) + prefill


def test_a_prompt_is_read_by_the_tile_where_the_step_can_be_stretched_to_one() -> None:
    pending = [
        Pending(0, 1, is_writing=True, is_focused=False),
        Pending(1, 900, is_writing=False, is_focused=True),
    ]
    fits = plan(pending, _costs(0.01, 0.0017), _LIMITS)
    too_slow = plan(pending, _costs(0.01, 0.0030), _LIMITS)
    assert [piece.token_count for piece in fits.prefill] == [TILE]
    assert [piece.token_count for piece in too_slow.prefill] == [SMALLEST_PIECE]


def test_the_focused_prompt_gets_the_time_and_the_others_their_smallest_piece() -> None:
    pending = [
        Pending(0, 1, is_writing=True, is_focused=False),
        Pending(1, 900, is_writing=False, is_focused=False),
        Pending(2, 900, is_writing=False, is_focused=True),
    ]
    step = plan(pending, _costs(0.02, 0.0005), _LIMITS)
    assert [piece.token_count for piece in step.prefill] == [SMALLEST_PIECE, TILE - SMALLEST_PIECE]


def test_a_prompt_alone_takes_at_least_a_whole_pass() -> None:
    step = plan([Pending(0, 900, is_writing=False, is_focused=True)], _costs(0.1, 0.1), _LIMITS)
    assert [piece.token_count for piece in step.prefill] == [_LIMITS.micro_batch_size]
