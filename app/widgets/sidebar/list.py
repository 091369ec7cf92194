"""The item model of all conversations: under headings, filtered, changed row by row."""

from collections.abc import Collection, Iterable

from PySide6.QtCore import QAbstractListModel, QModelIndex, QObject, Qt, Signal

from app.domain import ConversationSummary, SearchHit
from app.widgets.kit.list_rows import AnyIndex
from app.widgets.kit.translation import fill, shown_title
from app.widgets.markdown.safe_text import without_hidden
from app.widgets.sidebar.groups import BY_AGE, FOUND, HEADING, PINNED, RUNNING, Age, Group
from app.widgets.sidebar.listed import HIT, ListedConversations
from app.widgets.sidebar.row_changes import row_changes

ID_ROLE = Qt.ItemDataRole.UserRole + 1
IS_RUNNING_ROLE = Qt.ItemDataRole.UserRole + 2
IS_HEADING_ROLE = Qt.ItemDataRole.UserRole + 3
IS_FOLDED_ROLE = Qt.ItemDataRole.UserRole + 4
HIT_ROLE = Qt.ItemDataRole.UserRole + 5
FOLDER_ROLE = Qt.ItemDataRole.UserRole + 6  # of headings: the name of a folder, or nothing
TITLE_ROLE = Qt.ItemDataRole.UserRole + 7  # of the conversation that a message was found in

PAGE = 300  # rows that are there before somebody scrolls down to more


