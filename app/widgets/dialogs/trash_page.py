"""The page that restores deleted conversations, or deletes them permanently."""

from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, timedelta

from PySide6.QtCore import QAbstractListModel, QDate, QLocale, QObject, Qt, Signal
from PySide6.QtGui import QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QDialog,
    QFrame,
    QListView,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from app.domain.conversations import DeletedConversation
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.forms import CheckBox
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.list_rows import AnyIndex, TwoLineDelegate
from app.widgets.kit.small_dialogs import QuestionBox
from app.widgets.kit.state_panel import StatePanel
from app.widgets.kit.translation import fill, shown_title
from app.widgets.markdown.safe_text import without_hidden

KEPT_DAYS = 30
DETAIL_ROLE = Qt.ItemDataRole.UserRole + 1


class TrashList(QAbstractListModel):
    """One row for each deleted conversation, with the days until it is removed."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._deleted: tuple[DeletedConversation, ...] = ()
        self._label = ""

    def set_deleted(self, deleted: tuple[DeletedConversation, ...]) -> None:
        """Replace the rows."""
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
        day = shown_day(deleted.deleted_at.astimezone().date())
        left = max(0, KEPT_DAYS - (datetime.now(UTC) - deleted.deleted_at) // timedelta(days=1))
        text = self.tr("{count:,} messages, deleted {day}, removed in {left:,} days")
        if deleted.message_count == 0:
            text = self.tr("deleted {day}, removed in {left:,} days")
        return fill(text, count=deleted.message_count, day=day, left=left)


class RemovalQuestion(QuestionBox):
    """A question with a check box, if a backup contains the conversations.

    Attributes:
        check_box: whether to remove them from the backups as well.
    """

    def __init__(
        self,
        text: str,
        action: str,
        parent: QWidget,
        *,
        kept_until: date | None,
        is_chosen: bool,
    ) -> None:
        self._backups = QWidget()
        self.check_box = CheckBox()
        self._note = MutedLabel(wraps=True)
        vertical_layout(self._backups, self.check_box, self._note, margins=(0, 0, 0, 0), spacing=4)
        super().__init__(text, action, parent, self._backups)
        self.check_box.setText(self.tr("Also remove from the backups"))
        self.check_box.setChecked(is_chosen)
        self._backups.setVisible(kept_until is not None)
        if kept_until is not None:
            note = self.tr("Otherwise, it stays in the backups until about {day}.")
            self._note.setText(fill(note, day=shown_day(kept_until)))

    @property
    def wants_backups(self) -> bool:
        """Whether to remove them from the backups as well."""
        return self.check_box.isChecked()


def shown_day(day: date) -> str:
    """Return a date in the user's locale."""
    return QLocale().toString(QDate(day.year, day.month, day.day), QLocale.FormatType.ShortFormat)


