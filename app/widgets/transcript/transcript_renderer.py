"""The timing of a transcript: it draws changes with the next frame, and near rows while idle."""

import time
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, QEvent, QObject, QRect, Qt, QTimer
from PySide6.QtWidgets import QAbstractScrollArea, QWidget

from app.widgets.kit.controls import PillButton
from app.widgets.transcript.row_stack import Anchor, Row, RowSource, RowStack

FRAME_SECONDS = 1 / 30
DRAWING_SHARE = 8  # the pause before a frame is at least this multiple of the cost of the last
PAUSE_MS = 40  # the visible rows are painted before others are drawn
IDLE_MS = 250  # time without a change before heights are measured
MEASURING_PAUSE_MS = 30  # between two slices, so that input is handled
SLICE_SECONDS = 0.008  # half a frame at 60 Hz
JUMP_MARGIN = 10


class TranscriptRenderer(QObject):
    """Keeps the visible rows up to date with the messages without blocking the window.

    There are three priorities. A change is drawn with the next frame, regardless of the number of
    tokens since the last. Rows near the view are drawn once the view is painted, so that they are
    ready for scrolling. Estimated heights are measured while the window is idle, so that the
    scroll bar becomes exact.
    """

    def __init__(self, area: QAbstractScrollArea, source: RowSource) -> None:
        super().__init__(area)
        self._area = area
        self._source = source
        self._frame_timer = QTimer(area, singleShot=True)
        self._frame_timer.timeout.connect(self._draw_frame)
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
        """Have these rows drawn again with the next drawing."""
        self._changed.update(keys)

    def is_awaited(self, key: int) -> bool:
        """Return whether a row is drawn again with the next frame, or when it is shown."""
        return key in self._changed and (not self._area.isVisible() or self.is_drawing())

    def draw_soon(self) -> None:
        """Draw with the next frame; after an expensive frame the pause is longer, for input."""
        if self._area.isVisible() and not self._frame_timer.isActive():
            wait_seconds = max(self.frame_seconds, self.drawing_share * self._last_cost_seconds)
            self._frame_timer.start(round(wait_seconds * 1000))

    def draw_if_visible(self) -> None:
        """Draw at once if visible, else when the transcript is shown."""
        if self._area.isVisible():
            self.draw()

    def draw(self) -> None:
        """Update the widgets from the messages."""
        self._draw(with_states=True)

    def _draw_frame(self) -> None:
        # Only texts have grown, and no state of a row depends on them.
        self._draw(with_states=False)

    def _draw(self, *, with_states: bool) -> None:
        began = time.monotonic()
        self._frame_timer.stop()
        has_moved = with_states
        for key in self._changed:
            has_only_grown = self._source.refresh(key)
            # Most frames of a reply add words to its last line, and move nothing.
            if with_states or not has_only_grown or not self.stack.is_in_place(key):
                self.stack.invalidate(key)
                has_moved = True
        self._changed.clear()
        if with_states:
            self._source.refresh_states()
        if has_moved:
            self.arrange()
        else:
            self._do_more_when_idle()
        self._last_cost_seconds = time.monotonic() - began

    def arrange(self) -> None:
        """Place the rows, and have near rows drawn and heights measured later."""
        self.stack.arrange()
        self._after_scrolling()
        self._do_more_when_idle()

    def _do_more_when_idle(self) -> None:
        self.measurer.start()
        self._near_timer.start(PAUSE_MS)

    def arrange_soon(self, key: int) -> None:
        """Arrange once before the next paint, regardless of the number of calls."""
        self.stack.invalidate(key)
        # Qt merges the pending layout requests of a widget, so all changes cost one layout.
        QCoreApplication.postEvent(self._area, QEvent(QEvent.Type.LayoutRequest))

    def arrange_folded(self, key: int) -> None:
        """Arrange with the row in its place, instead of following the end.

        A row that is too far from the view to have a widget comes to the top.
        """
        row = self.stack.rows.get(key)
        self.stack.invalidate(key)
        self.stack.is_following = False
        self.stack.arrange(Anchor(key, 0 if row is None else row.widget.y()))
        self._follow_if_at_end()
        self._after_scrolling()

    def stop(self) -> None:
        """Stop all timers, as the transcript is hidden."""
        self._frame_timer.stop()
        self._near_timer.stop()
        self.measurer.stop()

    def on_scrolled(self) -> None:
        """Draw the rows that came into view; follow the end if it was reached."""
        if self.stack.is_arranging:
            return
        self._follow_if_at_end()
        self.arrange()

    def jump_to_newest(self) -> None:
        """Show the end and follow it."""
        self.stack.is_following = True
        self.arrange()

    def complete_near(self) -> None:
        """Draw all near rows now, as before Tab: only a row with a widget can get the focus."""
        while self._near_timer.isActive() and not self.stack.is_arranging:
            self._draw_near()

    def show_row(self, key: int) -> Row | None:
        """Bring a row into view; return it, or None if it has no widget then."""
        row = self.stack.rows.get(key)
        page = self._area.viewport().height()
        if row is None or row.widget.y() < 0 or _bottom(row, page) > page:
            self.stack.is_following = False
            self.stack.arrange(Anchor(key, 0))
            self._after_scrolling()
        return self.stack.rows.get(key)

    def show_area(self, area: QRect, widget: QWidget) -> bool:
        """Scroll as little as needed to show an area of a widget; return whether it was needed."""
        bar, viewport = self._area.verticalScrollBar(), self._area.viewport()
        page, value = viewport.height(), bar.value()
        top = widget.mapTo(viewport, area.topLeft()).y()
        bottom = top + min(area.height(), page)
        bar.setValue(value + min(top, 0) + max(0, bottom - page if top >= 0 else 0))
        return bar.value() != value

    def _draw_near(self) -> None:
        """Draw one more part near the view; when all are drawn, set the tab order."""
        self._near_timer.stop()
        if self.stack.approach():
            # One part in each turn of the event loop, so that input is handled in between.
            self._near_timer.start(0)
        else:
            self._source.order_focus(self.stack.built_keys)

    def _measure_next(self) -> bool:
        """Measure one row without showing it; return whether there was one to measure."""
        key = self.stack.next_unmeasured()
        if key is None:
            return False
        if key in self.stack.rows:
            self.stack.complete(key)
            return True
        height = self._source.measured_height(key)
        if height is not None and key in self.stack.heights:
            self.stack.heights.set_height(key, height)
        return True

    def _follow_if_at_end(self) -> None:
        bar = self._area.verticalScrollBar()
        self.stack.is_following = bar.value() >= bar.maximum() - 4

    def _after_scrolling(self) -> None:
        self.jump_button.show_if_far(is_following=self.stack.is_following)


