"""When a transcript draws: changes with the next frame, near rows later, heights when idle."""

import time
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect, Qt, QTimer
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from app.widgets.kit.controls import PillButton
from app.widgets.transcript.row_stack import Anchor, Row, RowSource, RowStack

FRAME_SECONDS = 1 / 30
DRAWING_SHARE = 8  # the next frame waits for at least so many times the cost of the last
PAUSE_MS = 40  # what is in view is painted before more is drawn
IDLE_MS = 250  # without a change, before heights are measured
MEASURING_PAUSE_MS = 30  # between two slices, so that keys and the mouse are heard
SLICE_SECONDS = 0.008  # half a picture at 60 Hz
JUMP_MARGIN = 10


class TranscriptRenderer(QObject):
    """Keeps the rows in view in step with the messages, without ever blocking for long.

    There are three speeds. A change is drawn with the next frame, however many tokens came
    since the last. What is near the view is drawn once that is painted, so that scrolling finds
    it ready. Heights that are only estimated are measured when nothing has happened for a while,
    so that the scroll bar becomes exact.
    """

    def __init__(self, area: QAbstractScrollArea, source: RowSource) -> None:
        super().__init__(area)
        self._area = area
        self._source = source
        self._frame_timer = QTimer(area, singleShot=True)
        self._frame_timer.timeout.connect(self.draw)
        self._near_timer = QTimer(area, singleShot=True)
        self._near_timer.timeout.connect(self._draw_near)
        self._last_cost_seconds = 0.0
        self.frame_seconds = FRAME_SECONDS
        self.drawing_share = DRAWING_SHARE
        self._changed: set[int] = set()
        self.stack = RowStack(area, source)
        self.measurer = HeightMeasurer(self, self._measure_next, self.stack.arrange)
        self.jump_button = JumpButton(area)
        self.jump_button.clicked.connect(self.jump_to_newest)

    def is_drawing(self) -> bool:
        """Return whether a frame is waiting to be drawn."""
        return self._frame_timer.isActive()

    def mark_changed(self, *keys: int) -> None:
        """Draw these rows again with the next drawing."""
        self._changed.update(keys)

    def draw_soon(self) -> None:
        """Draw with the next frame; a costly frame waits longer, so that input is not starved."""
        if self._area.isVisible() and not self._frame_timer.isActive():
            wait_seconds = max(self.frame_seconds, self.drawing_share * self._last_cost_seconds)
            self._frame_timer.start(round(wait_seconds * 1000))

    def draw_if_visible(self) -> None:
        """Draw at once, or when the transcript is shown."""
        if self._area.isVisible():
            self.draw()

    def draw(self) -> None:
        """Bring the widgets in step with the messages."""
        began = time.monotonic()
        self._frame_timer.stop()
        for key in self._changed:
            self.stack.invalidate(key)
            self._source.refresh(key)
        self._changed.clear()
        self._source.refresh_states()
        self.arrange()
        self._last_cost_seconds = time.monotonic() - began

    def arrange(self) -> None:
        """Place the rows again, then draw near rows and measure heights."""
        self.stack.arrange()
        self._after_scrolling()
        self.measurer.start()
        self._near_timer.start(PAUSE_MS)

    def arrange_soon(self, key: int) -> None:
        """Arrange before the next picture is painted, once, however often it is asked."""
        self.stack.invalidate(key)
        # Qt merges layout requests that wait for one widget, so many changes cost one layout.
        QCoreApplication.postEvent(self._area, QEvent(QEvent.Type.LayoutRequest))

    def arrange_folded(self, key: int) -> None:
        """Keep the line that was pressed where it is, instead of following the end below it."""
        row = self.stack.rows[key]
        self.stack.invalidate(key)
        self.stack.is_following = False
        self.stack.arrange(Anchor(key, row.widget.y()))
        self._follow_if_at_end()
        self._after_scrolling()

    def stop(self) -> None:
        """Draw nothing while nobody can see it."""
        self._frame_timer.stop()
        self._near_timer.stop()
        self.measurer.stop()

    def on_scrolled(self) -> None:
        """Draw what has come into view; the end is followed if it was reached."""
        if self.stack.is_arranging:
            return
        self._follow_if_at_end()
        self.arrange()

    def jump_to_newest(self) -> None:
        """Show the end and follow it from now on."""
        self.stack.is_following = True
        self.arrange()

    def complete_near(self) -> None:
        """Draw all near rows now, as before Tab moves on: a row that is not built has no focus."""
        while self._near_timer.isActive() and not self.stack.is_arranging:
            self._draw_near()

    def show_row(self, key: int) -> Row | None:
        """Bring a row into view; return it, or None where it has no widget afterwards."""
        row = self.stack.rows.get(key)
        page = self._area.viewport().height()
        if row is None or row.widget.y() < 0 or _bottom(row, page) > page:
            self.stack.is_following = False
            self.stack.arrange(Anchor(key, 0))
            self._after_scrolling()
        return self.stack.rows.get(key)

    def show_area(self, area: QRect, widget: QWidget) -> bool:
        """Scroll as little as shows a part of a widget, its top first; return if it was needed."""
        bar, viewport = self._area.verticalScrollBar(), self._area.viewport()
        page, value = viewport.height(), bar.value()
        top = widget.mapTo(viewport, area.topLeft()).y()
        bottom = top + min(area.height(), page)
        bar.setValue(value + min(top, 0) + max(0, bottom - page if top >= 0 else 0))
        return bar.value() != value

    def _draw_near(self) -> None:
        """Draw one thing more that is near, but not in view; when all is there, order the focus."""
        self._near_timer.stop()
        if self.stack.approach():
            # One thing for each turn of the event loop, so that input is handled in between.
            self._near_timer.start(0)
        else:
            self._source.order_focus(self.stack.built_keys)

    def _measure_next(self) -> bool:
        """Learn the height of one row without showing it; return whether there was one."""
        key = self.stack.next_unmeasured()
        if key is None:
            return False
        if key in self.stack.rows:
            self.stack.complete(key)
            return True
        height = self._source.measured_height(key)
        if height is not None and key in self.stack.heights:
            self.stack.heights.learn(key, height)
        return True

    def _follow_if_at_end(self) -> None:
        bar = self._area.verticalScrollBar()
        self.stack.is_following = bar.value() >= bar.maximum() - 4

    def _after_scrolling(self) -> None:
        self.jump_button.show_if_far(is_following=self.stack.is_following)


