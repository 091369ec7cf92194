"""Downloads and verifies one file, and continues after each interruption."""

import asyncio
import re
import time
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import aclosing, asynccontextmanager

import httpx2
import msgspec
from msgspec.structs import replace

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
# If a server sends the whole file instead of a range, up to this many bytes are skipped; for more,
# the server is asked again without a condition.
_SKIPPED_BYTES = MEGABYTE
_PROGRESS_BYTES = 64 * 1024  # of one connection, after which pauses are short again


class Expected(msgspec.Struct, frozen=True):
    """The expected response for a file.

    Attributes:
        url: the requested URL, before any redirect.
        has_hash: the hash verifies the file in the end, so another ETag is accepted.
        etag: the ETag of the data that has arrived; empty for none.
    """

    url: str
    size_bytes: int
    has_hash: bool
    etag: str = ""


def first_byte(response: httpx2.Response, wanted: int, expected: Expected) -> int:
    """Return the offset of the body in the file: the wanted one, or 0 for a whole file.

    Raises TryAgain, SpoiledPart or DownloadTrouble.
    """
    host = response.request.url.host
    if response.status_code not in (200, 206):
        raise _refusal(response, expected)
    if response.headers.get("Content-Type", "").lower().startswith("text/html"):
        text = lazy(
            "{host} sends a web page instead of the file. Does this network need you to sign in?",
            host=host,
        )
        raise TryAgain(text)
    if response.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise TryAgain(
            lazy("{host} sends the file with an unexpected content encoding.", host=host)
        )
    first, size = _content_range(response)
    if size is not None and size != expected.size_bytes:
        raise _changed(host, size, expected)
    if response.status_code == 206 and first != wanted:
        raise TryAgain(lazy("{host} sends another part of the file.", host=host))
    if wanted and not expected.has_hash and response.headers.get("ETag", "") != expected.etag:
        raise _spoiled(host)
    return first


def _content_range(response: httpx2.Response) -> tuple[int, int | None]:
    """Return the offset of the body, and the size of the file if it is known."""
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
            lazy("The proxy of this computer needs a user name and a password. Set them there.")
        )
    # The target of a redirect is valid for a limited time; a retry gets a new one. A refusal of
    # the hub itself is final.
    was_redirected = origin_of(url) != origin_of(httpx2.URL(expected.url))
    if status >= 500 or status in _LATER or was_redirected:
        text = lazy("{host} can't send the file now ({status}).", host=host, status=status)
        return TryAgain(text, retry_after_seconds(response.headers))
    if status in (401, 403):
        text = lazy(
            "{host} needs you to sign in or to accept conditions first ({status}). Open the "
            "model's page there, add your access token in the settings, under Network, then "
            "resume.",
            host=host,
            status=status,
        )
        return DownloadTrouble(text)
    if status in (404, 410):
        return DownloadTrouble(lazy("{host} no longer has this file.", host=host))
    return DownloadTrouble(
        lazy("{host} refuses to send the file ({status}).", host=host, status=status)
    )


def _changed(host: str, size: int, expected: Expected) -> DownloadTrouble:
    """Return the error of another file size; it may be temporary, since a commit is fixed."""
    if not expected.has_hash and expected.etag:
        return _spoiled(host)
    text = lazy(
        "{host} offers a file of {count:,} bytes instead of {wanted:,}.",
        host=host,
        count=size,
        wanted=expected.size_bytes,
    )
    return TryAgain(text)


def _spoiled(host: str) -> SpoiledPart:
    return SpoiledPart(
        lazy(
            "The file has changed on {host} since the download began, and can't be verified. "
            "Resume to start over.",
            host=host,
        )
    )


class Network(msgspec.Struct, frozen=True):
    """The network objects that all downloads share.

    Attributes:
        client: returns the HTTP client. Raises NetError.
        address: returns the URL of a repository, commit and path.
    """

    client: Callable[[], httpx2.AsyncClient]
    address: Callable[[str, str, str], str]
    policy: DownloadPolicy
    limit: SpeedLimit
    queue: FetchQueue
    wakeups: Wakeups


