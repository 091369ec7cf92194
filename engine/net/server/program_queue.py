"""How many programs may ask at once: some are answered, some wait, the others come again later."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from engine.net.server.api_errors import ApiError

_USUAL_SECONDS = 5.0  # of a reply, while none was measured
_WEIGHT = 0.2  # of the last reply in the mean
_MAX_RETRY_SECONDS = 120


class Ticket:
    """One request in the queue; ``start`` when the engine has begun with it."""

    def __init__(self, on_started: Callable[[], None]) -> None:
        self._on_started = on_started
        self.is_started = False

    def start(self) -> None:
        """Note that it waits no longer."""
        if not self.is_started:
            self.is_started = True
            self._on_started()


class ProgramQueue:
    """Counts requests; bounds those that wait. ``on_change`` hears when a count has changed."""

    def __init__(self, most_waiting: int, on_change: Callable[[], None]) -> None:
        self._most_waiting = most_waiting
        self._on_change = on_change
        self._mean_seconds = _USUAL_SECONDS
        self.running_count = 0
        self.waiting_count = 0

    @contextmanager
    def enter(self, slot_count: int, request_count: int = 1) -> Iterator[list[Ticket]]:
        """Yield tickets for requests until the block ends. Raises ApiError where it is full.

        ``slot_count`` is how many the engine answers at once.
        """
        # Who finds a slot free does not wait, so only the others count.
        free = max(0, slot_count - self.running_count)
        if self.waiting_count + request_count > self._most_waiting + free:
            seconds = self._retry_seconds(slot_count)
            text = f"Too many requests are waiting. Try again in {seconds} seconds."
            raise ApiError(429, text, code="queue_full", retry_after=seconds)
        tickets = [Ticket(self._note_start) for _ in range(request_count)]
        self.waiting_count += request_count
        self._on_change()
        began = time.monotonic()
        try:
            yield tickets
        finally:
            started = sum(each.is_started for each in tickets)
            self.running_count -= started
            self.waiting_count -= request_count - started
            # A request that never began says nothing about how long replies take.
            if started:
                self._mean_seconds += _WEIGHT * (time.monotonic() - began - self._mean_seconds)
            self._on_change()

    def _note_start(self) -> None:
        self.waiting_count -= 1
        self.running_count += 1
        self._on_change()

    def _retry_seconds(self, slot_count: int) -> int:
        """Return when one of those who wait will probably have been answered."""
        rounds = (self.waiting_count + self.running_count) / max(1, slot_count)
        seconds = rounds * self._mean_seconds / max(1, self.waiting_count)
        return int(min(_MAX_RETRY_SECONDS, max(1, seconds)))
