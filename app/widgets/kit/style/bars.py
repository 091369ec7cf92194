"""Drawing of scroll bars, sliders, progress bars and splitter handles."""

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QRect, QRectF, QSize, Qt, QTimer
from PySide6.QtGui import QColor, QPainter, QPalette, QPen
from PySide6.QtWidgets import (
    QScrollBar,
    QStyle,
    QStyleOption,
    QStyleOptionProgressBar,
    QStyleOptionSlider,
    QWidget,
)

from app.widgets.kit.style.shapes import RADIUS, begin, draw_ring, has, is_enabled, is_touched
from app.widgets.kit.theme import DARK, LIGHT, colours_of

SCROLL_BAR = 12  # width in pixels
MIN_HANDLE = 36
SHOWN_MILLISECONDS = 1200  # after the last move
_HANDLE_INSET, _TOUCHED_INSET = 3.0, 2.0
_GROOVE = 4.0
_UNKNOWN_SHARE = 0.4  # opacity of a bar whose share is unknown
_HORIZONTAL = Qt.Orientation.Horizontal
_PARTS = QStyle.SubControl


def scroll_handle(option: QStyleOptionSlider) -> QRect:
    """Return the area of a scroll bar's handle; the bar has no arrows."""
    groove = option.rect
    length = groove.width() if option.orientation is _HORIZONTAL else groove.height()
    span = option.maximum - option.minimum
    handle = length
    if span > 0:
        handle = max(MIN_HANDLE, length * option.pageStep // (span + max(1, option.pageStep)))
        handle = min(handle, length)
    start = QStyle.sliderPositionFromValue(
        option.minimum, option.maximum, option.sliderPosition, length - handle, option.upsideDown
    )
    if option.orientation is _HORIZONTAL:
        place = QRect(groove.left() + start, groove.top(), handle, groove.height())
        return QStyle.visualRect(option.direction, groove, place)
    return QRect(groove.left(), groove.top() + start, groove.width(), handle)


def scroll_bar_part(option: QStyleOptionSlider, part: QStyle.SubControl) -> QRect:
    """Return the area of a part of a scroll bar; empty for the arrows."""
    handle, area = scroll_handle(option), QRect(option.rect)
    if part is _PARTS.SC_ScrollBarSlider:
        return handle
    if part is _PARTS.SC_ScrollBarGroove:
        return area
    is_mirrored = option.direction is Qt.LayoutDirection.RightToLeft
    if part is _PARTS.SC_ScrollBarSubPage and option.orientation is not _HORIZONTAL:
        area.setBottom(handle.top() - 1)
    elif part is _PARTS.SC_ScrollBarAddPage and option.orientation is not _HORIZONTAL:
        area.setTop(handle.bottom() + 1)
    elif part is (_PARTS.SC_ScrollBarAddPage if is_mirrored else _PARTS.SC_ScrollBarSubPage):
        area.setRight(handle.left() - 1)
    elif part is (_PARTS.SC_ScrollBarSubPage if is_mirrored else _PARTS.SC_ScrollBarAddPage):
        area.setLeft(handle.right() + 1)
    else:
        return QRect()
    return area


def scroll_bar_size(option: QStyleOption, size: QSize) -> QSize:
    """Return the size of a scroll bar with the width of this style."""
    if isinstance(option, QStyleOptionSlider) and option.orientation is _HORIZONTAL:
        return QSize(size.width(), SCROLL_BAR)
    return QSize(SCROLL_BAR, size.height())


def scroll_bar_room(palette: QPalette) -> int:
    """Return the width that a vertical scroll bar takes from its content.

    It is drawn over the content while it is used; with high contrast it is always drawn.
    """
    return 0 if colours_of(palette) in (LIGHT, DARK) else SCROLL_BAR


class BarTimer(QTimer):
    """Remembers when a scroll bar was moved last, and hides it some time after that."""

    def __init__(self, bar: QWidget) -> None:
        super().__init__(bar, singleShot=True, interval=SHOWN_MILLISECONDS)
        self._seen: tuple[int, int] | None = None
        self.timeout.connect(bar.update)

    def follow(self, option: QStyleOptionSlider) -> bool:
        """Return whether the bar was just moved, is in use, or is new and not at its end.

        At the end of a text that grows a bar moves too, but then its maximum changes as well.
        """
        before, self._seen = self._seen, (option.sliderPosition, option.maximum)
        position, maximum = before or (option.maximum, option.maximum)
        is_moved = maximum == option.maximum and position != option.sliderPosition
        if is_moved or has(option, QStyle.StateFlag.State_Sunken) or is_touched(option):
            self.start()
        return self.isActive()

    def follow_growth(self, position: int, maximum: int) -> None:
        """Take this position for that of a bar which was not painted because it is not shown."""
        self._seen = position, maximum


@contextmanager
def growing(bar: QScrollBar) -> Iterator[None]:
    """Let a bar at the end of a growing text move with it, without painting it if it is not shown.

    Qt would paint the bar, and all that is below it, with each line of the text.
    """
    timer = _timer_of(bar)
    is_used = bar.isSliderDown() or bar.underMouse()
    is_shown = timer is None or timer.isActive() or is_used or scroll_bar_room(bar.palette()) > 0
    disabled = Qt.WidgetAttribute.WA_UpdatesDisabled
    was_disabled = bar.testAttribute(disabled)
    bar.setAttribute(disabled, was_disabled or not is_shown)
    try:
        yield
    finally:
        bar.setAttribute(disabled, was_disabled)
    if timer is not None and not is_shown:
        timer.follow_growth(bar.sliderPosition(), bar.maximum())


def _timer_of(bar: QWidget) -> BarTimer | None:
    return bar.findChild(BarTimer, options=Qt.FindChildOption.FindDirectChildrenOnly)


def draw_scroll_bar(
    painter: QPainter, option: QStyleOptionSlider, bar: QWidget | None = None
) -> None:
    """Draw the handle while there is something to scroll, and the bar is moved or in use.

    With high contrast, or without a widget, it is always drawn.
    """
    if option.maximum <= option.minimum:
        return
    colours = colours_of(option.palette)
    if bar is not None and (colours is LIGHT or colours is DARK):
        timer = _timer_of(bar) or BarTimer(bar)
        if not timer.follow(option):
            return
    is_used = has(option, QStyle.StateFlag.State_Sunken) or is_touched(option)
    inset = _TOUCHED_INSET if is_used else _HANDLE_INSET
    area = QRectF(scroll_handle(option)).adjusted(inset, inset, -inset, -inset)
    begin(painter)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colours.muted if is_used else colours.outline))
    radius = min(area.width(), area.height()) / 2
    painter.drawRoundedRect(area, radius, radius)
    painter.restore()


