"""The layout of the cells of a grid on pages."""

import msgspec
from PySide6.QtCore import QEvent, QRect, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.widgets.grid.cell import GridCell

MIN_CHARS, MIN_LINES = 32, 11  # the size of the smallest cell, in characters and lines
MAX_COLUMNS, MAX_ROWS = 4, 3
WIDER_THAN_TALL = 1.4  # the ratio at which a cell shows most of an answer
GAP = 8  # pixels between two cells


class GridShape(msgspec.Struct, frozen=True):
    """The columns and rows of a page."""

    columns: int
    rows: int

    @property
    def capacity(self) -> int:
        """The number of cells of a page."""
        return self.columns * self.rows

    def page_count(self, count: int) -> int:
        """Return the number of pages for this number of cells."""
        return max(1, -(-count // self.capacity))

    def cell_size(self, room: QSize) -> QSize:
        """Return the size of each cell."""
        width = (room.width() - GAP * (self.columns - 1)) // self.columns
        return QSize(width, (room.height() - GAP * (self.rows - 1)) // self.rows)

    def cell_area(self, index: int, room: QSize) -> QRect:
        """Return the area of the cell with this index on its page."""
        row, column = divmod(index % self.capacity, self.columns)
        size = self.cell_size(room)
        left, top = column * (size.width() + GAP), row * (size.height() + GAP)
        return QRect(left, top, size.width(), size.height())


def best_shape(
    count: int, room: QSize, min_size: QSize, max_cells: int = MAX_COLUMNS * MAX_ROWS
) -> GridShape:
    """Return the shape with the fewest pages, and of these the one with the largest cells.

    No cell is smaller than ``min_size``, unless there is no room for a single one.
    """
    shapes = [
        GridShape(columns, rows)
        for columns in range(1, MAX_COLUMNS + 1)
        for rows in range(1, MAX_ROWS + 1)
        if columns * rows <= max_cells
    ]
    fitting = [shape for shape in shapes if _fits(shape.cell_size(room), min_size)] or shapes[:1]
    fewest = min(shape.page_count(count) for shape in fitting)
    candidates = [shape for shape in fitting if shape.page_count(count) == fewest]
    return max(candidates, key=lambda shape: (_worth(shape.cell_size(room)), -shape.capacity))


def _fits(size: QSize, min_size: QSize) -> bool:
    return size.width() >= min_size.width() and size.height() >= min_size.height()


def _worth(size: QSize) -> float:
    return min(size.width() / WIDER_THAN_TALL, size.height())


class CellBoard(QWidget):
    """Shows one page of the cells; the cells of other pages are hidden and draw nothing."""

    arranged = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cells: tuple[GridCell, ...] = ()
        self._current: GridCell | None = None
        self.shape = GridShape(1, 1)
        self.page = 0
        self.max_cells = MAX_COLUMNS * MAX_ROWS  # of a page

    @property
    def page_count(self) -> int:
        """The number of pages."""
        return self.shape.page_count(len(self._cells))

    def shown_cells(self) -> tuple[GridCell, ...]:
        """Return the cells of the page on show."""
        return self._cells_of(self.page)

    def set_max_cells(self, count: int) -> None:
        """Set how many cells a page has at most."""
        if count != self.max_cells:
            self.max_cells = count
            self.arrange()

    def set_cells(self, cells: tuple[GridCell, ...], current: GridCell | None = None) -> None:
        """Show these cells, in this order, and the page of the current one."""
        if cells != self._cells:
            self._cells = cells
            self._current = current if current in cells else self._current
            self.arrange()

    def show_cell(self, cell: GridCell) -> None:
        """Show the page of a cell, and keep it on show when cells or the size change."""
        self._current = cell
        if cell not in self.shown_cells():
            self.arrange()

    def first_of(self, page: int) -> GridCell | None:
        """Return the first cell of the page with this number, from 0; None without cells."""
        first = max(0, min(page, self.page_count - 1)) * self.shape.capacity
        return self._cells[first] if self._cells else None

    def neighbour(self, cell: GridCell, *, right: int, down: int) -> GridCell | None:
        """Return the neighbour of a cell, which may be on another page; None if there is none.

        The row after the last row of a page is the first row of the next page.
        """
        index = self._cells.index(cell)
        if not down:
            target = index + right
            return self._cells[target] if 0 <= target < len(self._cells) else None
        page, place = divmod(index, self.shape.capacity)
        row, column = divmod(place, self._page_shape(page).columns)
        row += down
        if not 0 <= row <= self._last_row(page):
            page += down
            if not 0 <= page < self.page_count:
                return None
            row = 0 if down > 0 else self._last_row(page)
        columns = self._page_shape(page).columns
        cells = self._cells_of(page)
        return cells[min(row * columns + min(column, columns - 1), len(cells) - 1)]

    def arrange(self) -> None:
        """Place the cells of the page, and hide all others."""
        self.shape = self._best_shape(len(self._cells))
        index = self._cells.index(self._current) if self._current in self._cells else 0
        self.page = index // self.shape.capacity
        shown, shape = self.shown_cells(), self._page_shape(self.page)
        for index, cell in enumerate(shown):
            cell.setGeometry(shape.cell_area(index, self.size()))
            cell.show()
        for cell in self._cells:
            if cell not in shown:
                cell.hide()
        self.arranged.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.arrange()

    def _cells_of(self, page: int) -> tuple[GridCell, ...]:
        first = page * self.shape.capacity
        return self._cells[first : first + self.shape.capacity]

    def _page_shape(self, page: int) -> GridShape:
        """Return the shape of a page; on the last one, fewer cells are larger."""
        count = len(self._cells_of(page))
        if count == self.shape.capacity:
            return self.shape
        return self._best_shape(count)

    def _best_shape(self, count: int) -> GridShape:
        return best_shape(count, self.size(), self._least_size(), self.max_cells)

    def _last_row(self, page: int) -> int:
        return (len(self._cells_of(page)) - 1) // self._page_shape(page).columns

    def _least_size(self) -> QSize:
        metrics = self.fontMetrics()
        width = metrics.averageCharWidth() * MIN_CHARS
        return QSize(width, metrics.lineSpacing() * MIN_LINES)