class TrashPage(QDialog):
    """Shows deleted conversations, and asks before it requests a permanent deletion.

    ``remove_requested`` and ``empty_requested`` also emit whether to change the backups.
    """

    restore_requested = Signal(tuple)
    remove_requested = Signal(tuple, bool)
    empty_requested = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Trash"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._list = TrashList(self)
        self._kept_until: Mapping[str, date] = {}
        self._removes_from_backups = True
        self.rule_label = MutedLabel(wraps=True)
        self.view = QListView(self)
        self._restore = PillButton(self.tr("Restore"), is_main=True)
        self._remove = PillButton(self.tr("Delete permanently…"))
        self._empty = PillButton(self.tr("Empty the trash…"))
        self._build_view()
        self._build_layout()
        self._connect()
        self._show_state()

    @property
    def buttons(self) -> tuple[PillButton, PillButton, PillButton]:
        """The buttons that restore, delete permanently, and empty the trash."""
        return self._restore, self._remove, self._empty

    def set_deleted(self, deleted: tuple[DeletedConversation, ...]) -> None:
        """Show deleted conversations, with the first one selected."""
        self._list.set_deleted(deleted)
        if deleted:
            self.view.setCurrentIndex(self._list.index(0))
        self._show_state()

    def set_backups(self, kept_until: Mapping[str, date], *, removes: bool) -> None:
        """Set the date until which backups keep each conversation, and whether they remove it."""
        self._kept_until = kept_until
        self._removes_from_backups = removes
        text = self.tr(
            "Deleted chats are kept here for 30 days. Then they are deleted "
            "permanently, but stay in the backups for about another month. You can change this "
            "in the settings."
        )
        if removes:
            text = self.tr(
                "Deleted chats are kept here for 30 days. Then they are deleted "
                "permanently, including from the backups."
            )
        self.rule_label.setText(text)

    def selected_ids(self) -> tuple[str, ...]:
        """Return the selected conversations, from top to bottom."""
        rows = sorted(self.view.selectedIndexes(), key=lambda index: index.row())
        return tuple(self._list.id_at(index) for index in rows)

    def _build_view(self) -> None:
        view = self.view
        view.setModel(self._list)
        view.setItemDelegate(TwoLineDelegate(DETAIL_ROLE, view))
        view.setUniformItemSizes(True)
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setMouseTracking(True)
        view.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        view.setAccessibleName(self.tr("Deleted chats"))
        view.viewport().setBackgroundRole(QPalette.ColorRole.Window)

    def _build_layout(self) -> None:
        nothing = StatePanel(icon="trash")
        nothing.show_state(self.tr("The trash is empty."))
        self._stack = QStackedLayout()
        self._stack.addWidget(self.view)
        self._stack.addWidget(nothing)
        for button in self.buttons:
            button.setAutoDefault(button is self._restore)
        column = QVBoxLayout(self)
        column.addWidget(self.rule_label)
        column.addLayout(self._stack, 1)
        column.addLayout(FlowLayout(self._restore, self._remove, last=self._empty))

    def _connect(self) -> None:
        self.view.selectionModel().selectionChanged.connect(lambda: self._show_state())
        self.view.doubleClicked.connect(lambda: self._on_restore())
        self._restore.clicked.connect(lambda: self._on_restore())
        self._remove.clicked.connect(lambda: self._on_remove())
        self._empty.clicked.connect(lambda: self._on_empty())

    def _on_restore(self) -> None:
        selected = self.selected_ids()
        if selected:
            self.restore_requested.emit(selected)

    def _on_remove(self) -> None:
        selected = self.selected_ids()
        text = self.tr("Delete {count:,} chats permanently? This can't be undone.")
        if len(selected) == 1:
            text = self.tr("Delete this chat permanently? This can't be undone.")
        self._ask(
            fill(text, count=len(selected)),
            self.tr("Delete permanently"),
            selected,
            lambda from_backups: self.remove_requested.emit(selected, from_backups),
        )

    def _on_empty(self) -> None:
        text = self.tr("Delete all {count:,} chats in the trash permanently? This can't be undone.")
        self._ask(
            fill(text, count=self._list.rowCount()),
            self.tr("Empty the trash"),
            self._list.ids(),
            self.empty_requested.emit,
        )

    def _ask(
        self, text: str, label: str, ids: tuple[str, ...], action: Callable[[bool], object]
    ) -> None:
        days = [self._kept_until[each] for each in ids if each in self._kept_until]
        box = RemovalQuestion(
            text,
            label,
            self,
            kept_until=max(days, default=None),
            is_chosen=self._removes_from_backups,
        )
        box.accepted.connect(lambda: action(box.wants_backups))
        box.open()

    def _show_state(self) -> None:
        has_some = self._list.rowCount() > 0
        self._stack.setCurrentIndex(0 if has_some else 1)
        self._empty.setEnabled(has_some)
        for button in (self._restore, self._remove):
            button.setEnabled(bool(self.selected_ids()))
