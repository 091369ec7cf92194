"""Brings one file to where it is right: asks for its bytes, again after each interruption."""

import asyncio
import re
import time
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, replace

import httpx2

from app.models.downloads.errors import DownloadTrouble, SpoiledPart, TryAgain
from app.models.downloads.journal import FileRecord, JournalFile, Proof, in_thread
from app.models.downloads.parts import PartFile, PartWriter, PieceHasher
from app.models.downloads.queue import (
    MEGABYTE,
    DownloadPolicy,
    FetchQueue,
    Pauses,
    SpeedLimit,
    SpeedMeter,
    Wakeups,
)
from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.download_messages import DownloadState
from engine.net.errors import NetError
from engine.net.http import open_url, origin_of, retry_after_seconds

_CONTENT_RANGE = re.compile(r"bytes (\d{1,19})-(\d{1,19})/(\d{1,19}|\*)")
_UNSATISFIED = re.compile(r"bytes \*/(\d{1,19})")
_LATER = (408, 421, 423, 425, 429)
# A whole file in place of the rest of it is read up to there; before more is thrown away, the
# server is asked once more, without a condition.
_SKIPPED_BYTES = MEGABYTE
_HEADWAY_BYTES = 64 * 1024  # so much from one connection, and the pauses are short again


@dataclass(frozen=True, slots=True)
class Expected:
    """What the answers for a file have to be like.

    Attributes:
        url: where it was asked for, before any redirect.
        has_hash: then other ETags matter little: many servers may have one file, and the hash says
            in the end what it is.
        etag: of what has arrived; empty if the server named none.
    """

    url: str
    size_bytes: int
    has_hash: bool
    etag: str = ""


def first_byte(response: httpx2.Response, wanted: int, expected: Expected) -> int:
    """Return which byte of the file the body begins with: the wanted one, or 0 of a whole file.

    Raises TryAgain, SpoiledPart or DownloadTrouble.
    """
    host = response.request.url.host
    if response.status_code not in (200, 206):
        raise _refusal(response, expected)
    if response.headers.get("Content-Type", "").lower().startswith("text/html"):
        text = lazy(
            "{host} sends a web page instead of the file. Does this network want you to sign in?",
            host=host,
        )
        raise TryAgain(text)
    if response.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise TryAgain(lazy("{host} sends the file packed, which nobody asked for.", host=host))
    first, size = _content_range(response)
    if size is not None and size != expected.size_bytes:
        raise _changed(host, size, expected)
    if response.status_code == 206 and first != wanted:
        raise TryAgain(lazy("{host} sends another part of the file.", host=host))
    if wanted and not expected.has_hash and response.headers.get("ETag", "") != expected.etag:
        raise _spoiled(host)
    return first


def _content_range(response: httpx2.Response) -> tuple[int, int | None]:
    """Return the first byte, and how long the whole file is if that is said."""
    if response.status_code == 206:
        match = _CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", "").strip())
        if match is None:
            return -1, None
        return int(match[1]), None if match[3] == "*" else int(match[3])
    length = response.headers.get("Content-Length", "")
    return 0, int(length) if length.isascii() and length.isdigit() else None


def _refusal(response: httpx2.Response, expected: Expected) -> DownloadTrouble:
    url, status = response.request.url, response.status_code
    host = url.host
    if status == 416:
        match = _UNSATISFIED.fullmatch(response.headers.get("Content-Range", "").strip())
        return _changed(host, int(match[1]) if match else 0, expected)
    if status == 407:
        return TryAgain(
            lazy("The proxy of this computer wants a name and a password: set them for it.")
        )
    # Where a redirect led to, the address is good for a while only; a new one comes with the next
    # try. What the hub itself refuses stays refused.
    was_redirected = origin_of(url) != origin_of(httpx2.URL(expected.url))
    if status >= 500 or status in _LATER or was_redirected:
        text = lazy("{host} can't send the file now ({status}).", host=host, status=status)
        return TryAgain(text, retry_after_seconds(response.headers))
    if status in (401, 403):
        text = lazy(
            "{host} wants you to sign in or to accept conditions first ({status}). Open the "
            "model's page there, give Hubbub your access token (in the settings, under Network), "
            "then resume.",
            host=host,
            status=status,
        )
        return DownloadTrouble(text)
    if status in (404, 410):
        return DownloadTrouble(lazy("{host} does not have this file any more.", host=host))
    return DownloadTrouble(
        lazy("{host} refuses to send the file ({status}).", host=host, status=status)
    )


