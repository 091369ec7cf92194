"""The toasts of all windows: at most three at once, in a corner in which nothing is read.

That is the lower end of the sidebar; without one, it is the lower corner of the pane in question.
The messages of its chat, or a page that is shown in place of the chats, end above them. A grid
keeps its cells where they are: only what is in a cell that they cover ends above them.
"""

from collections import deque
from collections.abc import Callable, Mapping
from datetime import datetime
from functools import partial

import msgspec
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSize, QTimer, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.domain.tabs import ToastContent
from app.widgets.kit.toast import SHADOW, Toast
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.tabs.panes import TabPane, TabPanes
from app.widgets.window.grid_switch import GridStack

MAX_KEPT = 50
MAX_SHARE = 0.5  # of the height that toasts may take; what does not fit is hidden
MAX_SHOWN = 3
MIN_CORNER_WIDTH = 200  # a narrower sidebar has no room for a sentence
_GAP = 2  # between two cards, with the shadows of both
_SIDE = 8
_MOVING = frozenset({QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show})


class ToastStack(QObject):
    """Places toasts in the corner of ``host`` above the widget passed to ``follow``.

    They are outside any layout, so that nothing moves.
    """

    host_hidden = Signal()
    area_changed = Signal(QRect)  # of all shown toasts, in the host; empty without toasts

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self._host = host
        self._anchor: QWidget | None = None
        self._toasts: list[Toast] = []
        host.installEventFilter(self)

    def follow(self, anchor: QWidget | None) -> None:
        """Place the toasts above this part of the host; None means at its lower end."""
        if anchor is not self._anchor:
            if self._anchor is not None and isValid(self._anchor):
                self._anchor.removeEventFilter(self)
            self._anchor = anchor
            if anchor is not None:
                anchor.installEventFilter(self)
        self.arrange()

    def add(self, toast: Toast) -> None:
        """Show a toast below the others."""
        toast.setParent(self._host)
        self._toasts.append(toast)
        self.arrange()

    def remove(self, toast: Toast) -> None:
        """Hide a toast and close the gap."""
        self._toasts.remove(toast)
        toast.hide()
        self._host.update(toast.geometry())  # also between the widgets below it
        self.arrange()

    def close(self) -> None:
        """Leave the host: another stack may come for it, and both would give it room."""
        for watched in (self._host, self._anchor):
            if watched is not None and isValid(watched):
                watched.removeEventFilter(self)
        self.deleteLater()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVING:
            self.arrange()
        elif event.type() is QEvent.Type.Hide and watched is self._host:
            self.host_hidden.emit()
        return False

    def arrange(self) -> None:
        """Show as many as fit: errors before information, the newest before the oldest."""
        width, end = self._host.width() - 2 * _SIDE, self._bottom()
        sizes = {toast: toast.size_in(width) for toast in self._toasts}
        shown = self._fitting(sizes, round(MAX_SHARE * self._host.height()))
        bottom, area = end, QRect()
        for toast in reversed(self._toasts):
            if toast not in shown:
                toast.hide()
                continue
            size = sizes[toast]
            left = self._host.width() - size.width() - _SIDE
            bottom -= size.height()
            top = max(0, bottom)
            toast.setGeometry(QRect(QPoint(left, top), size))
            area |= toast.geometry()
            bottom -= _GAP - SHADOW
            toast.show()
            toast.raise_()
        self.area_changed.emit(area)

    def _fitting(self, sizes: Mapping[Toast, QSize], height: int) -> list[Toast]:
        """Return the toasts to show in this height; at least one."""
        # The sort is stable: the newest of each kind is last, and the end of the list is shown.
        fitting: list[Toast] = []
        for toast in sorted(self._toasts, key=lambda each: each.content.is_trouble)[::-1]:
            height -= sizes[toast].height()
            if fitting and height < 0:
                break
            fitting.append(toast)
        return fitting

    def _bottom(self) -> int:
        anchor = self._anchor
        if anchor is None or not isValid(anchor) or not self._host.isAncestorOf(anchor):
            return self._host.height()
        return anchor.mapTo(self._host, QPoint(0, 0)).y() + SHADOW // 2


