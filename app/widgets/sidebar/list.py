"""The item model of all conversations: under headings, filtered, changed row by row."""

from collections.abc import Collection, Iterable
from datetime import date, datetime
from operator import attrgetter

from PySide6.QtCore import (
    QAbstractListModel,
    QModelIndex,
    QObject,
    Qt,
    Signal,
)

from app.domain import ConversationSummary, SearchHit
from app.widgets.kit.list_rows import AnyIndex
from app.widgets.markdown.safe_text import without_hidden
from app.widgets.sidebar.groups import (
    BY_AGE,
    FOUND,
    HEADING,
    PINNED,
    RUNNING,
    Age,
    Days,
    Group,
    folder_group,
    grouped,
)
from app.widgets.sidebar.row_changes import row_changes

ID_ROLE = Qt.ItemDataRole.UserRole + 1
IS_RUNNING_ROLE = Qt.ItemDataRole.UserRole + 2
IS_HEADING_ROLE = Qt.ItemDataRole.UserRole + 3
IS_FOLDED_ROLE = Qt.ItemDataRole.UserRole + 4
HIT_ROLE = Qt.ItemDataRole.UserRole + 5
FOLDER_ROLE = Qt.ItemDataRole.UserRole + 6  # of headings: the name of a folder, or nothing
TITLE_ROLE = Qt.ItemDataRole.UserRole + 7  # of the conversation that a message was found in

PAGE = 300  # rows that are there before somebody scrolls down to more
_HIT = "!"  # begins the key of a message that was found
_by_activity = attrgetter("activity_number", "updated_at")


