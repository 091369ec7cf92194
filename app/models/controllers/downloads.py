"""Starts, pauses, resumes and cancels downloads, and deletes old unfinished ones."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from msgspec.structs import replace
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from app.controllers.services import Controller, Services
from app.models.controllers.library import ModelLibraryController
from app.models.hub_model import Transfer, TransferState
from app.models.library.leftovers import Leftover, delete_leftovers, old_leftovers
from app.models.library_model import ModelLibraryState
from app.models.view.search_half import SearchHalf
from app.models.view.transfers_view import TransferRow, TransfersView
from app.settings import Settings
from app.widgets.kit.small_dialogs import ask_before
from app.widgets.kit.text import format_bytes
from app.widgets.kit.translation import fill, translate, translated
from engine.client.download_client import DownloadClient
from engine.client.net_client import NetClient
from engine.listeners import Listeners
from engine.messages.download_messages import (
    JOURNAL_SUFFIX,
    DownloadState,
    DownloadStatus,
    StartDownload,
    WantedFile,
)
from engine.messages.net_messages import HubRepository, HubVariant

_PROGRESS_MILLISECONDS = 300
_ASKED_FROM_BYTES = 1 << 30  # less is quickly fetched again
_STATES = {
    DownloadState.QUEUED: TransferState.QUEUED,
    DownloadState.FETCHING: TransferState.FETCHING,
    DownloadState.CHECKING: TransferState.CHECKING,
    DownloadState.WAITING: TransferState.WAITING,
    DownloadState.NO_ROOM: TransferState.NO_ROOM,
    DownloadState.OFFLINE: TransferState.OFFLINE,
    DownloadState.PAUSED: TransferState.PAUSED,
    DownloadState.FAILED: TransferState.FAILED,
}


class DownloadsController(Controller):
    """Shows the downloads that the net process runs.

    Attributes:
        changes: called with all downloads when one has changed, and regularly while one runs.
    """

    def __init__(
        self, services: Services, net: NetClient, library: ModelLibraryController, folder: Path
    ) -> None:
        """``folder`` is the models folder, which the net process may write to."""
        super().__init__(services)
        self._net, self._library, self._folder = net, library, folder
        self._downloads = DownloadClient(net, self._on_changed)
        self._requests: dict[str, StartDownload] = {}
        self._done: dict[str, Transfer] = {}
        self._on_done: dict[str, Callable[[str], bool]] = {}
        self._view: TransfersView | None = None
        self.changes: Listeners[[Sequence[Transfer]]] = Listeners()
        # The client reports states only; the progress is read on a timer.
        self._timer = QTimer(self._window, interval=_PROGRESS_MILLISECONDS)
        self._timer.timeout.connect(self._notify)
        self._settings.changes.add(self._on_settings_changed)
        library.changes.add(self._on_library_changed)
        self.changes.add(self._window.engine_corner.downloads.set_transfers)
        self._set_limits(self._settings.current)

    @property
    def folder(self) -> Path:
        """Return the folder that models are downloaded into."""
        return self._folder

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """Return all downloads; finished ones come last, until the user removes them."""
        statuses = self._downloads.statuses.values()
        done = (self._usable(each) for each in self._done.values())
        return (*(self._transfer(each) for each in statuses), *done)

    @property
    def running_count(self) -> int:
        """Return the number of downloads that continue without the user."""
        return sum(each.is_running for each in self.transfers)

    def start(self) -> None:
        """Continue the downloads of the last run; without any, no process is started."""
        self._tasks.start(self._find(), may_be_dropped=True)

    def close(self) -> None:
        """Stop the timer."""
        self._timer.stop()

    def download(
        self,
        repository: HubRepository,
        variant: HubVariant,
        *,
        allows_unverified: bool = False,
        has_projector: bool = False,
    ) -> None:
        """Download a model into the models folder; ``has_projector`` adds its projector."""
        files = tuple(
            WantedFile(each.path, each.save_name, each.size_bytes, each.sha256)
            for each in variant.files
        )
        if has_projector:
            files += _projector_of(repository, variant)
        download_id = id_of(repository, variant)
        # A finished model may have been deleted since, and be fetched again.
        self._done.pop(download_id, None)
        self._requests[download_id] = request = StartDownload(
            download_id=download_id,
            repository=repository.model.name,
            commit=repository.commit,
            folder=str(self._folder),
            files=files,
            allows_unverified=allows_unverified,
        )
        self._downloads.start_download(request)

    def ask_download(
        self,
        repository: HubRepository,
        variant: HubVariant,
        parent: QWidget,
        *,
        has_projector: bool = False,
        on_done: Callable[[str], bool] | None = None,
    ) -> None:
        """Download a model; ask first if the hub names no SHA-256 to verify it with.

        ``on_done`` gets the path of the finished model, and returns whether it is used now. If it
        is not, a toast offers that.
        """
        if on_done is not None:
            self._on_done[id_of(repository, variant)] = on_done
        if variant.is_verifiable:
            self.download(repository, variant, has_projector=has_projector)
            return
        text = translate(
            "HubRepository",
            "{name} can't be verified: the hub has no SHA-256 for it. A change on the way would "
            "not be noticed. Download it anyway?",
        )
        start = partial(
            self.download, repository, variant, allows_unverified=True, has_projector=has_projector
        )
        label = translate("HubRepository", "Download unverified")
        ask_before(parent, fill(text, name=variant.name), label, start)

    def show_in(self, view: TransfersView) -> None:
        """Show all downloads in a view, and carry out its buttons."""
        self._view = view
        view.row_added.connect(self._on_row_added)
        self.changes.add(view.set_transfers)
        view.set_transfers(self.transfers)

    def is_running(self, names: Sequence[str]) -> bool:
        """Return whether a file of one of these names is being downloaded, or is queued."""
        statuses = self._downloads.statuses.values()
        return any(set(names) & set(each.names) for each in statuses)

    def cancel_named(self, names: Sequence[str]) -> bool:
        """Cancel the downloads of files of these names; return whether there was any."""
        known = list(self._downloads.statuses.values()) if not self._net.is_offline else []
        found = [each.download_id for each in known if set(names) & set(each.names)]
        for download_id in found:
            self._cancel(download_id)
        return bool(found)

    def pause(self, download_id: str) -> None:
        """Pause a download until it is resumed, also across restarts."""
        self._downloads.pause_download(download_id)

    def resume_download(self, download_id: str) -> None:
        """Resume a download, or retry it now."""
        status = self._downloads.statuses.get(download_id)
        request = self._requests.get(download_id)
        has_failed = status is not None and status.state is DownloadState.FAILED
        if has_failed and request is not None:
            self._downloads.start_download(request)  # a refused download is unknown to the process
        else:
            self._downloads.resume_download(download_id)

    def ask_cancel(self, download_id: str, parent: QWidget) -> None:
        """Cancel a download; ask first if it is large. A finished one leaves the list."""
        if self._done.pop(download_id, None) is not None:
            self._notify()
            return
        status = self._downloads.statuses.get(download_id)
        if status is None:
            return
        cancel = partial(self._cancel, download_id)
        if status.done_bytes < _ASKED_FROM_BYTES:
            cancel()
            return
        text = translate(
            "Downloads", "Cancel the download of {name}? {size} of downloaded data are deleted."
        )
        question = fill(text, name=_name(status), size=format_bytes(status.done_bytes))
        ask_before(
            parent,
            question,
            translate("Downloads", "Cancel the download"),
            cancel,
            reject=translate("Downloads", "Keep downloading"),
        )

    def _cancel(self, download_id: str) -> None:
        self._downloads.cancel_download(download_id)
        status = self._downloads.statuses.get(download_id)
        # The net process does not know a refused download, and would not report its removal.
        if status is not None and status.state is DownloadState.FAILED:
            del self._downloads.statuses[download_id]
        self._requests.pop(download_id, None)
        self._on_done.pop(download_id, None)
        self._notify()

    def _on_row_added(self, row: TransferRow) -> None:
        row.pause_requested.connect(self.pause)
        row.resume_requested.connect(self.resume_download)
        row.cancel_requested.connect(self._on_cancel_requested)
        row.use_requested.connect(self._use)

    def _on_cancel_requested(self, download_id: str) -> None:
        if self._view is not None:
            self.ask_cancel(download_id, self._view)

    def _use(self, path: str) -> None:
        """Load a downloaded model, and remove it from the downloads."""
        self._done = {key: each for key, each in self._done.items() if each.path != path}
        self._window.requests.open_model_requested.emit(path)
        self._notify()

    async def _find(self) -> None:
        # The folder is read here: without unfinished downloads there is no process that could open
        # a connection.
        has_some = await asyncio.to_thread(_has_journals, self._folder)
        if has_some and not self._net.is_offline:
            self._downloads.find((str(self._folder),))

    def _on_changed(self, status: DownloadStatus) -> None:
        if status.state is DownloadState.DONE:
            self._done[status.download_id] = done = self._done_transfer(status)
            self._library.add_files(status.folder, status.names)
            self._notify()
            on_done = self._on_done.pop(status.download_id, None)
            if on_done is not None and on_done(done.path):
                return
        self._notify()
        # A visible page shows it.
        is_seen = self._view is not None and self._view.isVisible()
        if not is_seen and status.state in (DownloadState.DONE, DownloadState.FAILED):
            self._show_toast(status)

    def _show_toast(self, status: DownloadStatus) -> None:
        """Show a toast about the end of a download."""
        name = _name(status)
        if status.state is DownloadState.FAILED:
            text = translate("Downloads", "The download of {name} failed. {reason}")
            self._toasts.show(
                fill(text, name=name, reason=status.reason),
                action=translate("Downloads", "Show downloads"),
                on_action=self._window.requests.models_page_requested.emit,
            )
            return
        path = str(Path(status.folder) / status.names[0])
        self._toasts.show(
            fill(translate("Downloads", "{name} is downloaded."), name=name),
            action=translate("Downloads", "Use"),
            on_action=partial(self._use, path),
        )

    def _notify(self) -> None:
        transfers = self.transfers
        if any(each.is_running for each in transfers):
            if not self._timer.isActive():
                self._timer.start()
        else:
            self._timer.stop()
        self.changes.notify(transfers)

    def _transfer(self, status: DownloadStatus) -> Transfer:
        state = _STATES.get(status.state, TransferState.QUEUED)
        if self._net.is_offline:  # paused ones too: nothing can resume them
            state = TransferState.OFFLINE
        progress = self._downloads.progress.get(status.download_id)
        is_fetching = state is TransferState.FETCHING and progress is not None
        waits = state is TransferState.WAITING
        return Transfer(
            download_id=status.download_id,
            name=_name(status),
            state=state,
            total_bytes=status.total_bytes,
            done_bytes=status.done_bytes,
            checked_bytes=status.checked_bytes,
            bytes_per_second=progress.bytes_per_second if is_fetching and progress else 0.0,
            seconds_left=progress.seconds_left if is_fetching and progress else None,
            retry_seconds=self._downloads.retry_seconds(status.download_id) if waits else None,
            reason="" if state is TransferState.OFFLINE else translated(status.reason),
        )

    def _done_transfer(self, status: DownloadStatus) -> Transfer:
        return Transfer(
            download_id=status.download_id,
            name=_name(status),
            state=TransferState.DONE,
            total_bytes=status.total_bytes,
            done_bytes=status.total_bytes,
            path=str(Path(status.folder) / status.names[0]) if status.names else "",
            is_verified=status.is_verified,
        )

    def _usable(self, done: Transfer) -> Transfer:
        """Return a finished download; without its path, which offers it, if it cannot chat."""
        models = self._library.state.models
        model = next((each for each in models if each.path == done.path), None)
        return replace(done, path="") if model is not None and model.only_embeds else done

    def _on_library_changed(self, _state: ModelLibraryState) -> None:
        if self._done:
            self._notify()

    def _set_limits(self, settings: Settings) -> None:
        self._downloads.set_limits(settings.download_speed, settings.downloads_at_once)

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        limits = (old.download_speed, old.downloads_at_once)
        if limits != (new.download_speed, new.downloads_at_once):
            self._set_limits(new)
        if old.model_path != new.model_path:  # a finished model leaves the list when it is used
            self._done = {
                key: each for key, each in self._done.items() if each.path != new.model_path
            }
            self._notify()
        if old.is_offline != new.is_offline:
            # Later: the client may hear of the change after this controller.
            asyncio.get_running_loop().call_soon(self._on_switched)

    def _on_switched(self) -> None:
        self._notify()
        self.start()


def id_of(repository: HubRepository, variant: HubVariant) -> str:
    """Return the id of a download, which is the same for the same file of a commit."""
    return f"{repository.model.name}@{repository.commit}:{variant.files[0].path}"


def _projector_of(repository: HubRepository, variant: HubVariant) -> tuple[WantedFile, ...]:
    """Return the projector of a model, under a name that contains the model's.

    Many repositories call it "mmproj-F16.gguf", and all models are stored in one folder.
    """
    found = (each for each in repository.variants if each.files[0].path == variant.projector)
    projector = next(found, None) if variant.projector else None
    if projector is None or not projector.is_verifiable or len(projector.files) != 1:
        return ()
    file, model = projector.files[0], Path(variant.files[0].save_name).stem
    name = "-".join(part for part in ("mmproj", model, projector.quantization) if part)
    return (WantedFile(file.path, f"{name}.gguf", file.size_bytes, file.sha256),)


def _name(status: DownloadStatus) -> str:
    first = status.names[0] if status.names else status.download_id
    return first.removesuffix(".gguf")


def _has_journals(folder: Path) -> bool:
    try:
        return any(folder.glob(f"*{JOURNAL_SUFFIX}"))
    except OSError:
        return False


class LeftoversController(Controller):
    """Looks for old unfinished downloads when the page is shown, and deletes them on request."""

    def __init__(self, services: Services, downloads: DownloadsController, folder: Path) -> None:
        super().__init__(services)
        self._downloads, self._folder = downloads, folder
        self._half: SearchHalf | None = None
        self._found: tuple[Leftover, ...] = ()

    def show_in(self, half: SearchHalf) -> None:
        """Show old downloads in this half."""
        self._half = half
        half.shown.connect(self._find)
        half.leftovers.button.clicked.connect(self._ask)

    def _find(self) -> None:
        self._tasks.start(self._show(), may_be_dropped=True)

    async def _show(self) -> None:
        self._found = await asyncio.to_thread(old_leftovers, self._folder)
        if self._half is None:
            return
        if not self._found:
            self._half.leftovers.show_text("")
            return
        text = translate(
            "Leftovers", "Unfinished downloads older than 14 days take {size} on the disk."
        )
        action = translate("Leftovers", "Delete…")
        self._half.leftovers.show_text(fill(text, size=self._size), action)

    def _ask(self) -> None:
        if self._half is None:
            return
        text = translate("Leftovers", "Delete the unfinished downloads? This frees {size}.")
        names = "\n".join(each.names[0] for each in self._found)
        ask_before(
            self._half,
            f"{fill(text, size=self._size)}\n\n{names}",
            translate("Leftovers", "Delete"),
            self._tasks.starter(self._delete),
        )

    async def _delete(self) -> None:
        # The net process has the files of downloads that it knows open.
        known = [each for each in self._found if self._downloads.cancel_named(each.names)]
        others = [each for each in self._found if each not in known]
        failed = await asyncio.to_thread(delete_leftovers, others)
        if failed and self._half is not None:
            text = translate("Leftovers", "Some files could not be deleted.")
            self._half.leftovers.show_text(text)
            return
        if self._half is not None:
            self._half.leftovers.show_text("")

    @property
    def _size(self) -> str:
        return format_bytes(sum(each.byte_count for each in self._found))
