"""What a window asks about conversations that are kept beside their slots."""

import asyncio
from collections.abc import Callable

from engine.wire.commands import ClearCache, Command, ReportCache
from engine.wire.events import CacheReport


class CacheClient:
    """Asks the engine process and waits for its answers; lives on the client's loop.

    ``send`` hands a command to the process and says whether there is one.
    """

    def __init__(self, send: Callable[[Command], bool]) -> None:
        self._send = send
        self._asked: list[asyncio.Future[CacheReport]] = []

    async def report(self) -> CacheReport:
        """Return what is kept; nothing while there is no engine or no model."""
        if not self._send(ReportCache()):
            return CacheReport()
        answer: asyncio.Future[CacheReport] = asyncio.get_running_loop().create_future()
        self._asked.append(answer)
        return await answer

    def clear(self) -> None:
        """Let the engine keep nothing but what sits in its slots."""
        self._send(ClearCache())

    def take(self, report: CacheReport) -> None:
        """Answer who has asked longest."""
        while self._asked:
            answer = self._asked.pop(0)
            if not answer.done():
                answer.set_result(report)
                return

    def give_up(self) -> None:
        """Answer everybody that nothing is kept: there is no process any more."""
        while self._asked:
            self.take(CacheReport())
