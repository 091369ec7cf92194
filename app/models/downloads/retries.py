"""When a download tries again: growing pauses, and sooner after sleep."""

import asyncio
import contextlib
import random
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import psutil

from app.models.downloads.policy import DownloadPolicy

TICK_SECONDS = 1.0
_JUMP_SECONDS = 10.0
_GRACE_SECONDS = 3.0


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


@dataclass(frozen=True, slots=True)
class Clocks:
    """The two clocks; only the wall's goes on while the machine sleeps, and can be set."""

    monotonic: Callable[[], float] = time.monotonic
    wall: Callable[[], float] = time.time


def network_now() -> object:
    """Return what differs when this computer is in another network, or in none."""
    with contextlib.suppress(OSError, psutil.Error):
        addresses = psutil.net_if_addrs().items()
        return sorted((name, tuple(sorted(each.address for each in of))) for name, of in addresses)
    return None


class Wakeups:
    """Ends pauses early: after sleep, in another network, and when the user asks."""

    def __init__(
        self, clocks: Clocks | None = None, network: Callable[[], object] = network_now
    ) -> None:
        """Remember how the world is; ``run`` is a task of the owner."""
        self._clocks = clocks or Clocks()
        self._network = network
        self._waiting: set[asyncio.Event] = set()
        self._connections: set[asyncio.Timeout] = set()
        self._before = (self._clocks.monotonic(), self._clocks.wall())
        self._known_network = network()

    async def run(self) -> None:
        """Look each second; ends only when it is cancelled."""
        while True:
            await asyncio.sleep(TICK_SECONDS)
            self.look()

    def look(self) -> None:
        """Wake everybody if the clocks jumped, or the network is another one."""
        monotonic, wall = self._clocks.monotonic(), self._clocks.wall()
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