def _changed(host: str, size: int, expected: Expected) -> DownloadTrouble:
    """Return that the file has another length: of one commit it can't, so it may pass."""
    if not expected.has_hash and expected.etag:
        return _spoiled(host)
    text = lazy(
        "{host} offers a file of {count:,} bytes in place of one of {wanted:,}.",
        host=host,
        count=size,
        wanted=expected.size_bytes,
    )
    return TryAgain(text)


def _spoiled(host: str) -> SpoiledPart:
    return SpoiledPart(
        lazy(
            "The file has changed on {host} since the download began, and nothing tells which is "
            "the right one. Resume to start over.",
            host=host,
        )
    )


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
        policy = self._network.policy
        received, waited = 0, 0.0  # bytes and seconds; what the speed limit holds back is no stall
        async with aclosing(response.aiter_raw()) as pieces:
            while left:
                asked_at = time.monotonic()
                piece = await anext(pieces, b"")
                if not piece:
                    raise TryAgain(lazy("The connection broke off."))
                received += len(piece)
                waited += time.monotonic() - asked_at
                if waited >= policy.stall_seconds:
                    if received < policy.stall_bytes:
                        host = response.request.url.host
                        text = lazy("{host} sends next to nothing. Connecting again.", host=host)
                        raise TryAgain(text)
                    received, waited = 0, 0.0
                connection.reschedule(None)
                self.meter.add(len(piece))
                data = piece[skipped:][:left]
                skipped = max(0, skipped - len(piece))
                left -= len(data)
                if data:
                    await writer.put(data)
                await self._network.limit.consume(len(piece))  # what is here is kept first


