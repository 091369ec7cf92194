"""Looks at the heights of what nobody has seen yet, a little at a time, while nothing is drawn."""

import time
from collections.abc import Callable

from PySide6.QtCore import QObject, QTimer

FIRST_PAUSE_MS = 250
PAUSE_MS = 30
SLICE_SECONDS = 0.008


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
        """Begin, or go on, when nothing has happened for a while."""
        self._timer.start(FIRST_PAUSE_MS)

    def stop(self) -> None:
        """Stop; the rest stays estimated."""
        self._timer.stop()

    def is_active(self) -> bool:
        """Return whether there may be something left to measure."""
        return self._timer.isActive()

    def _measure_some(self) -> None:
        self._timer.setInterval(PAUSE_MS)
        end = time.monotonic() + SLICE_SECONDS
        while time.monotonic() < end:
            if not self._measure_next():
                self._timer.stop()
                break
        self._use()
