"""Heights of many rows: as the plain sums, however they were changed."""

from itertools import accumulate

from hypothesis import given
from hypothesis import strategies as st

from app.widgets.transcript.height_index import HeightIndex

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
