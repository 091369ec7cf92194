"""What a step costs is learned from the steps that were run."""

import pytest

from engine.scheduling.call_costs import CallCosts
from engine.scheduling.calls import CallChooser
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


def test_where_guesses_were_wrong_less_is_planned() -> None:
    costs = CostModel()
    costs.learn_prefill(100, 0.1)
    assert costs.cautious(1.0) == pytest.approx(1 / 1.1)
    for seconds in (0.2, 0.1) * 20:
        costs.learn_prefill(100, seconds)
    assert 1 / 1.5 <= costs.cautious(1.0) < 0.75
    for _ in range(60):
        costs.learn_prefill(100, 0.1)
    assert costs.cautious(1.0) == pytest.approx(1 / 1.1, rel=0.01)


def test_pieces_of_different_lengths_cost_a_pass_each_and_their_tokens_no_more() -> None:
    costs = CostModel()
    for _ in range(3):
        costs.learn_decode([0], 0.021)
        costs.learn_decode([0, 0], 0.03)
    costs.learn_prefill(100, 0.1)
    assert costs.pieces_seconds([(40, 0)]) == pytest.approx(0.04)
    assert costs.pieces_seconds([(1, 0)]) == pytest.approx(0.021)  # as a row of a reply
    assert costs.pieces_seconds([(1, 0), (1, 0)]) == pytest.approx(0.03)
    assert costs.pieces_seconds([(1, 0), (40, 0)]) == pytest.approx(0.03 + 0.039, rel=0.01)
    costs.learn_prefill(41, 0.069, 0.0, None, [(1, 0), (40, 0)])
    assert costs.token_seconds == pytest.approx(0.001, rel=0.05)


def test_a_call_of_unknown_size_costs_as_much_as_the_nearest_known() -> None:
    costs = CostModel()
    assert costs.decode_seconds([0] * 3) == 0.0
    costs.learn_decode([0], 0.01)
    costs.learn_decode([0] * 4, 0.02)
    assert costs.decode_seconds([0] * 3) == 0.02
    assert costs.decode_seconds([]) == 0.0


def test_what_calls_cost_beside_others_is_learned_apart() -> None:
    costs = CostModel(CallChooser(4))
    costs.learn_prefill(100, 1.0)
    costs.share_cores(2)
    assert costs.prefill_seconds(100, 0.0) == pytest.approx(2.0)  # on half of the threads
    costs.learn_prefill(100, 3.0, thread_count=2)
    assert costs.prefill_seconds(100, 0.0) == pytest.approx(3.0)
    costs.share_cores(0)
    assert costs.prefill_seconds(100, 0.0) == pytest.approx(1.0)
    assert costs.token_seconds == pytest.approx(0.01)
    costs.share_cores(2)
    assert costs.prefill_seconds(100, 0.0) == pytest.approx(3.0)


def test_a_token_does_not_look_dearer_behind_others_because_cores_were_shared() -> None:
    costs = CostModel(CallChooser(4))
    for held in (0.0, 4000.0):
        costs.learn_prefill(100, 1.0, held)
    growing = costs.prefill_seconds(100, 4000.0) / costs.prefill_seconds(100, 0.0)
    costs.share_cores(2)
    for _ in range(20):
        costs.learn_prefill(100, 9.0, 4000.0)
    costs.share_cores(0)
    now = costs.prefill_seconds(100, 4000.0) / costs.prefill_seconds(100, 0.0)
    assert now == pytest.approx(growing)


def test_beside_others_calls_begin_with_what_is_known_of_fewer_threads() -> None:
    calls = CallChooser(4)
    for level, seconds in ((1, 0.4), (2, 0.2), (4, 0.1)):
        calls.learn(1, level, seconds)
        calls.expect(CallCosts(), level)
    costs = CostModel(calls)
    assert costs.decode_seconds([0]) == pytest.approx(0.1)
    costs.share_cores(2)
    assert costs.decode_seconds([0]) == pytest.approx(0.2)
    assert costs.calls.choose(1).thread_count <= 2
    assert costs.calls.prefill_threads(500) <= 2
    costs.share_cores(0)
    assert costs.decode_seconds([0]) == pytest.approx(0.1)


@pytest.mark.parametrize(("limit", "others", "left"), [(1, 1, 1), (2, 1, 1), (9, 4, 5)])
def test_one_thread_is_left_at_least(limit: int, others: int, left: int) -> None:
    fewer, slowdown = CallChooser(limit, fixed=limit).with_fewer_threads(others)
    assert fewer.choose(1).thread_count == left
    assert slowdown == pytest.approx(limit / left)
