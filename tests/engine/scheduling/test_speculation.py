"""No draft is expected to cost anybody anything, whatever calls cost and guesses are worth."""

import itertools
import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.scheduling.speculation import (
    DRAFT_COUNTS,
    HARMLESS,
    WORTH_IT,
    Draft,
    DraftPlanner,
    best_draft,
)

MOST = 32


def worth(chance: float, length: int = len(DRAFT_COUNTS)) -> tuple[float, ...]:
    """Return what is expected where each guess is right with that chance if all before were."""
    return tuple(sum(chance**i for i in range(1, n + 1)) for n in DRAFT_COUNTS[:length])


CHANCES = st.floats(0, 0.99)
EXPECTED = st.lists(st.builds(worth, CHANCES, st.integers(0, 8)), min_size=1, max_size=4)
PRICES = st.lists(st.floats(0.05, 12), max_size=8).map(
    lambda known: (*sorted(known), *[None] * (8 - len(known)))
)


def at_count(each: Sequence[float], count: int) -> float:
    return each[DRAFT_COUNTS.index(count)]


@given(EXPECTED, PRICES, PRICES, st.integers(0, 16))
def test_nobody_is_expected_to_lose(
    expected: list[tuple[float, ...]],
    shared: tuple[float | None, ...],
    single: tuple[float | None, ...],
    most: int,
) -> None:
    draft = best_draft(expected, shared, single, most)
    if draft is None:
        return
    rights = [at_count(each, n) for each, n in zip(expected, draft.counts, strict=True)]
    if draft.is_shared:
        assert len({*draft.counts}) == 1
        price = at_count([each or 0.0 for each in shared], draft.counts[0])
    else:
        price = sum(at_count([each or 0.0 for each in single], count) for count in draft.counts)
    assert price > 0
    assert max(draft.counts) <= most
    assert all(1 + right >= HARMLESS * price for right in rights)
    assert sum(1 + right for right in rights) >= len(rights) * WORTH_IT * price


@given(EXPECTED, PRICES, st.integers(0, 16))
def test_of_the_shared_ones_it_is_the_best(
    expected: list[tuple[float, ...]], shared: tuple[float | None, ...], most: int
) -> None:
    draft = best_draft(expected, shared, (None,) * 8, most)
    gains = []
    for index, price in enumerate(shared):
        if price is None or DRAFT_COUNTS[index] > most or min(map(len, expected)) <= index:
            break
        rights = [each[index] for each in expected]
        if 1 + min(rights) >= HARMLESS * price:
            gains.append(sum(1 + right for right in rights) / len(rights) / price)
    best = max(gains, default=0.0)
    if draft is None:
        assert best <= WORTH_IT
    else:
        index = DRAFT_COUNTS.index(draft.counts[0])
        rights = [each[index] for each in expected]
        gain = sum(1 + right for right in rights) / len(rights) / (shared[index] or 0.0)
        assert gain == pytest.approx(best)


@given(st.lists(st.builds(worth, CHANCES), min_size=2, max_size=3), st.data())
def test_calls_of_their_own_are_as_good_as_any(
    expected: list[tuple[float, ...]], data: st.DataObject
) -> None:
    single = sorted(data.draw(st.lists(st.floats(0.05, 4), min_size=8, max_size=8)))
    draft = best_draft(expected, (None,) * 8, single, MOST)
    assert draft is None or not draft.is_shared

    def rate(choices: Sequence[int]) -> float:
        tokens = sum(1 + each[index] for each, index in zip(expected, choices, strict=True))
        return tokens / sum(single[index] for index in choices)

    if draft is not None:
        best = max(rate(choices) for choices in itertools.product(range(8), repeat=len(expected)))
        assert rate([DRAFT_COUNTS.index(count) for count in draft.counts]) >= 0.98 * best


