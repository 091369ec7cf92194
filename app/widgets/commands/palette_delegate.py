"""How a row of the palette is drawn."""

from typing import ClassVar

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyledItemDelegate, QStyleOptionViewItem

from app.widgets.commands.palette_items import PaletteItem, PaletteItemKind
from app.widgets.commands.palette_list import ITEM_ROLE
from app.widgets.kit.distinct_titles import elided_title
from app.widgets.kit.highlighted_text import draw_highlighted
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.list_rows import AnyIndex, paint_row_background
from app.widgets.kit.theme import Colours, TypeSize, colours_of, sized_font

Kind = PaletteItemKind

_ICONS = {
    Kind.TAB: "tabs",
    Kind.CONVERSATION: "chat",
    Kind.COMMAND: "chevron-right",
    Kind.SETTING: "settings",
    Kind.PROMPT: "pencil",
    Kind.MESSAGE: "search",
}
_DETAIL_SHARE = 0.4  # of a row, at most; what is read first is cut last


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
        inner = area.adjusted(self.PADDING, 0, -self.PADDING, 0)
        if item.kind is Kind.HEADING:
            self._paint_heading(painter, inner, item, colours)
        else:
            paint_row_background(painter, option, area, colours)
            self._paint_item(painter, inner, item, colours)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        item = index.data(ITEM_ROLE)
        kind = item.kind if isinstance(item, PaletteItem) else None
        line = option.fontMetrics.height()
        heights = {
            Kind.MESSAGE: 2 * line + 14,
            Kind.HEADING: line + (8 if index.row() == 0 else 14),
        }
        return QSize(120, heights.get(kind, line + 14) if kind else line + 14)

    def _paint_heading(
        self, painter: QPainter, area: QRect, item: PaletteItem, colours: Colours
    ) -> None:
        painter.setFont(sized_font(painter.font(), TypeSize.SMALL, is_bold=True))
        painter.setPen(QColor(colours.muted))
        bottom = Qt.AlignmentFlag.AlignBottom | Qt.AlignmentFlag.AlignLeading
        painter.drawText(area.adjusted(0, 0, 0, -4), bottom, item.text)

    def _paint_item(
        self, painter: QPainter, area: QRect, item: PaletteItem, colours: Colours
    ) -> None:
        top = area.center().y() - self.ICON_SIZE // 2
        ratio = painter.device().devicePixelRatioF()
        icon = icon_pixmap(_ICONS[item.kind], colours.muted, self.ICON_SIZE, ratio)
        painter.drawPixmap(area.left(), top, icon)
        area.setLeft(area.left() + self.ICON_SIZE + self.GAP)
        if item.kind is Kind.MESSAGE:
            self._paint_message(painter, area, item, colours)
        else:
            self._paint_line(painter, area, item, colours)

    def _paint_line(
        self, painter: QPainter, area: QRect, item: PaletteItem, colours: Colours
    ) -> None:
        body = painter.font()
        painter.setFont(sized_font(body, TypeSize.SMALL))
        metrics = painter.fontMetrics()
        most = int(area.width() * _DETAIL_SHARE)
        detail = metrics.elidedText(item.detail, Qt.TextElideMode.ElideRight, most)
        width = metrics.horizontalAdvance(detail)
        painter.setPen(QColor(colours.muted))
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, detail)
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
        title = elided_title(painter.fontMetrics(), item.detail, upper.width())
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
