"""Collects reference cycles on the window's thread alone.

Python runs its collector on any thread that allocates, and a widget that the database
thread destroys ends the process. So the collector is switched off and run by a timer.
"""

import gc

from PySide6.QtCore import QObject, QTimer

_INTERVAL_MS = 1000


class GcTimer(QObject):
    """Runs Python's collector, a generation when it is due, on the thread that made this."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        gc.disable()
        gc.freeze()  # what was imported lives as long as the program: never look at it again
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._collect)
        self._timer.start(_INTERVAL_MS)

    def close(self) -> None:
        """Give the collector back to Python."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    def _collect(self) -> None:
        counts = gc.get_count()
        # The oldest first: its collection takes the younger generations along.
        for generation in (2, 1, 0):
            if counts[generation] > self._thresholds[generation]:
                gc.collect(generation)
                return
