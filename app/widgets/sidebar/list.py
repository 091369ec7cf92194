"""The item model of all conversations: under headings, filtered, changed row by row."""

from collections.abc import Collection, Iterable, Mapping, Sequence

import msgspec
from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt, Signal

from app.domain.conversations import ConversationSummary, SearchHit
from app.domain.tabs import TabState
from app.widgets.kit.list_rows import AnyIndex
from app.widgets.sidebar.groups import HEADING, folder_group
from app.widgets.sidebar.listed import ListedConversations
from app.widgets.sidebar.row_data import RowData

PAGE = 300  # rows that are loaded at first; scrolling down loads more
MAX_STEPS = 40  # more are slower than resetting the list


class RowChanges(msgspec.Struct, frozen=True):
    """Rows to remove, in descending order, then rows to insert, in ascending order."""

    removed: tuple[int, ...]
    inserted: tuple[int, ...]


def row_changes(
    old: Sequence[str], new: Sequence[str], moved: Collection[str] = ()
) -> RowChanges | None:
    """Return the steps from ``old`` to ``new``; None if there are more than ``MAX_STEPS``.

    Rows differ by their keys; no key is in a list twice. ``moved`` names those
    that may have changed their place.
    """
    had, has = set(old), set(new)
    leaving = (had - has) | (had & set(moved))
    coming = (has - had) | (has & set(moved))
    if len(leaving) + len(coming) > MAX_STEPS:
        return None
    if [key for key in old if key not in leaving] != [key for key in new if key not in coming]:
        return None
    return RowChanges(
        tuple(place for place in reversed(range(len(old))) if old[place] in leaving),
        tuple(place for place in range(len(new)) if new[place] in coming),
    )


