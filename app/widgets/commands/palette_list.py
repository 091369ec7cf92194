"""The item model of the palette: matching groups, and messages as they are found."""

from collections.abc import Iterable

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt

from app.domain.conversations import SearchHit
from app.widgets.commands.palette_groups import (
    COMMANDS_ONLY,
    ChatFinder,
    PaletteGroups,
    messages,
    with_headings,
)
from app.widgets.commands.palette_items import PaletteItem, PaletteItemKind, PaletteOffers
from app.widgets.kit.list_rows import AnyIndex
from app.widgets.kit.translation import fill

ITEM_ROLE = Qt.ItemDataRole.UserRole + 1


class PaletteList(QAbstractListModel):
    """Lists matches immediately; chats (if there are many) and messages follow when found."""

    def __init__(self, offers: PaletteOffers, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.chats = ChatFinder(offers.conversations, offers.title_of, self)
        self.chats.finished.connect(self._list)
        self._groups = PaletteGroups(offers, self.chats)
        self._text = ""
        self._hits: list[PaletteItem] = []
        self._items: list[PaletteItem] = []
        self.set_text("")

    @property
    def wants_messages(self) -> bool:
        """Return whether messages are searched for the query as well."""
        return bool(self._text.strip()) and not self._text.startswith(COMMANDS_ONLY)

    def set_text(self, text: str) -> None:
        """List the matches; for an empty text, the most recently used items."""
        self._text = text
        self._hits = []
        if self.wants_messages:
            self.chats.find(text.strip())
        else:
            self.chats.stop()
        self._list()

    def set_hits(self, hits: Iterable[SearchHit]) -> None:
        """List found messages below everything else."""
        self._hits = messages(hits)
        rows = [item for item in self._items if item.kind is not PaletteItemKind.MESSAGE]
        rows = rows[:-1] if rows and rows[-1].kind is PaletteItemKind.HEADING else rows
        if len(rows) < len(self._items):
            self.beginRemoveRows(QModelIndex(), len(rows), len(self._items) - 1)
            self._items = rows
            self.endRemoveRows()
        found = with_headings([self._hits])
        if found:
            self.beginInsertRows(QModelIndex(), len(rows), len(rows) + len(found) - 1)
            self._items = rows + found
            self.endInsertRows()

    def finish(self) -> None:
        """Search the remaining titles now."""
        self.chats.finish()

    def item(self, index: AnyIndex) -> PaletteItem | None:
        """Return the item of a row."""
        is_shown = index.isValid() and index.row() < len(self._items)
        return self._items[index.row()] if is_shown else None

    def items(self) -> tuple[PaletteItem, ...]:
        """Return the items that can be chosen, from top to bottom."""
        return tuple(each for each in self._items if each.kind is not PaletteItemKind.HEADING)

    def row_of(self, item: PaletteItem | None) -> int:
        """Return the row of an earlier item, else the first row to choose; -1 if there is none."""
        rows = [row for row, each in enumerate(self._items) if _can_be_chosen(each)]
        same = (row for row in rows if item is not None and self._items[row].key == item.key)
        return next(same, rows[0] if rows else -1)

    def row_after(self, row: int, step: int) -> int:
        """Return the row ``step`` rows further; a single step wraps around at the end."""
        rows = [number for number, each in enumerate(self._items) if _can_be_chosen(each)]
        if row not in rows:
            return rows[0] if rows else -1
        place = rows.index(row) + step
        return rows[place % len(rows) if abs(step) == 1 else min(max(0, place), len(rows) - 1)]

    def row_of_next_group(self, row: int, direction: int) -> int:
        """Return the first row of the group below or above; the same row if there is none."""
        firsts = [
            number + 1
            for number, each in enumerate(self._items)
            if each.kind is PaletteItemKind.HEADING
        ]
        own = max((first for first in firsts if first <= row), default=row)
        others = [first for first in firsts if (first > own) == (direction > 0) and first != own]
        if not others:
            return row
        return others[0] if direction > 0 else others[-1]

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._items)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        item = self.item(index)
        if item is None or not _can_be_chosen(item):
            return Qt.ItemFlag.NoItemFlags
        return Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsEnabled

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        item = self.item(index)
        if item is None:
            return None
        if role == ITEM_ROLE:
            return item
        if role == Qt.ItemDataRole.DisplayRole:
            return item.text
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return self.words_for(item)
        return None

    def words_for(self, item: PaletteItem) -> str:
        """Return the text of a row for screen readers."""
        kind = PaletteItemKind
        text = {
            kind.TAB: self.tr("Tab {text}, {detail}"),
            kind.CONVERSATION: self.tr("Chat {text}"),
            kind.COMMAND: self.tr("Command {text}, {detail}"),
            kind.SETTING: self.tr("Setting {text}, {detail}"),
            kind.PROMPT: self.tr("Saved prompt {text}"),
            kind.MESSAGE: self.tr("In “{detail}”: {text}"),
            kind.HEADING: "{text}",
        }[item.kind]
        return fill(text, text=item.text, detail=item.detail).rstrip(", ")

    def _list(self) -> None:
        wanted = self._text.removeprefix(COMMANDS_ONLY).strip()
        if self.wants_messages:
            groups = [*self._groups.found(wanted), self._hits]
        elif self._text.startswith(COMMANDS_ONLY):
            groups = self._groups.commands(wanted)
        else:
            groups = self._groups.recent()
        self.beginResetModel()
        self._items = with_headings(groups)
        self.endResetModel()


def _can_be_chosen(item: PaletteItem) -> bool:
    return item.kind is not PaletteItemKind.HEADING
