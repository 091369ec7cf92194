"""Permits, the speed limit, and the pauses after failures, which all downloads share."""

import asyncio
import contextlib
import heapq
import random
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager

import msgspec
import psutil

from engine.messages.download_messages import DEFAULT_AT_ONCE

MEGABYTE = 1 << 20
FLOOR_BYTES = 512 * MEGABYTE
_MIN_WAIT_SECONDS = 0.005
_BURST_SECONDS = 0.25
_WINDOW_SECONDS = 4.0
TICK_SECONDS = 1.0
_JUMP_SECONDS = 10.0
_GRACE_SECONDS = 3.0


class DownloadPolicy(msgspec.Struct, frozen=True):
    """The constants of downloads.

    Attributes:
        piece_bytes: the size of a piece, whose hash is in the journal. The file is synced after
            each piece, so that a power failure loses at most one.
        first_pause_seconds, longest_pause_seconds: the pauses before retries; each is twice as long
            as the one before, until data arrives.
        stall_seconds, stall_bytes: a connection that is slower than this is closed.
        floor_bytes: the disk space that is left free.
        poll_seconds: the interval of checks of a full disk or missing folder.
        progress_seconds: the interval of progress reports.
    """

    piece_bytes: int = 64 * MEGABYTE
    first_pause_seconds: float = 1.0
    longest_pause_seconds: float = 300.0
    stall_seconds: float = 30.0
    stall_bytes: int = 30 * 1024
    floor_bytes: int = FLOOR_BYTES
    poll_seconds: float = 5.0
    progress_seconds: float = 0.2


class FetchQueue:
    """Limits the number of connections by permits; a download in a pause has none."""

    def __init__(self) -> None:
        """Start with the default number of permits."""
        self._permits = DEFAULT_AT_ONCE
        self._taken = 0
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._count = 0

    def set_permits(self, count: int) -> None:
        """Change the number of permits; permits in use stay valid."""
        self._permits = max(1, count)
        self._hand_out()

    @asynccontextmanager
    async def permit(self, order: int, waits: Callable[[], None]) -> AsyncGenerator[None]:
        """Hold a permit inside the block; ``waits`` is called if none is free."""
        if self._taken >= self._permits or self._waiting:
            waits()
            await self._wait(order)
        else:
            self._taken += 1
        try:
            yield
        finally:
            self._taken -= 1
            self._hand_out()

    async def _wait(self, order: int) -> None:
        self._count += 1
        mine = asyncio.get_running_loop().create_future()
        heapq.heappush(self._waiting, (order, self._count, mine))
        self._hand_out()
        try:
            await mine
        except asyncio.CancelledError:
            if mine.done() and not mine.cancelled():  # granted at the moment of the cancel
                self._taken -= 1
                self._hand_out()
            raise

    def _hand_out(self) -> None:
        while self._waiting and self._taken < self._permits:
            _, _, future = heapq.heappop(self._waiting)
            # A cancelled waiter stays in the heap until its turn.
            if not future.done():
                self._taken += 1
                future.set_result(None)


class SpeedLimit:
    """A token bucket that all downloads share; the limit may change while they wait."""

    def __init__(self) -> None:
        """Start without a limit."""
        self._bytes_per_second: float | None = None
        self._tokens = 0.0
        self._filled_at = time.monotonic()
        self._was_set = asyncio.Event()

    def set(self, bytes_per_second: float | None) -> None:
        """Change the limit at once; None or 0 removes it."""
        self._bytes_per_second = (
            bytes_per_second if bytes_per_second and bytes_per_second > 0 else None
        )
        self._tokens = 0.0
        self._filled_at = time.monotonic()
        self._was_set.set()
        self._was_set = asyncio.Event()

    async def consume(self, count: int) -> None:
        """Wait until bytes that have arrived are within the limit.

        The bucket may go into debt, so that a piece larger than the bucket passes, and later pieces
        wait longer.
        """
        self._fill()
        self._tokens -= count
        while (rate := self._bytes_per_second) is not None and self._tokens < 0:
            seconds = max(_MIN_WAIT_SECONDS, -self._tokens / rate)
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
        """Start at 0."""
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
        """Return the speed over the last seconds; 0 if nothing arrived."""
        now = time.monotonic()
        while self._arrivals and now - self._arrivals[0][0] > _WINDOW_SECONDS:
            self._sum -= self._arrivals.popleft()[1]
        if not self._arrivals:
            return 0.0
        return self._sum / max(now - self._arrivals[0][0], _WINDOW_SECONDS / 8)


