"""Shapes that the drawing of all fields shares: frames, rings, chevrons, checks."""

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen
from PySide6.QtWidgets import QStyle, QStyleOption

from app.widgets.kit.theme import Colours, colours_of

RADIUS = 7.0
MARK_RADIUS = 4.0
RING = 2.0
_LOWER_EDGE = 3  # pixels of the height: the curves of both corners begin there
_ROUNDEST = 0.3  # share of the shorter side
_STROKE = 1.6
_DISABLED_SHARE = 0.5  # opacity of the edge of a disabled field


def has(option: QStyleOption, flag: QStyle.StateFlag) -> bool:
    """Return whether an option has a state flag."""
    return bool(option.state & flag)


def is_enabled(option: QStyleOption) -> bool:
    """Return whether a widget is enabled."""
    return has(option, QStyle.StateFlag.State_Enabled)


def is_touched(option: QStyleOption) -> bool:
    """Return whether the mouse is over an enabled widget."""
    return is_enabled(option) and has(option, QStyle.StateFlag.State_MouseOver)


def begin(painter: QPainter) -> None:
    """Save a painter and prepare it for smooth shapes; the caller restores it."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)


def edge_colour(option: QStyleOption, colours: Colours) -> QColor:
    """Return the colour of an edge: stronger under the mouse, paler if disabled."""
    colour = QColor(colours.text if is_touched(option) else colours.outline)
    if not is_enabled(option):
        colour.setAlphaF(_DISABLED_SHARE)
    return colour


def draw_field(painter: QPainter, option: QStyleOption, *, has_focus: bool) -> None:
    """Draw the background of a field: pale edges, a dark one below, with the focus a ring."""
    colours = colours_of(option.palette)
    begin(painter)
    ground = colours.raised if is_enabled(option) else colours.window
    painter.setBrush(QColor(ground))
    draw_edge(painter, option.rect, QPen(QColor(colours.border), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setClipRect(option.rect.adjusted(0, option.rect.height() - _LOWER_EDGE, 0, 0))
    draw_edge(painter, option.rect, QPen(edge_colour(option, colours), 1))
    painter.setClipping(False)
    if has_focus:
        draw_edge(painter, option.rect, QPen(QColor(colours.accent), RING))
    painter.restore()


def draw_edge(painter: QPainter, area: QRect, pen: QPen, radius: float = RADIUS) -> None:
    """Draw a rounded rectangle whose line lies inside an area."""
    inset = pen.widthF() / 2
    painter.setPen(pen)
    painter.drawRoundedRect(QRectF(area).adjusted(inset, inset, -inset, -inset), radius, radius)


def draw_ring(painter: QPainter, option: QStyleOption) -> None:
    """Draw the focus ring."""
    begin(painter)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    pen = QPen(QColor(colours_of(option.palette).accent), RING)
    side = min(option.rect.width(), option.rect.height())
    # Around a small widget, a larger radius would make the ring a circle.
    draw_edge(painter, option.rect, pen, min(RADIUS, side * _ROUNDEST))
    painter.restore()


def draw_chevron(
    painter: QPainter, area: QRectF, colour: QColor, *, is_up: bool = False, width: float = 8.0
) -> None:
    """Draw a chevron in the middle of an area, pointing down or up."""
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


def draw_right_chevron(
    painter: QPainter, area: QRectF, colour: QColor, *, is_mirrored: bool = False
) -> None:
    """Draw a chevron in the middle of an area, pointing right, or left if mirrored."""
    begin(painter)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(_round_pen(colour))
    middle, rise, half = area.center(), -2.0 if is_mirrored else 2.0, 4.0
    painter.drawPolyline(
        [
            QPointF(middle.x() - rise, middle.y() - half),
            QPointF(middle.x() + rise, middle.y()),
            QPointF(middle.x() - rise, middle.y() + half),
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