class ConversationList(QAbstractListModel):
    """Rows for headings, conversations, and messages that were found.

    ``about_to_rearrange`` is emitted before rows move, ``rearranged`` or the reset afterwards.
    ``title_given`` and ``folder_named`` carry the name that the user has typed over a row.
    """

    about_to_rearrange = Signal()
    rearranged = Signal()
    folded_changed = Signal(tuple)
    title_given = Signal(str, str)
    folder_named = Signal(str, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.listed = ListedConversations()
        self._keys: list[str] = []  # of the loaded rows
        self._all_keys: list[str] = []
        self._rows = RowData(self.listed)

    def set_conversations(
        self, conversations: tuple[ConversationSummary, ...], running_ids: Iterable[str] = ()
    ) -> None:
        """Replace all conversations; they are sorted by activity, newest first."""
        self._show(is_new=self.listed.replace(conversations, running_ids))

    def update_conversations(
        self,
        changed: Iterable[ConversationSummary],
        gone_ids: Iterable[str] = (),
        running_ids: Iterable[str] = (),
    ) -> None:
        """Update changed conversations and those being answered; other rows stay the same."""
        self._show(self.listed.update(changed, gone_ids, running_ids))

    def set_state(self, conversation_id: str, state: TabState) -> None:
        """Show whether a conversation waits for its answer or the user, or was not read yet."""
        if self.listed.set_state(conversation_id, state):
            self._repaint((conversation_id,))

    def set_default_model(self, digest: str) -> None:
        """Set the model of new chats; the rows of chats with another one show it."""
        if self.listed.default_model != digest:
            self.listed.default_model = digest
            self._repaint_all()

    def set_missing_models(self, digests: frozenset[str]) -> None:
        """Set the models that are not on this computer; the rows of their chats say so."""
        if self.listed.missing_models != digests:
            self.listed.missing_models = digests
            self._repaint_all()

    def _repaint_all(self) -> None:
        if self._keys:
            self.dataChanged.emit(self.index(0), self.index(len(self._keys) - 1))

    def set_filter(self, text: str) -> None:
        """Show only the conversations whose title holds every word of ``text``, and its #tags."""
        self.listed.set_filter(text)
        self._show(is_new=True)

    def set_archive_shown(self, is_shown: bool) -> None:
        """Show the archived conversations, or all others."""
        if self.listed.shows_archive != is_shown:
            self.listed.shows_archive = is_shown
            self._show(is_new=True)

    def set_open_ids(self, ids: frozenset[str]) -> None:
        """Leave chats out of the days while another list shows them as open."""
        if ids != self.listed.open_ids:
            self.listed.open_ids = ids
            self._show()

    def set_hits(self, hits: Iterable[SearchHit]) -> None:
        """Show found messages below the titles."""
        self.listed.set_hits(hits)
        self._show()

    def toggle_fold(self, index: AnyIndex) -> None:
        """Fold the rows under a heading, or show them again."""
        key = self._keys[index.row()]
        self._fold(key, is_folded=not self.listed.is_folded(key))

    def set_folded(self, names: Iterable[str]) -> None:
        """Fold and open the groups as an earlier ``folded_changed`` reported them."""
        if self.listed.folds.restore(names):
            self._show(is_new=True)

    def open_folder(self, folder: str) -> None:
        """Show the conversations of a folder."""
        self._fold(folder_group(folder).key, is_folded=False)

    def rename_folder(self, old: str, new: str) -> None:
        """Keep a folder open or folded when it gets another name."""
        if self.listed.folds.rename(folder_group(old).key, folder_group(new).key):
            self.folded_changed.emit(self.listed.folds.names())

    def set_folder_colours(self, colours: Mapping[str, str]) -> None:
        """Draw folders in these colours; other folders have a colour derived from their name."""
        if colours != self._rows.folder_colours:
            self._rows.folder_colours = colours
            self._repaint([key for key in self._keys if key.startswith(HEADING)])

    def index_of(self, conversation_id: str) -> QModelIndex:
        """Return the row of a conversation; invalid if the filter or a fold hides it.

        Rows down to it are loaded if necessary.
        """
        try:
            row = self._all_keys.index(conversation_id)
        except ValueError:
            return QModelIndex()
        # A conversation that is opened from elsewhere may lie below the rows that were scrolled to.
        if row >= len(self._keys):
            self._load_up_to(row + PAGE)
        return self.index(row)

    def index_of_folder(self, folder: str) -> QModelIndex:
        """Return the row of a folder; invalid if it is not shown."""
        return self.index_of(folder_group(folder).key)

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._keys)

    def canFetchMore(self, parent: AnyIndex) -> bool:
        return not parent.isValid() and len(self._keys) < len(self._all_keys)

    def fetchMore(self, parent: AnyIndex) -> None:
        self._load_up_to(len(self._keys) + PAGE)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._keys):
            return None
        return self._rows.data(self._keys[index.row()], role)

    def setData(self, index: AnyIndex, value: object, role: int = Qt.ItemDataRole.EditRole) -> bool:
        typed = " ".join(str(value).split())
        if not typed or typed == index.data(Qt.ItemDataRole.EditRole):
            return False
        key = self._keys[index.row()]
        if key.startswith(HEADING):
            self.folder_named.emit(self.listed.groups[key].folder, typed)
        else:
            self.title_given.emit(key, typed)
        return True

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        return self._rows.flags(self._keys[index.row()])

    def _fold(self, key: str, *, is_folded: bool) -> None:
        is_remembered = self.listed.set_folded(key, is_folded=is_folded)
        self._show()
        self._repaint((key,))
        if is_remembered:
            self.folded_changed.emit(self.listed.folds.names())

    def _show(self, touched: Collection[str] = (), *, is_new: bool = False) -> None:
        """Bring the rows up to date: a few changes one by one, many changes with a reset."""
        self.about_to_rearrange.emit()
        sizes = dict(self.listed.sizes)
        self._all_keys = self.listed.wanted_keys()
        count = PAGE if is_new else max(PAGE, len(self._keys))
        old, new = self._keys, self._all_keys[:count]
        changes = None if is_new else row_changes(old, new, touched if old != new else ())
        # A reset loses the scroll position and the selection, so it is only for a different list or
        # for changes that are slower one by one.
        if changes is None:
            self.beginResetModel()
            self._keys = new
            self.endResetModel()
            return
        # Removals come in falling order and insertions in rising order, so that the row numbers of
        # the steps that follow stay right.
        for row in changes.removed:
            self.beginRemoveRows(QModelIndex(), row, row)
            del old[row]
            self.endRemoveRows()
        for row in changes.inserted:
            self.beginInsertRows(QModelIndex(), row, row)
            old.insert(row, new[row])
            self.endInsertRows()
        counted = {key for key, size in self.listed.sizes.items() if size != sizes.get(key)}
        self._repaint(counted.union(touched))
        if changes.removed or changes.inserted or touched:  # a title may be shown elsewhere, too
            self.rearranged.emit()

    def _repaint(self, keys: Collection[str]) -> None:
        for row, key in enumerate(self._keys) if keys else ():
            if key in keys:
                self.dataChanged.emit(self.index(row), self.index(row))

    def _load_up_to(self, count: int) -> None:
        first, last = len(self._keys), min(count, len(self._all_keys)) - 1
        if last >= first:
            self.beginInsertRows(QModelIndex(), first, last)
            self._keys = self._all_keys[: last + 1]
            self.endInsertRows()
