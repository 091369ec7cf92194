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
    costs.learn_prefill(4, 1.0)
    assert costs.token_seconds is None


def test_a_call_of_unknown_size_costs_as_much_as_the_nearest_known() -> None:
    costs = CostModel()
    assert costs.decode_seconds(3) == 0.0
    costs.learn_decode(1, 0.01)
    costs.learn_decode(4, 0.02)
    assert costs.decode_seconds(3) == 0.02
    assert costs.decode_seconds(0) == 0.0
