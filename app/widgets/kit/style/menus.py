"""Drawing of menus: soft fills instead of the solid highlight of Fusion."""

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QIcon, QPainter, QPalette
from PySide6.QtWidgets import QStyle, QStyleOption, QStyleOptionMenuItem

from app.widgets.kit.style.shapes import (
    RADIUS,
    begin,
    draw_check,
    draw_right_chevron,
    has,
    is_enabled,
)
from app.widgets.kit.theme import DARK, LIGHT, colours_of

MARGIN = 4  # pixels above the first entry and below the last one
_INSET, _PADDING = 4, 8  # pixels from the edge of the menu to the fill, and from there to the text
_MARK, _ARROW = 22, 20  # columns of the marks before the texts, and of the arrows after them
_HEIGHT, _SEPARATOR = 12, 9  # added to the height of a text; the height of a line between entries
_ICON = 16
_CHECK = 14
_Kind = QStyleOptionMenuItem.MenuItemType


def has_own_menus(palette: QPalette) -> bool:
    """Return whether menus are drawn here; with high contrast, Fusion draws them."""
    return colours_of(palette) in (LIGHT, DARK)


def item_size(size: QSize, option: QStyleOptionMenuItem) -> QSize:
    """Return the size of an entry of which Fusion has computed ``size``."""
    if option.menuItemType is _Kind.Separator:
        return QSize(size.width(), _SEPARATOR)
    # Fusion leaves room for marks and arrows in each menu.
    return QSize(size.width(), option.fontMetrics.height() + _HEIGHT)


def draw_panel(painter: QPainter, option: QStyleOption) -> None:
    """Draw the background of a menu, and its edge."""
    colours = colours_of(option.palette)
    painter.fillRect(option.rect, QColor(colours.border))
    painter.fillRect(option.rect.adjusted(1, 1, -1, -1), QColor(colours.raised))


def draw_item(painter: QPainter, option: QStyleOptionMenuItem, *, shows_mnemonics: bool) -> None:
    """Draw an entry: a mark or an icon, the text, and its keys or an arrow."""
    colours = colours_of(option.palette)
    area = QRect(option.rect)
    begin(painter)
    if option.menuItemType is _Kind.Separator:
        line = QRect(area.left() + _INSET, area.center().y(), area.width() - 2 * _INSET, 1)
        painter.fillRect(line, QColor(colours.border))
        painter.restore()
        return
    is_in_use = has(option, QStyle.StateFlag.State_Selected) and is_enabled(option)
    if is_in_use:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.fill_hover))
        painter.drawRoundedRect(QRectF(area).adjusted(_INSET, 0, -_INSET, 0), RADIUS, RADIUS)
    ink = QColor(colours.text if is_enabled(option) else colours.disabled)
    inner = area.adjusted(_INSET + _PADDING, 0, -_INSET - _PADDING, 0)

    def put(left: int, width: int) -> QRect:
        place = QRect(inner.left() + left, inner.top(), width, inner.height())
        return QStyle.visualRect(option.direction, inner, place)

    left = _MARK if option.menuHasCheckableItems or option.maxIconWidth else 0
    _draw_mark(painter, option, put(0, _CHECK), ink)
    text, _tab, keys = option.text.partition("\t")
    painter.setFont(option.font)
    painter.setPen(ink)
    flag = Qt.TextFlag.TextShowMnemonic if shows_mnemonics else Qt.TextFlag.TextHideMnemonic
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine | flag
    start, end = (
        QStyle.visualAlignment(option.direction, side)
        for side in (Qt.AlignmentFlag.AlignLeft, Qt.AlignmentFlag.AlignRight)
    )
    painter.drawText(put(left, inner.width() - left), flags | start, text)
    if option.menuItemType is _Kind.SubMenu:
        draw_right_chevron(
            painter,
            QRectF(put(inner.width() - _ARROW + _PADDING, _ARROW - _PADDING)),
            ink,
            is_mirrored=option.direction is Qt.LayoutDirection.RightToLeft,
        )
    elif keys:
        painter.setPen(ink if is_in_use or not is_enabled(option) else QColor(colours.muted))
        painter.drawText(put(0, inner.width()), flags | end, keys)
    painter.restore()


def _draw_mark(painter: QPainter, option: QStyleOptionMenuItem, area: QRect, ink: QColor) -> None:
    """Draw the check of an entry that is on, or its icon."""
    if option.checkType is not QStyleOptionMenuItem.CheckType.NotCheckable and option.checked:
        square = QRect(QPoint(0, 0), QSize(_CHECK, _CHECK))
        square.moveCenter(area.center())
        draw_check(painter, QRectF(square), ink)
    elif not option.icon.isNull():
        mode = QIcon.Mode.Normal if is_enabled(option) else QIcon.Mode.Disabled
        ratio = painter.device().devicePixelRatioF()
        pixmap = option.icon.pixmap(QSize(_ICON, _ICON), ratio, mode)
        place = QRect(QPoint(0, 0), QSize(_ICON, _ICON))
        place.moveCenter(area.center())
        painter.drawPixmap(place, pixmap)
