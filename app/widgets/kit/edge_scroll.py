"""Scrolling while something is dragged at an edge; Qt's views do it for drags of their own."""

from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

EDGE = 20  # pixels at both ends in which a drag scrolls
_INTERVAL_MS = 40


class EdgeScroller(QObject):
    """Calls ``scroll`` with -1 or 1 while a drag is near an end, or beyond it.

    ``scroll`` returns whether it has scrolled; otherwise the end is reached.
    """

    def __init__(self, parent: QObject, scroll: Callable[[int], bool]) -> None:
        super().__init__(parent)
        self._scroll = scroll
        self._direction = 0
        self.timer = QTimer(self, interval=_INTERVAL_MS)
        self.timer.timeout.connect(self._on_timeout)

    def follow(self, position: int, length: int) -> None:
        """Scroll or stop for a drag at this position between 0 and ``length``, in pixels."""
        edge = min(EDGE, length // 4)
        self._direction = (position > length - edge) - (position < edge)
        if not self._direction:
            self.timer.stop()
        elif not self.timer.isActive():
            self.timer.start()

    def stop(self) -> None:
        """Stop scrolling: the drag has ended or is elsewhere."""
        self.timer.stop()

    def _on_timeout(self) -> None:
        if not self._scroll(self._direction):
            self.timer.stop()
