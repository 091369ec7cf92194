"""The few shapes that all fields are made of: frames, rings, chevrons, checks."""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOption

from app.widgets.kit.theme import Colours, colours_of

RADIUS = 7.0
MARK_RADIUS = 4.0
_RING = 2.0
_ROUNDEST = 0.3  # of the shorter side
_STROKE = 1.6
_DISABLED_SHARE = 0.5  # of the edge: what can't be used is paler, and need not be found


def has(option: QStyleOption, flag: QStyle.StateFlag) -> bool:
    """Return whether a widget is in this state."""
    return bool(option.state & flag)


def is_enabled(option: QStyleOption) -> bool:
    """Return whether a widget can be used."""
    return has(option, QStyle.StateFlag.State_Enabled)


def is_touched(option: QStyleOption) -> bool:
    """Return whether the mouse is over a widget that can be used."""
    return is_enabled(option) and has(option, QStyle.StateFlag.State_MouseOver)


def begin(painter: QPainter) -> None:
    """Prepare a painter for smooth shapes; ``painter.restore()`` gives it back as it was."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def edge_colour(option: QStyleOption, colours: Colours) -> QColor:
    """Return the colour of an edge: more under the mouse, less where nothing can be done."""
    colour = QColor(colours.text if is_touched(option) else colours.outline)
    if not is_enabled(option):
        colour.setAlphaF(_DISABLED_SHARE)
    return colour


def draw_field(painter: QPainter, option: QStyleOption, *, has_focus: bool) -> None:
    """Draw the ground and the edge of a field, with a ring while it has the focus."""
    colours = colours_of(option.palette)
    begin(painter)
    ground = colours.raised if is_enabled(option) else colours.window
    painter.setBrush(QColor(ground))
    draw_edge(painter, option.rect, QPen(edge_colour(option, colours), 1))
    if has_focus:
        painter.setBrush(Qt.BrushStyle.NoBrush)
        draw_edge(painter, option.rect, QPen(QColor(colours.accent), _RING))
    painter.restore()


def draw_edge(painter: QPainter, area: QRect, pen: QPen, radius: float = RADIUS) -> None:
    """Draw a rounded rectangle with its line inside an area."""
    inset = pen.widthF() / 2
    painter.setPen(pen)
    painter.drawRoundedRect(QRectF(area).adjusted(inset, inset, -inset, -inset), radius, radius)


def draw_ring(painter: QPainter, option: QStyleOption, radius: float = RADIUS) -> None:
    """Draw the ring that shows where the keyboard is."""
    begin(painter)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(QColor(colours_of(option.palette).accent), _RING)
    side = min(option.rect.width(), option.rect.height())
    # Around a check box without words it would be a circle, as around a radio button.
    draw_edge(painter, option.rect, pen, min(radius, side * _ROUNDEST))
    painter.restore()


def draw_chevron(
    painter: QPainter, area: QRectF, colour: QColor, *, is_up: bool = False, width: float = 8.0
) -> None:
    """Draw a small angle in the middle of an area, that points down or up."""
    begin(painter)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_round_pen(colour))
    middle, half = area.center(), width / 2
    rise = half / 2 if is_up else -half / 2
    painter.drawPolyline(
        [
            QPointF(middle.x() - half, middle.y() + rise),
            QPointF(middle.x(), middle.y() - rise),
            QPointF(middle.x() + half, middle.y() + rise),
        ]
    )
    painter.restore()


def draw_check(painter: QPainter, area: QRectF, colour: QColor) -> None:
    """Draw a check mark inside an area."""
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_round_pen(colour, 1.8))
    left, top, side = area.left(), area.top(), area.width()
    places = ((0.24, 0.52), (0.43, 0.70), (0.77, 0.32))
    painter.drawPolyline([QPointF(left + x * side, top + y * side) for x, y in places])


def draw_dash(painter: QPainter, area: QRectF, colour: QColor) -> None:
    """Draw the dash of a partly checked box inside an area."""
    painter.setPen(_round_pen(colour, 1.8))
    inset, middle = area.width() * 0.28, area.center().y()
    painter.drawLine(QPointF(area.left() + inset, middle), QPointF(area.right() - inset, middle))


def _round_pen(colour: QColor, width: float = _STROKE) -> QPen:
    pen = QPen(colour, width)
    pen.setCapStyle(Qt.PenCapStyle.RoundCap)
    pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
    return pen