class Pauses:
    """Pauses before retries: each twice as long as the one before, until something arrives."""

    def __init__(self, policy: DownloadPolicy) -> None:
        """Start with the shortest pause."""
        self._policy = policy
        self._count = 0

    def reset(self) -> None:
        """Return to the shortest pause, because data has arrived."""
        self._count = 0

    def next(self, asked_seconds: float | None = None) -> float:
        """Return the next pause, at least the one that the server asks for."""
        policy = self._policy
        pause = min(policy.longest_pause_seconds, policy.first_pause_seconds * 2.0**self._count)
        self._count = min(self._count + 1, 30)
        # Jitter: many downloads, or many users, may have lost the same server.
        pause *= random.uniform(0.5, 1.0)
        return max(pause, asked_seconds or 0.0)


def network_now() -> object:
    """Return a value that changes when this computer changes its network; None if unknown."""
    with contextlib.suppress(OSError, psutil.Error):
        addresses = psutil.net_if_addrs().items()
        return sorted((name, tuple(sorted(each.address for each in of))) for name, of in addresses)
    return None


class Wakeups:
    """Ends pauses early: after sleep, in another network, and on request."""

    def __init__(
        self,
        monotonic: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        network: Callable[[], object] = network_now,
    ) -> None:
        """Read the clocks; ``run`` is a task of the owner.

        Only the wall clock continues during sleep, and it can be set.
        """
        self._monotonic, self._wall, self._network = monotonic, wall, network
        self._waiting: set[asyncio.Event] = set()
        self._connections: set[asyncio.Timeout] = set()
        self._before = monotonic(), wall()
        self._known_network: object = None  # read while a download waits

    async def run(self) -> None:
        """Check every second, until cancelled."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            self.check()

    def check(self) -> None:
        """End all pauses if a clock jumped or the network changed."""
        monotonic, wall = self._monotonic(), self._wall()
        # On some systems both clocks continue during sleep, on others only the wall clock.
        jump = max(monotonic - self._before[0], wall - self._before[1])
        self._before = monotonic, wall
        network = self._network() if self._waiting else self._known_network
        if jump > TICK_SECONDS + _JUMP_SECONDS or network != self._known_network:
            self.wake()
        self._known_network = network

    def wake(self) -> None:
        """End all pauses; connections have a few seconds to receive data."""
        for event in self._waiting:
            event.set()
        for connection in self._connections:
            connection.reschedule(asyncio.get_running_loop().time() + _GRACE_SECONDS)

    async def pause(self, seconds: float, nudged: asyncio.Event) -> None:
        """Wait for a duration, or until a wakeup."""
        self._waiting.add(nudged)
        # Earlier changes are no reason to retry.
        if len(self._waiting) == 1:
            self._known_network = self._network()
        try:
            async with asyncio.timeout(seconds):
                await nudged.wait()
        except TimeoutError:
            pass
        finally:
            self._waiting.discard(nudged)
            nudged.clear()

    @contextlib.contextmanager
    def watching(self, connection: asyncio.Timeout) -> Iterator[None]:
        """Close a connection soon after sleep, unless data arrives."""
        self._connections.add(connection)
        try:
            yield
        finally:
            self._connections.discard(connection)
