"""How the rows of the list of conversations are drawn, and typed over to rename them."""

from PySide6.QtCore import QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QLineEdit, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.domain import SearchHit
from app.widgets.kit.list_rows import AnyIndex, paint_row_background
from app.widgets.kit.name_dialog import LONGEST_NAME
from app.widgets.kit.theme import colours_of
from app.widgets.sidebar.row_data import FOLDER_ROLE, HIT_ROLE, ID_ROLE, LOOK_ROLE, TITLE_ROLE
from app.widgets.sidebar.row_look import ConversationLook, HeadingLook
from app.widgets.sidebar.row_painter import (
    paint_conversation,
    paint_heading,
    paint_hit,
    plus_area,
    tag_area,
)


class ConversationDelegate(QStyledItemDelegate):
    """Muted headings, rounded selection, a sign for what a chat is doing; rows are equally high.

    Attributes:
        editor: what somebody types in, over a row.
        edited_id, edited_folder: which conversation or folder that row is of.
    """

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.editor: QLineEdit | None = None
        self.edited_id = self.edited_folder = ""
        self._edited = QPersistentModelIndex()

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        colours = colours_of(option.palette)
        look, hit = index.data(LOOK_ROLE), index.data(HIT_ROLE)
        area = _area(option.rect)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if isinstance(look, HeadingLook):
            paint_heading(painter, option, area, look, colours)
        elif isinstance(hit, SearchHit):
            paint_row_background(painter, option, area, colours)
            title, mark = str(index.data(TITLE_ROLE)), isinstance(look, ConversationLook)
            is_archived = mark and look.is_archived
            paint_hit(painter, area, hit, title, colours, is_archived=is_archived)
        elif isinstance(look, ConversationLook):
            paint_row_background(painter, option, area, colours)
            paint_conversation(painter, area, look, colours)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(60, option.fontMetrics.height() + 14)

    def is_on_plus(self, row: QRect, index: AnyIndex, position: QPoint) -> bool:
        """Return whether a place in a row is that of a folder's "+"."""
        look = index.data(LOOK_ROLE)
        is_folder = isinstance(look, HeadingLook) and look.colour is not None
        return is_folder and plus_area(_area(row)).contains(position)

    def tag_at(self, row: QRect, index: AnyIndex, position: QPoint) -> str:
        """Return the tag that is drawn at a place in a row, or an empty text."""
        look = index.data(LOOK_ROLE)
        if not isinstance(look, ConversationLook) or not look.tags or index.data(HIT_ROLE):
            return ""
        view = self.parent()
        assert isinstance(view, QWidget)
        area = tag_area(_area(row), look, view.font())
        return look.tags[0] if area.contains(position) else ""

    def createEditor(
        self, parent: QWidget, option: QStyleOptionViewItem, index: AnyIndex
    ) -> QWidget:
        editor = QLineEdit(parent, maxLength=LONGEST_NAME)
        is_folder = isinstance(index.data(LOOK_ROLE), HeadingLook)
        editor.setAccessibleName(self.tr("Folder name") if is_folder else self.tr("Title"))
        self.editor = editor
        self._edited = QPersistentModelIndex(index)
        self.edited_id = index.data(ID_ROLE) or ""
        self.edited_folder = index.data(FOLDER_ROLE) or ""
        return editor

    def destroyEditor(self, editor: QWidget, index: AnyIndex) -> None:
        self.editor = None
        super().destroyEditor(editor, index)

    def edited_row(self) -> int:
        """Return the number of the row that is typed over."""
        return self._edited.row()

    def setEditorData(self, editor: QWidget, index: AnyIndex) -> None:
        assert isinstance(editor, QLineEdit)
        # The row may change while somebody types: an answer ends, a title is proposed.
        if not editor.isModified():
            editor.setText(str(index.data(Qt.ItemDataRole.EditRole)))
            editor.selectAll()

    def updateEditorGeometry(
        self, editor: QWidget, option: QStyleOptionViewItem, index: AnyIndex
    ) -> None:
        editor.setGeometry(_area(option.rect).adjusted(2, 0, -2, 0))


def _area(row: QRect) -> QRect:
    return QRect(row).adjusted(4, 1, -4, -1)
