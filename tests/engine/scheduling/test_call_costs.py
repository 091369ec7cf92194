"""What calls have cost, and what an unknown one may cost."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.scheduling.call_costs import CallCosts
from engine.scheduling.cost_bounds import at_least, at_most

KNOWN = st.dictionaries(st.integers(1, 20), st.integers(1, 60).map(lambda ms: ms / 1000))


def costs_of(table: dict[int, float]) -> CallCosts:
    costs = CallCosts()
    for rows, seconds in table.items():
        costs.learn(rows, 1, seconds, 0.0)
    return costs


@given(KNOWN, st.integers(1, 24))
def test_an_unknown_call_is_never_taken_to_be_cheaper_than_what_speaks_for_it(
    table: dict[int, float], rows: int
) -> None:
    cost = at_most(rows, costs_of(table).at(1))
    if rows in table:
        assert cost == table[rows]
    elif not table:
        assert cost is None
    else:
        below = max((size for size in table if size < rows), default=None)
        above = min((size for size in table if size > rows), default=None)
        assert cost is not None
        assert all(cost >= table[size] for size in (below, above) if size is not None)


@given(KNOWN, st.integers(1, 24))
def test_at_best_nothing_costs_more_than_at_most(table: dict[int, float], rows: int) -> None:
    known = costs_of(table).at(1)
    most = at_most(rows, known)
    if most is not None:
        assert at_least(rows, known, 0.0, 0.0)[-1] <= most


def test_the_dearest_of_the_last_calls_does_not_count() -> None:
    costs = costs_of({1: 0.01})
    for seconds in (0.01, 0.5, 0.01):
        costs.learn(1, 1, seconds, 1.0)
    assert costs.at(1)[1].seconds == pytest.approx(0.01)


def test_what_was_learned_a_minute_ago_is_replaced() -> None:
    costs = costs_of({1: 0.01})
    costs.learn(1, 1, 0.03, 61.0)
    assert costs.at(1)[1].seconds == 0.03


def test_when_calls_become_dearer_those_of_other_sizes_are_expected_to() -> None:
    costs = costs_of({1: 0.01, 2: 0.02})
    costs.learn(1, 2, 0.005, 0.0)
    for seconds in [0.02] * 100 + [0.04] * 100:
        costs.learn(2, 1, seconds, 1.0)
    assert 0.015 <= costs.at(1)[1].seconds <= 0.02
    assert 0.0075 <= costs.at(2)[1].seconds <= 0.01
    assert costs.at(1)[1].is_old


def test_what_sizes_say_of_another_does_not_add_up_beyond_bounds() -> None:
    costs = costs_of({16: 0.1})
    for rows in range(1, 13):
        for seconds in [0.01] * 70 + [0.04] * 70:
            costs.learn(rows, 1, seconds, 1.0)
    assert costs.at(1)[16].seconds < 1.0


def test_calls_that_were_reckoned_away_say_nothing_about_the_machine() -> None:
    costs = costs_of({16: 0.1})
    for seconds in [0.01] * 70 + [0.04] * 70:
        costs.learn(1, 1, seconds, 1.0, is_sure=False)
    assert costs.at(1)[16].seconds == 0.1


def test_calls_cost_what_is_said_of_them_later() -> None:
    costs = costs_of({1: 0.01})
    costs.learn(1, 1, 0.012, 1.0)
    costs.replace(1, 1, [0.05, 0.02, 0.024])
    costs.replace(2, 1, [0.05])
    assert costs.at(1)[1].seconds == pytest.approx(0.022)
    assert 2 not in costs.at(1)
    costs.replace(1, 1, [])
    assert not costs.at(1)


def test_a_cost_moves_its_version_only_when_it_has_moved() -> None:
    costs = costs_of({1: 0.01})
    version = costs.version
    costs.learn(1, 1, 0.0102, 1.0)
    assert costs.version == version
    costs.learn(1, 1, 0.02, 1.0)
    costs.learn(1, 1, 0.02, 1.0)
    assert costs.version > version
