"""What a step costs is learned from the steps that were run."""

import pytest

from engine.scheduling.cost_model import CostModel


def test_the_first_measurement_replaces_the_guess_and_later_ones_move_it() -> None:
    costs = CostModel()
    assert costs.token_seconds is None
    costs.learn_prefill(100, 1.0)
    assert costs.token_seconds == pytest.approx(0.01)
    costs.learn_prefill(100, 2.0)
    assert costs.token_seconds == pytest.approx(0.013)
    assert costs.prefill_tokens_within(0.13) == 10
    assert costs.prefill_tokens_within(-1.0) == 0


def test_a_piece_of_a_few_tokens_says_nothing_about_a_token() -> None:
    costs = CostModel()
    costs.learn_prefill(3, 1.0)
    assert costs.token_seconds is None


def test_a_token_behind_many_others_is_dearer_before_that_was_ever_measured() -> None:
    costs = CostModel()
    costs.learn_prefill(500, 0.5)
    assert costs.prefill_tokens_within(0.08) == 80
    assert 0 < costs.prefill_tokens_within(0.08, held=12_000) <= 20


def test_what_an_earlier_process_measured_is_better_than_a_guess() -> None:
    costs = CostModel()
    guessed = costs.prefill_tokens_within(1.0)
    costs.assume(0.01)
    assert costs.prefill_tokens_within(1.0) < guessed
    assert costs.token_seconds is None
    costs.learn_prefill(100, 0.1)
    costs.assume(0.5)
    assert costs.token_seconds == pytest.approx(0.001)


@pytest.mark.parametrize("per_held", [0.0, 1e-6, 1e-5])
def test_how_much_dearer_is_learned_from_one_long_prompt(per_held: float) -> None:
    costs = CostModel()
    for held in range(0, 4000, 200):
        costs.learn_prefill(200, 200 * (0.001 + per_held * held), held)
    for held in (0, 2000, 8000):
        expected = 0.001 + per_held * held
        assert costs.prefill_seconds(1, held) == pytest.approx(expected, rel=0.3)


def test_a_call_of_unknown_size_costs_as_much_as_the_nearest_known() -> None:
    costs = CostModel()
    assert costs.decode_seconds(3) == 0.0
    costs.learn_decode(1, 0.01)
    costs.learn_decode(4, 0.02)
    assert costs.decode_seconds(3) == 0.02
    assert costs.decode_seconds(0) == 0.0
