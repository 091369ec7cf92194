"""Collects reference cycles only on the window's thread.

Python runs its collector on any thread that allocates, and destroying a widget on the database
thread crashes the process. Therefore the collector is disabled and run by a timer.
"""

import gc

from PySide6.QtCore import QAbstractEventDispatcher, QObject, QTimer

_INTERVAL_MS = 1000


class GcTimer(QObject):
    """Runs Python's collector, by generations, on the thread that created this object.

    It waits until the event loop is idle: a collection takes up to 10 ms, which would come between
    a key press and its painting. If the loop was not idle for a second, it waits no longer.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._thresholds = gc.get_threshold()
        gc.disable()
        gc.freeze()  # imported objects live as long as the program: exclude them from collections
        self._is_due = False
        self._timer = QTimer(self)
        self._timer.timeout.connect(self._on_due)
        self._timer.start(_INTERVAL_MS)

    def close(self) -> None:
        """Re-enable Python's collector."""
        self._timer.stop()
        self._wait_for_idle(is_waiting=False)
        gc.unfreeze()
        gc.enable()

    def _on_due(self) -> None:
        if self._is_due:
            self._on_idle()
        else:
            self._wait_for_idle(is_waiting=True)

    def _on_idle(self) -> None:
        self._wait_for_idle(is_waiting=False)
        self._collect()

    def _wait_for_idle(self, *, is_waiting: bool) -> None:
        dispatcher = QAbstractEventDispatcher.instance()
        if is_waiting is self._is_due or dispatcher is None:
            return
        self._is_due = is_waiting
        # Connected only while it is due, as the signal comes with each turn of the loop.
        if is_waiting:
            dispatcher.aboutToBlock.connect(self._on_idle)
        else:
            dispatcher.aboutToBlock.disconnect(self._on_idle)

    def _collect(self) -> None:
        counts = gc.get_count()
        # The oldest first: its collection includes the younger generations.
        for generation in (2, 1, 0):
            if counts[generation] > self._thresholds[generation]:
                gc.collect(generation)
                return
