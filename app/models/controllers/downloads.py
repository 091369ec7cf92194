"""Downloads: started, paused, resumed and cancelled; found again after a restart."""

import asyncio
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QWidget

from app.controllers.services import Controller, Services
from app.models.controllers.library import ModelLibraryController
from app.models.hub_model import Transfer, TransferState
from app.models.library.leftovers import Leftover, delete_leftovers, old_leftovers
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

_LOOK_MILLISECONDS = 300
_ASKED_FROM_BYTES = 1 << 30  # less is fetched again in a moment
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
    """Knows all downloads of this run; the net process has them.

    Attributes:
        changes: called with all of them whenever one has changed, and while one goes on.
    """

    def __init__(
        self, services: Services, net: NetClient, library: ModelLibraryController, folder: Path
    ) -> None:
        """``folder`` is the one of models that the net process may write to."""
        super().__init__(services)
        self._net, self._library, self._folder = net, library, folder
        self._downloads = DownloadClient(net, self._on_changed)
        self._requests: dict[str, StartDownload] = {}
        self._done: dict[str, Transfer] = {}
        self._view: TransfersView | None = None
        self.changes: Listeners[[Sequence[Transfer]]] = Listeners()
        # The client tells of states alone; figures are looked at while there is something to see.
        self._look = QTimer(self._window, interval=_LOOK_MILLISECONDS)
        self._look.timeout.connect(self._notify)
        self._settings.changes.add(self._on_settings_changed)
        self.changes.add(self._window.status_bar.downloads.set_transfers)
        self._set_limits(self._settings.current)

    @property
    def folder(self) -> Path:
        """Return the folder that models are downloaded into."""
        return self._folder

    @property
    def transfers(self) -> tuple[Transfer, ...]:
        """Return all downloads: those that are done last, until they are put away."""
        statuses = self._downloads.statuses.values()
        return (*(self._transfer(each) for each in statuses), *self._done.values())

    @property
    def running_count(self) -> int:
        """Return how many go on by themselves."""
        return sum(each.is_running for each in self.transfers)

    def start(self) -> None:
        """Go on with the downloads of the last run, if there are any; else nothing is started."""
        self._tasks.start(self._find(), may_be_dropped=True)

    def close(self) -> None:
        """Look no more."""
        self._look.stop()

    def download(
        self,
        repository: HubRepository,
        variant: HubVariant,
        *,
        allows_unverified: bool = False,
        has_projector: bool = False,
    ) -> None:
        """Download a model into the folder of models, with its projector if it has one."""
        files = tuple(
            WantedFile(each.path, each.save_name, each.size_bytes, each.sha256)
            for each in variant.files
        )
        if has_projector:
            files += _projector_of(repository, variant)
        download_id = id_of(repository, variant)
        # It may have been deleted since, and be fetched again.
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
    ) -> None:
        """Download a model; ask first if the hub names no SHA-256 to verify it with."""
        if variant.is_verifiable:
            self.download(repository, variant, has_projector=has_projector)
            return
        text = translate(
            "HubRepository",
            "{name} cannot be verified: the hub names no SHA-256 for it. A file that was changed "
            "on its way would not be noticed. Download it anyway?",
        )
        start = partial(
            self.download, repository, variant, allows_unverified=True, has_projector=has_projector
        )
        label = translate("HubRepository", "Download unverified")
        ask_before(parent, fill(text, name=variant.name), label, start)

    def show_in(self, view: TransfersView) -> None:
        """Show all downloads there from now on, and do what its buttons say."""
        self._view = view
        view.row_added.connect(self._on_row_added)
        self.changes.add(view.set_transfers)
        view.set_transfers(self.transfers)

    def is_running(self, names: Sequence[str]) -> bool:
        """Return whether a file of one of these names is being fetched, or waits for that."""
        statuses = self._downloads.statuses.values()
        return any(set(names) & set(each.names) for each in statuses)

    def cancel_named(self, names: Sequence[str]) -> bool:
        """Cancel the download that a file of one of these names is for; return if there is one."""
        known = list(self._downloads.statuses.values()) if not self._net.is_offline else []
        found = [each.download_id for each in known if set(names) & set(each.names)]
        for download_id in found:
            self._cancel(download_id)
        return bool(found)

    def pause(self, download_id: str) -> None:
        """Stop a download until it is resumed, also across restarts."""
        self._downloads.pause_download(download_id)

    def resume_download(self, download_id: str) -> None:
        """Go on with a download, or try again now."""
        status = self._downloads.statuses.get(download_id)
        request = self._requests.get(download_id)
        has_failed = status is not None and status.state is DownloadState.FAILED
        if has_failed and request is not None:
            self._downloads.start_download(request)  # it may have been refused: nobody has it
        else:
            self._downloads.resume_download(download_id)

    def ask_cancel(self, download_id: str, parent: QWidget) -> None:
        """Cancel a download; ask before if much of it is here. One that is done is put away."""
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
        text = translate("Downloads", "Cancel the download of {name}? {size} are here and will go.")
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
        # One that was refused is known to nobody else, and nobody would say that it is gone.
        if status is not None and status.state is DownloadState.FAILED:
            del self._downloads.statuses[download_id]
        self._requests.pop(download_id, None)
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
        """Load what is downloaded; it stands among the models of this computer from now on."""
        self._done = {key: each for key, each in self._done.items() if each.path != path}
        self._window.requests.open_model_requested.emit(path)
        self._notify()

    async def _find(self) -> None:
        # The folder is looked at here: who has nothing to go on with gets no process, and so
        # nothing that could open a connection.
        has_some = await asyncio.to_thread(_has_journals, self._folder)
        if has_some and not self._net.is_offline:
            self._downloads.find((str(self._folder),))

    def _on_changed(self, status: DownloadStatus) -> None:
        if status.state is DownloadState.DONE:
            self._done[status.download_id] = self._done_transfer(status)
            self._library.add_files(status.folder, status.names)
        self._notify()
        # Whoever looks at the page sees it there.
        is_seen = self._view is not None and self._view.isVisible()
        if not is_seen and status.state in (DownloadState.DONE, DownloadState.FAILED):
            self._show_toast(status)

    def _show_toast(self, status: DownloadStatus) -> None:
        """Say how a download ended, where the page does not."""
        name = _name(status)
        if status.state is DownloadState.FAILED:
            text = translate("Downloads", "The download of {name} has stopped. {reason}")
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
            if not self._look.isActive():
                self._look.start()
        else:
            self._look.stop()
        self.changes.notify(transfers)

    def _transfer(self, status: DownloadStatus) -> Transfer:
        state = _STATES.get(status.state, TransferState.QUEUED)
        if self._net.is_offline:  # also those that were paused before: nothing can resume them
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

    def _set_limits(self, settings: Settings) -> None:
        self._downloads.set_limits(settings.download_speed, settings.downloads_at_once)

    def _on_settings_changed(self, old: Settings, new: Settings) -> None:
        limits = (old.download_speed, old.downloads_at_once)
        if limits != (new.download_speed, new.downloads_at_once):
            self._set_limits(new)
        if old.is_offline != new.is_offline:
            # Later: the client hears of the change as well, and it may hear of it after us.
            asyncio.get_running_loop().call_soon(self._on_switched)

    def _on_switched(self) -> None:
        self._notify()
        self.start()


