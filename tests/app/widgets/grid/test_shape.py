"""How many columns and rows: by the number of chats, and by the room."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect, QSize

from app.widgets.grid.shape import GridShape, best_shape

LEAST = QSize(240, 150)
WINDOW = QSize(1120, 640)


@pytest.mark.parametrize(
    ("count", "columns", "rows"),
    [
        (1, 1, 1),
        (2, 2, 1),
        (3, 2, 2),
        (4, 2, 2),
        (5, 3, 2),
        (6, 3, 2),
        (9, 3, 3),
        (10, 4, 3),
        (12, 4, 3),
        (20, 4, 3),
    ],
)
def test_the_shape_grows_with_the_number_of_chats(count: int, columns: int, rows: int) -> None:
    assert best_shape(count, WINDOW, LEAST) == GridShape(columns, rows)


def test_more_than_twelve_stand_on_further_pages() -> None:
    shape = best_shape(20, WINDOW, LEAST)
    assert [shape.page_count(count) for count in (0, 12, 13, 24, 25)] == [1, 1, 2, 2, 3]


@pytest.mark.parametrize(
    ("room", "columns", "rows"),
    [
        (QSize(500, 800), 2, 3),
        (QSize(300, 800), 1, 3),
        (QSize(1120, 200), 3, 1),
        (QSize(100, 50), 1, 1),
    ],
)
def test_a_small_window_has_fewer_cells_on_a_page(room: QSize, columns: int, rows: int) -> None:
    assert best_shape(9, room, LEAST) == GridShape(columns, rows)


@given(count=st.integers(1, 40), width=st.integers(240, 4000), height=st.integers(150, 3000))
def test_cells_are_large_enough_and_never_touch(count: int, width: int, height: int) -> None:
    room = QSize(width, height)
    shape = best_shape(count, room, LEAST)
    areas = [shape.cell_area(index, room) for index in range(min(count, shape.capacity))]
    for number, area in enumerate(areas):
        assert area.width() >= LEAST.width()
        assert area.height() >= LEAST.height()
        assert QRect(0, 0, width, height).contains(area)
        assert not any(area.intersects(other) for other in areas[:number])
