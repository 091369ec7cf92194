"""Collects reference cycles only on the window's thread.

Python runs its collector on any thread that allocates, and destroying a widget on the database
thread crashes the process. Therefore the collector is disabled and run by a timer.
"""

import gc

from PySide6.QtCore import QObject, QTimer

_INTERVAL_MS = 1000


class GcTimer(QObject):
    """Runs Python's collector, by generations, on the thread that created this object."""

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        gc.disable()
        gc.freeze()  # imported objects live as long as the program: exclude them from collections
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._collect)
        self._timer.start(_INTERVAL_MS)

    def close(self) -> None:
        """Re-enable Python's collector."""
        self._timer.stop()
        gc.unfreeze()
        gc.enable()

    def _collect(self) -> None:
        counts = gc.get_count()
        # The oldest first: its collection includes the younger generations.
        for generation in (2, 1, 0):
            if counts[generation] > self._thresholds[generation]:
                gc.collect(generation)
                return
