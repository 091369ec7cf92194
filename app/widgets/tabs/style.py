"""How tabs are drawn: the one in front joins the page, which is below them or beside them."""

from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen
from PySide6.QtWidgets import (
    QProxyStyle,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QStyleOptionTab,
    QTabBar,
    QWidget,
)

from app.widgets.kit.theme import colours_of

_PADDING = 10  # between a tab's edge and its title
_BUTTON_EDGE, _BUTTON_GAP = 8, 5
_SIDES = (QTabBar.ButtonPosition.LeftSide, QTabBar.ButtonPosition.RightSide)
_VERTICAL = QTabBar.Shape.RoundedWest


class TabStyle(QProxyStyle):
    """Draws the tab in front as part of the page; tabs in a column are not turned."""

    def __init__(self) -> None:
        super().__init__("Fusion")
        self.has_front = True

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returned: QStyleHintReturn | None = None,
    ) -> int:
        if hint is QStyle.StyleHint.SH_Widget_Animation_Duration:
            return 0  # a tab that still slides into its place can't be taken out of the row
        return super().styleHint(hint, option, widget, returned)

    def subElementRect(
        self, element: QStyle.SubElement, option: QStyleOption, widget: QWidget | None = None
    ) -> QRect:
        if isinstance(option, QStyleOptionTab):
            if element is QStyle.SubElement.SE_TabBarTabLeftButton:
                return _button_rect(option, option.leftButtonSize, is_first=True)
            if element is QStyle.SubElement.SE_TabBarTabRightButton:
                return _button_rect(option, option.rightButtonSize, is_first=False)
        # Its stubs know of no None, which it takes.
        return super().subElementRect(element, option, widget)  # type: ignore[arg-type]

    def drawControl(
        self,
        element: QStyle.ControlElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        if not isinstance(option, QStyleOptionTab):
            super().drawControl(element, option, painter, widget)
        elif element is QStyle.ControlElement.CE_TabBarTabShape:
            self._draw_shape(option, painter, widget)
        elif element is QStyle.ControlElement.CE_TabBarTabLabel:
            _draw_title(option, painter, widget)
        else:
            super().drawControl(element, option, painter, widget)

    def _draw_shape(
        self, option: QStyleOptionTab, painter: QPainter, widget: QWidget | None
    ) -> None:
        colours = colours_of(option.palette)
        is_front = self.has_front and bool(option.state & QStyle.StateFlag.State_Selected)
        is_touched = bool(option.state & QStyle.StateFlag.State_MouseOver)
        if not is_front and not is_touched:
            return
        is_vertical = option.shape is _VERTICAL
        sheet, ring = (
            ((4, 2, 12, -2), (6, 4, -4, -4))
            if is_vertical
            else (
                (2, 4, -2, 10),
                (4, 6, -4, -3),
            )
        )
        path = QPainterPath()
        path.addRoundedRect(QRectF(option.rect).adjusted(*sheet), 9, 9)
        painter.save()
        painter.setClipRect(option.rect, Qt.ClipOperation.IntersectClip)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillPath(path, QColor(colours.page if is_front else colours.hover))
        if is_front and widget is not None and widget.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRoundedRect(QRectF(option.rect).adjusted(*ring), 7, 7)
        painter.restore()


def is_column(tabs: QTabBar) -> bool:
    """Return whether tabs stand below each other."""
    return tabs.shape() is _VERTICAL


def title_room(tabs: QTabBar, index: int, width: int) -> int:
    """Return how much of a tab's width its title has; a hidden button takes nothing of it."""
    return max(0, width - sum(_taken(tabs.tabButton(index, side)) for side in _SIDES))


def _taken(button: QWidget | None) -> int:
    # Asked of the button, since Qt gives a hidden one its size, too, and needs that for its place.
    if button is None or button.isHidden():
        return _PADDING
    return _BUTTON_EDGE + button.width() + _BUTTON_GAP


def _button_rect(option: QStyleOptionTab, size: QSize, *, is_first: bool) -> QRect:
    area = option.rect
    left = _BUTTON_EDGE if is_first else area.width() - _BUTTON_EDGE - size.width()
    top = (area.height() - size.height()) // 2
    rect = QRect(area.topLeft() + QPoint(left, top), size)
    return QStyle.visualRect(option.direction, area, rect)


def _draw_title(option: QStyleOptionTab, painter: QPainter, tabs: QWidget | None) -> None:
    area, left, right = option.rect, _PADDING, _PADDING
    if isinstance(tabs, QTabBar):
        left, right = (_taken(tabs.tabButton(option.tabIndex, side)) for side in _SIDES)
    rect = area.adjusted(left, 0, -right, 0)
    painter.setPen(option.palette.windowText().color())
    flags = Qt.AlignmentFlag.AlignVCenter | Qt.TextFlag.TextSingleLine
    flags |= QStyle.visualAlignment(option.direction, Qt.AlignmentFlag.AlignLeft)
    painter.drawText(QStyle.visualRect(option.direction, area, rect), flags, option.text)
