"""How a row of the list of conversations is drawn."""

from typing import ClassVar

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import QStyle, QStyledItemDelegate, QStyleOptionViewItem

from app.domain import SearchHit
from app.widgets.kit.highlighted_text import draw_highlighted
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.list_rows import AnyIndex, paint_row_background, paint_row_ring
from app.widgets.kit.theme import Colours, TypeSize, colours_of, sized_font
from app.widgets.sidebar.list import (
    HIT_ROLE,
    IS_FOLDED_ROLE,
    IS_HEADING_ROLE,
    IS_RUNNING_ROLE,
    TITLE_ROLE,
)


class ConversationDelegate(QStyledItemDelegate):
    """Muted headings, rounded selection, a pencil while answering; all rows are equally high."""

    PADDING: ClassVar[int] = 10
    ICON_SIZE: ClassVar[int] = 14

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        colours = colours_of(option.palette)
        area = QRect(option.rect).adjusted(4, 1, -4, -1)
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if index.data(IS_HEADING_ROLE):
            self._paint_heading(painter, option, area, index)
        else:
            paint_row_background(painter, option, area, colours)
            self._paint_text(painter, area, index, colours)
        painter.restore()

    def sizeHint(self, option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(60, option.fontMetrics.height() + 14)

    def _paint_heading(
        self, painter: QPainter, option: QStyleOptionViewItem, area: QRect, index: AnyIndex
    ) -> None:
        colours = colours_of(option.palette)
        is_folded = bool(index.data(IS_FOLDED_ROLE))
        if option.state & QStyle.StateFlag.State_HasFocus and is_folded:
            paint_row_ring(painter, area, colours)
        painter.setFont(sized_font(option.font, TypeSize.SMALL, is_bold=True))
        painter.setPen(QColor(colours.muted))
        text_area = area.adjusted(self.PADDING, 0, -self.PADDING, -3)
        if is_folded or option.state & QStyle.StateFlag.State_MouseOver:
            name = "chevron-right" if is_folded else "chevron-down"
            top = text_area.bottom() - self.ICON_SIZE
            self._paint_icon(painter, name, colours.muted, text_area.right() - 14, top)
            text_area.adjust(0, 0, -20, 0)
        metrics = painter.fontMetrics()
        text = metrics.elidedText(str(index.data()), Qt.TextElideMode.ElideRight, text_area.width())
        painter.drawText(text_area, Qt.AlignmentFlag.AlignBottom, text)

    def _paint_text(
        self, painter: QPainter, area: QRect, index: AnyIndex, colours: Colours
    ) -> None:
        text_area = area.adjusted(self.PADDING, 0, -self.PADDING, 0)
        hit = index.data(HIT_ROLE)
        if isinstance(hit, SearchHit):
            self._paint_hit(painter, text_area, hit, str(index.data(TITLE_ROLE)), colours)
            return
        if index.data(IS_RUNNING_ROLE):
            top = area.center().y() - self.ICON_SIZE // 2
            self._paint_icon(painter, "pencil", colours.accent, text_area.right() - 14, top)
            text_area.adjust(0, 0, -20, 0)
        painter.setPen(QColor(colours.text))
        text = painter.fontMetrics().elidedText(
            str(index.data()), Qt.TextElideMode.ElideRight, text_area.width()
        )
        painter.drawText(text_area, Qt.AlignmentFlag.AlignVCenter, text)

    def _paint_hit(
        self, painter: QPainter, area: QRect, hit: SearchHit, title: str, colours: Colours
    ) -> None:
        """Paint two small lines in one row: the conversation and the match."""
        painter.setFont(sized_font(painter.font(), TypeSize.SMALL))
        half = area.height() // 2
        painter.setPen(QColor(colours.muted))
        text = painter.fontMetrics().elidedText(title, Qt.TextElideMode.ElideRight, area.width())
        upper = area.adjusted(0, 0, 0, half - area.height())
        painter.drawText(upper, Qt.AlignmentFlag.AlignVCenter, text)
        draw_highlighted(
            painter,
            area.adjusted(0, half, 0, 0),
            hit.snippet,
            hit.highlights,
            colour=colours.text,
            highlight=colours.accent,
        )

    def _paint_icon(self, painter: QPainter, name: str, colour: str, left: int, top: int) -> None:
        ratio = painter.device().devicePixelRatioF()
        painter.drawPixmap(left, top, icon_pixmap(name, colour, self.ICON_SIZE, ratio))