class Machine:
    """A clock, and what calls take on it."""

    def __init__(self, row_seconds: Sequence[float]) -> None:
        self.row_seconds = row_seconds
        self.now = 0.0
        self.planner = DraftPlanner(most_rows=64, most_drafted=MOST, clock=lambda: self.now)
        self.guessed = 0

    def call(self, row_count: int) -> float:
        seconds = self.row_seconds[row_count]
        self.now += seconds
        return seconds

    def step(self, chances: Sequence[float], dice: random.Random) -> int:
        """Run a step in which guesses are right as often as is expected; return its tokens."""
        plain = self.row_seconds[len(chances)]
        draft = self.planner.choose([worth(chance) for chance in chances])
        if draft is None:
            self.call(len(chances))
            return len(chances)
        if draft.is_shared:
            seconds = [self.call(sum(draft.counts) + len(chances))]
        else:
            seconds = [self.call(count + 1) for count in draft.counts]
        self.planner.learn(draft, seconds, plain)
        self.guessed += sum(draft.counts)
        tokens = 0
        for chance, count in zip(chances, draft.counts, strict=True):
            right = 0
            while right < count and dice.random() < chance:
                right += 1
            tokens += 1 + right
        return tokens


def speedup(machine: Machine, chances: Sequence[float], steps: int = 3000) -> float:
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


def test_nothing_is_guessed_where_a_second_row_costs_as_much_as_a_call_and_more() -> None:
    machine = Machine(table(Q8_0_TO_8))
    assert speedup(machine, [0.8]) > 0.98
    assert machine.guessed < 300


def test_prose_loses_nothing() -> None:
    machine = Machine(table(Q4_0))
    assert speedup(machine, [0.05]) > 0.985
    assert machine.guessed == 0


def test_a_full_batch_is_not_even_looked_at() -> None:
    planner = Machine(table(Q4_0)).planner
    assert planner.is_hopeless(16)
    assert not planner.is_hopeless(8)


def test_a_full_batch_loses_nothing() -> None:
    assert speedup(Machine(table(Q4_0)), [0.9] * 16) > 0.985


def test_where_every_call_costs_the_same_all_guess_together() -> None:
    machine = Machine([0.0, *[0.01] * 64])
    assert speedup(machine, [0.9, 0.0, 0.5]) > 1.5
    draft = machine.planner.choose([worth(0.9), worth(0.0), worth(0.5)])
    assert draft is None or draft.is_shared


def test_a_reply_that_cannot_guess_pays_nothing_for_those_that_can() -> None:
    machine = Machine(table(Q4_0))
    draft = best_draft([worth(0.99), ()], [0.5] * 8, [0.1] * 8, MOST)
    assert draft is None
    assert speedup(machine, [0.97, 0.0]) > 0.985
    assert machine.guessed < 200  # of which prices were learned


def test_what_a_step_without_guesses_takes_is_seen_now_and_then() -> None:
    machine, dice = Machine(table(Q4_0)), random.Random(1)
    for _ in range(300):
        machine.step([0.97], dice)
    drafts = [machine.planner.choose([worth(0.97)]) for _ in range(130)]
    assert drafts.count(None) == 2


def test_prices_are_tried_within_a_hundredth_of_the_time() -> None:
    machine, dice = Machine([0.0, 0.01, *[0.5] * 63]), random.Random(1)
    for _ in range(40):
        machine.step([0.95], dice)
    assert 0 < machine.guessed <= max(DRAFT_COUNTS)


def test_a_price_is_tried_again_after_a_minute() -> None:
    machine, dice = Machine(table(Q8_0_TO_8)), random.Random(1)
    for _ in range(3000):
        machine.step([0.8], dice)
    before = machine.guessed
    machine.row_seconds = [0.0, *[0.004] * 64]
    machine.now += 61
    for _ in range(100):
        machine.step([0.8], dice)
    assert machine.guessed > before + 300


@given(
    st.lists(st.floats(0.001, 0.05), min_size=64, max_size=64).map(sorted),
    st.lists(CHANCES, min_size=1, max_size=4),
)
def test_guessing_costs_next_to_nothing_whatever_calls_cost(
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


def test_counts_of_a_draft_are_for_the_replies_in_their_order() -> None:
    single = [0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.7, 1.0]
    draft = best_draft([worth(0.99), worth(0.2)], (None,) * 8, single, MOST)
    assert draft is not None
    assert draft == Draft((draft.counts[0], draft.counts[1]), is_shared=False)
    assert draft.counts[0] > draft.counts[1]
