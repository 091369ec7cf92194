"""Brings one file to where it is right, however often it is interrupted."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import asynccontextmanager

from app.models.downloads.answers import Expected
from app.models.downloads.errors import SpoiledPart, TryAgain
from app.models.downloads.fetcher import Fetcher, Network
from app.models.downloads.journal import FileRecord, Proof
from app.models.downloads.journal_file import JournalFile
from app.models.downloads.part_file import PartFile
from app.models.downloads.part_writer import PartWriter
from app.models.downloads.piece_hasher import PieceHasher
from app.models.downloads.retries import Pauses
from app.models.downloads.threads import in_thread
from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.download_messages import DownloadState

_HEADWAY_BYTES = 64 * 1024  # so much from one connection, and the pauses are short again


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

    @property
    def _piece_bytes(self) -> int:
        return self._store.journal.piece_bytes

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
            async with self._network.queue.permit(self._order, self._wait_for_place):
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

    def _wait_for_place(self) -> None:
        self._report(DownloadState.QUEUED, LazyText())

    async def _pause(self, trouble: TryAgain, pauses: Pauses) -> None:
        if trouble.is_at_once:
            return
        seconds = pauses.next(trouble.after_seconds)
        self._report_pause(LazyText.of(str(trouble)), seconds)
        await self._network.wakeups.pause(seconds, self._nudged)