class Fetcher:
    """Fetches ranges of one file; ``etag`` is the ETag of its last response."""

    def __init__(self, network: Network, expected: Expected, answered: Callable[[], None]) -> None:
        """``answered`` is called when a server starts to send."""
        self.etag = expected.etag
        self.meter = SpeedMeter()
        self._network, self._expected = network, expected
        self._answered = answered
        self._has_condition = True

    async def fetch(self, start: int, stop: int, writer: PartWriter) -> None:
        """Fetch a range; ``writer.position`` is the end of the bytes that arrived.

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
                await writer.finish()  # also after a lost connection

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
        received, waited = 0, 0.0  # bytes and seconds, without those of the speed limit
        async with aclosing(response.aiter_raw()) as pieces:
            while left:
                asked_at = time.monotonic()
                piece = await anext(pieces, b"")
                if not piece:
                    raise TryAgain(lazy("The connection was lost."))
                received += len(piece)
                waited += time.monotonic() - asked_at
                if waited >= policy.stall_seconds:
                    if received < policy.stall_bytes:
                        host = response.request.url.host
                        text = lazy("{host} sends almost no data. Connecting again.", host=host)
                        raise TryAgain(text)
                    received, waited = 0, 0.0
                connection.reschedule(None)
                self.meter.add(len(piece))
                data = piece[skipped:][:left]
                skipped = max(0, skipped - len(piece))
                left -= len(data)
                if data:
                    await writer.put(data)
                await self._network.limit.consume(len(piece))  # after the data is queued


class FileDownload:
    """Downloads and verifies one file. Call ``run`` once."""

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
        """Lower ``order`` comes first; ``nudged`` ends a pause."""
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
        """Return the number of bytes that are hashed."""
        return self._hasher.position if self._hasher else 0

    async def run(self) -> None:
        """Return when the part is verified and on the disk. Raises DownloadTrouble, OSError."""
        path = self._store.part(self._record)
        part = self._part = await in_thread(lambda: PartFile(path))
        try:
            await self._begin(part)
            async with self._hashing(part) as hasher:
                await self._fetch(part.length, self._record.size_bytes)
                self._report(DownloadState.CHECKING, LazyText())
                await self._verify(hasher)
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
        # Another program wrote to it, or the disk was repaired; the hash verifies the rest.
        if part.length > record.size_bytes:
            await in_thread(lambda: part.truncate(record.size_bytes))
        self.done_bytes = part.length
        # Pieces that are not in the journal: a power failure may have left anything there.
        last = max(0, part.length - 1) // self._piece_bytes
        self._suspects = list(range(len(record.pieces), last + 1)) if part.length else []

    @asynccontextmanager
    async def _hashing(self, part: PartFile) -> AsyncGenerator[PieceHasher]:
        """Hash the part while it grows; a read error ends the block."""
        hasher = PieceHasher(part, self._record.size_bytes, self._piece_bytes, self._record_piece)
        self._hasher = hasher
        hasher.grew(part.length)
        task = asyncio.create_task(hasher.run())
        try:
            yield hasher
        finally:
            task.cancel()
            # An earlier error was raised inside the block, by the hasher.
            await asyncio.gather(task, return_exceptions=True)

    async def _record_piece(self, piece: int, digest: str) -> None:
        """Compare a piece with the journal, or add it after syncing it to the disk."""
        pieces = self._record.pieces
        if piece < len(pieces):
            if pieces[piece] != digest:
                self._wrong.add(piece)
            return
        assert self._part
        await in_thread(self._part.sync)
        await self._store.change_file(self._index, pieces=(*pieces, digest), etag=self.fetcher.etag)

    async def _verify(self, hasher: PieceHasher) -> None:
        """Fetch wrong pieces again until the whole file is right. Raises SpoiledPart."""
        await hasher.reached(self._record.size_bytes)
        # Pieces that changed on the disk since they arrived: only these are fetched again.
        await self._refetch(hasher, sorted(self._wrong))
        if self._is_right(hasher):
            return
        # Wrong data arrived, and only the whole file has a hash. First the pieces in which a
        # connection started or ended are fetched again, then all others, each once.
        others = range(len(hasher.digests))
        for piece in dict.fromkeys((*self._suspects, *others)):
            if await self._refetch(hasher, [piece]) and self._is_right(hasher):
                return
        text = lazy(
            "{name} does not match the SHA-256 of the hub, even after fetching it again. It was "
            "not kept. Resume to start over, or choose another model.",
            name=self._record.name,
        )
        raise SpoiledPart(text)

    def _is_right(self, hasher: PieceHasher) -> bool:
        return self._record.sha256 in ("", hasher.digest)

    async def _refetch(self, hasher: PieceHasher, pieces: Iterable[int]) -> bool:
        """Fetch pieces again; return whether any of them has changed."""
        changed = []
        for piece in pieces:
            start = piece * self._piece_bytes
            await self._fetch(start, min(start + self._piece_bytes, self._record.size_bytes))
            digest = await hasher.hash_piece(piece)
            known = self._record.pieces
            if digest != known[piece]:  # the journal describes the disk
                replaced = (*known[:piece], digest, *known[piece + 1 :])
                await self._store.change_file(self._index, pieces=replaced)
            if digest != hasher.digests[piece]:
                changed.append(piece)
        if changed:
            hasher.rewind(min(changed))
            await hasher.reached(self._record.size_bytes)
        return bool(changed)

    async def _fetch(self, start: int, stop: int) -> None:
        """Fetch a range with retries. Raises errors that a retry can't fix."""
        pauses = Pauses(self._network.policy)
        while start < stop:
            start = await self._try(start, stop, pauses)

    async def _try(self, start: int, stop: int, pauses: Pauses) -> int:
        """Fetch over one connection, and pause if it failed; return the new position."""
        assert self._part
        if start and not self._record.sha256 and not self.fetcher.etag:
            await self._restart(self._part)  # the rest could be of another version
            start = 0
        writer = PartWriter(self._part, start, self._grew)
        try:
            async with self._network.queue.permit(
                self._order, lambda: self._report(DownloadState.QUEUED, LazyText())
            ):
                await self.fetcher.fetch(start, stop, writer)
        except TryAgain as trouble:
            self._suspects.append(max(0, writer.position - 1) // self._piece_bytes)
            if writer.position - start >= _PROGRESS_BYTES:
                pauses.reset()
            failed = trouble
        else:
            return writer.position
        await self._pause(failed, pauses)  # outside, so that others have the permit
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