class FileDownload:
    """Fetches and proves one file of a download. ``run`` it once; ``meter`` of its fetcher."""

    def __init__(
        self,
        network: Network,
        store: JournalFile,
        index: int,
        order: int,
        nudged: asyncio.Event,
        report: Callable[[DownloadState, LazyText], None],
        report_pause: Callable[[LazyText, float], None],
    ) -> None:
        """``order`` is whose turn comes first; ``nudged`` ends a pause."""
        record = store.journal.files[index]
        self._network, self._store, self._index = network, store, index
        self._order, self._nudged = order, nudged
        self._report, self._report_pause = report, report_pause
        journal = store.journal
        url = network.address(journal.repository, journal.commit, record.path)
        expected = Expected(url, record.size_bytes, bool(record.sha256), record.etag)
        self.fetcher = Fetcher(
            network, expected, lambda: report(DownloadState.FETCHING, LazyText())
        )
        self.done_bytes = 0
        self._piece_bytes = journal.piece_bytes
        self._part: PartFile | None = None
        self._hasher: PieceHasher | None = None
        self._wrong: set[int] = set()
        self._suspects: list[int] = []

    @property
    def checked_bytes(self) -> int:
        """How much of it went into the hash."""
        return self._hasher.position if self._hasher else 0

    async def run(self) -> None:
        """Return when the part is right and on the disk. Raises DownloadTrouble, OSError."""
        path = self._store.part(self._record)
        part = self._part = await in_thread(lambda: PartFile(path))
        try:
            await self._begin(part)
            async with self._hashing(part) as hasher:
                await self._fetch(part.length, self._record.size_bytes)
                self._report(DownloadState.CHECKING, LazyText())
                await self._settle(hasher)
            await in_thread(part.sync)
            proof = Proof(part.length, part.mtime_ns)
            await self._store.change_file(self._index, proof=proof)
        finally:
            await in_thread(part.close)

    @property
    def _record(self) -> FileRecord:
        return self._store.journal.files[self._index]

    async def _begin(self, part: PartFile) -> None:
        record = self._record
        # Somebody else has written to it, or a disk was mended; the hash says what the rest is.
        if part.length > record.size_bytes:
            await in_thread(lambda: part.truncate(record.size_bytes))
        self.done_bytes = part.length
        # What no piece of the journal vouches for: a power cut may have left anything there.
        last = max(0, part.length - 1) // self._piece_bytes
        self._suspects = list(range(len(record.pieces), last + 1)) if part.length else []

    @asynccontextmanager
    async def _hashing(self, part: PartFile) -> AsyncGenerator[PieceHasher]:
        """Have the part hashed while it grows; a disk that can't be read ends the block."""
        hasher = PieceHasher(part, self._record.size_bytes, self._piece_bytes, self._know_piece)
        self._hasher = hasher
        hasher.grew(part.length)
        task = asyncio.create_task(hasher.run())
        try:
            yield hasher
        finally:
            task.cancel()
            # What ended it earlier was raised to who waits for it, inside the block.
            await asyncio.gather(task, return_exceptions=True)

    async def _know_piece(self, piece: int, digest: str) -> None:
        """Compare a piece with the journal, or write it down once it is on the disk."""
        pieces = self._record.pieces
        if piece < len(pieces):
            if pieces[piece] != digest:
                self._wrong.add(piece)
            return
        assert self._part
        await in_thread(self._part.sync)
        await self._store.change_file(self._index, pieces=(*pieces, digest), etag=self.fetcher.etag)

    async def _settle(self, hasher: PieceHasher) -> None:
        """Have all pieces right, and the whole. Raises SpoiledPart."""
        await hasher.reached(self._record.size_bytes)
        # Pieces that differ from what arrived: the disk's fault, and only they are fetched again.
        await self._refetch(hasher, sorted(self._wrong))
        if self._is_right(hasher):
            return
        # What arrived was wrong, and only all pieces together have a hash: those first that a
        # connection began or ended in, then all others, each once.
        others = range(len(hasher.digests))
        for piece in dict.fromkeys((*self._suspects, *others)):
            if await self._refetch(hasher, [piece]) and self._is_right(hasher):
                return
        text = lazy(
            "{name} is not what the hub promises, also when it is fetched again. It was not "
            "given its name. Resume to start over, or choose another model.",
            name=self._record.name,
        )
        raise SpoiledPart(text)

    def _is_right(self, hasher: PieceHasher) -> bool:
        return self._record.sha256 in ("", hasher.digest)

    async def _refetch(self, hasher: PieceHasher, pieces: Iterable[int]) -> bool:
        """Fetch pieces again into their places; return whether any of them is another now."""
        changed = []
        for piece in pieces:
            start = piece * self._piece_bytes
            await self._fetch(start, min(start + self._piece_bytes, self._record.size_bytes))
            digest = await hasher.hash_piece(piece)
            known = self._record.pieces
            if digest != known[piece]:  # what is there now counts, whatever it was
                replaced = (*known[:piece], digest, *known[piece + 1 :])
                await self._store.change_file(self._index, pieces=replaced)
            if digest != hasher.digests[piece]:
                changed.append(piece)
        if changed:
            hasher.rewind(min(changed))
            await hasher.reached(self._record.size_bytes)
        return bool(changed)

    async def _fetch(self, start: int, stop: int) -> None:
        """Fetch these bytes, for as long as it takes. Raises what no retry can mend."""
        pauses = Pauses(self._network.policy)
        while start < stop:
            start = await self._try(start, stop, pauses)

    async def _try(self, start: int, stop: int, pauses: Pauses) -> int:
        """Fetch over one connection, and pause if it failed; return how far it is now."""
        assert self._part
        if start and not self._record.sha256 and not self.fetcher.etag:
            await self._restart(self._part)  # nothing says that the rest would be of the same file
            start = 0
        writer = PartWriter(self._part, start, self._grew)
        try:
            async with self._network.queue.permit(
                self._order, lambda: self._report(DownloadState.QUEUED, LazyText())
            ):
                await self.fetcher.fetch(start, stop, writer)
        except TryAgain as trouble:
            self._suspects.append(max(0, writer.position - 1) // self._piece_bytes)
            if writer.position - start >= _HEADWAY_BYTES:
                pauses.reset()
            failed = trouble
        else:
            return writer.position
        await self._pause(failed, pauses)  # outside: others have the place meanwhile
        return writer.position

    def _grew(self, position: int) -> None:
        assert self._hasher
        self._hasher.grew(position)
        self.done_bytes = max(self.done_bytes, position)

    async def _restart(self, part: PartFile) -> None:
        assert self._hasher
        await self._hasher.reached(part.length)
        await in_thread(lambda: part.truncate(0))
        self._hasher.restart()
        self.done_bytes = 0
        await self._store.change_file(self._index, pieces=())

    async def _pause(self, trouble: TryAgain, pauses: Pauses) -> None:
        if trouble.is_at_once:
            return
        seconds = pauses.next(trouble.after_seconds)
        self._report_pause(LazyText.of(str(trouble)), seconds)
        await self._network.wakeups.pause(seconds, self._nudged)
