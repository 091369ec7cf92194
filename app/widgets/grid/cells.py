"""The cells of a grid: one for each tab, with its page, its title and its state."""

from collections.abc import Callable, Iterator

from PySide6.QtCore import QObject, Signal

from app.widgets.grid.board import CellBoard
from app.widgets.grid.cell import GridCell
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.tabs.panes import TabPane, TabPanes


class GridCells(QObject):
    """Keeps the cells in step with the tabs; ``activity_changed`` tells when one begins or ends."""

    opened = Signal(str)
    activity_changed = Signal()

    def __init__(
        self,
        panes: TabPanes,
        own_panes: Callable[[], list[TabPane]],
        requests: WindowRequests,
        board: CellBoard,
    ) -> None:
        super().__init__(board)
        self._panes = panes
        self._own_panes = own_panes
        self._requests = requests
        self._board = board
        self._cells: dict[str, GridCell] = {}
        items = panes.items
        items.title_changed.connect(self._show_title)
        items.state_changed.connect(self._show_state)
        items.pinned_changed.connect(self._show_state)

    def __iter__(self) -> Iterator[GridCell]:
        return iter(tuple(self._cells.values()))

    def get(self, conversation_id: str | None) -> GridCell | None:
        """Return the cell of a chat, or None where it has none."""
        return self._cells.get(conversation_id or "")

    def follow_tabs(self) -> None:
        """Make the cells those of the tabs as they are now, and borrow the pages of these."""
        ids = [id_ for pane in self._own_panes() for id_ in pane.bar.ids()]
        for conversation_id in self._cells.keys() - set(ids):
            cell = self._cells.pop(conversation_id)
            cell.release()  # its tab is closed, or in another window
            _discard(cell)
        for conversation_id in ids:
            if conversation_id not in self._cells:
                self._cells[conversation_id] = self._build(conversation_id)
            view = self._panes.view_of(conversation_id)
            if view is not None:
                self._cells[conversation_id].borrow(view)
        self._board.set_cells(tuple(self._cells[conversation_id] for conversation_id in ids))
        self.activity_changed.emit()

    def clear(self) -> None:
        """Give all pages back to their tabs."""
        cells, self._cells = self._cells, {}
        self._board.set_cells(())
        for conversation_id, cell in cells.items():
            cell.release()
            pane = self._panes.pane_of(conversation_id)
            if pane is not None:
                pane.take_back(conversation_id)
            _discard(cell)

    def _build(self, conversation_id: str) -> GridCell:
        cell = GridCell(conversation_id, self._board)
        items, requests, line = self._panes.items, self._requests, cell.title_line
        cell.set_title(items.title(conversation_id))
        is_pinned = items.is_pinned(conversation_id)
        cell.set_state(items.state(conversation_id), is_pinned=is_pinned)
        cell.opened.connect(lambda: self.opened.emit(conversation_id))
        line.stop_button.clicked.connect(lambda: requests.stop_requested.emit(conversation_id))
        line.close_button.clicked.connect(
            lambda: requests.close_tab_requested.emit(conversation_id)
        )
        return cell

    def _show_title(self, conversation_id: str) -> None:
        cell = self._cells.get(conversation_id)
        if cell is not None:
            cell.set_title(self._panes.items.title(conversation_id))

    def _show_state(self, conversation_id: str) -> None:
        cell = self._cells.get(conversation_id)
        if cell is not None:
            items = self._panes.items
            is_pinned = items.is_pinned(conversation_id)
            if cell.set_state(items.state(conversation_id), is_pinned=is_pinned):
                self.activity_changed.emit()


def _discard(cell: GridCell) -> None:
    # Deleted later, because a button of the cell may be what closes its tab.
    cell.hide()
    cell.deleteLater()
