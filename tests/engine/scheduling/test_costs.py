"""Expected seconds follow what calls took, and are never below what was measured nearby."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.scheduling.costs import Costs

SECONDS = st.floats(0.001, 1.0)


def test_nothing_is_known_before_a_call() -> None:
    costs = Costs()
    assert costs.seconds(4) == 0.0
    assert costs.seconds(0, 100) > 0


@given(st.dictionaries(st.integers(1, 16), SECONDS, min_size=1), st.integers(1, 32))
def test_a_size_that_was_not_measured_lies_between_its_neighbours(
    known: dict[int, float], rows: int
) -> None:
    costs = Costs()
    for size, seconds in known.items():
        costs.learn_rows(size, seconds)
    expected = costs.seconds(rows)
    if rows <= max(known):
        assert min(known.values()) <= expected * (1 + 1e-9)
        assert expected <= max(known.values()) * (1 + 1e-9)
    else:
        assert known[max(known)] < expected <= known[max(known)] * rows / max(known) * (1 + 1e-9)


def test_a_row_beyond_the_largest_call_costs_what_a_token_of_a_prompt_costs() -> None:
    costs = Costs()
    costs.learn_rows(1, 0.02)
    costs.learn_rows(2, 0.03)
    assert costs.seconds(4) <= 0.06
    costs.learn_prompt(16, 0, 0.08)
    assert costs.seconds(4) == pytest.approx(0.04)


@given(SECONDS, SECONDS)
def test_averages_follow_a_machine_that_changes(before: float, after: float) -> None:
    costs = Costs()
    costs.learn_rows(2, before)
    for _ in range(40):
        costs.learn_rows(2, after)
    assert costs.seconds(2) == pytest.approx(after, rel=0.01, abs=0.001)


def test_later_tokens_of_a_prompt_are_expected_to_cost_more_until_they_are_measured() -> None:
    costs = Costs()
    costs.learn_prompt(256, 128, 0.256)
    assert costs.seconds(0, 100, 0) == pytest.approx(0.1)
    assert costs.seconds(0, 100, 4096) > 0.2
    costs.learn_prompt(256, 4096, 0.3)
    assert costs.seconds(0, 100, 4100) == pytest.approx(100 * 0.3 / 256)


def test_a_decode_call_and_a_piece_add_up() -> None:
    costs = Costs()
    costs.learn_rows(1, 0.02)
    costs.learn_prompt(128, 0, 0.128)
    assert costs.seconds(1, 100) == pytest.approx(0.12)


def test_calls_next_to_other_threads_have_averages_of_their_own() -> None:
    costs = Costs()
    costs.learn_rows(1, 0.01)
    costs.share_cores(1, slowdown=2.0)
    assert costs.seconds(1) == pytest.approx(0.02)
    costs.learn_rows(1, 0.05)
    costs.share_cores(0, slowdown=1.0)
    assert costs.seconds(1) == pytest.approx(0.01)


def test_what_an_earlier_process_measured_is_expected_at_first() -> None:
    costs = Costs()
    costs.assume(0.5)
    assert costs.seconds(0, 10) >= 5.0
    costs.learn_prompt(128, 0, 0.128)
    assert costs.seconds(0, 100) == pytest.approx(0.1)


def test_a_call_of_a_computer_that_slept_is_soon_forgotten() -> None:
    costs = Costs()
    costs.learn_rows(1, 0.02)
    costs.learn_rows(1, 8 * 3600.0)
    assert costs.seconds(1) < 0.04


def test_calls_below_the_resolution_of_the_clock_teach_nothing() -> None:
    costs = Costs()
    costs.learn_rows(1, 0.0)
    costs.learn_rows(1, 0.02)
    costs.learn_prompt(64, 0, 0.0)
    costs.assume(math.inf)
    assert costs.seconds(1) == 0.02
    assert 0.0 < costs.seconds(0, 64) < 1.0
