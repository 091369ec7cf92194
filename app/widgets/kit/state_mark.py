"""The mark before a tab's title: its state, and whether another machine answers."""

from PySide6.QtCore import QEvent, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from app.domain.tabs import TabActivity, TabState
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.theme import Colours, TypeSize, colours_of, sized_font

ICON_SIZE = 14
DOT_SIZE = 8
MIN_SIZE = 16
RING = 2.0  # thickness in pixels
MIN_ARC = 0.08  # of a ring: less would not be visible
LAST_PLACE = 99  # more digits have no room
_ARC_TOP, _FULL_ARC = 90 * 16, 360 * 16  # as Qt counts
_DIGITS = {1: 0.62, 2: 0.52}  # how high they are in the mark


class TabMark(QWidget):
    """A square of one size in every drawn state; it has no size in other states.

    A second sign next to the state, if there is room, shows that another machine answers.
    """

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = TabState()
        self._is_pinned = False
        self._has_room = False
        self.setFixedSize(self.sizeHint())
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_state(self, state: TabState) -> None:
        """Show another state; repaint only if it looks different."""
        looks_different = self._look(state) != self._look(self.state)
        self.state = state
        if looks_different:
            self._show()

    def set_pinned(self, is_pinned: bool) -> None:
        """Show a pin while there is no state to show."""
        self._is_pinned = is_pinned
        self._show()

    def set_room(self, *, has_room: bool) -> None:
        """Set whether a state and the sign of another machine both fit."""
        if has_room != self._has_room:
            self._has_room = has_room
            self._show()

    def text(self) -> str:
        """Return the number in the mark: a position in the queue."""
        return number_in_mark(self.state)

    def sizeHint(self) -> QSize:
        size = mark_size(self.font())
        return QSize(2 * size.width(), size.height()) if self._has_both() else size

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.setFixedSize(self.sizeHint())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        colours = colours_of(self.palette())
        # The state comes first, at the place that it also has without the sign.
        area = self.rect()
        if self._has_both():
            area.setWidth(area.width() // 2)
            paint_machine(painter, area.translated(area.width(), 0), colours)
        if has_mark(self.state):
            paint_mark(painter, area, self.state, colours)
        elif self.state.machine:
            paint_machine(painter, area, colours)
        elif self._is_pinned:
            _paint_icon(painter, area, "pin", colours.muted)

    def _has_both(self) -> bool:
        return self._has_room and bool(self.state.machine) and has_mark(self.state)

    def _show(self) -> None:
        self.setFixedSize(self.sizeHint())
        self.setVisible(self._is_pinned or bool(self.state.machine) or has_mark(self.state))
        self.update()

    def _look(self, state: TabState) -> tuple[TabActivity, int, int, bool, bool, bool]:
        progress = int(state.progress * 100)
        return (
            state.activity,
            state.queue_position,
            progress,
            state.is_unread,
            state.is_interrupted,
            bool(state.machine),
        )


def has_mark(state: TabState) -> bool:
    """Return whether anything is drawn for a state."""
    return state.activity is not TabActivity.IDLE or state.is_unseen


def mark_size(font: QFont) -> QSize:
    """Return the size of a mark for a font; the title is shorter by its width."""
    side = max(MIN_SIZE, QFontMetrics(sized_font(font, TypeSize.SMALL)).height())
    return QSize(side, side)


def number_in_mark(state: TabState) -> str:
    """Return the number that is drawn for a state; empty if it has none."""
    if state.activity is TabActivity.QUEUED and state.queue_position > 0:
        return str(min(LAST_PLACE, state.queue_position))
    return ""


def paint_mark(painter: QPainter, area: QRect, state: TabState, colours: Colours) -> None:
    """Paint a state in the middle of an area."""
    if state.activity is TabActivity.READING:
        _paint_progress(painter, area, state.progress, colours)
    elif state.activity is TabActivity.QUEUED:
        _paint_place(painter, area, state, colours)
    elif state.activity is TabActivity.WRITING:
        _paint_icon(painter, area, "pencil", colours.writing)
    elif state.activity is TabActivity.ASKING:
        _paint_disc(painter, area, "question", colours)
    elif state.activity is TabActivity.WORKING:
        _paint_icon(painter, area, "tool", colours.accent)
    elif state.activity is TabActivity.FAILED:
        _paint_icon(painter, area, "warning", colours.danger)
    elif state.is_interrupted:
        _paint_icon(painter, area, "interrupted", colours.warning)
    elif state.is_unread:
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.accent))
        dot = QRectF(0, 0, DOT_SIZE, DOT_SIZE)
        dot.moveCenter(QRectF(area).center())
        painter.drawEllipse(dot)


def paint_machine(painter: QPainter, area: QRect, colours: Colours) -> None:
    """Paint the sign of another machine in the middle of an area."""
    _paint_icon(painter, area, "server", colours.muted)


def _paint_progress(painter: QPainter, area: QRect, progress: float, colours: Colours) -> None:
    """Paint a ring that fills, clockwise from the top."""
    ring = _ring_in(area)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colours.border), RING))
    painter.drawEllipse(ring)
    pen = QPen(QColor(colours.accent), RING)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setPen(pen)
    share = min(1.0, max(MIN_ARC, progress))
    painter.drawArc(ring, _ARC_TOP, -round(share * _FULL_ARC))


def _paint_place(painter: QPainter, area: QRect, state: TabState, colours: Colours) -> None:
    """Paint the position in the queue in a ring, or a clock where it is not known."""
    number = number_in_mark(state)
    if not number:
        _paint_icon(painter, area, "clock", colours.muted)
        return
    painter.save()
    painter.setBrush(Qt.BrushStyle.NoBrush)
    ring = _ring_in(area)
    painter.setPen(QPen(QColor(colours.muted), 1))
    painter.drawEllipse(ring)
    font = QFont(painter.font())
    font.setPixelSize(round(_side_of(area) * _DIGITS[len(number)]))
    painter.setFont(font)
    painter.drawText(ring, Qt.AlignmentFlag.AlignCenter, number)
    painter.restore()


def _side_of(area: QRect) -> int:
    return min(area.width(), area.height())


def _ring_in(area: QRect) -> QRectF:
    side = _side_of(area) - RING
    ring = QRectF(0, 0, side, side)
    ring.moveCenter(QRectF(area).center())
    return ring


def _paint_disc(painter: QPainter, area: QRect, name: str, colours: Colours) -> None:
    """Paint an icon in a filled disc, which stands out among the other states."""
    disc = _ring_in(area)
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(colours.accent))
    painter.drawEllipse(disc)
    _paint_icon(painter, area, name, colours.on_accent)


def _paint_icon(painter: QPainter, area: QRect, name: str, colour: str) -> None:
    left = area.left() + (area.width() - ICON_SIZE) // 2
    top = area.top() + (area.height() - ICON_SIZE) // 2
    ratio = painter.device().devicePixelRatioF()
    painter.drawPixmap(left, top, icon_pixmap(name, colour, ICON_SIZE, ratio))
