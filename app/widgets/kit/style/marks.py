"""Check boxes and radio buttons: an edge that can be seen, filled with the accent when chosen."""

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOption

from app.widgets.kit.style.shapes import (
    MARK_RADIUS,
    begin,
    draw_check,
    draw_dash,
    edge_colour,
    has,
    is_enabled,
    is_touched,
)
from app.widgets.kit.theme import Colours, colours_of

_DOT_SHARE = 0.42  # of a radio button


def draw_check_box(painter: QPainter, option: QStyleOption) -> None:
    """Draw the square of a check box."""
    colours, area = colours_of(option.palette), _square(option.rect)
    is_partly = has(option, QStyle.StateFlag.State_NoChange)
    is_filled = is_partly or has(option, QStyle.StateFlag.State_On)
    begin(painter)
    _set_ground(painter, option, colours, is_filled=is_filled)
    painter.drawRoundedRect(area, MARK_RADIUS, MARK_RADIUS)
    ink = QColor(colours.on_accent if is_enabled(option) else colours.raised)
    if is_partly:
        draw_dash(painter, area, ink)
    elif is_filled:
        draw_check(painter, area, ink)
    painter.restore()


def draw_radio_button(painter: QPainter, option: QStyleOption) -> None:
    """Draw the circle of a radio button."""
    colours, area = colours_of(option.palette), _square(option.rect)
    is_on = has(option, QStyle.StateFlag.State_On)
    begin(painter)
    _set_ground(painter, option, colours, is_filled=is_on)
    painter.drawEllipse(area)
    if is_on:
        side = area.width() * _DOT_SHARE
        dot = QRectF(0, 0, side, side)
        dot.moveCenter(area.center())
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.on_accent if is_enabled(option) else colours.raised))
        painter.drawEllipse(dot)
    painter.restore()


def _set_ground(
    painter: QPainter, option: QStyleOption, colours: Colours, *, is_filled: bool
) -> None:
    if not is_filled:
        painter.setPen(QPen(edge_colour(option, colours), 1))
        painter.setBrush(QColor(colours.hover if is_touched(option) else colours.raised))
        return
    colour = QColor(colours.accent if is_enabled(option) else colours.disabled)
    painter.setPen(QPen(colour, 1))
    painter.setBrush(colour.darker(108) if is_touched(option) else colour)


def _square(area: QRect) -> QRectF:
    """Return the largest square in the middle of an area, for a line of one pixel."""
    side = min(area.width(), area.height()) - 1
    square = QRectF(0, 0, side, side)
    square.moveCenter(QRectF(area).center())
    return square
