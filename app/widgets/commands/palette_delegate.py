"""How a row of the palette is drawn."""

from typing import ClassVar

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from app.widgets.commands.palette_list import ITEM_ROLE, PaletteItem, PaletteItemKind
from app.widgets.kit.highlighted_text import draw_highlighted
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.list_rows import AnyIndex, paint_row_background
from app.widgets.kit.theme import Colours, TypeSize, colours_of, sized_font

_ICONS = {
    PaletteItemKind.CONVERSATION: "tabs",
    PaletteItemKind.COMMAND: "chevron-right",
    PaletteItemKind.MESSAGE: "search",
}


class PaletteDelegate(QStyledItemDelegate):
    """An icon says what kind it is; a message has its conversation's title above it."""

    PADDING: ClassVar[int] = 12
    ICON_SIZE: ClassVar[int] = 15
    GAP: ClassVar[int] = 10

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        item = index.data(ITEM_ROLE)
        if not isinstance(item, PaletteItem):
            return
        colours = colours_of(option.palette)
        area = QRect(option.rect).adjusted(6, 1, -6, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(option.font)
        paint_row_background(painter, option, area, colours)
        inner = area.adjusted(self.PADDING, 0, -self.PADDING, 0)
        top = area.center().y() - self.ICON_SIZE // 2
        ratio = painter.device().devicePixelRatioF()
        icon = icon_pixmap(_ICONS[item.kind], colours.muted, self.ICON_SIZE, ratio)
        painter.drawPixmap(inner.left(), top, icon)
        inner.setLeft(inner.left() + self.ICON_SIZE + self.GAP)
        if item.kind is PaletteItemKind.MESSAGE:
            self._paint_message(painter, inner, item, colours)
        else:
            self._paint_line(painter, inner, item, colours)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        item = index.data(ITEM_ROLE)
        line = option.fontMetrics.height()
        is_message = isinstance(item, PaletteItem) and item.kind is PaletteItemKind.MESSAGE
        return QSize(120, 2 * line + 14 if is_message else line + 16)

    def _paint_line(
        self, painter: QPainter, area: QRect, item: PaletteItem, colours: Colours
    ) -> None:
        body = painter.font()
        small = sized_font(body, TypeSize.SMALL)
        painter.setFont(small)
        width = painter.fontMetrics().horizontalAdvance(item.detail)
        painter.setPen(QColor(colours.muted))
        painter.drawText(
            area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, item.detail
        )
        painter.setFont(body)
        text_area = area.adjusted(0, 0, -(width + self.GAP) if width else 0, 0)
        self._draw(painter, text_area, item, colours, is_whole=True)

    def _paint_message(
        self, painter: QPainter, area: QRect, item: PaletteItem, colours: Colours
    ) -> None:
        body = painter.font()
        middle = area.center().y()
        upper = QRect(area.left(), area.top() + 5, area.width(), middle - area.top() - 4)
        lower = QRect(area.left(), middle + 1, area.width(), area.bottom() - middle - 5)
        painter.setFont(sized_font(body, TypeSize.SMALL))
        painter.setPen(QColor(colours.muted))
        title = painter.fontMetrics().elidedText(
            item.detail, Qt.TextElideMode.ElideRight, upper.width()
        )
        painter.drawText(upper, Qt.AlignmentFlag.AlignVCenter, title)
        painter.setFont(body)
        self._draw(painter, lower, item, colours, is_whole=False)

    def _draw(
        self, painter: QPainter, area: QRect, item: PaletteItem, colours: Colours, *, is_whole: bool
    ) -> None:
        draw_highlighted(
            painter,
            area,
            item.text,
            item.found,
            colour=colours.text,
            highlight=colours.accent,
            is_whole=is_whole,
        )