class PastToast(msgspec.Struct, frozen=True):
    """A toast and its time; its actions are available while it ``is_open``."""

    content: ToastContent
    at: datetime
    is_open: bool = True


def now() -> datetime:
    """Return the local time of day."""
    return datetime.now().astimezone()


class ToastHistory(QObject):
    """The last toasts, newest first."""

    changed = Signal()

    def __init__(self, parent: QObject, clock: Callable[[], datetime] = now) -> None:
        super().__init__(parent)
        self._clock = clock
        self._past: deque[PastToast] = deque(maxlen=MAX_KEPT)

    @property
    def past(self) -> tuple[PastToast, ...]:
        """The last toasts, newest first."""
        return tuple(self._past)

    def add(self, content: ToastContent) -> None:
        """Record a toast; it replaces an earlier toast with the same text."""
        if not content.is_remembered:
            return
        self._past = deque(
            (each for each in self._past if not (each.is_open and each.content == content)),
            maxlen=MAX_KEPT,
        )
        self._past.appendleft(PastToast(content, self._clock()))
        self.changed.emit()

    def close(self, content: ToastContent) -> None:
        """Remove the buttons of a toast: it was answered, or its reason is gone."""
        for place, each in enumerate(self._past):
            if each.is_open and each.content == content:
                self._past[place] = PastToast(content, each.at, is_open=False)
                self.changed.emit()

    def text(self) -> str:
        """Return all toasts as lines to copy, the oldest first."""
        lines = (f"{each.at:%Y-%m-%d %H:%M}\t{each.content.text}" for each in reversed(self._past))
        return "\n".join(lines)


