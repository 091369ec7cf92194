"""The item model of what was deleted and can still be restored."""

from datetime import UTC, datetime, timedelta

from PySide6.QtCore import QAbstractListModel, QDate, QLocale, QObject, Qt

from app.domain import DeletedConversation
from app.widgets.kit.list_rows import AnyIndex
from app.widgets.kit.translation import fill, shown_title
from app.widgets.markdown.safe_text import without_hidden

KEPT_DAYS = 30
DETAIL_ROLE = Qt.ItemDataRole.UserRole + 1


class TrashList(QAbstractListModel):
    """One row for each, the last deleted first; says how long it is still kept."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._deleted: tuple[DeletedConversation, ...] = ()
        self._label = ""

    def set_deleted(self, deleted: tuple[DeletedConversation, ...]) -> None:
        """Show these instead of all others."""
        self.beginResetModel()
        self._deleted = deleted
        self.endResetModel()

    def ids(self) -> tuple[str, ...]:
        """Return the conversations of all rows."""
        return tuple(deleted.id for deleted in self._deleted)

    def id_at(self, index: AnyIndex) -> str:
        """Return the conversation of a row."""
        return self._deleted[index.row()].id

    def rowCount(self, parent: AnyIndex | None = None) -> int:
        return 0 if parent is not None and parent.isValid() else len(self._deleted)

    def data(self, index: AnyIndex, role: int = Qt.ItemDataRole.DisplayRole) -> object:
        if not index.isValid() or index.row() >= len(self._deleted):
            return None
        deleted = self._deleted[index.row()]
        title = shown_title(without_hidden(deleted.title))
        if role == Qt.ItemDataRole.DisplayRole:
            return title
        if role == DETAIL_ROLE:
            return self._detail(deleted)
        if role == Qt.ItemDataRole.AccessibleTextRole:
            return f"{title}, {self._detail(deleted)}"
        return None

    def _detail(self, deleted: DeletedConversation) -> str:
        date = deleted.deleted_at.astimezone().date()
        day = QLocale().toString(
            QDate(date.year, date.month, date.day), QLocale.FormatType.ShortFormat
        )
        left = max(0, KEPT_DAYS - (datetime.now(UTC) - deleted.deleted_at) // timedelta(days=1))
        text = self.tr("{count:,} messages, deleted {day}, removed in {left:,} days")
        if deleted.message_count == 0:
            text = self.tr("deleted {day}, removed in {left:,} days")
        return fill(text, count=deleted.message_count, day=day, left=left)
