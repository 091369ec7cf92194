"""The table of a list of questions, drawn as other lists are: row by row, without a grid."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QPainter, QPalette
from PySide6.QtWidgets import (
    QAbstractItemView,
    QFrame,
    QHeaderView,
    QStyle,
    QStyleOptionViewItem,
    QTableView,
    QWidget,
)

from app.widgets.kit.list_rows import EDGE, PADDING, LineDelegate, paint_row_background
from app.widgets.kit.theme import Colours, TypeSize, colours_of, sized_font

_FLAGS = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading


class RowsTable(QTableView):
    """The arrow keys choose rows; Tab leaves it. Its last column is as wide as a few words."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setHorizontalHeader(_Head(self))
        self.setItemDelegate(_CellDelegate(self))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setTabKeyNavigation(False)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.viewport().setAutoFillBackground(False)
        # Fusion would fill the chosen row below what the cells draw.
        palette = QPalette()
        palette.setColor(QPalette.ColorRole.Highlight, Qt.GlobalColor.transparent)
        self.setPalette(palette)
        self.verticalHeader().hide()
        self.verticalHeader().setDefaultSectionSize(self.fontMetrics().height() + 14)

    def fit_columns(self, last_letters: int) -> None:
        """Give the last column room for so many letters, and the others the rest."""
        head, last = self.horizontalHeader(), self.model().columnCount() - 1
        head.setSectionResizeMode(QHeaderView.ResizeMode.Stretch)
        head.setSectionResizeMode(last, QHeaderView.ResizeMode.Fixed)
        width = last_letters * self.fontMetrics().averageCharWidth() + 2 * (EDGE + PADDING)
        head.resizeSection(last, width)


class _Head(QHeaderView):
    """Quiet words over the columns, in line with what stands below them."""

    def __init__(self, table: QTableView) -> None:
        super().__init__(Qt.Orientation.Horizontal, table)
        self.setSectionsClickable(False)
        self.viewport().setAutoFillBackground(False)

    def paintSection(self, painter: QPainter, rect: QRect, section: int) -> None:
        painter.save()
        painter.setFont(sized_font(self.font(), TypeSize.SMALL))
        painter.setPen(QColor(colours_of(self.palette()).muted))
        text = self.model().headerData(section, Qt.Orientation.Horizontal)
        inset = EDGE + PADDING
        painter.drawText(rect.adjusted(inset, 0, -inset, 0), _FLAGS, str(text))
        painter.restore()


class _CellDelegate(LineDelegate):
    """Of the background of a whole row each cell draws its own part."""

    def paint_background(
        self, painter: QPainter, option: QStyleOptionViewItem, area: QRect, colours: Colours
    ) -> None:
        table = option.widget
        assert isinstance(table, QTableView)
        row = QStyleOptionViewItem(option)
        row.state &= ~(QStyle.StateFlag.State_HasFocus | QStyle.StateFlag.State_MouseOver)
        if table.hasFocus() and row.state & QStyle.StateFlag.State_Selected:
            row.state |= QStyle.StateFlag.State_HasFocus
        whole = QRect(EDGE, area.top(), table.viewport().width() - 2 * EDGE, area.height())
        painter.save()
        painter.setClipRect(option.rect)
        paint_row_background(painter, row, whole, colours)
        painter.restore()
