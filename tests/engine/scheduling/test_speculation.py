"""No draft is expected to cost anybody anything, whatever calls cost and guesses are worth."""

import itertools
import math
import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.scheduling.speculation import (
    DRAFT_COUNTS,
    MIN_GAIN,
    DraftPlanner,
    Option,
)

MOST = 32


def worth(chance: float, length: int = len(DRAFT_COUNTS)) -> tuple[float, ...]:
    """Return what is expected where each guess is right with that chance if all before were."""
    return tuple(sum(chance**i for i in range(1, n + 1)) for n in DRAFT_COUNTS[:length])


CHANCES = st.floats(0, 0.99)
EXPECTED = st.lists(st.builds(worth, CHANCES, st.integers(0, 8)), min_size=1, max_size=4)


@given(EXPECTED, st.lists(st.floats(0.001, 0.05), min_size=64, max_size=64).map(sorted))
def test_no_reply_is_expected_to_lose(
    expected: list[tuple[float, ...]], seconds: list[float]
) -> None:
    table = [0.0, *seconds]
    planner = DraftPlanner(
        lambda rows, _tokens=0, _position=0: table[rows], max_rows=64, max_drafted=MOST
    )
    choice = planner.choose([Option(expected)], math.inf)
    if choice is None:
        return
    count = choice.count
    plain, price = table[len(expected)], table[len(expected) * (1 + count)]
    rights = [each[DRAFT_COUNTS.index(count)] for each in expected]
    assert all((1 + right) * plain >= price for right in rights)
    assert sum(1 + right for right in rights) * plain >= len(rights) * MIN_GAIN * price


class Machine:
    """A clock, and what calls take on it."""

    def __init__(self, row_seconds: Sequence[float], target_seconds: float = math.inf) -> None:
        self.row_seconds = row_seconds
        self.target_seconds = target_seconds
        self.now = 0.0
        self.measured_rows = 64
        self.guessing_seconds: list[float] = []  # of each step with guesses
        self.planner = DraftPlanner(
            lambda rows, _tokens=0, _position=0: self.expected(rows),
            max_rows=64,
            max_drafted=MOST,
            clock=lambda: self.now,
        )
        self.guessed = 0

    def expected(self, row_count: int) -> float:
        """Return what is expected of a call; of a larger one than any measured, too little."""
        return self.row_seconds[min(row_count, self.measured_rows)]

    def call(self, row_count: int) -> float:
        seconds = self.row_seconds[row_count]
        self.now += seconds
        return seconds

    def step(self, chances: Sequence[float], dice: random.Random) -> int:
        """Run a step in which guesses are right as often as is expected; return its tokens."""
        plain = self.row_seconds[len(chances)]
        expected = [worth(chance) for chance in chances]
        choice = self.planner.choose([Option(expected)], max(self.target_seconds, 2 * plain))
        if choice is None:
            self.call(len(chances))
            return len(chances)
        count = choice.count
        seconds = self.call((1 + count) * len(chances))
        self.planner.learn(len(chances), count, seconds)
        self.guessing_seconds.append(seconds)
        self.guessed += count * len(chances)
        tokens = 0
        for chance in chances:
            right = 0
            while right < count and dice.random() < chance:
                right += 1
            tokens += 1 + right
        return tokens


def speedup(machine: Machine, chances: Sequence[float], steps: int = 1500) -> float:
    """Return how many times as many tokens in a second there were as without guesses."""
    dice, tokens = random.Random(3), 0
    for _ in range(steps):
        tokens += machine.step(chances, dice)
    plain = tokens / len(chances) * machine.row_seconds[len(chances)]
    return plain / machine.now


# Seconds of calls of 1, 2, 3, 4, 6, 8 and 16 rows, measured on a processor with one thread.
MEASURED = (1, 2, 3, 4, 6, 8, 16, 64)
Q4_0 = (3.76, 6.71, 9.55, 9.03, 14.6, 16.1, 18.1, 72.0)
Q8_0_TO_8 = (3.85, 16.4, 19.4, 22.1, 28.3, 30.3, 40.0, 160.0)


def table(milliseconds: Sequence[float]) -> list[float]:
    """Return the seconds of calls of each size up to 64."""
    found = [0.0]
    for (low, high), (first, last) in zip(
        itertools.pairwise((0, *MEASURED)), itertools.pairwise((0.0, *milliseconds)), strict=True
    ):
        found += [
            (first + (last - first) * (n - low) / (high - low)) / 1000
            for n in range(low + 1, high + 1)
        ]
    return found


def test_copies_are_written_faster_where_rows_are_cheap() -> None:
    assert speedup(Machine(table(Q4_0)), [0.96]) > 1.5


