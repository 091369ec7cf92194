"""Keeps the keyboard where it is in the list: an answer that ends somewhere moves rows."""

from PySide6.QtCore import QItemSelectionModel, QModelIndex

from app.widgets.sidebar.groups import folder_group
from app.widgets.sidebar.list import ConversationList
from app.widgets.sidebar.list_view import ConversationListView
from app.widgets.sidebar.row_data import FOLDER_ROLE, HIT_ROLE, ID_ROLE

_Flag = QItemSelectionModel.SelectionFlag


class KeptRows:
    """What is current and what is selected while somebody uses the list."""

    def __init__(self, view: ConversationListView, conversations: ConversationList) -> None:
        self._view = view
        self._list = conversations
        self._current = ""
        self._row = -1
        self._selected: tuple[str, ...] = ()
        self._is_used = False

    def note(self) -> None:
        """Remember them: rows are about to move."""
        # Of the window, not of the program: who comes back from another one finds the same row.
        self._is_used = self._view.window().focusWidget() is self._view
        index = self._view.currentIndex()
        self._current, self._row = _key_of(index), index.row()
        self._selected = self._view.selected_ids()

    def restore(self) -> bool:
        """Go back to them; return whether somebody uses the list, who must not be moved."""
        if not self._is_used:
            return False
        if not self._current:
            return self._view.currentIndex().isValid()
        index = self._list.index_of(self._current)
        if index.isValid():
            self._select(index)
            return True
        known = self._list.listed.known((self._current,))
        if any(not each.is_archived for each in known):
            return False  # a fold hides it
        index = self._next_row()
        self._view.select_only(index)
        return index.isValid()

    def _next_row(self) -> QModelIndex:
        """Return the conversation that stands where the deleted one did, or above it."""
        rows = (*range(self._row, self._list.rowCount()), *range(self._row - 1, -1, -1))
        indexes = (self._list.index(row) for row in rows)
        return next((each for each in indexes if each.data(ID_ROLE)), QModelIndex())

    def _select(self, current: QModelIndex) -> None:
        if current == self._view.currentIndex() and self._selected == self._view.selected_ids():
            return
        selection = self._view.selectionModel()
        selection.clearSelection()
        for each in map(self._list.index_of, self._selected):
            selection.select(each, _Flag.Select)
        selection.setCurrentIndex(current, _Flag.NoUpdate)


def _key_of(index: QModelIndex) -> str:
    """Return the key of a conversation or a folder; a message that was found keeps its row."""
    if index.data(HIT_ROLE):
        return ""
    folder = index.data(FOLDER_ROLE)
    return folder_group(folder).key if folder else index.data(ID_ROLE) or ""