def id_of(repository: HubRepository, variant: HubVariant) -> str:
    """Return the id of a download, the same whenever the same file of a commit is meant."""
    return f"{repository.model.name}@{repository.commit}:{variant.files[0].path}"


def _projector_of(repository: HubRepository, variant: HubVariant) -> tuple[WantedFile, ...]:
    """Return the projector of a model, under a name that belongs to this model.

    Many repositories name theirs "mmproj-F16.gguf", and all models lie in one folder.
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
    """Looks whenever the page comes in sight. Nothing is ever deleted by itself."""

    def __init__(self, services: Services, downloads: DownloadsController, folder: Path) -> None:
        super().__init__(services)
        self._downloads, self._folder = downloads, folder
        self._half: SearchHalf | None = None
        self._found: tuple[Leftover, ...] = ()

    def show_in(self, half: SearchHalf) -> None:
        """Say there what is found."""
        self._half = half
        half.shown.connect(self._look)
        half.leftovers.button.clicked.connect(self._ask)

    def _look(self) -> None:
        self._tasks.start(self._show(), may_be_dropped=True)

    async def _show(self) -> None:
        self._found = await asyncio.to_thread(old_leftovers, self._folder)
        if self._half is None:
            return
        if not self._found:
            self._half.leftovers.show_text("")
            return
        text = translate(
            "Leftovers", "Downloads that were left unfinished for 14 days hold {size} of the disk."
        )
        action = translate("Leftovers", "Delete …")
        self._half.leftovers.show_text(fill(text, size=self._size), action)

    def _ask(self) -> None:
        if self._half is None:
            return
        text = translate(
            "Leftovers", "Delete what was left unfinished? The disk then has {size} more."
        )
        names = "\n".join(each.names[0] for each in self._found)
        ask_before(
            self._half,
            f"{fill(text, size=self._size)}\n\n{names}",
            translate("Leftovers", "Delete"),
            self._tasks.starter(self._delete),
        )

    async def _delete(self) -> None:
        # The net process holds those that it knows of, and would write to what was deleted.
        known = [each for each in self._found if self._downloads.cancel_named(each.names)]
        others = [each for each in self._found if each not in known]
        failed = await asyncio.to_thread(delete_leftovers, others)
        if failed and self._half is not None:
            text = translate("Leftovers", "Not all of it could be deleted.")
            self._half.leftovers.show_text(text)
            return
        if self._half is not None:
            self._half.leftovers.show_text("")

    @property
    def _size(self) -> str:
        return format_bytes(sum(each.byte_count for each in self._found))
