"""Heights of rows: estimated until they are laid out, known for each layout."""

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from app.widgets.transcript.height_index import HeightIndex
from app.widgets.transcript.row_stack import MOST_LAYOUTS, RowHeights

LAYOUT = (600, "font", 0)


def heights_of(count: int) -> RowHeights:
    heights = RowHeights(lambda _key, _width: 100)
    heights.set_layout(LAYOUT)
    heights.set_keys(range(1, count + 1))
    return heights


def test_a_layout_is_remembered_for_who_goes_back_to_it() -> None:
    heights = heights_of(2)
    heights.learn(1, 40)
    assert heights.set_layout((300, "font", 0))
    assert heights.height(1) == 100
    assert heights.set_layout(LAYOUT)
    assert not heights.set_layout(LAYOUT)
    assert heights.height(1) == 40

    for width in range(MOST_LAYOUTS):
        heights.set_layout((width, "other", 0))
    heights.set_layout(LAYOUT)
    assert heights.height(1) == 100, "only a few are kept"


HEIGHTS = st.lists(st.integers(1, 500), max_size=40)


@given(HEIGHTS, HEIGHTS, st.lists(st.tuples(st.integers(0, 99), st.integers(1, 900)), max_size=20))
def test_tops_are_the_sums_of_what_is_above(
    first: list[int], added: list[int], changes: list[tuple[int, int]]
) -> None:
    index = HeightIndex(first)
    heights = list(first)
    for height in added:
        index.append(height)
        heights.append(height)
    for row, height in changes:
        if heights:
            index.set_height(row % len(heights), height)
            heights[row % len(heights)] = height

    assert [index.top(row) for row in range(len(heights) + 1)] == [0, *accumulate(heights)]
    assert index.total == sum(heights)
    assert len(index) == len(heights)


@given(st.lists(st.integers(1, 50), min_size=1, max_size=40), st.integers(-50, 2500))
def test_a_row_is_found_by_its_place(heights: list[int], y: int) -> None:
    index = HeightIndex(heights)
    row = index.row_at(y)

    assert index.top(row) <= y or row == 0
    assert y < index.top(row) + heights[row] or row == len(heights) - 1
