"""The tab bar of a pane: pinned tabs, other tabs, a "new tab" button and a "list all" button."""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from typing import Literal

from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QSize, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QLinearGradient,
    QPainter,
    QPaintEvent,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import QLabel, QSizePolicy, QStyle, QTabBar, QWidget

from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.kit.controls import IconButton, ListHeading
from app.widgets.kit.edge_scroll import EdgeScroller
from app.widgets.kit.list_rows import LINE_PADDING
from app.widgets.kit.theme import colours_of
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.tabs.items import TabItems
from app.widgets.tabs.row import TabRow

ARROW = 24
_WHEEL_STEP = 120
_DRAG_STEPS = 8  # in which a drag at an edge scrolls by a tab
NARROWEST, WIDEST = 120, 240  # pixels of a tab; with a large font, its character width decides
MIN_CHARS, MAX_CHARS = 12, 34
PINNED_CHARS = 13
_FADE = 28  # pixels of a tab that is cut off
CRAMPED = 72  # pixels: only mark and cross, in a narrow window


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


class CutEdge(QWidget):
    """Fades a tab out that is cut off at an end of the tabs in sight."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._fade = QPoint(), QPoint()
        self.hide()

    def show_at(self, area: QRect, start: QPoint, end: QPoint) -> None:
        """Fade out in this area, from ``start``, which is hidden, to ``end``, which is seen."""
        self.setVisible(not area.isEmpty())
        self.setGeometry(area)
        self._fade = start - area.topLeft(), end - area.topLeft()

    def paintEvent(self, event: QPaintEvent) -> None:
        colour = QColor(colours_of(self.palette()).window)
        gradient = QLinearGradient(*map(QPointF, self._fade))
        gradient.setColorAt(0, colour)
        colour.setAlpha(0)
        gradient.setColorAt(1, colour)
        QPainter(self).fillRect(self.rect(), gradient)


class TabStrip(QWidget):
    """Shows the tabs of a row that fit, always including the tab in front.

    It computes the positions of tabs itself, because Qt lays out nothing while a window is
    hidden: tabs that are added before the window is shown are visible when it is.
    """

    def __init__(self, row: TabRow, parent: QWidget) -> None:
        super().__init__(parent)
        self.row = row
        self._clip = QWidget(self)
        self._cut_edges = CutEdge(self), CutEdge(self)
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
        self._drag: QPoint | None = None  # where a tab is dragged on the screen
        self._scroller = EdgeScroller(self, self._scroll_drag)
        row.dragged.connect(self._on_dragged)
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
            return QSize(breadth, metrics.height() + LINE_PADDING)
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
        self._fade_edges()
        self.back.setEnabled(self._offset > 0)
        self.forth.setEnabled(self._offset < hidden)

    def _fade_edges(self) -> None:
        """Fade out the tabs that are cut off at both ends; whole tabs are not covered."""
        end, before, after = self._offset + self._in_sight, 0, 0
        if self._length() > self._in_sight >= self._tab_length:
            before = -self._offset % self._tab_length
            after = end % self._tab_length if end < self._length() else 0
        breadth = self.width() if self._is_vertical else self.height()
        edges = ((before, 0, 1), (after, self._in_sight, -1))
        for edge, (length, place, direction) in zip(self._cut_edges, edges, strict=True):
            faded = min(length, _FADE)
            start = min(place, place + direction * faded)
            corner = QPoint(0, start) if self._is_vertical else QPoint(start, 0)
            area = self._mirrored(QRect(corner, self._along(faded, breadth)), self.rect())
            far = area.bottomLeft() if self._is_vertical else area.topRight()
            is_reversed = (direction < 0) is not (self.isRightToLeft() and not self._is_vertical)
            ends = (far, area.topLeft()) if is_reversed else (area.topLeft(), far)
            edge.show_at(area, *ends)

    def _on_dragged(self, point: QPoint | None) -> None:
        self._drag = point
        if point is None:
            self._scroller.stop()
            return
        place = self._clip.mapFromGlobal(point)
        along = place.y() if self._is_vertical else place.x()
        if self.isRightToLeft() and not self._is_vertical:
            along = self._clip.width() - along
        self._scroller.follow(along, self._in_sight)

    def _scroll_drag(self, direction: int) -> bool:
        before = self._offset
        self._scroll_to(before + direction * max(1, self._tab_length // _DRAG_STEPS))
        if self._drag is not None:
            self.row.drag_on(self._drag)
        return self._offset != before

    def _step(self, direction: int) -> None:
        reach = max(self._tab_length, self._in_sight - self._tab_length)
        self._scroll_to(self._offset + direction * reach)


MAX_PINNED_SHARE = 0.5  # of the bar's length; beyond it the pinned tabs scroll as well
_EDGE, _GAP = 6, 2
_HEADING_LEFT = 14  # pixels, aligned with the headings of the sidebar
_MIN_COLUMN_TABS = 3  # in sight; a column with less room than its tabs need scrolls


class TabBarLayout:
    """Places pinned tabs, other tabs and buttons; pinned tabs are given their space first."""

    def __init__(
        self,
        bar: QWidget,
        strips: tuple[TabStrip, TabStrip],
        new_button: IconButton,
        list_button: IconButton,
        heading: QLabel,
    ) -> None:
        self._bar = bar
        self._pinned, self._unpinned = strips
        self._new_button = new_button
        self._list_button = list_button
        self._heading = heading
        # For other parts of the window's bar; those at the end need ``_min_trailing`` at least.
        self._leading = self._trailing = self._min_trailing = 0
        self._is_vertical = False
        self.set_vertical(is_vertical=False)

    def set_vertical(self, *, is_vertical: bool) -> None:
        """Place the tabs in a column under a heading, or in a row."""
        self._is_vertical = is_vertical
        self._heading.setVisible(is_vertical)
        self._new_button.setHidden(is_vertical)  # the sidebar has its own
        for strip in (self._pinned, self._unpinned):
            strip.set_vertical(is_vertical)
        fixed, free = QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Expanding
        most = QSizePolicy.Policy.Maximum
        self._bar.setSizePolicy(free, most if is_vertical else fixed)
        self._bar.updateGeometry()
        self.arrange()

    def set_corner_room(self, leading: int, trailing: int, min_trailing: int) -> None:
        """Leave room at both ends of a row; a narrower row has ``min_trailing`` at the end."""
        if (leading, min_trailing) != (self._leading, self._min_trailing):
            self._leading, self._min_trailing = leading, min_trailing
            self._bar.updateGeometry()
            self.arrange()
        if trailing != self._trailing:
            self._trailing = trailing
            self.arrange()

    def row_height(self) -> int:
        """Return the height of the tabs in a row."""
        return max(self._list_button.sizeHint().height(), self._bar.fontMetrics().height() + 20)

    def row_width(self, tabs: int) -> int:
        """Return the width of a row whose tabs take this width, without the room at both ends."""
        return tabs + 2 * (_EDGE + self._list_button.sizeHint().width() + _GAP)

    def size_hint(self) -> QSize:
        """Return the size of a row, or of a column that shows all its tabs."""
        button = self._list_button.sizeHint()
        if self._is_vertical:
            return self._column_size()
        width = 4 * button.width() + self._leading + self._min_trailing
        return QSize(width, self.row_height())

    def min_size(self) -> QSize:
        """Return the size below which tabs would be out of reach."""
        return self._column_size(_MIN_COLUMN_TABS) if self._is_vertical else self.size_hint()

    def arrange(self) -> None:
        """Place each part for the current size of the bar."""
        for strip in (self._pinned, self._unpinned):
            strip.setVisible(strip.row.count() > 0)
        if self._is_vertical:
            self._place_column()
        else:
            self._place_row()

    def _place_row(self) -> None:
        button = self._list_button.sizeHint()
        width, height = self._bar.width(), self._bar.height()
        # A pane may be narrower than its own buttons.
        left, right = _EDGE + self._leading, width - _EDGE - self._trailing
        room = max(0, width - self._leading - self._trailing - self.row_width(0))
        pinned, others = self._share(room, height)
        self._put(self._pinned, QRect(left, 0, pinned, height))
        self._put(self._unpinned, QRect(left + pinned, 0, others, height))
        top = (height - button.height()) // 2
        new, last = left + pinned + others + _GAP, right - button.width()
        self._put(self._new_button, QRect(new, top, button.width(), button.height()))
        self._put(self._list_button, QRect(last, top, button.width(), button.height()))

    def _place_column(self) -> None:
        button = self._list_button.sizeHint()
        width, height = self._bar.width(), self._bar.height()
        last = width - _EDGE - button.width()
        heading = QRect(_HEADING_LEFT, 0, max(0, last - _HEADING_LEFT), button.height())
        self._put(self._heading, heading)
        self._put(self._list_button, QRect(last, 0, button.width(), button.height()))
        top = button.height() + _GAP
        pinned, others = self._share(max(0, height - top), width)
        self._put(self._pinned, QRect(0, top, width, pinned))
        self._put(self._unpinned, QRect(0, top + pinned, width, others))

    def _column_size(self, max_tabs: int | None = None) -> QSize:
        count = sum(strip.row.count() for strip in (self._pinned, self._unpinned))
        count = count if max_tabs is None else min(count, max_tabs)
        tab = self._unpinned.row.fontMetrics().height() + LINE_PADDING
        button = self._list_button.sizeHint()
        return QSize(4 * button.width(), button.height() + _GAP + count * tab)

    def _share(self, room: int, breadth: int) -> tuple[int, int]:
        share = MAX_PINNED_SHARE if self._unpinned.row.count() else 1.0
        pinned = self._pinned.fit(round(room * share), breadth)
        return pinned, self._unpinned.fit(room - pinned, breadth)

    def _put(self, widget: QWidget, rect: QRect) -> None:
        bar = self._bar
        widget.setGeometry(QStyle.visualRect(bar.layoutDirection(), bar.rect(), rect))


class TabBar(QWidget):
    """Two rows of tabs that look and behave like one; one tab of both is in front."""

    activated = Signal(str)
    reordered = Signal()

    def __init__(
        self,
        items: TabItems,
        keys: BoundKeys,
        requests: WindowRequests,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._items = items
        self._keys = keys
        pinned, others = self.tr("Pinned tabs"), self.tr("Chats in tabs")
        self._pinned = TabRow(pinned, items, keys, requests, is_pinned=True, parent=self)
        self._unpinned = TabRow(others, items, keys, requests, is_pinned=False, parent=self)
        self.rows = (self._pinned, self._unpinned)
        self._in_use = self._unpinned
        self._is_arranging = False
        self.is_vertical = False
        self.new_button = IconButton("plus", "", self)
        self.list_button = IconButton("chevron-down", self.tr("List all tabs"), self)
        for button in (self.new_button, self.list_button):
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        strips = TabStrip(self._pinned, self), TabStrip(self._unpinned, self)
        self.heading = ListHeading(self.tr("Open tabs"), self)
        self._layout = TabBarLayout(self, strips, self.new_button, self.list_button, self.heading)
        keys.rebound.connect(self._name_new_button)
        items.pinned_changed.connect(self._on_pinned_changed)
        for row in self.rows:
            self._connect(row)
        self._pinned.set_in_use(False)
        self._name_new_button()

    def add(self, conversation_id: str, *, index: int | None = None) -> None:
        """Add a tab, by default at the end; pinned tabs are to the left of the others."""
        is_pinned = self._items.is_pinned(conversation_id)
        row = self._pinned if is_pinned else self._unpinned
        first = 0 if is_pinned else self._pinned.count()
        at = row.count() if index is None else index - first
        with self._arranging():
            row.add(conversation_id, min(max(0, at), row.count()))

    def remove(self, conversation_id: str) -> None:
        """Remove a tab; its neighbour comes to the front."""
        with self._arranging():
            self.row_of(conversation_id).remove(conversation_id)

    def activate(self, conversation_id: str) -> None:
        """Bring a tab to the front; emits ``activated`` if it was not in front."""
        row = self.row_of(conversation_id)
        index = row.index_of(conversation_id)
        if index is not None:
            with self._arranging():
                self._use(row)
                row.setCurrentIndex(index)

    def step(self, step: int) -> None:
        """Bring the tab to the front that is ``step`` tabs to the right; wraps at the end."""
        ids, current_id = self.ids(), self.current_id()
        if current_id is not None:
            self.activate(ids[(ids.index(current_id) + step) % len(ids)])

    def move_tab(self, conversation_id: str, step: int) -> None:
        """Move a tab by ``step`` places; pinned tabs stay to the left of the others."""
        self.row_of(conversation_id).move_tab(conversation_id, step)

    def put_back(self, conversation_id: str) -> None:
        """Move the tab that was dragged last to its place before the drag."""
        self.row_of(conversation_id).put_back(conversation_id)

    def ids(self) -> tuple[str, ...]:
        """Return the conversations from left to right."""
        return (*self._pinned.ids(), *self._unpinned.ids())

    def index_of(self, conversation_id: str) -> int | None:
        """Return the index of a conversation's tab, or None if it has no tab."""
        ids = self.ids()
        return ids.index(conversation_id) if conversation_id in ids else None

    def current_id(self) -> str | None:
        """Return the conversation in front, or None if no tab is open."""
        return self._in_use.current_id()

    def row_of(self, conversation_id: str) -> TabRow:
        """Return the row of a tab; for an unknown tab the row of unpinned tabs."""
        is_here = self._pinned.index_of(conversation_id) is not None
        return self._pinned if is_here else self._unpinned

    def set_vertical(self, *, is_vertical: bool) -> None:
        """Place the tabs in a column under a heading, or in a row."""
        self.is_vertical = is_vertical
        self._layout.set_vertical(is_vertical=is_vertical)

    def name_half(self, half: Literal["left", "right"] | None) -> None:
        """Have the heading of a column tell in which half of a split its tabs are."""
        texts = {"left": self.tr("Tabs on the left"), "right": self.tr("Tabs on the right")}
        self.heading.setText(self.tr("Open tabs") if half is None else texts[half])

    def set_corner_room(self, leading: int, trailing: int, min_trailing: int) -> None:
        """Leave room at both ends of a row for other parts of the window's bar.

        In a narrower row those at the end take only ``min_trailing``.
        """
        self._layout.set_corner_room(leading, trailing, min_trailing)

    def row_height(self) -> int:
        """Return the height of the tabs in a row, also while they are in a column."""
        return self._layout.row_height()

    def row_width(self, tabs: int) -> int:
        """Return the width of a row whose tabs take this width, without the room at both ends."""
        return self._layout.row_width(tabs)

    def sizeHint(self) -> QSize:
        return self._layout.size_hint()

    def minimumSizeHint(self) -> QSize:
        return self._layout.min_size()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.FontChange, QEvent.Type.LayoutDirectionChange):
            self.updateGeometry()
            self._layout.arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._layout.arrange()

    def _connect(self, row: TabRow) -> None:
        row.pressed.connect(self.activate)  # the other row's current tab does not change
        row.stepped_over.connect(self._on_stepped_over)
        row.currentChanged.connect(partial(self._on_current_changed, row))
        row.tabMoved.connect(lambda _old, _new: self.reordered.emit())

    def _name_new_button(self) -> None:
        self.new_button.set_text(self._keys.hint(self.tr("New chat"), "new_tab"))

    @contextmanager
    def _arranging(self) -> Iterator[None]:
        """Change the rows; emit ``activated`` once at the end if another tab is in front."""
        # While tabs are added, removed or pinned, a wrong tab is in front for a moment. Each
        # of them would show a page and move the focus, so only the end result is emitted.
        before = self.current_id()
        self._is_arranging = True
        try:
            yield
            if not self._in_use.count():
                self._use_other_row()
        finally:
            self._is_arranging = False
        if self.is_vertical:
            self.updateGeometry()  # the column is as long as its tabs
        self._layout.arrange()
        front = self.current_id()
        if front is not None and front != before:
            self.activated.emit(front)

    def _use(self, row: TabRow) -> None:
        self._in_use = row
        for each in self.rows:
            each.set_in_use(each is row)

    def _use_other_row(self) -> None:
        """Activate the neighbour in the other row after the last tab of a row was removed."""
        is_unpinned = self._in_use is self._unpinned
        self._use(self._pinned if is_unpinned and self._pinned.count() else self._unpinned)
        self._in_use.setCurrentIndex(self._in_use.count() - 1 if is_unpinned else 0)

    def _on_pinned_changed(self, conversation_id: str) -> None:
        """Move a tab that was pinned or unpinned to the other row."""
        if self.index_of(conversation_id) is None:
            return  # it is in another pane
        before = self.ids()
        was_in_front, had_focus = self.current_id() == conversation_id, self._in_use.hasFocus()
        is_pinned = self._items.is_pinned(conversation_id)
        source, target = self._unpinned, self._pinned
        if not is_pinned:
            source, target = target, source
        # The item keeps title and state, so the tab can leave one row before it enters the other.
        with self._arranging():
            source.remove(conversation_id)
            target.add(conversation_id, target.count() if is_pinned else 0)
            if was_in_front:
                self._use(target)
                target.setCurrentIndex(target.index_of(conversation_id) or 0)
        if had_focus:
            self._in_use.setFocus()
        if self.ids() != before:
            self.reordered.emit()

    def _on_current_changed(self, row: TabRow, _index: int) -> None:
        conversation_id = row.current_id()
        # Qt makes a neighbour current when a tab is removed; while arranging, that is
        # not what the user asked for.
        if not self._is_arranging and conversation_id is not None:
            self._use(row)
            self.activated.emit(conversation_id)

    def _on_stepped_over(self, step: int) -> None:
        """Continue in the other row when the arrow keys leave one."""
        current_id, ids = self.current_id(), self.ids()
        index = step if current_id is None else ids.index(current_id) + step
        if 0 <= index < len(ids):
            self.activate(ids[index])
            self._in_use.setFocus()
