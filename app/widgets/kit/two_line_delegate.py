"""A row with a title and, under it, something smaller."""

from typing import ClassVar

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem, QWidget

from app.widgets.kit.list_rows import AnyIndex, paint_row_background
from app.widgets.kit.theme import TypeSize, colours_of, sized_font


class TwoLineDelegate(QStyledItemDelegate):
    """The second line is what the model has under ``detail_role``."""

    PADDING: ClassVar[int] = 10

    def __init__(self, detail_role: int, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._detail_role = detail_role

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        colours = colours_of(option.palette)
        area = QRect(option.rect).adjusted(2, 1, -2, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_row_background(painter, option, area, colours)
        inner = area.adjusted(self.PADDING, 5, -self.PADDING, -5)
        half = inner.height() // 2
        upper = QRect(inner.left(), inner.top(), inner.width(), half)
        lower = QRect(inner.left(), inner.top() + half, inner.width(), half)
        painter.setFont(option.font)
        painter.setPen(QColor(colours.text))
        self._draw(painter, upper, str(index.data()))
        painter.setFont(sized_font(option.font, TypeSize.SMALL))
        painter.setPen(QColor(colours.muted))
        self._draw(painter, lower, str(index.data(self._detail_role) or ""))
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(200, 2 * option.fontMetrics.height() + 16)

    def _draw(self, painter: QPainter, area: QRect, text: str) -> None:
        elided = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, elided)
