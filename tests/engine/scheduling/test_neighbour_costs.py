"""A call's seconds are charged to those who could have saved them, and to nobody who is alone."""

import pytest

from engine.scheduling.calls import CallChooser
from engine.scheduling.neighbour_costs import NeighbourCosts
from engine.scheduling.sequence import Sequence
from engine.text.prompt import Prompt, TokenizedPrompt
from engine.wire.sampling_params import SamplingParams
from tests.engine.scheduling.test_calls import one_thread

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


def test_a_call_of_its_own_is_all_its_doing(costs: NeighbourCosts) -> None:
    first, second = _sequences(2)
    costs.begin([first, second])
    costs.charge_decode([(first, 1)], 0.004)
    costs.charge_decode([(second, 1)], 0.006)
    assert (first.slowing_seconds, second.slowing_seconds) == (0.004, 0.006)
    assert first.shared_seconds == second.shared_seconds == pytest.approx(0.010)


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


def test_a_new_step_forgets_who_was_in_the_last_one(costs: NeighbourCosts) -> None:
    first, second = _sequences(2)
    costs.begin([first, second])
    costs.begin([first])
    costs.charge_decode([(first, 1)], 0.004)
    assert (first.slowing_seconds, second.shared_seconds) == (0.0, 0.0)


def test_guessed_rows_count_too(costs: NeighbourCosts) -> None:
    guesser, other = _sequences(2)
    costs.begin([guesser, other])
    costs.charge_decode([(guesser, 3), (other, 1)], 0.007)
    assert guesser.slowing_seconds > 2 * other.slowing_seconds


def test_before_anything_was_measured_rows_count_alike() -> None:
    first, second = _sequences(2)
    costs = NeighbourCosts(CallChooser())
    costs.begin([first, second])
    costs.charge_decode([(first, 1), (second, 1)], 0.008)
    assert first.slowing_seconds == second.slowing_seconds == 0.004