@pytest.mark.parametrize(
    ("milliseconds", "chances", "least_speedup", "most_guessed"),
    [
        pytest.param(Q8_0_TO_8, [0.8], 0.98, 300, id="a second row costs more than a call"),
        pytest.param(Q4_0, [0.05], 0.985, 0, id="prose"),
        pytest.param(Q4_0, [0.97, 0.0], 0.985, 200, id="one of two has no draft"),
        pytest.param(Q4_0, [0.9] * 16, 0.985, math.inf, id="a full batch"),
    ],
)
def test_nothing_is_lost_where_drafts_do_not_pay(
    milliseconds: Sequence[float], chances: list[float], least_speedup: float, most_guessed: float
) -> None:
    machine = Machine(table(milliseconds))
    assert speedup(machine, chances) > least_speedup
    assert machine.guessed <= most_guessed  # of which prices were learned


FLAT = [0.0, *(0.020 + 0.0005 * row for row in range(64))]  # a graphics card


@pytest.mark.parametrize(
    ("row_seconds", "draft_seconds", "share", "least_gain"),
    [
        pytest.param(FLAT, 0.003, 0.8, 1.7, id="rows are cheap"),
        pytest.param(FLAT, 0.003, 0.2, None, id="most tokens are rejected"),
        pytest.param(FLAT, 0.015, 0.7, None, id="the draft model is slow"),
        pytest.param(table(Q8_0_TO_8), 0.0005, 0.9, None, id="rows are expensive"),
    ],
)
def test_a_draft_model_is_used_where_its_own_calls_pay(
    row_seconds: Sequence[float], draft_seconds: float, share: float, least_gain: float | None
) -> None:
    machine = Machine(row_seconds)
    option = Option([worth(share)], lambda count: count * draft_seconds)
    choice = machine.planner.choose([Option([()]), option], 0.08)
    if least_gain is None:
        assert choice is None
    else:
        assert choice is not None
        assert choice.option is option
        assert choice.gain > least_gain


def test_tokens_found_in_the_text_are_preferred_where_both_are_as_good() -> None:
    machine = Machine(FLAT)
    found = Option([worth(0.8)])
    proposed = Option([worth(0.8)], lambda count: count * 0.003)
    choice = machine.planner.choose([found, proposed], 0.08)
    assert choice is not None
    assert choice.option is found


def test_no_drafted_step_is_longer_than_the_step_target() -> None:
    machine = Machine([0.0, *[0.015 + 0.006 * extra for extra in range(64)]], 0.08)
    assert speedup(machine, [0.96]) > 1.5
    assert max(machine.guessing_seconds) <= 0.08


def test_a_drafted_step_takes_at_most_two_plain_steps_if_those_are_long() -> None:
    machine = Machine([0.0, *[0.3 + 0.03 * extra for extra in range(64)]], 0.08)
    assert speedup(machine, [0.96, 0.96]) > 1.2
    assert max(machine.guessing_seconds) <= 2 * machine.row_seconds[2]


def test_a_call_that_exceeded_the_limit_is_tried_again_only_after_minutes() -> None:
    machine = Machine([0.0, 0.02, *[0.15] * 63], 0.08)
    machine.measured_rows = 1
    speedup(machine, [0.96], steps=61_000)
    too_long = [seconds for seconds in machine.guessing_seconds if seconds > 0.08]
    assert machine.now > 1200
    assert 4 <= len(too_long) <= len(DRAFT_COUNTS) * (1 + machine.now / 120)


def test_a_call_that_exceeded_the_limit_once_is_used_when_it_has_become_short() -> None:
    machine = Machine([0.0, 0.02, *[0.15] * 63], 0.08)
    machine.measured_rows = 1
    speedup(machine, [0.96], steps=1000)
    machine.row_seconds = [0.0, 0.02, *[0.03] * 63]
    machine.now += 301
    machine.guessed = 0
    speedup(machine, [0.96], steps=200)
    assert machine.guessed > 300


@given(
    st.lists(st.floats(0.001, 0.05), min_size=64, max_size=64).map(sorted),
    st.lists(CHANCES, min_size=1, max_size=4),
)
def test_speculation_costs_next_to_nothing_whatever_calls_cost(
    seconds: list[float], chances: list[float]
) -> None:
    machine = Machine([0.0, *seconds])
    # The first prices are learned from a few steps, which the others have to earn back.
    dice, lost = random.Random(3), 0.0
    for _ in range(400):
        before = machine.now
        tokens = machine.step(chances, dice)
        plain = machine.row_seconds[len(chances)]
        lost += machine.now - before - tokens / len(chances) * plain
    assert lost < 0.05 * machine.now + 20 * max(seconds)


def test_a_larger_draft_is_expected_to_exceed_its_estimate_as_a_smaller_one_did() -> None:
    machine = Machine([0.0, 0.010, *[0.012] * 63])  # too little for more than one row
    machine.planner.learn(1, 1, 0.024)
    assert machine.planner.call_seconds(1, 3) == pytest.approx(0.024)
    machine.planner.learn(1, 2, 0.018)
    assert machine.planner.call_seconds(1, 3) == pytest.approx(0.018)
    machine.planner.learn(1, 2, 0.006)
    assert machine.planner.call_seconds(1, 3) >= 0.012
