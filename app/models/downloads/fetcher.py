"""Fetches stretches of one file: one call, one connection."""

import asyncio
import time
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, replace

import httpx2

from app.models.downloads.answers import Expected, first_byte
from app.models.downloads.errors import TryAgain
from app.models.downloads.fetch_queue import FetchQueue
from app.models.downloads.part_writer import PartWriter
from app.models.downloads.policy import MEGABYTE, DownloadPolicy
from app.models.downloads.retries import Wakeups
from app.models.downloads.speed import SpeedLimit, SpeedMeter
from engine.ipc.lazy_text import lazy
from engine.net.errors import NetError
from engine.net.http import open_url

# A whole file in place of the rest of it is read up to there; before more is thrown away, the
# server is asked once more, without a condition.
_SKIPPED_BYTES = MEGABYTE


@dataclass(frozen=True, slots=True)
class Network:
    """What all downloads share.

    Attributes:
        client: the client of HTTP. Raises NetError.
        address: of a file, from repository, commit and path.
    """

    client: Callable[[], httpx2.AsyncClient]
    address: Callable[[str, str, str], str]
    policy: DownloadPolicy
    limit: SpeedLimit
    queue: FetchQueue
    wakeups: Wakeups


class Fetcher:
    """Knows what the server said of one file; ``etag`` is what it calls this version of it."""

    def __init__(self, network: Network, expected: Expected, answered: Callable[[], None]) -> None:
        """``answered`` is called whenever a server begins to send."""
        self.etag = expected.etag
        self.meter = SpeedMeter()
        self._network, self._expected = network, expected
        self._answered = answered
        self._has_condition = True

    async def fetch(self, start: int, stop: int, writer: PartWriter) -> None:
        """Fetch what comes of these bytes; ``writer.position`` says how many came.

        Raises TryAgain, SpoiledPart, DownloadTrouble and OSError.
        """
        try:
            async with asyncio.timeout(None) as connection:
                with self._network.wakeups.watching(connection):
                    await self._fetch(start, stop, writer, connection)
        except NetError as error:
            raise TryAgain(str(error), error.retry_after_seconds) from error
        except TimeoutError as error:
            text = lazy("The connection was lost while the computer slept.")
            raise TryAgain(text, is_at_once=True) from error

    async def _fetch(
        self, start: int, stop: int, writer: PartWriter, connection: asyncio.Timeout
    ) -> None:
        headers = self._headers(start, stop)
        async with open_url(
            self._network.client(), self._expected.url, headers=headers
        ) as response:
            expected = replace(self._expected, etag=self.etag)
            first = first_byte(response, start, expected)
            if start - first > _SKIPPED_BYTES and "If-Range" in headers and expected.has_hash:
                self._has_condition = False
                text = lazy(
                    "{host} names another version of the file.", host=response.request.url.host
                )
                raise TryAgain(text, is_at_once=True)
            self.etag = response.headers.get("ETag", "")
            self._answered()
            try:
                await self._receive(response, start - first, stop - start, writer, connection)
            except asyncio.CancelledError:
                await writer.give_up()
                raise
            finally:
                await writer.finish()  # also of a connection that broke off

    def _headers(self, start: int, stop: int) -> dict[str, str]:
        if (start, stop) == (0, self._expected.size_bytes):
            return {}
        headers = {"Range": f"bytes={start}-{stop - 1}"}
        if self.etag.startswith('"') and self._has_condition:
            headers["If-Range"] = self.etag
        return headers

    async def _receive(
        self,
        response: httpx2.Response,
        skipped: int,
        left: int,
        writer: PartWriter,
        connection: asyncio.Timeout,
    ) -> None:
        stall = _Stall(self._network.policy, response.request.url.host)
        async with aclosing(response.aiter_raw()) as pieces:
            while left:
                asked_at = time.monotonic()
                piece = await anext(pieces, b"")
                if not piece:
                    raise TryAgain(lazy("The connection broke off."))
                stall.arrived(len(piece), time.monotonic() - asked_at)
                connection.reschedule(None)
                self.meter.add(len(piece))
                data = piece[skipped:][:left]
                skipped = max(0, skipped - len(piece))
                left -= len(data)
                if data:
                    await writer.put(data)
                await self._network.limit.consume(len(piece))  # what is here is kept first


class _Stall:
    """Gives up a connection that brings next to nothing; what the limit holds back is no stall."""

    def __init__(self, policy: DownloadPolicy, host: str) -> None:
        self._policy, self._host = policy, host
        self._bytes, self._seconds = 0, 0.0

    def arrived(self, count: int, seconds: float) -> None:
        """Count what came, and how long it was waited for. Raises TryAgain."""
        self._bytes += count
        self._seconds += seconds
        if self._seconds < self._policy.stall_seconds:
            return
        if self._bytes < self._policy.stall_bytes:
            text = lazy("{host} sends next to nothing. Connecting again.", host=self._host)
            raise TryAgain(text)
        self._bytes, self._seconds = 0, 0.0
