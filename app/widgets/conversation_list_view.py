"""The list of conversations on the screen: one is opened, many are chosen, groups are folded."""

from PySide6.QtCore import QItemSelectionModel, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPalette
from PySide6.QtWidgets import QAbstractItemView, QFrame, QListView, QWidget

from app.domain import SearchHit
from app.widgets.conversation_delegate import ConversationDelegate
from app.widgets.conversation_list import (
    HIT_ROLE,
    ID_ROLE,
    IS_FOLDED_ROLE,
    IS_HEADING_ROLE,
    ConversationList,
)
from app.widgets.slim_scroll_bar import use_slim_scroll_bars

_CHOOSING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class ConversationListView(QListView):
    """A click or Enter opens; with Ctrl or Shift it chooses more. Left and Right fold groups."""

    opened = Signal(str)
    hit_opened = Signal(str, int)
    menu_requested = Signal(QPoint)

    def __init__(self, conversations: ConversationList, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._list = conversations
        use_slim_scroll_bars(self)
        self.setModel(conversations)
        self.setItemDelegate(ConversationDelegate(self))
        self.setUniformItemSizes(True)  # ten thousand rows are never measured one by one
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAccessibleName(self.tr("All conversations"))
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.customContextMenuRequested.connect(self._on_menu_requested)

    def chosen_ids(self) -> tuple[str, ...]:
        """Return the conversations that are selected, from top to bottom."""
        rows = sorted(self.selectedIndexes(), key=lambda index: index.row())
        ids = (index.data(ID_ROLE) for index in rows)
        return tuple(dict.fromkeys(id_ for id_ in ids if id_))

    def choose_only(self, index: QModelIndex) -> None:
        """Put the choice on one row, also while a hand holds Ctrl for the tab that it goes to."""
        only = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(index, only)

    def open_current(self) -> None:
        """Open the row that the keyboard is on."""
        self._open(self.currentIndex())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        if index.data(IS_HEADING_ROLE):
            if event.button() is Qt.MouseButton.LeftButton:
                self._list.toggle_fold(index)
            return
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        is_plain = event.button() is Qt.MouseButton.LeftButton and not (
            event.modifiers() & _CHOOSING
        )
        index = self.indexAt(event.position().toPoint())
        if is_plain and index == self.currentIndex():
            self._open(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(index)
        elif key == Qt.Key.Key_Left and not index.data(IS_FOLDED_ROLE):
            self._fold_around(index)
        elif key in (Qt.Key.Key_Right, Qt.Key.Key_Space) and index.data(IS_FOLDED_ROLE):
            self._unfold(index)
        else:
            super().keyPressEvent(event)

    def _open(self, index: QModelIndex) -> None:
        hit = index.data(HIT_ROLE)
        conversation_id = index.data(ID_ROLE)
        if isinstance(hit, SearchHit) and hit.message_id is not None:
            self.hit_opened.emit(hit.conversation_id, hit.message_id)
        elif conversation_id:
            self.opened.emit(conversation_id)
        elif index.data(IS_FOLDED_ROLE):
            self._unfold(index)

    def _fold_around(self, index: QModelIndex) -> None:
        for row in range(index.row(), -1, -1):
            heading = self._list.index(row)
            if heading.data(IS_HEADING_ROLE):
                self._list.toggle_fold(heading)
                self.setCurrentIndex(self._list.index(row))
                return

    def _unfold(self, index: QModelIndex) -> None:
        row = index.row()
        self._list.toggle_fold(index)
        self.setCurrentIndex(self._list.index(row + 1))

    def _on_menu_requested(self, position: QPoint) -> None:
        index = self.indexAt(position)
        if index.data(ID_ROLE):
            self.menu_requested.emit(self.viewport().mapToGlobal(position))
