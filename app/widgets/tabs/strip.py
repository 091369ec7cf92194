"""The visible part of a row of tabs, and the two arrows that scroll it."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QStyle, QTabBar, QWidget

from app.widgets.kit.controls import IconButton
from app.widgets.tabs.row import TabRow

ARROW = 24
_WHEEL_STEP = 120
NARROWEST, WIDEST = 90, 240  # points of a tab; with a large font, its character width decides
MIN_CHARS, MAX_CHARS = 12, 34
PINNED_CHARS = 13
CRAMPED = 72  # points: only mark and cross, in a narrow window


def tab_width(room: int, count: int, letter: int) -> int:
    """Return the width of each of ``count`` tabs that share ``room``."""
    least = max(NARROWEST, MIN_CHARS * letter)
    most = max(WIDEST, MAX_CHARS * letter)
    share = min(most, room // max(1, count))
    # In a narrow window the tab in front stays whole, with its close button.
    return min(max(least, share), max(CRAMPED, room))


def scrolled_to(offset: int, start: int, end: int, *, room: int, length: int) -> int:
    """Return the scroll position at which ``start`` to ``end`` are visible.

    It changes no more than necessary, and leaves no room empty while tabs are hidden.
    """
    offset = min(max(offset, end - room), start)
    return max(0, min(offset, length - room))


class TabStrip(QWidget):
    """Shows the tabs of a row that fit, always including the tab in front.

    It computes the positions of tabs itself, because Qt lays out nothing while a window is
    hidden: tabs that are added before the window is shown are visible when it is.
    """

    def __init__(self, row: TabRow, parent: QWidget) -> None:
        super().__init__(parent)
        self.row = row
        self._clip = QWidget(self)
        self._offset = 0
        self._tab_length = 1
        self._in_sight = 0  # pixels along the row
        self._is_vertical = False
        self.back = IconButton("chevron-left", self.tr("Show earlier tabs"), self)
        self.forth = IconButton("chevron-right", self.tr("Show later tabs"), self)
        for arrow, direction in ((self.back, -1), (self.forth, 1)):
            arrow.setFocusPolicy(Qt.FocusPolicy.NoFocus)  # keys scroll to tabs by themselves
            arrow.setAutoRepeat(True)
            arrow.clicked.connect(lambda _=False, step=direction: self._step(step))
            arrow.hide()
        row.setParent(self._clip)
        row.show()
        row.installEventFilter(self)
        row.currentChanged.connect(lambda _index: self.show_front())
        row.tabMoved.connect(lambda _old, _new: self.show_front())

    def set_vertical(self, is_vertical: bool) -> None:
        """Place the tabs in a column or in a row; takes effect at the next ``fit``."""
        self._is_vertical = is_vertical
        shape = QTabBar.Shape.RoundedWest if is_vertical else QTabBar.Shape.RoundedNorth
        self.row.setShape(shape)
        is_mirrored = self.isRightToLeft()
        left, right = (self.forth, self.back) if is_mirrored else (self.back, self.forth)
        left.set_icon_name("chevron-left")
        right.set_icon_name("chevron-right")
        if is_vertical:
            self.back.set_icon_name("chevron-up")
            self.forth.set_icon_name("chevron-down")

    def fit(self, room: int, breadth: int) -> int:
        """Share the room along the row among the tabs; return the room that they take."""
        tab = self._tab_size(room, breadth)
        self._tab_length = tab.height() if self._is_vertical else tab.width()
        length, used = self._length(), max(0, min(self._length(), room))
        arrows = self._arrows_length() if length > room > 2 * self._arrows_length() else 0
        self.row.set_tab_size(tab)
        self.row.resize(self._along(length, breadth))
        self.resize(self._along(used, breadth))
        self._place_arrows(used, breadth, is_shown=arrows > 0)
        # After the room has changed, as many tabs as possible are shown, from the first on.
        if used - arrows != self._in_sight:
            self._in_sight, self._offset = used - arrows, 0
        self.show_front()
        return used

    def show_front(self) -> None:
        """Scroll only as far as needed to show the tab in front."""
        start = max(0, self.row.currentIndex()) * self._tab_length
        end = start + self._tab_length
        room, length = self._in_sight, self._length()
        self._scroll_to(scrolled_to(self._offset, start, end, room=room, length=length))

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Over a row the wheel switches tabs, Qt's default; a column is scrolled.
        if self._is_vertical and isinstance(event, QWheelEvent):
            lines = event.angleDelta().y() / _WHEEL_STEP
            self._scroll_to(self._offset - round(lines * 2 * self._tab_length))
            return True
        return super().eventFilter(watched, event)

    def _tab_size(self, room: int, breadth: int) -> QSize:
        metrics = self.row.fontMetrics()
        if self._is_vertical:
            return QSize(breadth, metrics.height() + 16)
        letter = metrics.averageCharWidth()
        if self.row.is_pinned:
            return QSize(PINNED_CHARS * letter, breadth)
        width = tab_width(room, self.row.count(), letter)
        if width * self.row.count() > room:
            width = tab_width(room - 2 * ARROW, self.row.count(), letter)
        return QSize(width, breadth)

    def _length(self) -> int:
        return self.row.count() * self._tab_length

    def _along(self, length: int, breadth: int) -> QSize:
        return QSize(breadth, length) if self._is_vertical else QSize(length, breadth)

    def _arrows_length(self) -> int:
        return ARROW if self._is_vertical else 2 * ARROW

    def _place_arrows(self, used: int, breadth: int, *, is_shown: bool) -> None:
        """Put both arrows side by side at the end, also below a column."""
        half = QSize(breadth // 2, ARROW) if self._is_vertical else QSize(ARROW, breadth)
        corner = QPoint(0, used - ARROW) if self._is_vertical else QPoint(used - 2 * ARROW, 0)
        second = corner + QPoint(half.width(), 0)
        for arrow, place in ((self.back, corner), (self.forth, second)):
            arrow.setGeometry(self._mirrored(QRect(place, half), self.rect()))
            arrow.setVisible(is_shown)

    def _mirrored(self, rect: QRect, outer: QRect) -> QRect:
        return QStyle.visualRect(self.layoutDirection(), outer, rect)

    def _scroll_to(self, offset: int) -> None:
        hidden = max(0, self._length() - self._in_sight)
        self._offset = max(0, min(offset, hidden))
        breadth = self.width() if self._is_vertical else self.height()
        clip = QRect(QPoint(0, 0), self._along(self._in_sight, breadth))
        self._clip.setGeometry(self._mirrored(clip, self.rect()))
        corner = QPoint(0, -self._offset) if self._is_vertical else QPoint(-self._offset, 0)
        row = QRect(corner, self.row.size())
        self.row.setGeometry(self._mirrored(row, self._clip.rect()))
        self.back.setEnabled(self._offset > 0)
        self.forth.setEnabled(self._offset < hidden)

    def _step(self, direction: int) -> None:
        reach = max(self._tab_length, self._in_sight - self._tab_length)
        self._scroll_to(self._offset + direction * reach)
