"""All tabs of a pane as a list that can be filtered."""

from dataclasses import dataclass

from PySide6.QtCore import QAbstractListModel, QObject, Qt

from app.domain import TabState, TextRange
from app.widgets.commands.fuzzy import match
from app.widgets.conversation.state_text import tab_text
from app.widgets.kit.list_rows import AnyIndex
from app.widgets.kit.translation import translate
from app.widgets.tabs.items import TabItems

TAB_ROLE = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class ListedTab:
    """One tab of the list; ``found`` are the letters that the filter was looking for."""

    conversation_id: str
    title: str
    state: TabState
    is_pinned: bool = False
    is_front: bool = False
    found: tuple[TextRange, ...] = ()

    def state_text(self) -> str:
        """Return what the tab is doing, in words."""
        return tab_text(self.state) or (translate("TabList", "pinned") if self.is_pinned else "")


class TabListModel(QAbstractListModel):
    """Keeps the order of the tabs, also while a text filters them."""

    def __init__(self, items: TabItems, parent: QObject) -> None:
        super().__init__(parent)
        self._items = items
        self._ids: tuple[str, ...] = ()
        self._front_id: str | None = None
        self._text = ""
        self._tabs: list[ListedTab] = []
        items.state_changed.connect(self._on_changed)
        items.title_changed.connect(self._on_changed)

    def set_tabs(self, ids: tuple[str, ...], front_id: str | None) -> None:
        """List these tabs."""
        self._ids, self._front_id = ids, front_id
        self._list()

    def set_text(self, text: str) -> None:
        """List only those whose titles have these letters."""
        self._text = text
        self._list()

    def tab(self, row: int) -> ListedTab | None:
        """Return the tab of a row, or None where there is no such row."""
        return self._tabs[row] if 0 <= row < len(self._tabs) else None

    def row_of(self, conversation_id: str | None) -> int | None:
        """Return the row of a tab, or None where it is not listed."""
        rows = (row for row, tab in enumerate(self._tabs) if tab.conversation_id == conversation_id)
        return next(rows, None)

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._tabs)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        tab = self.tab(index.row())
        if tab is None:
            return None
        if role == TAB_ROLE:
            return tab
        if role == Qt.ItemDataRole.DisplayRole:
            return tab.title
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return ", ".join(part for part in (tab.title, tab.state_text()) if part)
        return None

    def _list(self) -> None:
        self.beginResetModel()
        listed = (self._listed(each) for each in self._ids)
        self._tabs = [each for each in listed if each is not None]
        self.endResetModel()

    def _listed(self, conversation_id: str) -> ListedTab | None:
        title = self._items.label(conversation_id)
        found = match(self._text, title) if self._text.strip() else None
        if found is None and self._text.strip():
            return None
        state = self._items.state(conversation_id)
        return ListedTab(
            conversation_id,
            title,
            # Only what is drawn: figures change many times a second, and need no new picture.
            TabState(
                activity=state.activity,
                queue_position=state.queue_position,
                progress=round(state.progress, 2),
                is_unread=state.is_unread,
                is_interrupted=state.is_interrupted,
                machine=state.machine,
            ),
            is_pinned=self._items.is_pinned(conversation_id),
            is_front=conversation_id == self._front_id,
            found=() if found is None else found.ranges,
        )

    def _on_changed(self, conversation_id: str) -> None:
        row = self.row_of(conversation_id)
        tab = None if row is None else self._listed(conversation_id)
        # A title that no longer fits the filter stays until the next letter: rows do not jump away.
        if row is not None and tab is not None and tab != self._tabs[row]:
            self._tabs[row] = tab
            self.dataChanged.emit(self.index(row), self.index(row))
