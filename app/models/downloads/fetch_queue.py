"""Who may fetch: at most so many at once, those first that were started first."""

import asyncio
import heapq
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager

from engine.messages.download_messages import DEFAULT_AT_ONCE


class FetchQueue:
    """Hands out permits; who waits for a server has none."""

    def __init__(self) -> None:
        """Begin with the usual number of permits."""
        self._permits = DEFAULT_AT_ONCE
        self._taken = 0
        self._waiting: list[tuple[int, int, asyncio.Future[None]]] = []
        self._count = 0

    @property
    def free_count(self) -> int:
        """How many more could fetch now."""
        return max(0, self._permits - self._taken)

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
