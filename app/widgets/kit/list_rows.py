"""What item models and their delegates share: the type of an index, and the background of a row."""

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.widgets.kit.theme import Colours, colours_of

AnyIndex = QModelIndex | QPersistentModelIndex

RADIUS = 7
_PADDING = 10


def paint_row_background(
    painter: QPainter, option: QStyleOptionViewItem, area: QRect, colours: Colours
) -> None:
    """Paint the background of a row, and the focus ring."""
    is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
    if is_selected or option.state & QStyle.StateFlag.State_MouseOver:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.bubble if is_selected else colours.hover))
        painter.drawRoundedRect(QRectF(area), RADIUS, RADIUS)
    # The ring is painted over the background, else a selected row would hide it.
    if option.state & QStyle.StateFlag.State_HasFocus:
        paint_row_ring(painter, area, colours)


def paint_row_ring(painter: QPainter, area: QRect, colours: Colours) -> None:
    """Paint the focus ring alone."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colours.accent), 2))
    painter.drawRoundedRect(QRectF(area).adjusted(1, 1, -1, -1), RADIUS, RADIUS)


class LineDelegate(QStyledItemDelegate):
    """One line of text on such a row."""

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        colours = colours_of(option.palette)
        area = QRect(option.rect).adjusted(2, 1, -2, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row_background(painter, option, area, colours)
        inner = area.adjusted(_PADDING, 0, -_PADDING, 0)
        metrics = option.fontMetrics
        text = metrics.elidedText(str(index.data()), Qt.TextElideMode.ElideRight, inner.width())
        painter.setFont(option.font)
        painter.setPen(QColor(colours.text))
        painter.drawText(inner, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading, text)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(60, option.fontMetrics.height() + 14)