class ToastBoard(QObject):
    """Shows toasts, makes further ones wait, and records all of them in ``history``.

    They are shown in ``corner``, above its part ``corner_end``, while it is visible.
    """

    focus_left = Signal()
    closed = Signal(object)  # by the user, with its cross or Esc

    def __init__(
        self,
        panes: TabPanes,
        requests: WindowRequests,
        parent: QObject,
        *,
        corner: QWidget,
        corner_end: QWidget,
    ) -> None:
        super().__init__(parent)
        self._panes = panes
        self._corner = corner
        self._corner_end = corner_end
        self._requests = requests
        self._stacks: dict[QWidget, ToastStack] = {}
        self._toasts: list[Toast] = []
        self._waiting: list[ToastContent] = []
        self.history = ToastHistory(self)
        corner.installEventFilter(self)
        panes.activated.connect(lambda _id: self._settle())
        panes.rearranged.connect(self._settle)
        requests.toast_action_requested.connect(lambda content, _action: self.dismiss(content))

    @property
    def shown(self) -> tuple[Toast, ...]:
        """The visible toasts, oldest first."""
        return tuple(self._toasts)

    def show(self, content: ToastContent) -> None:
        """Show a toast; for one that is already shown only the timer restarts.

        If three are shown, it replaces the oldest one with a timer; if there is none, it waits.
        """
        self.history.add(content)
        shown = self._toast_of(content)
        if shown is not None:
            shown.restart()
        elif content not in self._waiting:
            self._waiting.append(content)
            if len(self._toasts) >= MAX_SHOWN:
                passing = (each for each in self._toasts if _gives_way(each))
                oldest = next(passing, None)
                if oldest is not None:
                    self._remove(oldest)
            self._show_waiting()

    def dismiss(self, content: ToastContent) -> None:
        """Remove a toast whose reason is gone; its actions are no longer available."""
        self.history.close(content)
        self._waiting = [each for each in self._waiting if each != content]
        shown = self._toast_of(content)
        if shown is not None:
            self._remove(shown)
            self._show_waiting()

    def _toast_of(self, content: ToastContent) -> Toast | None:
        return next((each for each in self._toasts if each.content == content), None)

    def _show_waiting(self) -> None:
        while self._waiting and len(self._toasts) < MAX_SHOWN:
            content = self._waiting.pop(0)
            host = self._host(content)
            toast = Toast(content, self._requests, host)
            toast.passed.connect(lambda toast=toast: self._on_over(toast))
            toast.closed.connect(lambda toast=toast: self._on_closed(toast))
            self._toasts.append(toast)
            self._stack(host).add(toast)

    def _on_over(self, toast: Toast) -> None:
        """Remove a toast that timed out or was closed; its actions stay in the history."""
        if toast in self._toasts:  # a click may come while it goes
            self._remove(toast)
            self._show_waiting()

    def _on_closed(self, toast: Toast) -> None:
        self._on_over(toast)
        self.closed.emit(toast.content)

    def _remove(self, toast: Toast) -> None:
        # Read before hiding, which moves the focus to the next widget that accepts it.
        had_focus = toast.has_focus_inside
        self._toasts.remove(toast)
        host = toast.parentWidget()
        assert host is not None
        self._stack(host).remove(toast)
        toast.deleteLater()
        if had_focus:
            self.focus_left.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVING and watched is self._corner and self._toasts:
            QTimer.singleShot(0, self, self._settle)
        return False

    def _host(self, content: ToastContent) -> QWidget:
        """Return the corner, or the pane of the toast's chat, or else the pane in use.

        If a grid replaces the pane, return the grid.
        """
        host: QWidget = self._panes.pane_of(content.conversation_id) or self._panes.in_use
        if self._has_corner(host.window()):
            return self._corner
        while not host.isVisibleTo(host.window()):
            around = host.parentWidget()
            if around is None:
                break
            host = around
        return host

    def _has_corner(self, window: QWidget) -> bool:
        corner = self._corner
        has_room = corner.width() >= MIN_CORNER_WIDTH and corner.isVisibleTo(corner.window())
        return has_room and corner.window() is window

    def _stack(self, host: QWidget) -> ToastStack:
        stack = self._stacks.get(host)
        if stack is None:
            stack = self._stacks[host] = ToastStack(host)
            # Later: children can't be moved out of a widget that is being hidden.
            stack.host_hidden.connect(lambda: QTimer.singleShot(0, self, self._settle))
            stack.area_changed.connect(partial(_leave_room, host))
            stack.follow(self._anchor(host))
        return stack

    def _settle(self) -> None:
        """Follow the pages in front, and leave panes that are closed or hidden."""
        panes = set(self._panes)
        for toast in self._toasts:
            old = toast.parentWidget()
            assert old is not None
            has_corner = self._has_corner(old.window())
            is_visible = old in panes and old.isVisibleTo(old.window())
            if has_corner if old is self._corner else is_visible and not has_corner:
                continue
            host = self._host(toast.content)
            if host is not old:
                self._stack(old).remove(toast)
                self._stack(host).add(toast)
        used = {toast.parentWidget() for toast in self._toasts}
        for host, stack in tuple(self._stacks.items()):
            if host in panes or host in used:
                stack.follow(self._anchor(host))
            else:
                del self._stacks[host]
                stack.close()

    def _anchor(self, host: QWidget) -> QWidget | None:
        return self._corner_end if host is self._corner else _anchor(host)


def _gives_way(toast: Toast) -> bool:
    return not (toast.content.stays or toast.is_held)


def _leave_room(host: QWidget, area: QRect) -> None:
    """Have what is in front end above the toasts, so that all of it can be read and pressed."""
    height = 0 if area.isEmpty() else area.bottom() + 1 - area.top()
    if isinstance(host, GridStack):
        host.pages.set_end_room(height if host.shown is host.pages else 0)
        host.grid.set_covered(area if host.shown is host.grid else QRect())
    elif isinstance(host, TabPane):
        host.set_end_room(height)


def _anchor(host: QWidget) -> QWidget | None:
    """Return the widget below the transcript of the page in front, or below a grid."""
    if isinstance(host, GridStack):
        return host.grid.send_box if host.shown is host.grid else None
    conversation_id = host.bar.current_id() if isinstance(host, TabPane) else None
    if not isinstance(host, TabPane) or conversation_id is None:
        return None
    view = host.view_of(conversation_id)
    return None if view is None else view.composer.parentWidget()
