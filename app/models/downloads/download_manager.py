"""Runs all downloads: starts, pauses, resumes, cancels and finds them."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx2

from app.models.downloads.errors import (
    DownloadTrouble,
    FolderGone,
    NoRoom,
    SpoiledPart,
    disk_trouble,
    folder_gone,
)
from app.models.downloads.file_download import FileDownload, Network
from app.models.downloads.journal import (
    FileRecord,
    JournalFile,
    check_journal,
    in_thread,
    journal_path,
    prepare,
    read_journal,
)
from app.models.downloads.parts import (
    check_room,
    has_content,
    is_proven,
    missing_bytes,
    name_all,
    name_taken,
    reserve,
)
from app.models.downloads.queue import DownloadPolicy, FetchQueue, SpeedLimit, Wakeups
from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.download_messages import (
    JOURNAL_SUFFIX,
    CancelDownload,
    DownloadChanged,
    DownloadCommand,
    DownloadEvent,
    DownloadProgress,
    DownloadsListed,
    DownloadsProgressed,
    DownloadState,
    DownloadStatus,
    FindDownloads,
    ListDownloads,
    PauseDownload,
    ResumeDownload,
    SetDownloadLimits,
    StartDownload,
)
from engine.messages.errors import EngineError

_log = logging.getLogger(__name__)


class Download:
    """All files of one download. ``run`` is a task of the owner, who may cancel and repeat it.

    Attributes:
        nudged: setting it ends a pause.
        task: the task of ``run``; None if the download is stopped.
    """

    def __init__(
        self,
        network: Network,
        store: JournalFile,
        order: int,
        changed: Callable[[DownloadStatus], None],
    ) -> None:
        """Lower ``order`` comes first; ``changed`` is called with each new state."""
        self.store = store
        self.nudged = asyncio.Event()
        self.task: asyncio.Task[None] | None = None
        self._network, self._order, self._changed = network, order, changed
        self._state, self._reason = DownloadState.QUEUED, LazyText()
        self._retry_at: float | None = None
        self._done = [0] * len(store.journal.files)
        self._checked = list(self._done)
        self._running: FileDownload | None = None
        self._running_index = 0

    @property
    def is_running(self) -> bool:
        """Return whether its task runs."""
        return self.task is not None and not self.task.done()

    @property
    def status(self) -> DownloadStatus:
        """Return its status."""
        journal, retry_at = self.store.journal, self._retry_at
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
            retry_seconds=retry_at and max(0.0, retry_at - time.monotonic()),
        )

    @property
    def progress(self) -> DownloadProgress:
        """Return its progress."""
        done, checked = self._counts()
        speed = self._running.fetcher.meter.bytes_per_second if self._running else 0.0
        left = (self._total_bytes - done) / speed if speed else None
        return DownloadProgress(self.store.journal.download_id, done, checked, speed, left)

    def set_state(self, state: DownloadState, reason: LazyText = LazyText()) -> None:  # noqa: B008
        """Set the state, and report it if it has changed."""
        if (state, reason) != (self._state, self._reason):
            self._state, self._reason, self._retry_at = state, reason, None
            self._changed(self.status)

    def wait(self, reason: LazyText, seconds: float) -> None:
        """Set the state to waiting, and report the pause."""
        self._state, self._reason = DownloadState.WAITING, reason
        self._retry_at = time.monotonic() + seconds
        self._changed(self.status)

    def measure(self) -> None:
        """Measure how much of each file has arrived. Raises OSError."""
        for index, record in enumerate(self.store.journal.files):
            missing = 0 if record.was_there else record.size_bytes
            with suppress(FileNotFoundError):
                missing = record.size_bytes - self.store.part(record).stat().st_size
            self._done[index] = max(0, record.size_bytes - missing)

    async def stop(self) -> None:
        """Cancel its task; the part keeps what has arrived."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.wait([self.task])
            self.task = None

    async def run(self) -> None:
        """Return when it is done or needs the user; its state says which."""
        while True:
            try:
                await self._advance()
            except DownloadTrouble as error:
                trouble = error
            except OSError as error:
                trouble = disk_trouble(error, self.store.folder)
            else:
                return
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

    async def _advance(self) -> None:
        store = self.store
        if not await in_thread(store.folder.is_dir):
            raise folder_gone(store.folder)
        await store.change()  # before the first part: a part needs a journal
        if store.journal.is_spoiled:
            await self._restart()
        if not store.journal.is_naming:
            await self._take_existing()
            await in_thread(self._make_room)
            for index, record in enumerate(store.journal.files):
                await self._fetch(index, record)
            # From here on the next start finishes it: all parts are verified and on the disk, and
            # some may already have their names.
            await store.change(is_naming=True)
        await self._name()
        await store.remove()
        self.set_state(DownloadState.DONE)

    async def _restart(self) -> None:
        await in_thread(self._remove_parts)
        for index in range(len(self._done)):
            await self.store.change_file(index, pieces=(), etag="", proof=None)
        self._done = [0] * len(self._done)
        await self.store.change(is_spoiled=False)

    async def _take_existing(self) -> None:
        """Keep existing files with the right content; other files are never replaced."""
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
        """Return a progress callback, which returns False when the task is cancelled."""
        task = asyncio.current_task()

        def count(position: int) -> bool:
            self._checked[index] = position
            return not (task and task.cancelling())

        return count

    def _make_room(self) -> None:
        """Reserve disk space for all files. Raises NoRoom, OSError."""
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
        with suppress(OSError):  # the disk may be the cause; the next try finds out
            is_spoiled = isinstance(trouble, SpoiledPart)
            await self.store.change(failure=reason, is_spoiled=is_spoiled)
        # Last: a listener may resume at once, and the task has ended by then.
        self.set_state(DownloadState.FAILED, reason)

    def _remove_parts(self) -> None:
        for record in self.store.journal.files:
            if not record.was_there:
                self.store.part(record).unlink(missing_ok=True)

    @property
    def _total_bytes(self) -> int:
        return sum(each.size_bytes for each in self.store.journal.files)

    def _counts(self) -> tuple[int, int]:
        done, checked = list(self._done), list(self._checked)
        if self._running:
            done[self._running_index] = self._running.done_bytes
            checked[self._running_index] = self._running.checked_bytes
        return sum(done), sum(checked)


