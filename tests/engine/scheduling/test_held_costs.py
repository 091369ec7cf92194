"""What a row holds makes its call dear; rows that hold unlike much are computed apart."""

import random
from collections.abc import Callable

import pytest

from engine.scheduling.calls import CallChooser
from engine.scheduling.cost_model import CostModel

ROW, TOKEN = 0.004, 3e-6  # seconds of a row, and of each token that it holds
SHORT, LONG = 100, 4100


def seconds_of(helds: list[int], padding: float = 1.0) -> float:
    """Return what one call takes: a pass over the weights, and what its rows look back on."""
    count, total = len(helds), sum(helds)
    looks = total + padding * (count * max(helds) - total)
    return ROW + 0.001 * count + TOKEN * looks


def run(
    costs: CostModel,
    helds: list[int],
    padding: float = 1.0,
    taken: Callable[[float], float] = lambda seconds: seconds,
) -> list[list[int]]:
    """Compute a step as it is planned, and return its calls."""
    calls, start = [], 0
    for count in costs.decode_parts(helds):
        for size in costs.calls.choose(count).sizes:
            call = helds[start : start + size]
            costs.learn_decode(call, taken(seconds_of(call, padding)))
            calls.append(call)
            start += size
    return calls


def costs_of_short_rows(padding: float = 1.0) -> CostModel:
    """Return what is known when up to five short replies were written."""
    costs = CostModel()
    for count in (1, 2, 3, 4, 5) * 10:
        run(costs, [SHORT] * count, padding)
    return costs


@pytest.mark.parametrize("index", [0, 3])
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


FAR = 30_000


def noise(seed: int) -> Callable[[float], float]:
    """Return what makes calls take a tenth more or less, as on any machine."""
    dice = random.Random(seed)
    return lambda seconds: seconds * max(0.5, dice.gauss(1.0, 0.1))


def costs_of_many_rows(taken: Callable[[float], float], padding: float) -> CostModel:
    """Return what is known when up to sixteen short replies were written."""
    costs = CostModel()
    for count in (1, 2, 4, 8, 15, 16) * 10:
        run(costs, [SHORT] * count, padding, taken)
    return costs


@pytest.mark.parametrize("seed", [0])
def test_noise_does_not_part_rows_where_padding_costs_nothing(seed: int) -> None:
    taken = noise(seed)
    costs = costs_of_many_rows(taken, 0.0)
    steps = [run(costs, [SHORT + step] * 15 + [FAR + step], 0.0, taken) for step in range(400)]
    assert sum(len(calls) for calls in steps[100:]) < 1.3 * 300
    helds = [SHORT + 400] * 15 + [FAR + 400]
    assert costs.decode_seconds(helds) == pytest.approx(seconds_of(helds, 0.0), rel=0.2)


@pytest.mark.parametrize("seed", [0])
def test_one_call_that_took_long_does_not_part_rows_for_ever(seed: int) -> None:
    taken = noise(seed)
    costs = costs_of_many_rows(taken, 0.0)
    helds = [SHORT] * 15 + [FAR]
    run(costs, helds, 0.0, lambda seconds: seconds + 0.4)
    steps = [run(costs, helds, 0.0, taken) for _ in range(200)]
    assert sum(len(calls) for calls in steps[100:]) < 1.3 * 100


@pytest.mark.parametrize("seed", [0])
def test_rows_are_parted_though_no_short_ones_were_measured_before(seed: int) -> None:
    now, taken = [0.0], noise(seed)
    costs = CostModel(CallChooser(clock=lambda: now[0]))
    helds = [FAR] + [SHORT] * 15
    for _ in range(150):
        calls = run(costs, helds, 1.0, taken)
        now[0] += sum(seconds_of(call) for call in calls)
    assert calls[0] == [FAR]
    assert len(calls) <= 4


@pytest.mark.parametrize("padding", [0.0, 1.0])
def test_what_steps_take_is_known_while_chats_come_and_go(padding: float) -> None:
    dice, taken, rows = random.Random(4), noise(4), [SHORT]
    costs = costs_of_many_rows(taken, padding)
    shares: list[float] = []
    for _ in range(600):
        if dice.random() < 0.06 and len(rows) < 16:
            rows.insert(dice.randrange(len(rows) + 1), dice.choice([50, 500, 3000, 12_000]))
        if dice.random() < 0.05 and len(rows) > 1:
            rows.pop(dice.randrange(len(rows)))
        rows = [held + 1 for held in rows]
        expected = costs.decode_seconds(rows)
        calls = run(costs, rows, padding, taken)
        shares.append(expected / sum(seconds_of(call, padding) for call in calls))
    shares = sorted(shares[100:])
    assert 0.7 < shares[len(shares) // 20] < shares[-len(shares) // 20] < 1.4
