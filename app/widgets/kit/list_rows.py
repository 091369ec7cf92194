"""Shared parts of item models and delegates: the index type and the painting of rows."""

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QHelpEvent, QPainter, QPen
from PySide6.QtWidgets import (
    QAbstractItemView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QWidget,
)

from app.widgets.kit.text import show_tip
from app.widgets.kit.theme import Colours, TypeSize, colours_of, sized_font

AnyIndex = QModelIndex | QPersistentModelIndex

RADIUS = 7
_FLAGS = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeading
PADDING = 10
LINE_PADDING = 16  # above and below the text of a row of one line
EDGE = 2  # left and right of the background of a row


def paint_row_background(
    painter: QPainter, option: QStyleOptionViewItem, area: QRect, colours: Colours
) -> None:
    """Paint the background of a row, and the focus ring."""
    is_selected = bool(option.state & QStyle.StateFlag.State_Selected)
    if is_selected or option.state & QStyle.StateFlag.State_MouseOver:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.bubble if is_selected else colours.hover))
        painter.drawRoundedRect(QRectF(area), RADIUS, RADIUS)
    # The ring is painted over the background; otherwise a selected row would hide it.
    if option.state & QStyle.StateFlag.State_HasFocus:
        paint_row_ring(painter, area, colours)


def paint_row_ring(painter: QPainter, area: QRect, colours: Colours) -> None:
    """Paint the focus ring alone."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colours.accent), 2))
    painter.drawRoundedRect(QRectF(area).adjusted(1, 1, -1, -1), RADIUS, RADIUS)


class LineDelegate(QStyledItemDelegate):
    """Draws rows with one line of text; a tooltip shows a line in full if it was elided."""

    def lines(self, option: QStyleOptionViewItem, index: AnyIndex) -> list[tuple[str, QFont]]:
        """Return the lines from top to bottom, each with its font; all but the first are muted."""
        return [(str(index.data()), option.font)]

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        colours = colours_of(option.palette)
        area = QRect(option.rect).adjusted(EDGE, 1, -EDGE, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self.paint_background(painter, option, area, colours)
        inner = area.adjusted(PADDING, 5, -PADDING, -5)
        lines = self.lines(option, index)
        inner.setHeight(inner.height() // len(lines))
        for number, (text, font) in enumerate(lines):
            painter.setFont(font)
            painter.setPen(QColor(self.ink(number, index, colours)))
            shown = QFontMetrics(font).elidedText(text, Qt.TextElideMode.ElideRight, inner.width())
            painter.drawText(inner, _FLAGS, shown)
            inner.moveTop(inner.bottom() + 1)
        painter.restore()

    def ink(self, number: int, index: AnyIndex, colours: Colours) -> str:
        """Return the colour of a line; 0 is the first one."""
        return colours.muted if number else colours.text

    def paint_background(
        self, painter: QPainter, option: QStyleOptionViewItem, area: QRect, colours: Colours
    ) -> None:
        """Paint the background of the lines."""
        paint_row_background(painter, option, area, colours)

    def helpEvent(
        self,
        event: QHelpEvent,
        view: QAbstractItemView,
        option: QStyleOptionViewItem,
        index: AnyIndex,
    ) -> bool:
        if event.type() is not QEvent.Type.ToolTip or not index.isValid():
            return super().helpEvent(event, view, option, index)
        lines = self.lines(option, index)
        room = QRect(option.rect).width() - 2 * (EDGE + PADDING)
        is_cut = any(QFontMetrics(font).horizontalAdvance(text) > room for text, font in lines)
        show_tip(event, view, *(text for text, _font in lines if is_cut))
        return True

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(60, option.fontMetrics.height() + 14)


class TwoLineDelegate(LineDelegate):
    """Draws rows with two lines; the second is the model's ``detail_role``."""

    def __init__(self, detail_role: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._detail_role = detail_role

    def lines(self, option: QStyleOptionViewItem, index: AnyIndex) -> list[tuple[str, QFont]]:
        detail = str(index.data(self._detail_role) or "")
        small = sized_font(option.font, TypeSize.SMALL)
        return [*super().lines(option, index), (detail, small)]

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(200, 2 * option.fontMetrics.height() + 16)