def _bottom(row: Row, page: int) -> int:
    """Return where a row ends; of one that is taller than the page its beginning is enough."""
    return row.widget.y() + min(row.widget.height(), page)


class HeightMeasurer(QObject):
    """Calls ``measure_next`` in short slices until it says that there is nothing left.

    After each slice ``use`` is called, so that what was learned is used.
    """

    def __init__(
        self, parent: QObject, measure_next: Callable[[], bool], use: Callable[[], None]
    ) -> None:
        super().__init__(parent)
        self._measure_next = measure_next
        self._use = use
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._measure_some)

    def start(self) -> None:
        """Start or continue when nothing has happened for a while."""
        self._timer.start(IDLE_MS)

    def stop(self) -> None:
        """Stop; the rest stays estimated."""
        self._timer.stop()

    def is_active(self) -> bool:
        """Return whether there may be something left to measure."""
        return self._timer.isActive()

    def _measure_some(self) -> None:
        self._timer.setInterval(MEASURING_PAUSE_MS)
        end = time.monotonic() + SLICE_SECONDS
        while time.monotonic() < end:
            if not self._measure_next():
                self._timer.stop()
                break
        self._use()


class JumpButton(PillButton):
    """Shows itself only while the end is far."""

    def __init__(self, area: QAbstractScrollArea) -> None:
        # On the viewport: what stands beside it is no part of a scroll area for screen readers.
        super().__init__("", area.viewport())
        self._area = area
        self.setText(self.tr("Jump to latest"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hide()

    def show_if_far(self, *, is_following: bool) -> None:
        """Stand in the middle above the lower edge, or go away."""
        bar, view = self._area.verticalScrollBar(), self._area.viewport()
        is_far = not is_following and bar.maximum() - bar.value() > bar.pageStep() // 4
        self.setVisible(is_far)
        if is_far:
            self.adjustSize()
            left = (view.width() - self.width()) // 2
            self.move(left, view.height() - self.height() - JUMP_MARGIN)
            self.raise_()