def draw_slider(painter: QPainter, option: QStyleOptionSlider, handle: QRect) -> None:
    """Draw a slider: its lower part in the accent colour, the handle as a disc."""
    colours = colours_of(option.palette)
    accent = QColor(colours.accent if is_enabled(option) else colours.disabled)
    is_horizontal = option.orientation is _HORIZONTAL
    groove, used = QRectF(option.rect), QRectF(option.rect)
    middle = QRectF(handle).center()
    is_reversed = option.upsideDown if is_horizontal else not option.upsideDown
    if is_horizontal:
        groove = QRectF(groove.left(), groove.center().y() - _GROOVE / 2, groove.width(), _GROOVE)
        used = QRectF(groove)
        (used.setLeft if is_reversed else used.setRight)(middle.x())
    else:
        groove = QRectF(groove.center().x() - _GROOVE / 2, groove.top(), _GROOVE, groove.height())
        used = QRectF(groove)
        (used.setTop if is_reversed else used.setBottom)(middle.y())
    begin(painter)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colours.border))
    painter.drawRoundedRect(groove, _GROOVE / 2, _GROOVE / 2)
    painter.setBrush(accent)
    painter.drawRoundedRect(used, _GROOVE / 2, _GROOVE / 2)
    side = min(handle.width(), handle.height()) - 2.0
    disc = QRectF(0, 0, side, side)
    disc.moveCenter(middle)
    painter.setPen(QPen(accent, 2))
    painter.setBrush(QColor(colours.hover if is_touched(option) else colours.raised))
    painter.drawEllipse(disc.adjusted(1, 1, -1, -1))
    painter.restore()
    if has(option, QStyle.StateFlag.State_HasFocus):
        draw_ring(painter, option)


def draw_progress_groove(painter: QPainter, option: QStyleOption) -> None:
    """Draw the groove of a progress bar."""
    colours = colours_of(option.palette)
    begin(painter)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colours.border))
    area = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5)
    radius = min(RADIUS, area.height() / 2)
    painter.drawRoundedRect(area, radius, radius)
    painter.restore()


def draw_progress(painter: QPainter, option: QStyleOptionProgressBar) -> None:
    """Draw the filled part of a progress bar; all of it, but pale, if the share is unknown."""
    span = option.maximum - option.minimum
    share = (option.progress - option.minimum) / span if span > 0 else 1.0
    if share <= 0:
        return
    area = QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5)
    length = max(area.height(), area.width() * min(1.0, share))
    is_mirrored = option.direction is Qt.LayoutDirection.RightToLeft
    if is_mirrored is not option.invertedAppearance:
        area.setLeft(area.right() - length)
    else:
        area.setWidth(length)
    begin(painter)
    painter.setPen(Qt.PenStyle.NoPen)
    accent = QColor(colours_of(option.palette).accent)
    accent.setAlphaF(1.0 if span > 0 else _UNKNOWN_SHARE)
    painter.setBrush(accent)
    radius = min(RADIUS, area.height() / 2)
    painter.drawRoundedRect(area, radius, radius)
    painter.restore()


def draw_divider(painter: QPainter, option: QStyleOption) -> None:
    """Draw the handle of a splitter; highlighted under the mouse."""
    colours = colours_of(option.palette)
    area = option.rect
    is_used = has(option, QStyle.StateFlag.State_Sunken) or is_touched(option)
    colour = QColor(colours.accent if is_used else colours.border)
    width = 2 if is_used else 1
    if area.height() > area.width():
        line = QRect(area.left() + (area.width() - width) // 2, area.top(), width, area.height())
    else:
        line = QRect(area.left(), area.top() + (area.height() - width) // 2, area.width(), width)
    painter.fillRect(line, colour)
