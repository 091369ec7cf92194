"""All downloads: started, paused, resumed and found again; who may fetch, and how fast."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Self

import httpx2

from app.models.downloads.download import Download
from app.models.downloads.errors import DownloadTrouble
from app.models.downloads.fetch_queue import FetchQueue
from app.models.downloads.fetcher import Network
from app.models.downloads.journal import journal_path, read_journal
from app.models.downloads.journal_file import JournalFile
from app.models.downloads.policy import DownloadPolicy
from app.models.downloads.requests import check_journal, prepare
from app.models.downloads.retries import Wakeups
from app.models.downloads.speed import SpeedLimit
from app.models.downloads.threads import in_thread
from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.download_messages import (
    JOURNAL_SUFFIX,
    CancelDownload,
    DownloadChanged,
    DownloadCommand,
    DownloadEvent,
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


@dataclass(slots=True)
class _Entry:
    download: Download
    task: asyncio.Task[None] | None = None

    @property
    def is_running(self) -> bool:
        return self.task is not None and not self.task.done()

    async def stop(self) -> None:
        """End its task, which leaves the part as far as it came."""
        if self.task is not None:
            self.task.cancel()
            await asyncio.wait([self.task])
            self.task = None


class Downloads:
    """Enter it, and hand it commands; leaving it stops all, to be found again by their journals.

    A bug in a download ends the block.
    """

    def __init__(
        self,
        client: Callable[[], httpx2.AsyncClient],
        address: Callable[[str, str, str], str],
        report: Callable[[DownloadEvent], None],
        policy: DownloadPolicy = DownloadPolicy(),  # noqa: B008
    ) -> None:
        """Nothing is opened yet; ``address`` makes one of repository, commit and path.

        ``client`` is asked for each connection, and raises NetError where there can be none.
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
        self._entries: dict[str, _Entry] = {}
        self._order = 0
        self._group = asyncio.TaskGroup()
        self._background: list[asyncio.Task[None]] = []
        self._in_turn = asyncio.Lock()

    async def __aenter__(self) -> Self:
        await self._group.__aenter__()
        tasks = (self._network.wakeups.run(), self._tell_progress())
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
        # Stopped, not paused: their journals say that they ran, so that they go on when they are
        # found again.
        for entry in self._entries.values():
            await entry.stop()
            entry.download.store.release()
        await self._group.__aexit__(kind, error, traceback)

    async def execute(self, command: DownloadCommand) -> None:
        """Follow a command; those of one download one after the other."""
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
                    await self._steer(command)

    async def _start(self, request: StartDownload) -> None:
        if (known := self._entries.get(request.download_id)) is not None:
            await self._resume_download(known)
            return
        try:
            journal = await in_thread(lambda: prepare(request, self._policy.piece_bytes))
            store = JournalFile(journal_path(Path(request.folder), journal.files[0].name), journal)
            if any(each.download.store.path == store.path for each in self._entries.values()):
                raise DownloadTrouble(lazy("{name} is being downloaded.", name=store.path.stem))
            store.acquire()
        except DownloadTrouble as error:
            self._report(DownloadChanged(_refused(request, error)))
            return
        entry = await self._add(store)
        self._run(entry)

    async def _steer(self, command: PauseDownload | ResumeDownload | CancelDownload) -> None:
        entry = self._entries.get(command.download_id)
        if entry is None:
            return  # it is done: both learn that at the same time
        match command:
            case ResumeDownload():
                await self._resume_download(entry)
            case PauseDownload():
                await self._pause(entry)
            case CancelDownload():
                await self._cancel(entry)

    async def _resume_download(self, entry: _Entry) -> None:
        if entry.is_running:
            # It may be in a pause of minutes; whoever asks does not want to wait for its end.
            entry.download.nudged.set()
            return
        with suppress(OSError):  # it is tried nevertheless, and says what is wrong
            await entry.download.store.change(is_paused=False, failure=LazyText())
        self._run(entry)

    async def _pause(self, entry: _Entry) -> None:
        await entry.stop()
        if entry.download.status.download_id not in self._entries:
            return  # it was done before it could be stopped
        entry.download.set_state(DownloadState.PAUSED)
        with suppress(OSError):
            await entry.download.store.change(is_paused=True)

    async def _cancel(self, entry: _Entry) -> None:
        await entry.stop()
        if self._entries.pop(entry.download.status.download_id, None) is None:
            return
        with suppress(OSError):  # what can't be removed is found again
            await entry.download.discard()
        entry.download.store.release()
        entry.download.set_state(DownloadState.REMOVED)

    async def _find(self, folders: Sequence[Path]) -> None:
        """Take up what lies in folders; where a folder hangs, the others go on meanwhile."""
        strange = []
        for folder in folders:
            for path in await in_thread(partial(_journals, folder)):
                async with self._in_turn:
                    try:
                        await self._take_up(path)
                    except EngineError as error:
                        strange.append(_strange(path, error))
        self._list(strange)

    async def _take_up(self, path: Path) -> None:
        if any(each.download.store.path == path for each in self._entries.values()):
            return
        journal = await in_thread(lambda: read_journal(path))
        check_journal(journal)  # anybody may have written it
        store = JournalFile(path, journal)
        store.acquire()
        entry = await self._add(store)
        if journal.is_paused:
            entry.download.set_state(DownloadState.PAUSED)
        elif journal.failure:
            entry.download.set_state(DownloadState.FAILED, journal.failure)
        else:
            self._run(entry)

    async def _add(self, store: JournalFile) -> _Entry:
        self._order += 1
        download = Download(self._network, store, self._order, self._changed)
        with suppress(OSError):
            await download.measure()
        entry = self._entries[store.journal.download_id] = _Entry(download)
        self._changed(download.status)
        return entry

    def _run(self, entry: _Entry) -> None:
        entry.download.set_state(DownloadState.QUEUED)
        entry.task = self._group.create_task(self._run_to_end(entry.download))

    async def _run_to_end(self, download: Download) -> None:
        await download.run()
        if download.status.state is DownloadState.DONE:
            self._entries.pop(download.status.download_id, None)

    def _changed(self, status: DownloadStatus) -> None:
        _log.info("Download %s: %s", status.download_id, status.state.value)
        self._report(DownloadChanged(status))

    def _list(self, strange: Sequence[DownloadStatus]) -> None:
        known = (each.download.status for each in self._entries.values())
        self._report(DownloadsListed((*known, *strange)))

    async def _tell_progress(self) -> None:
        told: dict[str, object] = {}
        while True:
            await asyncio.sleep(self._policy.progress_seconds)
            running = [each.download.progress for each in self._entries.values() if each.is_running]
            news = tuple(each for each in running if told.get(each.download_id) != each)
            told = {each.download_id: each for each in running}
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


def _strange(path: Path, error: EngineError) -> DownloadStatus:
    """Return what is shown for a journal that can't be taken up."""
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
