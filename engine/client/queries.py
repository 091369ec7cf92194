"""What a window asks the engine besides replies: how long a text is, and what is cached."""

import asyncio
import itertools
from collections.abc import Callable

import msgspec

from engine.text.counting import MOST_COUNTED, scaled
from engine.wire.commands import ClearCache, Command, CountTokens, ReportCache
from engine.wire.events import CacheReport, TokensCounted


class Queries:
    """Asks the engine process and waits for its answers; lives on the client's loop.

    ``send`` hands a command to the process and returns whether there is one.
    """

    def __init__(self, send: Callable[[Command], bool]) -> None:
        self._send = send
        self._ids = itertools.count(1)
        self._counts: dict[int, asyncio.Future[TokensCounted | None]] = {}
        self._reports: list[asyncio.Future[CacheReport]] = []

    async def count_tokens(self, conversation_id: str, text: str) -> TokensCounted | None:
        """Return a text's tokens and what a conversation holds; None without engine or model.

        Exact up to some ten thousand letters; what is longer is taken to go on like that.
        """
        number = next(self._ids)
        if not self._send(CountTokens(number, conversation_id, text[:MOST_COUNTED])):
            return None
        answer: asyncio.Future[TokensCounted | None] = asyncio.get_running_loop().create_future()
        self._counts[number] = answer
        try:
            counted = await answer
            if counted is None:
                return None
            return msgspec.structs.replace(counted, token_count=scaled(counted.token_count, text))
        finally:
            self._counts.pop(number, None)

    async def cache_report(self) -> CacheReport:
        """Return what is cached; nothing while there is no engine or no model."""
        if not self._send(ReportCache()):
            return CacheReport()
        answer: asyncio.Future[CacheReport] = asyncio.get_running_loop().create_future()
        self._reports.append(answer)
        return await answer

    def clear_cache(self) -> None:
        """Drop the cached states of all conversations that are in no slot."""
        self._send(ClearCache())

    def answer(self, event: TokensCounted | CacheReport) -> None:
        """Complete the question that an event answers; it may have been cancelled."""
        if isinstance(event, TokensCounted):
            count = self._counts.get(event.request_id)
            if count is not None and not count.done():
                count.set_result(event if event.is_known else None)
            return
        # Reports have no numbers: the process answers them in the order in which they were asked.
        while self._reports:
            report = self._reports.pop(0)
            if not report.done():
                report.set_result(event)
                return

    def give_up(self) -> None:
        """Complete all questions without an answer: there is no process any more."""
        for count in tuple(self._counts.values()):
            if not count.done():
                count.set_result(None)
        while self._reports:
            self.answer(CacheReport())