def _bottom(row: Row, page: int) -> int:
    """Return the bottom of a row, limited to a page below its top."""
    return row.widget.y() + min(row.widget.height(), page)


class HeightMeasurer(QObject):
    """Calls ``measure_next`` in short slices until it returns False.

    After each slice ``use`` is called, which uses the new heights.
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
        """Start or continue after a time without a change."""
        self._timer.start(IDLE_MS)

    def stop(self) -> None:
        """Stop; the other heights stay estimated."""
        self._timer.stop()

    def is_active(self) -> bool:
        """Return whether there may be rows to measure."""
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
    """The button that scrolls to the end; visible only while the end is far."""

    def __init__(self, area: QAbstractScrollArea) -> None:
        # On the viewport: screen readers ignore other children of a scroll area.
        super().__init__("", area.viewport())
        self._area = area
        self.setText(self.tr("Jump to latest"))
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hide()

    def show_if_far(self, *, is_following: bool) -> None:
        """Show the button above the lower edge if the end is far, else hide it."""
        bar, view = self._area.verticalScrollBar(), self._area.viewport()
        is_far = not is_following and bar.maximum() - bar.value() > bar.pageStep() // 4
        self.setVisible(is_far)
        if is_far:
            self.adjustSize()
            left = (view.width() - self.width()) // 2
            self.move(left, view.height() - self.height() - JUMP_MARGIN)
            self.raise_()
