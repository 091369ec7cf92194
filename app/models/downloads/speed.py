"""How fast downloads may be, and how fast they are."""

import asyncio
import time
from collections import deque

_SHORTEST_WAIT_SECONDS = 0.005
_BURST_SECONDS = 0.25
_WINDOW_SECONDS = 4.0


class SpeedLimit:
    """A token bucket that all downloads share; the limit may be set while they wait at it."""

    def __init__(self) -> None:
        """Begin without a limit."""
        self._bytes_per_second: float | None = None
        self._tokens = 0.0
        self._filled_at = time.monotonic()
        self._was_set = asyncio.Event()

    @property
    def is_set(self) -> bool:
        """Whether there is a limit."""
        return self._bytes_per_second is not None

    def set(self, bytes_per_second: float | None) -> None:
        """Take another limit, at once; None or 0 is none."""
        self._bytes_per_second = (
            bytes_per_second if bytes_per_second and bytes_per_second > 0 else None
        )
        self._tokens = 0.0
        self._filled_at = time.monotonic()
        self._was_set.set()
        self._was_set = asyncio.Event()

    async def consume(self, count: int) -> None:
        """Wait until these bytes, which have arrived, may have.

        What is taken is owed, so that a piece larger than the bucket passes, and those behind it
        pay for it.
        """
        self._fill()
        self._tokens -= count
        while (rate := self._bytes_per_second) is not None and self._tokens < 0:
            seconds = max(_SHORTEST_WAIT_SECONDS, -self._tokens / rate)
            try:
                async with asyncio.timeout(seconds):
                    await self._was_set.wait()
            except TimeoutError:
                pass
            self._fill()

    def _fill(self) -> None:
        now = time.monotonic()
        rate = self._bytes_per_second
        if rate is None:
            self._tokens = 0.0
        else:
            earned = (now - self._filled_at) * rate
            self._tokens = min(self._tokens + earned, rate * _BURST_SECONDS)
        self._filled_at = now


class SpeedMeter:
    """Bytes per second over the last few seconds."""

    def __init__(self) -> None:
        """Begin with nothing."""
        self._arrivals: deque[tuple[float, int]] = deque()
        self._sum = 0

    def add(self, count: int) -> None:
        """Count bytes that arrived now."""
        now = time.monotonic()
        if self._arrivals and now - self._arrivals[-1][0] < _WINDOW_SECONDS / 100:
            at, before = self._arrivals.pop()
            self._arrivals.append((at, before + count))
        else:
            self._arrivals.append((now, count))
        self._sum += count

    @property
    def bytes_per_second(self) -> float:
        """What came in the last seconds; 0 when nothing did."""
        now = time.monotonic()
        while self._arrivals and now - self._arrivals[0][0] > _WINDOW_SECONDS:
            self._sum -= self._arrivals.popleft()[1]
        if not self._arrivals:
            return 0.0
        return self._sum / max(now - self._arrivals[0][0], _WINDOW_SECONDS / 8)
