"""Long rows are computed apart where that is faster."""

import pytest

from engine.scheduling.costs import SAMPLE_CALLS
from engine.scheduling.long_rows import LongRows

HELDS = [300, 8000, 200, 250]


@pytest.mark.parametrize(("together", "apart", "chosen"), [(0.5, 0.2, [1, 1, 2]), (0.2, 0.5, [4])])
def test_the_faster_way_is_chosen_after_a_few_steps(
    together: float, apart: float, chosen: list[int]
) -> None:
    rows = LongRows()
    for _ in range(2 * SAMPLE_CALLS):
        sizes = rows.sizes(HELDS)
        rows.learn(together if sizes == [4] else apart)
    assert [rows.sizes(HELDS) for _ in range(20)] == [chosen] * 20


def test_rows_of_similar_length_are_one_call() -> None:
    rows = LongRows()
    assert rows.sizes([5000, 6000, 7000]) == [3]
    assert rows.sizes([10, 900]) == [2]


@pytest.mark.parametrize(("slower", "least", "most"), [(0.3, 10, 20), (0.5, 4, 4)])
def test_the_other_way_is_tried_again_later_unless_it_is_far_slower(
    slower: float, least: int, most: int
) -> None:
    rows = LongRows()
    seen = []
    for _ in range(600):
        sizes = rows.sizes(HELDS)
        rows.learn(slower if sizes == [4] else 0.2)
        seen.append(sizes)
    assert least <= seen.count([4]) <= most


def test_a_disturbed_step_at_the_beginning_does_not_choose_the_slower_way() -> None:
    rows = LongRows()
    for step in range(40):
        sizes = rows.sizes(HELDS)
        rows.learn(0.5 if sizes == [4] else 2.0 if step in (3, 4) else 0.2)
    assert rows.sizes(HELDS) == [1, 1, 2]
