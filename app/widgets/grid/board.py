"""Where the cells of a grid stand: as many on a page as there is room for."""

from PySide6.QtCore import QEvent, QSize, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from app.widgets.grid.cell import GridCell
from app.widgets.grid.shape import GridShape, best_shape, step_from

LEAST_LETTERS, LEAST_LINES = 32, 11  # of the smallest cell


class CellBoard(QWidget):
    """Shows one page of the cells; those of other pages are hidden, and cost nothing."""

    arranged = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._cells: tuple[GridCell, ...] = ()
        self._current: GridCell | None = None
        self.shape = GridShape(1, 1)
        self.page = 0

    @property
    def page_count(self) -> int:
        """How many pages there are."""
        return self.shape.page_count(len(self._cells))

    def shown_cells(self) -> tuple[GridCell, ...]:
        """Return the cells of the page on show."""
        first = self.page * self.shape.capacity
        return self._cells[first : first + self.shape.capacity]

    def set_cells(self, cells: tuple[GridCell, ...]) -> None:
        """Show these cells, in this order."""
        if cells != self._cells:
            self._cells = cells
            self.arrange()

    def show_cell(self, cell: GridCell) -> None:
        """Show the page on which a cell stands, also when others come and the room changes."""
        self._current = cell
        if cell not in self.shown_cells():
            self.arrange()

    def first_of(self, page: int) -> GridCell | None:
        """Return the first cell of the page with this number, from 0; None without a cell."""
        first = max(0, min(page, self.page_count - 1)) * self.shape.capacity
        return self._cells[first] if self._cells else None

    def neighbour(self, cell: GridCell, *, right: int, down: int) -> GridCell | None:
        """Return the cell beside another one, also on another page, or None where there is none."""
        index, count = self._cells.index(cell), len(self._cells)
        target = step_from(index, count, right=right, down=down, columns=self.shape.columns)
        return None if target is None else self._cells[target]

    def arrange(self) -> None:
        """Place the cells of the page, and hide all others."""
        self.shape = best_shape(len(self._cells), self.size(), self._least_size())
        index = self._cells.index(self._current) if self._current in self._cells else 0
        self.page = index // self.shape.capacity
        shown = self.shown_cells()
        for index, cell in enumerate(shown):
            cell.setGeometry(self.shape.cell_area(index, self.size()))
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

    def _least_size(self) -> QSize:
        metrics = self.fontMetrics()
        width = metrics.averageCharWidth() * LEAST_LETTERS
        return QSize(width, metrics.lineSpacing() * LEAST_LINES)
