"""What a step costs is learned from the steps that were run."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.messages.sampling_params import SamplingParams
from engine.scheduling.call_costs import CallCosts
from engine.scheduling.calls import CallChooser
from engine.scheduling.cost_bounds import at_least, at_most
from engine.scheduling.cost_model import CostModel
from engine.scheduling.neighbour_costs import NeighbourCosts
from engine.scheduling.sequence import Sequence
from engine.text.prompt import Prompt, TokenizedPrompt
from tests.engine.scheduling.test_calls import one_thread


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


@pytest.mark.parametrize(("limit", "others", "left"), [(1, 1, 1), (2, 1, 1), (9, 4, 5)])
def test_one_thread_is_left_at_least(limit: int, others: int, left: int) -> None:
    fewer, slowdown = CallChooser(limit, fixed=limit).with_fewer_threads(others)
    assert fewer.choose(1).thread_count == left
    assert slowdown == pytest.approx(limit / left)


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


def test_what_sizes_say_of_another_does_not_add_up_beyond_bounds() -> None:
    costs = costs_of({16: 0.1})
    for rows in range(1, 13):
        for seconds in [0.01] * 70 + [0.04] * 70:
            costs.learn(rows, 1, seconds, 1.0)
    assert costs.at(1)[16].seconds < 1.0


# Reading the weights takes 3 ms, each row 1 ms.
COSTS = {rows: 0.003 + 0.001 * rows for rows in range(1, 9)}


def _sequences(count: int) -> list[Sequence]:
    prompt = Prompt((1, 2), 0, TokenizedPrompt())
    return [
        Sequence(number, f"c{number}", prompt, SamplingParams(), 0.0) for number in range(count)
    ]


@pytest.fixture
def costs() -> NeighbourCosts:
    machine = one_thread(COSTS)
    chooser = CallChooser(1, clock=machine.clock)
    for rows in (1, 2, 3, 4):
        for _ in range(30):
            machine.step(chooser, rows)
    return NeighbourCosts(chooser)


def test_who_is_alone_slows_nobody(costs: NeighbourCosts) -> None:
    (alone,) = _sequences(1)
    costs.begin([alone])
    costs.charge_prefill([(alone, 500)], 1.0)
    costs.charge_decode([(alone, 1)], 0.004)
    usage = alone.usage(0.0, 0)
    assert (usage.shared_seconds, usage.slowing_seconds, usage.slowing) == (0.0, 0.0, None)


def test_a_row_costs_its_neighbours_what_the_call_would_be_shorter_without_it(
    costs: NeighbourCosts,
) -> None:
    writers = _sequences(4)
    costs.begin(writers)
    costs.charge_decode([(each, 1) for each in writers], 0.007)
    for each in writers:
        assert each.shared_seconds == pytest.approx(0.007)
        assert each.slowing_seconds == pytest.approx(0.001, rel=0.2)


def test_a_prompt_costs_its_part_of_the_tokens_that_were_read(costs: NeighbourCosts) -> None:
    writer, long, short = _sequences(3)
    costs.begin([writer, long, short])
    costs.charge_prefill([(long, 30), (short, 10)], 0.080)
    costs.charge_decode([(writer, 1)], 0.004)
    assert long.slowing_seconds == pytest.approx(0.060)
    assert short.slowing_seconds == pytest.approx(0.020)
    assert writer.shared_seconds == pytest.approx(0.084)
    slowing = long.usage(0.0, 0).slowing
    assert slowing == pytest.approx(0.060 / 0.024), "the others' steps: 24 ms without it"
