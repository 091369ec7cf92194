"""The list of all conversations beside the tabs, with a box that filters it."""

from collections.abc import Iterable

from PySide6.QtCore import QEvent, QModelIndex, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListView,
    QMenu,
    QStackedLayout,
    QVBoxLayout,
    QWidget,
)

from app.domain import ConversationSummary
from app.widgets.controls import MutedLabel
from app.widgets.conversation_list import ID_ROLE, ConversationDelegate, ConversationList
from app.widgets.icons import tinted_icon
from app.widgets.slim_scroll_bar import use_slim_scroll_bars
from app.widgets.theme import colours_of


class FilterBox(QLineEdit):
    """Esc empties the box before it means anything else; Undo is its own once it was typed in."""

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            if self._takes(event):
                event.accept()
                return True
            if event.matches(QKeySequence.StandardKey.Undo) and not self.isUndoAvailable():
                event.ignore()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._takes(event):
            self.clear()
            return
        super().keyPressEvent(event)

    def _takes(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_Escape and bool(self.text())


class Sidebar(QWidget):
    """Shows conversations; opening, renaming and deleting are wishes that it passes on."""

    conversation_activated = Signal(str)
    rename_wished = Signal(str)
    delete_requested = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._list = ConversationList(self)
        self._filter = FilterBox(self)
        self._view = QListView(self)
        self._nothing = MutedLabel(parent=self)
        self._active_id: str | None = None
        self._build_filter()
        self._build_view()
        self._build_layout()
        self._list.modelReset.connect(self._on_list_reset)
        self._on_list_reset()

    @property
    def filter_box(self) -> QLineEdit:
        """The box that filters the list."""
        return self._filter

    @property
    def view(self) -> QListView:
        """The list itself."""
        return self._view

    @property
    def empty_words(self) -> str:
        """The sentence that stands in place of an empty list, or nothing."""
        return self._nothing.text() if self._list.rowCount() == 0 else ""

    def set_conversations(
        self, conversations: tuple[ConversationSummary, ...], running_ids: Iterable[str] = ()
    ) -> None:
        """Show these conversations, newest first."""
        self._list.set_conversations(conversations, running_ids)

    def title(self, conversation_id: str) -> str:
        """Return a conversation's title, or nothing where it is not listed."""
        return self._list.title(conversation_id)

    def set_active(self, conversation_id: str | None) -> None:
        """Mark the conversation whose tab is in front."""
        self._active_id = conversation_id
        index = self._list.index_of(conversation_id) if conversation_id else QModelIndex()
        if index.isValid():
            self._view.setCurrentIndex(index)
        else:
            self._view.clearSelection()

    def sizeHint(self) -> QSize:
        return QSize(self.fontMetrics().averageCharWidth() * 34, 400)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._filter_action.setIcon(tinted_icon("search", colours_of(self.palette()).muted))

    def _build_filter(self) -> None:
        self._filter.setPlaceholderText(self.tr("Filter conversations"))
        self._filter.setAccessibleName(self.tr("Filter conversations"))
        self._filter.setClearButtonEnabled(True)
        icon = tinted_icon("search", colours_of(self.palette()).muted)
        self._filter_action = self._filter.addAction(icon, QLineEdit.ActionPosition.LeadingPosition)
        self._filter.textChanged.connect(self._list.set_filter)

    def _build_view(self) -> None:
        view = self._view
        use_slim_scroll_bars(view)
        view.setModel(self._list)
        view.setItemDelegate(ConversationDelegate(view))
        view.setFrameShape(QFrame.Shape.NoFrame)
        view.setMouseTracking(True)
        view.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        view.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        view.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        view.setAccessibleName(self.tr("All conversations"))
        view.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        view.clicked.connect(self._on_activated)
        view.activated.connect(self._on_activated)
        view.customContextMenuRequested.connect(self._on_menu_requested)

    def _build_layout(self) -> None:
        self._nothing.setWordWrap(True)
        self._nothing.setAlignment(Qt.AlignmentFlag.AlignHCenter | Qt.AlignmentFlag.AlignTop)
        self._nothing.setContentsMargins(16, 24, 16, 0)
        self._stack = QStackedLayout()
        self._stack.addWidget(self._view)
        self._stack.addWidget(self._nothing)
        column = QVBoxLayout(self)
        column.setContentsMargins(8, 8, 4, 8)
        column.setSpacing(6)
        column.addWidget(self._filter)
        column.addLayout(self._stack, 1)

    def _on_list_reset(self) -> None:
        is_empty = self._list.rowCount() == 0
        if self._filter.text():
            self._nothing.setText(self.tr("No conversation has these words in its title."))
        else:
            self._nothing.setText(
                self.tr("No conversations yet. Write something: it is kept here, on this machine.")
            )
        self._stack.setCurrentWidget(self._nothing if is_empty else self._view)
        self.set_active(self._active_id)

    def _on_activated(self, index: QModelIndex) -> None:
        conversation_id = index.data(ID_ROLE)
        if conversation_id:
            self.conversation_activated.emit(conversation_id)

    def _on_menu_requested(self, position: QPoint) -> None:
        conversation_id = self._view.indexAt(position).data(ID_ROLE)
        if conversation_id:
            self.build_menu(conversation_id).popup(self._view.viewport().mapToGlobal(position))

    def build_menu(self, conversation_id: str) -> QMenu:
        """Return the menu of one conversation."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        for words, signal in (
            (self.tr("Open"), self.conversation_activated),
            (self.tr("Rename …"), self.rename_wished),
            (self.tr("Delete"), self.delete_requested),
        ):
            entry = menu.addAction(words)
            entry.triggered.connect(lambda _=False, told=signal: told.emit(conversation_id))
        return menu
