"""One download, from its journal to the names of its files."""

import asyncio
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial

from app.models.downloads.disk import check_room, missing_bytes, reserve
from app.models.downloads.errors import (
    DownloadTrouble,
    FolderGone,
    NoRoom,
    SpoiledPart,
    disk_trouble,
    folder_gone,
)
from app.models.downloads.fetcher import Network
from app.models.downloads.file_download import FileDownload
from app.models.downloads.journal import FileRecord
from app.models.downloads.journal_file import JournalFile
from app.models.downloads.naming import has_content, is_proven, name_all, name_taken
from app.models.downloads.threads import in_thread
from engine.ipc.lazy_text import LazyText
from engine.messages.download_messages import DownloadProgress, DownloadState, DownloadStatus


class Download:
    """All files of one download. ``run`` is a task of the owner, who may cancel and run it again.

    Attributes:
        nudged: set it, and a pause ends.
    """

    def __init__(
        self,
        network: Network,
        store: JournalFile,
        order: int,
        changed: Callable[[DownloadStatus], None],
    ) -> None:
        """``order`` says whose turn comes first; ``changed`` is called with each new state."""
        self.store = store
        self.nudged = asyncio.Event()
        self._network, self._order, self._changed = network, order, changed
        self._state, self._reason = DownloadState.QUEUED, LazyText()
        self._retry_at: float | None = None
        self._done = [0] * len(store.journal.files)
        self._checked = list(self._done)
        self._running: FileDownload | None = None
        self._running_index = 0

    @property
    def status(self) -> DownloadStatus:
        """What is known of it now."""
        journal = self.store.journal
        done, checked = self._counts()
        return DownloadStatus(
            download_id=journal.download_id,
            repository=journal.repository,
            commit=journal.commit,
            folder=str(self.store.folder),
            names=tuple(each.name for each in journal.files),
            state=self._state,
            total_bytes=self._total_bytes,
            done_bytes=done,
            checked_bytes=checked,
            reason=self._reason,
            is_verified=self._state is DownloadState.DONE
            and all(each.sha256 for each in journal.files),
            retry_seconds=self._retry_seconds,
        )

    @property
    def progress(self) -> DownloadProgress:
        """How far it is."""
        done, checked = self._counts()
        speed = self._running.fetcher.meter.bytes_per_second if self._running else 0.0
        left = (self._total_bytes - done) / speed if speed else None
        return DownloadProgress(self.store.journal.download_id, done, checked, speed, left)

    def set_state(self, state: DownloadState, reason: LazyText = LazyText()) -> None:  # noqa: B008
        """Be in a state, and tell of it if it is another one."""
        if (state, reason) != (self._state, self._reason):
            self._state, self._reason, self._retry_at = state, reason, None
            self._changed(self.status)

    def wait(self, reason: LazyText, seconds: float) -> None:
        """Be waiting, and tell for how long: each pause is told of."""
        self._state, self._reason = DownloadState.WAITING, reason
        self._retry_at = time.monotonic() + seconds
        self._changed(self.status)

    async def measure(self) -> None:
        """Find out what is there of each file. Raises OSError."""
        await in_thread(self._measure)

    async def run(self) -> None:
        """Return when it is done, or somebody has to do something; its state says which."""
        while (trouble := await self._trouble()) is not None:
            reason = LazyText.of(str(trouble))
            if not isinstance(trouble, NoRoom | FolderGone):
                await self._fail(trouble)
                return
            is_full = isinstance(trouble, NoRoom)
            self.set_state(DownloadState.NO_ROOM if is_full else DownloadState.WAITING, reason)
            await self._network.wakeups.pause(self._network.policy.poll_seconds, self.nudged)

    async def discard(self) -> None:
        """Remove parts and journal. Raises OSError."""
        await in_thread(self._remove_parts)
        await self.store.remove()

    async def _trouble(self) -> DownloadTrouble | None:
        try:
            await self._advance()
        except DownloadTrouble as error:
            return error
        except OSError as error:
            return disk_trouble(error, self.store.folder)
        return None

    async def _advance(self) -> None:
        store = self.store
        if not await in_thread(store.folder.is_dir):
            raise folder_gone(store.folder)
        await store.change()  # before there is any part: one without a journal is nobody's
        if store.journal.is_spoiled:
            await self._begin_anew()
        if not store.journal.is_naming:
            await self._take_existing()
            await in_thread(self._make_room)
            for index, record in enumerate(store.journal.files):
                await self._fetch(index, record)
            # From here on the next start finishes it: all parts are right and on the disk, and
            # some may have their names when the program ends.
            await store.change(is_naming=True)
        await self._name()
        await store.remove()
        self.set_state(DownloadState.DONE)

    async def _begin_anew(self) -> None:
        await in_thread(self._remove_parts)
        for index in range(len(self._done)):
            await self.store.change_file(index, pieces=(), etag="", proof=None)
        self._done = [0] * len(self._done)
        await self.store.change(is_spoiled=False)

    async def _take_existing(self) -> None:
        """Take files that have their names already; others of these names are never replaced."""
        for index, record in enumerate(self.store.journal.files):
            path = self.store.folder / record.name
            if record.was_there or not await in_thread(path.exists):
                continue
            self.set_state(DownloadState.CHECKING)
            is_wanted = partial(has_content, path, record, self._counting(index))
            if not await in_thread(is_wanted):
                raise name_taken(record.name)
            await self.store.change_file(index, was_there=True)
            self._done[index] = record.size_bytes

    def _counting(self, index: int) -> Callable[[int], bool]:
        """Return what counts the bytes that are read of a file, until the task is cancelled."""
        task = asyncio.current_task()

        def count(position: int) -> bool:
            self._checked[index] = position
            return not (task and task.cancelling())

        return count

    def _make_room(self) -> None:
        """Reserve room for all files, or say how much is missing. Raises NoRoom, OSError."""
        wanted = [
            (self.store.part(each), each.size_bytes)
            for each in self.store.journal.files
            if not each.was_there
        ]
        missing = sum(missing_bytes(part, size) for part, size in wanted)
        check_room(self.store.folder, missing, self._network.policy.floor_bytes)
        for part, size in wanted:
            reserve(part, size)

    async def _fetch(self, index: int, record: FileRecord) -> None:
        size = record.size_bytes
        part = self.store.part(record)
        if not record.was_there and not await in_thread(lambda: is_proven(part, record.proof)):
            self._running_index = index
            self._running = FileDownload(
                self._network,
                self.store,
                index,
                self._order,
                self.nudged,
                self.set_state,
                self.wait,
            )
            try:
                await self._running.run()
            finally:
                self._done[index] = self._running.done_bytes
                self._running = None
        self._done[index] = self._checked[index] = size

    async def _name(self) -> None:
        files = self.store.journal.files
        try:
            await in_thread(lambda: name_all(self.store.folder, files))
        except DownloadTrouble:
            await self.store.change(is_naming=False)
            raise

    async def _fail(self, trouble: DownloadTrouble) -> None:
        reason = LazyText.of(str(trouble))
        with suppress(OSError):  # the disk may be the trouble; then it is found out again
            is_spoiled = isinstance(trouble, SpoiledPart)
            await self.store.change(failure=reason, is_spoiled=is_spoiled)
        # Last of all: who hears of it may resume at once, and the task has ended by then.
        self.set_state(DownloadState.FAILED, reason)

    def _measure(self) -> None:
        for index, record in enumerate(self.store.journal.files):
            missing = 0 if record.was_there else record.size_bytes
            with suppress(FileNotFoundError):
                missing = record.size_bytes - self.store.part(record).stat().st_size
            self._done[index] = max(0, record.size_bytes - missing)

    def _remove_parts(self) -> None:
        for record in self.store.journal.files:
            if not record.was_there:
                self.store.part(record).unlink(missing_ok=True)

    @property
    def _retry_seconds(self) -> float | None:
        return None if self._retry_at is None else max(0.0, self._retry_at - time.monotonic())

    @property
    def _total_bytes(self) -> int:
        return sum(each.size_bytes for each in self.store.journal.files)

    def _counts(self) -> tuple[int, int]:
        done, checked = list(self._done), list(self._checked)
        if self._running:
            done[self._running_index] = self._running.done_bytes
            checked[self._running_index] = self._running.checked_bytes
        return sum(done), sum(checked)
