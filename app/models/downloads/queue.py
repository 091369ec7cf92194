"""When a download may fetch, and how fast: permits, the speed limit, and pauses after failures."""

import asyncio
import contextlib
import heapq
import random
import time
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass

import psutil

from engine.messages.download_messages import DEFAULT_AT_ONCE

MEGABYTE = 1 << 20
FLOOR_BYTES = 512 * MEGABYTE
_SHORTEST_WAIT_SECONDS = 0.005
_BURST_SECONDS = 0.25
_WINDOW_SECONDS = 4.0
TICK_SECONDS = 1.0
_JUMP_SECONDS = 10.0
_GRACE_SECONDS = 3.0


@dataclass(frozen=True, slots=True)
class DownloadPolicy:
    """The numbers of downloads.

    Attributes:
        piece_bytes: of these the journal knows a hash each, and after each the disk is asked to
            keep what it has: a power cut costs no more than that.
        first_pause_seconds, longest_pause_seconds: before the first retry; each later one waits
            twice as long, until something arrives.
        stall_seconds, stall_bytes: a connection that brings less in that time is given up.
        floor_bytes: of the disk are left for others.
        poll_seconds: how often a full disk or a folder that is gone is looked at.
        progress_seconds: between two reports.
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
    """Hands out permits; who waits for a server has none."""

    def __init__(self) -> None:
        """Begin with the usual number of permits."""
        self._permits = DEFAULT_AT_ONCE
        self._taken = 0
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._count = 0

    def set_permits(self, count: int) -> None:
        """Have another number of permits; nobody who has one loses it."""
        self._permits = max(1, count)
        self._hand_out()

    @asynccontextmanager
    async def permit(self, order: int, waits: Callable[[], None]) -> AsyncGenerator[None]:
        """Have a permit inside the block; ``waits`` is called if there is none at once."""
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
            if mine.done() and not mine.cancelled():  # it came together with the cancel
                self._taken -= 1
                self._hand_out()
            raise

    def _hand_out(self) -> None:
        while self._waiting and self._taken < self._permits:
            _, _, future = heapq.heappop(self._waiting)
            # One that was cancelled stays in the heap until its turn comes: no need to look for it.
            if not future.done():
                self._taken += 1
                future.set_result(None)


class SpeedLimit:
    """A token bucket that all downloads share; the limit may be set while they wait at it."""

    def __init__(self) -> None:
        """Begin without a limit."""
        self._bytes_per_second: float | None = None
        self._tokens = 0.0
        self._filled_at = time.monotonic()
        self._was_set = asyncio.Event()

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


class Pauses:
    """Pauses before retries: each twice as long as the one before, until something arrives."""

    def __init__(self, policy: DownloadPolicy) -> None:
        """Begin with the shortest."""
        self._policy = policy
        self._count = 0

    def reset(self) -> None:
        """Begin again with the shortest: something has arrived."""
        self._count = 0

    def next(self, asked_seconds: float | None = None) -> float:
        """Return how long to wait now; what the server asks for is the least."""
        policy = self._policy
        pause = min(policy.longest_pause_seconds, policy.first_pause_seconds * 2.0**self._count)
        self._count = min(self._count + 1, 30)
        # Not all at once: many downloads, or many users, lost the same server.
        pause *= random.uniform(0.5, 1.0)
        return max(pause, asked_seconds or 0.0)


def network_now() -> object:
    """Return what differs when this computer is in another network, or in none."""
    with contextlib.suppress(OSError, psutil.Error):
        addresses = psutil.net_if_addrs().items()
        return sorted((name, tuple(sorted(each.address for each in of))) for name, of in addresses)
    return None


class Wakeups:
    """Ends pauses early: after sleep, in another network, and when the user asks."""

    def __init__(
        self,
        monotonic: Callable[[], float] = time.monotonic,
        wall: Callable[[], float] = time.time,
        network: Callable[[], object] = network_now,
    ) -> None:
        """Remember how the world is; ``run`` is a task of the owner.

        Only the wall's clock goes on while the machine sleeps, and can be set.
        """
        self._monotonic, self._wall, self._network = monotonic, wall, network
        self._waiting: set[asyncio.Event] = set()
        self._connections: set[asyncio.Timeout] = set()
        self._before = monotonic(), wall()
        self._known_network = network()

    async def run(self) -> None:
        """Look each second; ends only when it is cancelled."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            self.look()

    def look(self) -> None:
        """Wake everybody if the clocks jumped, or the network is another one."""
        monotonic, wall = self._monotonic(), self._wall()
        # On some systems both clocks go on in sleep, on others only the wall's.
        jump = max(monotonic - self._before[0], wall - self._before[1])
        self._before = monotonic, wall
        network = self._network() if self._waiting else self._known_network
        if jump > TICK_SECONDS + _JUMP_SECONDS or network != self._known_network:
            self.wake()
        self._known_network = network

    def wake(self) -> None:
        """End all pauses; connections have a few seconds to show that they are alive."""
        for event in self._waiting:
            event.set()
        for connection in self._connections:
            connection.reschedule(asyncio.get_running_loop().time() + _GRACE_SECONDS)

    async def pause(self, seconds: float, nudged: asyncio.Event) -> None:
        """Wait so long, or until something says that it is worth a try now."""
        self._waiting.add(nudged)
        # Asked for only while somebody waits: what changed before that is no reason to hurry.
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
        """Have a connection ended soon after sleep, unless something arrives."""
        self._connections.add(connection)
        try:
            yield
        finally:
            self._connections.discard(connection)