class ConversationList(QAbstractListModel):
    """Rows for headings, for conversations, and for messages that were found."""

    rearranged = Signal()
    folded_changed = Signal(tuple)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._summaries: dict[str, ConversationSummary] = {}  # the newest activity first
        self._folded_titles: dict[str, str] = {}
        self._running_ids: frozenset[str] = frozenset()
        self._search_words: list[str] = []
        self._hits: dict[str, SearchHit] = {}
        self._folded: set[str] = set()
        self._groups: dict[str, Group] = {}
        self._sizes: dict[str, int] = {}
        self._keys: list[str] = []  # of the rows that are there
        self._all_keys: list[str] = []
        self._today: date | None = None
        self._days = Days(date.min.replace(year=2000))

    def set_conversations(
        self, conversations: tuple[ConversationSummary, ...], running_ids: Iterable[str] = ()
    ) -> None:
        """Show these instead of all others; the newest activity stands first."""
        self._running_ids = frozenset(running_ids)
        summaries = {summary.id: summary for summary in conversations}
        if summaries != self._summaries or list(summaries) != list(self._summaries):
            self._summaries = summaries
            self._folded_titles.clear()
            self._show(is_new=True)
        else:
            self._show()

    def update_conversations(
        self,
        changed: Iterable[ConversationSummary],
        gone_ids: Iterable[str] = (),
        running_ids: Iterable[str] = (),
    ) -> None:
        """Take over what changed, and what is being answered; other rows stay as they are."""
        running = frozenset(running_ids)
        touched = set(running ^ self._running_ids)
        self._running_ids = running
        is_moved = False
        for summary in changed:
            touched.add(summary.id)
            old = self._summaries.get(summary.id)
            is_moved |= old is None or old.activity_number != summary.activity_number
            self._summaries[summary.id] = summary
            self._folded_titles.pop(summary.id, None)
        for id_ in gone_ids:
            self._summaries.pop(id_, None)
        if is_moved:
            ordered = sorted(self._summaries.values(), key=_by_activity, reverse=True)
            self._summaries = {summary.id: summary for summary in ordered}
        self._show(touched)

    def set_filter(self, text: str) -> None:
        """Show only the conversations whose title holds every word of ``text``."""
        self._search_words = text.casefold().split()
        self._hits = {}
        self._show(is_new=True)

    def set_hits(self, hits: Iterable[SearchHit]) -> None:
        """Show messages that were found below the titles."""
        self._hits = {f"{_HIT}{hit.message_id}": hit for hit in hits if hit.message_id is not None}
        self._show()

    def toggle_fold(self, index: AnyIndex) -> None:
        """Fold what stands under a heading, or show it again."""
        key = self._keys[index.row()]
        self._folded ^= {key}
        self._show(is_new=True)
        self.folded_changed.emit(tuple(sorted(self._folded)))

    def set_folded(self, keys: Iterable[str]) -> None:
        """Fold these groups, and no others."""
        if set(keys) != self._folded:
            self._folded = set(keys)
            self._show(is_new=True)

    def heading_of(self, index: AnyIndex) -> QModelIndex:
        """Return the heading that a row stands under, or the row itself where it is one."""
        for row in range(index.row(), -1, -1):
            if self._keys[row].startswith(HEADING):
                return self.index(row)
        return QModelIndex()

    def drop_folder(self, heading: AnyIndex) -> str | None:
        """Return which folder what is dropped under a heading goes to; nothing is none at all.

        None says that nothing can be dropped there: no folder makes anything pinned or answered.
        """
        group = self._groups[self._keys[heading.row()]] if heading.isValid() else BY_AGE[Age.TODAY]
        return group.folder if group.folder or group.age is not None else None

    def follow_folder(self, old: str, new: str) -> None:
        """Keep a folder folded that gets another name."""
        old_key, new_key = folder_group(old).key, folder_group(new).key
        if old_key in self._folded:
            self._folded = self._folded - {old_key} | {new_key}
            self.folded_changed.emit(tuple(sorted(self._folded)))

    def title(self, conversation_id: str) -> str:
        """Return a conversation's title, or nothing where it is not known."""
        summary = self._summaries.get(conversation_id)
        return "" if summary is None else summary.title

    def summary(self, conversation_id: str) -> ConversationSummary | None:
        """Return what is known of a conversation."""
        return self._summaries.get(conversation_id)

    def summaries(self) -> tuple[ConversationSummary, ...]:
        """Return all conversations, whatever the filter hides, newest first."""
        return tuple(self._summaries.values())

    def folders(self) -> tuple[str, ...]:
        """Return the names of all folders that have a conversation."""
        folders = {summary.folder for summary in self._summaries.values() if summary.folder}
        return tuple(sorted(folders, key=str.casefold))

    def index_of(self, conversation_id: str) -> QModelIndex:
        """Return where a conversation stands; invalid where the filter hides it.

        Rows down to there are added if need be.
        """
        try:
            row = self._all_keys.index(conversation_id)
        except ValueError:
            return QModelIndex()
        if row >= len(self._keys):
            self._reach(row + PAGE)
        return self.index(row)

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._keys)

    def canFetchMore(self, parent: AnyIndex) -> bool:
        return not parent.isValid() and len(self._keys) < len(self._all_keys)

    def fetchMore(self, parent: AnyIndex) -> None:
        self._reach(len(self._keys) + PAGE)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._keys):
            return None
        key = self._keys[index.row()]
        if key.startswith(HEADING):
            return self._heading_data(key, role)
        if key.startswith(_HIT):
            return self._hit_data(self._hits[key], role)
        return self._conversation_data(key, role)

    def flags(self, index: AnyIndex) -> Qt.ItemFlag:
        if not index.isValid():
            return Qt.ItemFlag.NoItemFlags
        key = self._keys[index.row()]
        if not key.startswith(HEADING):
            selectable = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
            return (
                selectable if key.startswith(_HIT) else selectable | Qt.ItemFlag.ItemIsDragEnabled
            )
        # The arrow keys pass over a heading, unless it hides what stands under it.
        return Qt.ItemFlag.ItemIsEnabled if key in self._folded else Qt.ItemFlag.NoItemFlags

    def _conversation_data(self, id_: str, role: int) -> object:
        is_running = id_ in self._running_ids
        if role == ID_ROLE:
            return id_
        if role == IS_RUNNING_ROLE:
            return is_running
        if role == Qt.ItemDataRole.DisplayRole:
            return self._shown_title(id_)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            text = self.tr("%1, being answered") if is_running else "%1"
            return text.replace("%1", self._shown_title(id_))
        return None

    def _heading_data(self, key: str, role: int) -> object:
        if role == IS_HEADING_ROLE:
            return True
        if role == IS_FOLDED_ROLE:
            return key in self._folded
        if role == FOLDER_ROLE:
            return self._groups[key].folder
        if role == Qt.ItemDataRole.DisplayRole:
            name = self._heading(self._groups[key])
            return f"{name} ({self._sizes[key]})" if key in self._folded else name
        return None

    def _hit_data(self, hit: SearchHit, role: int) -> object:
        if role == ID_ROLE:
            return hit.conversation_id
        if role == HIT_ROLE:
            return hit
        if role == TITLE_ROLE:
            return self._named(hit.title)
        if role == Qt.ItemDataRole.DisplayRole:
            return hit.snippet
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            text = self.tr("In “%1”: %2").replace("%1", self._named(hit.title))
            return text.replace("%2", without_hidden(hit.snippet))
        return None

    def _shown_title(self, id_: str) -> str:
        return self._named(self._summaries[id_].title)

    def _named(self, title: str) -> str:
        return without_hidden(title) or self.tr("New chat")

    def _show(self, touched: Collection[str] = (), *, is_new: bool = False) -> None:
        """Bring the rows to what they should be; a few of them by themselves, many at once."""
        self._all_keys = self._wanted_keys()
        count = PAGE if is_new else max(PAGE, len(self._keys))
        old, new = self._keys, self._all_keys[:count]
        changes = None if is_new else row_changes(old, new, touched if old != new else ())
        if changes is None:
            self.beginResetModel()
            self._keys = new
            self.endResetModel()
            return
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

    def _reach(self, count: int) -> None:
        first, last = len(self._keys), min(count, len(self._all_keys)) - 1
        if last >= first:
            self.beginInsertRows(QModelIndex(), first, last)
            self._keys = self._all_keys[: last + 1]
            self.endInsertRows()

    def _wanted_keys(self) -> list[str]:
        keys: list[str] = []
        wanted = self._matches_search if self._search_words else None
        running = self._running_ids
        for group, ids in grouped(self._summaries.values(), running, self._current_days(), wanted):
            self._add_group(keys, group, ids)
        if self._hits:
            self._add_group(keys, FOUND, list(self._hits))
        return keys

    def _add_group(self, keys: list[str], group: Group, rows: list[str]) -> None:
        self._groups[group.key] = group
        self._sizes[group.key] = len(rows)
        keys.append(group.key)
        if group.key not in self._folded:
            keys += rows

    def _current_days(self) -> Days:
        today = datetime.now().astimezone().date()
        if today != self._today:
            self._today, self._days = today, Days(today)
        return self._days

    def _matches_search(self, id_: str) -> bool:
        title = self._folded_titles.get(id_)
        if title is None:
            title = self._folded_titles[id_] = self._shown_title(id_).casefold()
        return all(word in title for word in self._search_words)

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