class Downloads:
    """A context manager that runs downloads; leaving it stops them, and their journals stay.

    A bug in a download ends the block.
    """

    def __init__(
        self,
        client: Callable[[], httpx2.AsyncClient],
        address: Callable[[str, str, str], str],
        report: Callable[[DownloadEvent], None],
        policy: DownloadPolicy = DownloadPolicy(),  # noqa: B008
    ) -> None:
        """Open nothing yet; ``address`` returns the URL of a repository, commit and path.

        ``client`` is called for each connection; it raises NetError if none is possible.
        """
        self._report, self._policy = report, policy
        self._network = Network(
            client=client,
            address=address,
            policy=policy,
            limit=SpeedLimit(),
            queue=FetchQueue(),
            wakeups=Wakeups(),
        )
        self._downloads: dict[str, Download] = {}
        self._order = 0
        self._group = asyncio.TaskGroup()
        self._background: list[asyncio.Task[None]] = []
        self._in_turn = asyncio.Lock()

    async def __aenter__(self) -> Self:
        await self._group.__aenter__()
        tasks = (self._network.wakeups.run(), self._report_progress())
        self._background = [self._group.create_task(each) for each in tasks]
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        for task in self._background:
            task.cancel()
        # Stopped, not paused: their journals say that they run, so they continue when they are
        # found again.
        for download in list(self._downloads.values()):
            await download.stop()
            download.store.release()
        await self._group.__aexit__(kind, error, traceback)

    async def execute(self, command: DownloadCommand) -> None:
        """Carry out a command; commands of one download run one after the other."""
        match command:
            case SetDownloadLimits(bytes_per_second=speed, at_once=count):
                self._network.limit.set(speed)
                self._network.queue.set_permits(count)
            case FindDownloads(folders=folders):
                await self._find([Path(folder) for folder in folders])
            case ListDownloads():
                self._list([])
            case StartDownload():
                async with self._in_turn:
                    await self._start(command)
            case PauseDownload() | ResumeDownload() | CancelDownload():
                async with self._in_turn:
                    # An unknown download is done; the sender learns that at the same time.
                    if (download := self._downloads.get(command.download_id)) is not None:
                        await self._steer(command, download)

    async def _start(self, request: StartDownload) -> None:
        if (known := self._downloads.get(request.download_id)) is not None:
            await self._resume_download(known)
            return
        try:
            journal = await in_thread(lambda: prepare(request, self._policy.piece_bytes))
            store = JournalFile(journal_path(Path(request.folder), journal.files[0].name), journal)
            if any(each.store.path == store.path for each in self._downloads.values()):
                raise DownloadTrouble(lazy("{name} is being downloaded.", name=store.path.stem))
            store.acquire()
        except DownloadTrouble as error:
            self._report(DownloadChanged(_refused(request, error)))
            return
        self._run(await self._add(store))

    async def _steer(
        self, command: PauseDownload | ResumeDownload | CancelDownload, download: Download
    ) -> None:
        match command:
            case ResumeDownload():
                await self._resume_download(download)
            case PauseDownload():
                await self._pause(download)
            case CancelDownload():
                await self._cancel(download)

    async def _resume_download(self, download: Download) -> None:
        if download.is_running:
            # It may be in a pause of minutes, which the user does not want to wait for.
            download.nudged.set()
            return
        with suppress(OSError):  # the run reports the error
            await download.store.change(is_paused=False, failure=LazyText())
        self._run(download)

    async def _pause(self, download: Download) -> None:
        await download.stop()
        if download.status.download_id not in self._downloads:
            return  # it was done before it could be stopped
        download.set_state(DownloadState.PAUSED)
        with suppress(OSError):
            await download.store.change(is_paused=True)

    async def _cancel(self, download: Download) -> None:
        await download.stop()
        if self._downloads.pop(download.status.download_id, None) is None:
            return
        with suppress(OSError):  # a file that can't be removed is found again
            await download.discard()
        download.store.release()
        download.set_state(DownloadState.REMOVED)

    async def _find(self, folders: Sequence[Path]) -> None:
        """Continue the downloads of folders; a folder that hangs does not stop the others."""
        unreadable = []
        for folder in folders:
            for path in await in_thread(partial(_journals, folder)):
                async with self._in_turn:
                    try:
                        await self._continue(path)
                    except EngineError as error:
                        unreadable.append(_unreadable(path, error))
        self._list(unreadable)

    async def _continue(self, path: Path) -> None:
        if any(each.store.path == path for each in self._downloads.values()):
            return
        journal = await in_thread(lambda: read_journal(path))
        check_journal(journal)  # another program may have written it
        store = JournalFile(path, journal)
        store.acquire()
        download = await self._add(store)
        if journal.is_paused:
            download.set_state(DownloadState.PAUSED)
        elif journal.failure:
            download.set_state(DownloadState.FAILED, journal.failure)
        else:
            self._run(download)

    async def _add(self, store: JournalFile) -> Download:
        self._order += 1
        download = Download(self._network, store, self._order, self._changed)
        with suppress(OSError):
            await in_thread(download.measure)
        self._downloads[store.journal.download_id] = download
        self._changed(download.status)
        return download

    def _run(self, download: Download) -> None:
        download.set_state(DownloadState.QUEUED)
        download.task = self._group.create_task(self._run_to_end(download))

    async def _run_to_end(self, download: Download) -> None:
        await download.run()
        if download.status.state is DownloadState.DONE:
            self._downloads.pop(download.status.download_id, None)

    def _changed(self, status: DownloadStatus) -> None:
        _log.info("Download %s: %s", status.download_id, status.state.value)
        self._report(DownloadChanged(status))

    def _list(self, unreadable: Sequence[DownloadStatus]) -> None:
        known = (each.status for each in self._downloads.values())
        self._report(DownloadsListed((*known, *unreadable)))

    async def _report_progress(self) -> None:
        reported: dict[str, object] = {}
        while True:
            await asyncio.sleep(self._policy.progress_seconds)
            running = [each.progress for each in self._downloads.values() if each.is_running]
            news = tuple(each for each in running if reported.get(each.download_id) != each)
            reported = {each.download_id: each for each in running}
            if news:
                self._report(DownloadsProgressed(news))


def _journals(folder: Path) -> list[Path]:
    with suppress(OSError):
        return sorted(path for path in folder.glob(f"*{JOURNAL_SUFFIX}") if path.is_file())
    return []


def _refused(request: StartDownload, error: DownloadTrouble) -> DownloadStatus:
    return DownloadStatus(
        download_id=request.download_id,
        repository=request.repository,
        commit=request.commit,
        folder=request.folder,
        names=tuple(each.name for each in request.files),
        state=DownloadState.FAILED,
        total_bytes=sum(each.size_bytes for each in request.files),
        reason=LazyText.of(str(error)),
    )


def _unreadable(path: Path, error: EngineError) -> DownloadStatus:
    """Return the status of a journal that can't be used."""
    return DownloadStatus(
        download_id=str(path),
        repository="",
        commit="",
        folder=str(path.parent),
        names=(path.name.removesuffix(JOURNAL_SUFFIX),),
        state=DownloadState.FAILED,
        total_bytes=0,
        reason=LazyText.of(str(error)),
    )