class ConversationList(QAbstractListModel):
    """Rows for headings, for conversations, and for messages that were found."""

    rearranged = Signal()
    folded_changed = Signal(tuple)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.listed = ListedConversations()
        self._keys: list[str] = []  # of the rows that are there
        self._all_keys: list[str] = []

    def set_conversations(
        self, conversations: tuple[ConversationSummary, ...], running_ids: Iterable[str] = ()
    ) -> None:
        """Show these instead of all others; the newest activity comes first."""
        self._show(is_new=self.listed.replace(conversations, running_ids))

    def update_conversations(
        self,
        changed: Iterable[ConversationSummary],
        gone_ids: Iterable[str] = (),
        running_ids: Iterable[str] = (),
    ) -> None:
        """Take over what changed, and what is being answered; other rows stay as they are."""
        self._show(self.listed.update(changed, gone_ids, running_ids))

    def set_filter(self, text: str) -> None:
        """Show only the conversations whose title holds every word of ``text``."""
        self.listed.set_filter(text)
        self._show(is_new=True)

    def set_hits(self, hits: Iterable[SearchHit]) -> None:
        """Show messages that were found below the titles."""
        self.listed.set_hits(hits)
        self._show()

    def toggle_fold(self, index: AnyIndex) -> None:
        """Fold the rows under a heading, or show them again."""
        self.listed.folded ^= {self._keys[index.row()]}
        self._show(is_new=True)
        self._announce_folds()

    def set_folded(self, keys: Iterable[str]) -> None:
        """Fold these groups, and no others."""
        if set(keys) != self.listed.folded:
            self.listed.folded = set(keys)
            self._show(is_new=True)

    def heading_of(self, index: AnyIndex) -> QModelIndex:
        """Return the heading above a row, or the row itself if it is a heading."""
        for row in range(index.row(), -1, -1):
            if self._keys[row].startswith(HEADING):
                return self.index(row)
        return QModelIndex()

    def drop_folder(self, heading: AnyIndex) -> str | None:
        """Return the folder that a drop below this heading goes to; an empty string is no folder.

        Return None where nothing can be dropped: no folder makes a conversation pinned or answered.
        """
        group = BY_AGE[Age.TODAY]
        if heading.isValid():
            group = self.listed.groups[self._keys[heading.row()]]
        return group.folder if group.folder or group.age is not None else None

    def rename_folder(self, old: str, new: str) -> None:
        """Keep a folder folded that gets another name."""
        if self.listed.rename_folder(old, new):
            self._announce_folds()

    def index_of(self, conversation_id: str) -> QModelIndex:
        """Return the row of a conversation; invalid where the filter hides it.

        Rows down to there are added if need be.
        """
        try:
            row = self._all_keys.index(conversation_id)
        except ValueError:
            return QModelIndex()
        # A conversation that is opened from elsewhere may lie below the rows that were scrolled to.
        if row >= len(self._keys):
            self._load_up_to(row + PAGE)
        return self.index(row)

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._keys)

    def canFetchMore(self, parent: AnyIndex) -> bool:
        return not parent.isValid() and len(self._keys) < len(self._all_keys)

    def fetchMore(self, parent: AnyIndex) -> None:
        self._load_up_to(len(self._keys) + PAGE)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._keys):
            return None
        key = self._keys[index.row()]
        if key.startswith(HEADING):
            return self._heading_data(key, role)
        if key.startswith(HIT):
            return self._hit_data(self.listed.hits[key], role)
        return self._conversation_data(key, role)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        key = self._keys[index.row()]
        if not key.startswith(HEADING):
            selectable = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
            return selectable if key.startswith(HIT) else selectable | Qt.ItemFlag.ItemIsDragEnabled
        # The arrow keys skip a heading, unless it hides the rows below it.
        return Qt.ItemFlag.ItemIsEnabled if key in self.listed.folded else Qt.ItemFlag.NoItemFlags

    def _conversation_data(self, id_: str, role: int) -> object:
        is_running = id_ in self.listed.running_ids
        if role == ID_ROLE:
            return id_
        if role == IS_RUNNING_ROLE:
            return is_running
        if role == Qt.ItemDataRole.DisplayRole:
            return self.listed.shown_title(id_)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            title = self.listed.shown_title(id_)
            return fill(self.tr("{title}, being answered"), title=title) if is_running else title
        return None

    def _heading_data(self, key: str, role: int) -> object:
        if role == IS_HEADING_ROLE:
            return True
        if role == IS_FOLDED_ROLE:
            return key in self.listed.folded
        if role == FOLDER_ROLE:
            return self.listed.groups[key].folder
        if role == Qt.ItemDataRole.DisplayRole:
            name = self._heading(self.listed.groups[key])
            return f"{name} ({self.listed.sizes[key]})" if key in self.listed.folded else name
        return None

    def _hit_data(self, hit: SearchHit, role: int) -> object:
        if role == ID_ROLE:
            return hit.conversation_id
        if role == HIT_ROLE:
            return hit
        if role == TITLE_ROLE:
            return shown_title(without_hidden(hit.title))
        if role == Qt.ItemDataRole.DisplayRole:
            return hit.snippet
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            title = shown_title(without_hidden(hit.title))
            return fill(
                self.tr("In “{title}”: {text}"), title=title, text=without_hidden(hit.snippet)
            )
        return None

    def _show(self, touched: Collection[str] = (), *, is_new: bool = False) -> None:
        """Bring the rows to what they should be; a few of them by themselves, many at once."""
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
        for row, key in enumerate(new) if touched else ():
            if key in touched:
                self.dataChanged.emit(self.index(row), self.index(row))
        if changes.removed or changes.inserted:
            self.rearranged.emit()

    def _load_up_to(self, count: int) -> None:
        first, last = len(self._keys), min(count, len(self._all_keys)) - 1
        if last >= first:
            self.beginInsertRows(QModelIndex(), first, last)
            self._keys = self._all_keys[: last + 1]
            self.endInsertRows()

    def _announce_folds(self) -> None:
        self.folded_changed.emit(tuple(sorted(self.listed.folded)))

    def _heading(self, group: Group) -> str:
        if group.age is None:
            return (
                group.folder
                or {
                    RUNNING: self.tr("Being answered"),
                    PINNED: self.tr("Pinned"),
                    FOUND: self.tr("In messages"),
                }[group]
            )
        return {
            Age.TODAY: self.tr("Today"),
            Age.YESTERDAY: self.tr("Yesterday"),
            Age.PREVIOUS_7_DAYS: self.tr("Previous 7 days"),
            Age.PREVIOUS_30_DAYS: self.tr("Previous 30 days"),
            Age.OLDER: self.tr("Older"),
        }[group.age]
