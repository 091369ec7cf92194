"""How many columns and rows a grid has: by the number of chats and by the room that there is."""

from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize

MOST_COLUMNS, MOST_ROWS = 4, 3
WIDER_THAN_TALL = 1.4  # a cell that is this much wider than tall shows most of an answer
GAP = 8  # between two cells


@dataclass(frozen=True, slots=True)
class GridShape:
    """Columns and rows; what does not fit stands on further pages."""

    columns: int
    rows: int

    @property
    def capacity(self) -> int:
        """How many cells a page has."""
        return self.columns * self.rows

    def page_count(self, count: int) -> int:
        """Return how many pages so many cells need."""
        return max(1, -(-count // self.capacity))

    def cell_size(self, room: QSize) -> QSize:
        """Return the size of each cell."""
        width = (room.width() - GAP * (self.columns - 1)) // self.columns
        return QSize(width, (room.height() - GAP * (self.rows - 1)) // self.rows)

    def cell_area(self, index: int, room: QSize) -> QRect:
        """Return where the cell with this index stands on its page."""
        row, column = divmod(index % self.capacity, self.columns)
        size = self.cell_size(room)
        left, top = column * (size.width() + GAP), row * (size.height() + GAP)
        return QRect(left, top, size.width(), size.height())


def best_shape(count: int, room: QSize, least: QSize) -> GridShape:
    """Return the shape with the fewest pages, and of these the one with the largest cells.

    No cell is smaller than ``least``, unless not even one would fit.
    """
    shapes = [
        GridShape(columns, rows)
        for columns in range(1, MOST_COLUMNS + 1)
        for rows in range(1, MOST_ROWS + 1)
    ]
    fitting = [shape for shape in shapes if _fits(shape.cell_size(room), least)] or shapes[:1]
    fewest = min(shape.page_count(count) for shape in fitting)
    candidates = [shape for shape in fitting if shape.page_count(count) == fewest]
    return max(candidates, key=lambda shape: (_worth(shape.cell_size(room)), -shape.capacity))


def step_from(index: int, count: int, *, right: int, down: int, columns: int) -> int | None:
    """Return the cell to the side, above or below, or None where there is none.

    Pages follow each other: below the last row of one stands the first row of the next.
    """
    target = index + right + down * columns
    if 0 <= target < count:
        return target
    # Below a cell of the last row but one the last row may have ended already.
    is_row_below = down > 0 and index // columns < (count - 1) // columns
    return count - 1 if is_row_below else None


def _fits(size: QSize, least: QSize) -> bool:
    return size.width() >= least.width() and size.height() >= least.height()


def _worth(size: QSize) -> float:
    return min(size.width() / WIDER_THAN_TALL, size.height())
