"""Ends calls that take many times what they should, so that they can be made anew on fewer threads.

The threads of a call meet behind each node of the graph, hundreds of times. Where other programs
compute, each meeting can cost a turn of the system's scheduler: a call of ten milliseconds was seen
to take three seconds, with nothing wrong but one thread too many.
"""

import math
import threading
import time
from collections.abc import Callable

_LOOK_SECONDS = 0.03
_IDLE_LOOKS = 30


class CallGuard:
    """A thread that watches one call at a time; begin and end cost less than a microsecond."""

    def __init__(self, abort: Callable[[], None]) -> None:
        """Call ``abort`` on the guard's thread for a call that is overdue; it must not block.

        It may be called just after the library's call has returned, but never after ``end``.
        """
        self._abort = abort
        # Held from the check of a call to its abort: meanwhile no call begins or ends.
        self._lock = threading.Lock()
        self._due = math.inf
        self._call_count = 0
        self._has_ended_it = False
        self._is_closing = False
        self._is_needed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="call guard", daemon=True)
        self._thread.start()

    def begin(self, seconds: float) -> None:
        """Begin a call that may take this many seconds; any earlier call has ended."""
        with self._lock:
            self._has_ended_it = False
            self._call_count += 1
            self._due = time.perf_counter() + seconds
        if not self._is_needed.is_set():
            self._is_needed.set()

    def end(self) -> bool:
        """Return whether the call was asked to end."""
        with self._lock:
            self._due = math.inf
            return self._has_ended_it

    def close(self) -> None:
        """End the thread."""
        self._is_closing = True
        self._is_needed.set()
        self._thread.join()

    def _run(self) -> None:
        while not self._is_closing:
            self._is_needed.wait()
            self._watch()

    def _watch(self) -> None:
        """Look again and again until there was no call for a while."""
        seen, idle_looks = self._call_count, 0
        while idle_looks < _IDLE_LOOKS and not self._is_closing:
            time.sleep(_LOOK_SECONDS)
            with self._lock:
                if time.perf_counter() >= self._due:
                    self._has_ended_it, self._due = True, math.inf
                    self._abort()
            is_idle = self._call_count == seen and self._due == math.inf
            idle_looks = idle_looks + 1 if is_idle else 0
            seen = self._call_count
        self._is_needed.clear()
        if self._call_count != seen:
            self._is_needed.set()  # one has begun in between
