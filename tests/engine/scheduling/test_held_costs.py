"""What a row holds makes its call dear; rows that hold unlike much are computed apart."""

import pytest

from engine.scheduling.cost_model import CostModel
from engine.scheduling.held_costs import HeldCosts

ROW, TOKEN = 0.004, 3e-6  # seconds of a row, and of each token that it holds
SHORT, LONG = 100, 4100


def seconds_of(helds: list[int], padding: float = 1.0) -> float:
    """Return what one call takes: a pass over the weights, and what its rows look back on."""
    count, total = len(helds), sum(helds)
    looks = total + padding * (count * max(helds) - total)
    return ROW + 0.001 * count + TOKEN * looks


def run(costs: CostModel, helds: list[int], padding: float = 1.0) -> list[list[int]]:
    """Compute a step as it is planned, and return its calls."""
    calls, start = [], 0
    for count in costs.decode_parts(helds):
        for size in costs.calls.choose(count).sizes:
            call = helds[start : start + size]
            costs.learn_decode(call, seconds_of(call, padding))
            calls.append(call)
            start += size
    return calls


def costs_of_short_rows(padding: float = 1.0) -> CostModel:
    """Return what is known when up to five short replies were written."""
    costs = CostModel()
    for count in (1, 2, 3, 4, 5) * 10:
        run(costs, [SHORT] * count, padding)
    return costs


@pytest.mark.parametrize("index", range(5))
def test_a_long_conversation_is_soon_computed_apart_from_the_short_ones(index: int) -> None:
    costs = costs_of_short_rows()
    helds = [SHORT] * 5
    helds[index] = LONG
    for _ in range(10):
        calls = run(costs, helds)
    assert [LONG] in calls
    total = sum(seconds_of(call) for call in calls)
    assert total < 0.6 * seconds_of(helds)
    assert costs.decode_seconds(helds) == pytest.approx(total, rel=0.2)


def test_where_padding_costs_nothing_rows_stay_together() -> None:
    """As with flash attention on a processor, which skips what no row looks at."""
    costs = costs_of_short_rows(padding=0.0)
    helds = [SHORT, SHORT, SHORT, SHORT, LONG]
    for _ in range(20):
        calls = run(costs, helds, padding=0.0)
    assert calls == [helds]
    assert costs.decode_seconds(helds) == pytest.approx(seconds_of(helds, 0.0), rel=0.2)


def test_rows_that_hold_alike_are_one_part_and_cost_what_they_cost() -> None:
    costs = costs_of_short_rows()
    for held in range(SHORT, LONG, 50):
        assert costs.decode_parts([held] * 3) == [3]
        run(costs, [held] * 3)
    assert costs.decode_seconds([LONG] * 3) == pytest.approx(seconds_of([LONG] * 3), rel=0.2)
    half = [LONG // 2] * 3
    assert costs.decode_seconds(half) == pytest.approx(seconds_of(half), rel=0.3)


def test_a_call_of_long_rows_may_take_its_time() -> None:
    costs = CostModel()
    for held in (SHORT, LONG) * 5:
        costs.learn_decode([held], seconds_of([held]), 2)
    costs.learn_decode([SHORT], 0.03, 1)
    short = costs.decode_patience(1, [SHORT], 2)
    assert costs.decode_patience(1, [400_000], 2) > short + seconds_of([400_000])


def test_before_a_long_row_was_seen_nobody_is_parted() -> None:
    helds = HeldCosts(lambda *_moved: None)
    for _ in range(5):
        assert helds.learn(1, [100, 120], 0.01, 0.0) == pytest.approx(0.01)
    assert helds.parts(1, [100, 9000], lambda rows: 0.01 * rows) == [2]
    assert helds.extra(1, [9000]) == 0.0
    assert helds.extra(1, []) == 0.0
