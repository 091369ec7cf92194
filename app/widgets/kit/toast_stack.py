"""The toasts over one pane: at its lower end, the newest below, and nothing gives way to them."""

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.widgets.kit.toast import SHADOW, Toast

HEIGHT_PER_TOAST = 200  # of the pane: a low one shows fewer at a time
MOST_SHOWN = 3
_GAP = 2  # between two cards, with the shadows of both
_SIDE = 8
_MOVING = frozenset({QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Show})


class ToastStack(QObject):
    """Places toasts over ``host``, above what ``follow`` names; no layout knows of them."""

    host_hidden = Signal()

    def __init__(self, host: QWidget) -> None:
        super().__init__(host)
        self._host = host
        self._anchor: QWidget | None = None
        self._toasts: list[Toast] = []
        host.installEventFilter(self)

    def follow(self, anchor: QWidget | None) -> None:
        """Stand above this part of the host from now on; None stands at its lower end."""
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
        """Hide a toast and move the others into its place."""
        self._toasts.remove(toast)
        toast.hide()
        self.arrange()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() in _MOVING:
            self.arrange()
        elif event.type() is QEvent.Type.Hide and watched is self._host:
            self.host_hidden.emit()
        return False

    def arrange(self) -> None:
        """Show as many as there is room for: trouble before news, the newest before the oldest."""
        most = max(1, min(MOST_SHOWN, self._host.height() // HEIGHT_PER_TOAST))
        # The sort is stable: the newest of each kind is last, and the end of the list is shown.
        shown = sorted(self._toasts, key=lambda toast: toast.content.is_trouble)[-most:]
        bottom = self._bottom()
        for toast in reversed(self._toasts):
            if toast not in shown:
                toast.hide()
                continue
            size = toast.size_in(self._host.width() - 2 * _SIDE)
            left = (self._host.width() - size.width()) // 2
            bottom -= size.height()
            toast.setGeometry(QRect(QPoint(left, max(0, bottom)), size))
            bottom -= _GAP - SHADOW
            toast.show()
            toast.raise_()

    def _bottom(self) -> int:
        anchor = self._anchor
        if anchor is None or not isValid(anchor) or not self._host.isAncestorOf(anchor):
            return self._host.height()
        return anchor.mapTo(self._host, QPoint(0, 0)).y() + SHADOW // 2
