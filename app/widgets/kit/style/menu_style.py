"""Menus: soft fills and round corners, and entries selected by typing."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import (
    QAction,
    QColor,
    QGuiApplication,
    QIcon,
    QKeyEvent,
    QKeySequence,
    QPainter,
    QPainterPath,
    QPalette,
    QPen,
    QRegion,
)
from PySide6.QtWidgets import QMenu, QStyle, QStyleOption, QStyleOptionMenuItem

from app.widgets.kit.style.shapes import (
    RADIUS,
    begin,
    draw_check,
    draw_edge,
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
_CORNER = 10.0  # radius; that of the entries and their inset
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
    begin(painter)
    painter.setBrush(QColor(colours.raised))
    draw_edge(painter, option.rect, QPen(QColor(colours.border), 1), _CORNER)
    painter.restore()


def round_corners(menu: QMenu) -> None:
    """Leave out what is outside of the round corners of a menu.

    X11 shows it in black without a compositor, which Qt does not tell: there it is cut away.
    """
    if QGuiApplication.platformName() == "xcb":
        path = QPainterPath()
        radius = _CORNER - 1.5  # whole pixels, outside of the smooth line
        path.addRoundedRect(QRectF(menu.rect()), radius, radius)
        has_corners = has_own_menus(menu.palette())
        menu.setMask(QRegion(path.toFillPolygon().toPolygon()) if has_corners else QRegion())
    else:
        menu.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)


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


class MenuFilter(QObject):
    """An event filter for all menus, which have round corners.

    A character selects the next entry that begins with it.

    The characters that a menu underlines are left to Qt, whose own style hint ignores them.
    """

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.Resize and isinstance(watched, QMenu):
            round_corners(watched)
        if event.type() is not QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        character = event.text().casefold()
        if not isinstance(watched, QMenu) or len(character) != 1 or not character.isalnum():
            return False
        if event.modifiers() & ~(
            Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier
        ):
            return False
        actions = [each for each in watched.actions() if _can_be_chosen(each)]
        if any(_underlined(each) == character for each in actions):
            return False
        found = _next_with(character, actions, watched.activeAction())
        if found is None:
            return False
        watched.setActiveAction(found)
        return True


def _next_with(character: str, actions: list[QAction], active: QAction | None) -> QAction | None:
    start = actions.index(active) + 1 if active in actions else 0
    in_order = actions[start:] + actions[:start]
    return next((each for each in in_order if _words(each).startswith(character)), None)


def _can_be_chosen(action: QAction) -> bool:
    return action.isVisible() and action.isEnabled() and not action.isSeparator()


def _underlined(action: QAction) -> str:
    # "Alt+F" of "&File"; empty without a character.
    return QKeySequence.mnemonic(action.text()).toString()[-1:].casefold()


def _words(action: QAction) -> str:
    return action.text().replace("&&", "&").lstrip("&# ").casefold()
