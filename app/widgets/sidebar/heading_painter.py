"""Draws the headings of the list: days, parts, and folders with their colour and their count."""

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter
from PySide6.QtWidgets import QStyle, QStyleOptionViewItem

from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.list_rows import paint_row_background, paint_row_ring
from app.widgets.kit.theme import Colours, TypeSize, sized_font
from app.widgets.sidebar.row_look import HeadingLook
from app.widgets.sidebar.row_painter import ICON_SIZE, PADDING

_GAP = 6
_CHEVRON = 12


def paint(
    painter: QPainter,
    option: QStyleOptionViewItem,
    area: QRect,
    look: HeadingLook,
    colours: Colours,
) -> None:
    """Draw a heading."""
    if look.colour is not None:
        _paint_folder(painter, option, area, look, colours)
    elif look.is_choice:
        _paint_choice(painter, option, area, look, colours)
    else:
        _paint_part(painter, option, area, look, colours)


def plus_area(area: QRect) -> QRect:
    """Return where a folder has its "+" while the mouse is over it."""
    side = area.height()
    return QRect(area.right() - side + 1, area.top(), side, side)


def _paint_part(
    painter: QPainter,
    option: QStyleOptionViewItem,
    area: QRect,
    look: HeadingLook,
    colours: Colours,
) -> None:
    if option.state & QStyle.StateFlag.State_HasFocus and look.is_folded:
        paint_row_ring(painter, area, colours)
    painter.setFont(sized_font(option.font, TypeSize.SMALL, is_bold=True))
    painter.setPen(QColor(colours.muted))
    text_area = area.adjusted(PADDING, 0, -PADDING, -3)
    if look.is_folded or option.state & QStyle.StateFlag.State_MouseOver:
        name = "chevron-right" if look.is_folded else "chevron-down"
        top = text_area.bottom() - ICON_SIZE
        _paint_icon(painter, name, colours.muted, text_area.right() - 14, top)
        text_area.adjust(0, 0, -20, 0)
    words = f"{look.text} ({look.count})" if look.is_folded else look.text
    text = painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideRight, text_area.width())
    painter.drawText(text_area, Qt.AlignmentFlag.AlignBottom, text)


def _paint_folder(
    painter: QPainter,
    option: QStyleOptionViewItem,
    area: QRect,
    look: HeadingLook,
    colours: Colours,
) -> None:
    """Draw a triangle, a folder in its colour, its name, and its count or a plus."""
    assert look.colour is not None
    paint_row_background(painter, option, area, colours)
    middle = area.center().y() + 1
    left = area.left() + PADDING - 4
    chevron = "chevron-right" if look.is_folded else "chevron-down"
    _paint_icon(painter, chevron, colours.muted, left, middle - _CHEVRON // 2, _CHEVRON)
    left += _CHEVRON + 3
    hue = look.colour.hue(colours)
    _paint_icon(painter, "folder-filled", hue, left, middle - ICON_SIZE // 2)
    left += ICON_SIZE + _GAP
    right = area.right() - PADDING
    painter.setPen(QColor(colours.muted))
    painter.setFont(sized_font(option.font, TypeSize.SMALL))
    if option.state & QStyle.StateFlag.State_MouseOver:
        plus = plus_area(area)
        top = plus.center().y() - ICON_SIZE // 2
        _paint_icon(painter, "plus", colours.text, plus.center().x() - ICON_SIZE // 2, top)
        right = plus.left() - 2
    count = f"{look.count:,}"
    width = painter.fontMetrics().horizontalAdvance(count)
    count_area = QRect(right - width, area.top(), width + 1, area.height())
    painter.drawText(count_area, Qt.AlignmentFlag.AlignVCenter, count)
    painter.setFont(option.font)
    painter.setPen(QColor(colours.text))
    name = QRect(left, area.top(), right - width - _GAP - left, area.height())
    text = QFontMetrics(option.font).elidedText(
        look.text, Qt.TextElideMode.ElideRight, name.width()
    )
    painter.drawText(name, Qt.AlignmentFlag.AlignVCenter, text)


def _paint_choice(
    painter: QPainter,
    option: QStyleOptionViewItem,
    area: QRect,
    look: HeadingLook,
    colours: Colours,
) -> None:
    paint_row_background(painter, option, area, colours)
    painter.setFont(sized_font(option.font, TypeSize.SMALL))
    painter.setPen(QColor(colours.muted))
    indent = PADDING - 4 + _CHEVRON + 3 + ICON_SIZE + _GAP
    painter.drawText(area.adjusted(indent, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter, look.text)


def _paint_icon(
    painter: QPainter, name: str, colour: str, left: int, top: int, size: int = ICON_SIZE
) -> None:
    ratio = painter.device().devicePixelRatioF()
    painter.drawPixmap(left, top, icon_pixmap(name, colour, size, ratio))
