"""The view of the list of conversations: opening, selecting, folding, dragging, renaming."""

import msgspec
from PySide6.QtCore import (
    QItemSelectionModel,
    QMimeData,
    QModelIndex,
    QPersistentModelIndex,
    QPoint,
    QRectF,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QDrag,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDragMoveEvent,
    QDropEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractItemView, QFrame, QLabel, QListView, QWidget

from app.domain.conversations import SearchHit
from app.widgets.kit.edge_scroll import EdgeScroller
from app.widgets.kit.list_rows import AnyIndex
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill, translate
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.sidebar.delegate import ConversationDelegate
from app.widgets.sidebar.list import ConversationList
from app.widgets.sidebar.row_data import (
    FOLDER_ROLE,
    HIT_ROLE,
    ID_ROLE,
    IS_FOLDED_ROLE,
    IS_HEADING_ROLE,
    drop_folder,
    heading_of,
)

DRAG_MIME_TYPE = "application/x-hubbub-conversations"
_CHOOSING = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class _Typed(msgspec.Struct, frozen=True):
    """The content of the field over a row that is being renamed."""

    text: str
    cursor: int
    is_modified: bool


class ConversationListView(QListView):
    """A click or Enter opens; Ctrl or Shift extends the selection. Left and Right fold groups.

    The selection can be dragged into folders and out of them; a row is renamed in place.
    """

    menu_requested = Signal(QPoint)
    folder_menu_requested = Signal(str, QPoint)
    tag_clicked = Signal(str)
    selection_changed = Signal()

    def __init__(
        self,
        conversations: ConversationList,
        requests: WindowRequests,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._requests = requests
        self._list = conversations
        self._typed: _Typed | None = None
        self._target: QPersistentModelIndex | None = (
            None  # the heading of the group that a drop would go to
        )
        self._dragged_tab: tuple[str, QPoint | None] = "", None
        self._tab_scroller = EdgeScroller(self, self._scroll_for_tab)  # Qt scrolls for own drags
        self.setModel(conversations)
        self._delegate = ConversationDelegate(self)
        self.setItemDelegate(self._delegate)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setUniformItemSizes(True)  # otherwise ten thousand rows would be measured one by one
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setDragDropMode(QAbstractItemView.DragDropMode.DragDrop)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAccessibleName(self.tr("All chats"))
        self.viewport().setBackgroundRole(QPalette.ColorRole.Window)
        self.customContextMenuRequested.connect(self._on_menu_requested)
        self.selectionModel().selectionChanged.connect(lambda: self.selection_changed.emit())
        conversations.modelAboutToBeReset.connect(self._keep_typed)
        for changed in (conversations.modelReset, conversations.rearranged):
            changed.connect(self._type_on)

    def selected_ids(self) -> tuple[str, ...]:
        """Return the conversations that are selected, from top to bottom."""
        rows = sorted(self.selectedIndexes(), key=lambda index: index.row())
        ids = (index.data(ID_ROLE) for index in rows)
        return tuple(dict.fromkeys(id_ for id_ in ids if id_))

    def current_folder(self) -> str:
        """Return the folder of the current heading, or an empty string."""
        folder = self.currentIndex().data(FOLDER_ROLE)
        return folder if isinstance(folder, str) else ""

    def is_renaming(self) -> bool:
        """Return whether a row is being renamed."""
        # Not the view's state: removing another row resets EditingState.
        return self._delegate.editor is not None

    def rename_current(self) -> bool:
        """Start renaming the current row; return False if it has no name."""
        index = self.currentIndex()
        if not index.flags() & Qt.ItemFlag.ItemIsEditable:
            return False
        self.scrollTo(index)
        self.edit(index)
        return True

    def rowsAboutToBeRemoved(self, parent: AnyIndex, start: int, end: int) -> None:
        if self.is_renaming() and start <= self._delegate.edited_row() <= end:
            self._keep_typed()
        super().rowsAboutToBeRemoved(parent, start, end)

    def set_marked_above(self, conversation_id: str) -> None:
        """Do not draw this chat as selected alone: it is highlighted above the list."""
        self._delegate.marked_above = conversation_id
        self.viewport().update()

    def select_only(self, index: QModelIndex) -> None:
        """Select only this row, even while Ctrl is pressed for the key that switched the tab."""
        only = QItemSelectionModel.SelectionFlag.ClearAndSelect
        self.selectionModel().setCurrentIndex(index, only)

    def open_current(self) -> None:
        """Open the current row."""
        self._open(self.currentIndex())

    def startDrag(self, supported: Qt.DropAction) -> None:
        ids = self.selected_ids()
        if ids:
            drag = QDrag(self)
            drag.setMimeData(drag_data(ids))
            drag.setPixmap(_drag_pixmap(self, ids, self._list))
            # Next to the pointer, so that the picture does not hide the folder under it.
            drag.setHotSpot(QPoint(-8, -8))
            drag.exec(Qt.DropAction.MoveAction)
            self._set_target(None)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        event.setAccepted(event.mimeData().hasFormat(DRAG_MIME_TYPE))

    def dragMoveEvent(self, event: QDragMoveEvent) -> None:
        super().dragMoveEvent(event)  # scrolls at the edges
        heading = _heading_at(self, event.position().toPoint())
        is_possible = event.mimeData().hasFormat(DRAG_MIME_TYPE)
        is_possible &= drop_folder(heading) is not None
        self._set_target(heading if is_possible else None)
        event.setAccepted(is_possible)

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        super().dragLeaveEvent(event)
        self._set_target(None)

    def dropEvent(self, event: QDropEvent) -> None:
        # Not left to QListView, which would move the rows itself; the list changes when the
        # folder is stored.
        folder = drop_folder(_heading_at(self, event.position().toPoint()))
        if folder is not None and event.mimeData().hasFormat(DRAG_MIME_TYPE):
            ids = bytes(event.mimeData().data(DRAG_MIME_TYPE).data()).decode().split("\n")
            event.acceptProposedAction()
            self._requests.folder_requested.emit(tuple(ids), folder)
        # QListView's own handler would do these; it is not called here.
        self.stopAutoScroll()
        self.setState(QAbstractItemView.State.NoState)
        self._set_target(None)

    def show_tab_target(self, conversation_id: str, position: QPoint | None) -> None:
        """Mark the folder that a tab at a point of the screen would be dropped into, if any."""
        is_known = (
            position is not None and self.tab_folder_at(conversation_id, position) is not None
        )
        place = self.viewport().mapFromGlobal(position) if position is not None else QPoint()
        self._set_target(_heading_at(self, place) if is_known else None)
        self._dragged_tab = conversation_id, position
        is_over = self.isVisible() and self.viewport().rect().contains(place)
        if position is not None and is_over:
            self._tab_scroller.follow(place.y(), self.viewport().height())
        else:
            self._tab_scroller.stop()

    def _scroll_for_tab(self, direction: int) -> bool:
        bar = self.verticalScrollBar()
        before = bar.value()
        bar.setValue(before + direction * self.sizeHintForRow(0) // 2)
        self.show_tab_target(*self._dragged_tab)
        return bar.value() != before

    def tab_folder_at(self, conversation_id: str, position: QPoint) -> str | None:
        """Return the folder that a tab at a point of the screen would be dropped into.

        An empty string means no folder; None means that a drop there changes nothing.
        """
        place = self.viewport().mapFromGlobal(position)
        known = self._list.listed.known((conversation_id,))
        if not known or not self.isVisible() or not self.viewport().rect().contains(place):
            return None
        folder = drop_folder(_heading_at(self, place))
        return None if folder == known[0].folder else folder

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        if self._target is not None and self._target.isValid():
            painter = QPainter(self.viewport())
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            painter.setPen(QPen(QColor(colours_of(self.palette()).accent), 2))
            area = QRectF(self.visualRect(self._target)).adjusted(5, 2, -5, -2)
            painter.drawRoundedRect(area, 7, 7)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        index = self.indexAt(event.position().toPoint())
        # A heading is not selectable, but a press on it must not clear the selection either.
        if index.data(IS_HEADING_ROLE):
            if event.button() is Qt.MouseButton.LeftButton:
                self._press_heading(index, event.position().toPoint())
            return
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        # Opened on release, because a press may begin a drag.
        is_plain = event.button() is Qt.MouseButton.LeftButton and not (
            event.modifiers() & _CHOOSING
        )
        position = event.position().toPoint()
        index = self.indexAt(position)
        if not is_plain or index != self.currentIndex() or index.data(IS_HEADING_ROLE):
            return
        tag = self._delegate.tag_at(self.visualRect(index), index, position)
        if tag:
            self.tag_clicked.emit(tag)
        else:
            self._open(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        index = self.currentIndex()
        key = event.key()
        if self.is_renaming():
            super().keyPressEvent(event)  # Enter ends the renaming, and opens nothing
        elif key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._open(index)
        elif key == Qt.Key.Key_Delete and not isinstance(index.data(HIT_ROLE), SearchHit):
            if self.selectedIndexes():
                self._requests.delete_requested.emit(self.selected_ids())
        elif key == Qt.Key.Key_Space and index.data(IS_HEADING_ROLE):
            self._list.toggle_fold(index)
        elif key == Qt.Key.Key_Left and not index.data(IS_FOLDED_ROLE):
            self._fold_around(index)
        elif key == Qt.Key.Key_Right and index.data(IS_FOLDED_ROLE):
            self._unfold(index)
        else:
            super().keyPressEvent(event)

    def _keep_typed(self) -> None:
        """Keep the text typed over a row that moves: the view removes its field."""
        editor = self._delegate.editor
        if editor is not None:
            self._typed = _Typed(editor.text(), editor.cursorPosition(), editor.isModified())

    def _type_on(self) -> None:
        """Continue renaming the row that has moved, if it still exists."""
        typed, self._typed = self._typed, None
        if typed is None:
            return
        index = _moved_row(self._list, self._delegate)
        if not index.isValid():
            return
        # The view removes the field but does not leave this state.
        self.setState(QAbstractItemView.State.NoState)
        self.select_only(index)
        self.edit(index)
        editor = self._delegate.editor
        if editor is not None and typed.is_modified:
            editor.setText(typed.text)
            editor.setModified(True)
            editor.setCursorPosition(typed.cursor)

    def _open(self, index: QModelIndex) -> None:
        hit = index.data(HIT_ROLE)
        conversation_id = index.data(ID_ROLE)
        if isinstance(hit, SearchHit) and hit.message_id is not None:
            self._requests.message_activated.emit(hit.conversation_id, hit.message_id)
        elif conversation_id:
            self._requests.conversation_activated.emit(conversation_id)
        elif index.data(FOLDER_ROLE):
            self._list.toggle_fold(index)
        elif index.data(IS_HEADING_ROLE):
            self._unfold(index)

    def _press_heading(self, index: QModelIndex, position: QPoint) -> None:
        folder = index.data(FOLDER_ROLE)
        if folder:
            _make_current(self, index)
        if self._delegate.is_on_plus(self.visualRect(index), index, position):
            self._requests.new_chat_in_folder_requested.emit(folder)
        else:
            self._list.toggle_fold(index)

    def _fold_around(self, index: QModelIndex) -> None:
        heading = heading_of(index)
        if heading.isValid():
            row = heading.row()
            self._list.toggle_fold(heading)
            self.setCurrentIndex(self._list.index(row))

    def _unfold(self, index: QModelIndex) -> None:
        row = index.row()
        self._list.toggle_fold(index)
        # Keys do not reach a heading that hides nothing.
        reached = self._list.index(row)
        is_reached = reached.flags() & Qt.ItemFlag.ItemIsEnabled
        self.setCurrentIndex(reached if is_reached else self._list.index(row + 1))

    def _on_menu_requested(self, position: QPoint) -> None:
        index = self.indexAt(position)
        global_position = self.viewport().mapToGlobal(position)
        if index.data(ID_ROLE):
            self.menu_requested.emit(global_position)
        elif index.data(FOLDER_ROLE):
            _make_current(self, index)
            self.folder_menu_requested.emit(index.data(FOLDER_ROLE), global_position)

    def _set_target(self, heading: QModelIndex | None) -> None:
        if heading is None and self._target is None:
            return
        self._target = None if heading is None else QPersistentModelIndex(heading)
        self.viewport().update()


def _moved_row(conversations: ConversationList, delegate: ConversationDelegate) -> QModelIndex:
    """Return the row that was typed over until it moved; invalid where it is gone."""
    if delegate.edited_id:
        return conversations.index_of(delegate.edited_id)
    return conversations.index_of_folder(delegate.edited_folder)


def _heading_at(view: QAbstractItemView, position: QPoint) -> QModelIndex:
    index = view.indexAt(position)
    return heading_of(index) if index.isValid() else index


def _make_current(view: QAbstractItemView, folder: QModelIndex) -> None:
    """Let keys be about a folder that was clicked; what is selected stays selected."""
    none = QItemSelectionModel.SelectionFlag.NoUpdate
    view.selectionModel().setCurrentIndex(folder, none)


def drag_data(ids: tuple[str, ...]) -> QMimeData:
    """Return the drag-and-drop data of conversations."""
    data = QMimeData()
    data.setData(DRAG_MIME_TYPE, "\n".join(ids).encode())
    return data


def _drag_pixmap(view: QWidget, ids: tuple[str, ...], conversations: ConversationList) -> QPixmap:
    """Draw the image of a drag: a title, or the number of conversations."""
    many = translate("ConversationListView", "{count:,} chats")
    text = conversations.listed.title(ids[0]) if len(ids) == 1 else fill(many, count=len(ids))
    label = QLabel(textFormat=Qt.TextFormat.PlainText)
    label.setFont(view.font())
    label.setMargin(8)
    dress = label.palette()
    dress.setColor(QPalette.ColorRole.Window, QColor(colours_of(view.palette()).bubble))
    label.setPalette(dress)
    label.setText(label.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, 220))
    return label.grab()
