"""The models of this computer on the models page: used, inspected, deleted, and restored."""

import asyncio
import contextlib
import errno
import os
import shutil
from collections.abc import Iterable
from contextlib import aclosing
from functools import partial
from pathlib import Path

import msgspec
from PySide6.QtCore import QFile, QUrl
from PySide6.QtGui import QDesktopServices

from app.controllers.services import Controller, Services
from app.domain.natural_order import natural_key
from app.errors import ModelLibraryFailed
from app.models.controllers.folder import ModelsFolderController
from app.models.controllers.hub_search import HubSearchController
from app.models.controllers.library import ModelLibraryController
from app.models.controllers.speed import weight_speed
from app.models.library.choices import Memory, found_choice
from app.models.library.messages import HashProgress
from app.models.library_model import LibraryModel, ModelFileKind, ModelFileState, ModelLibraryState
from app.models.model import ModelState
from app.models.view.model_list import LocalModel
from app.models.view.models_page import ModelsPage
from app.widgets.dialogs.file_choice import folder_dialog
from app.widgets.kit.small_dialogs import ask_before
from app.widgets.kit.text import format_bytes
from app.widgets.kit.translation import fill, translate
from engine.client.client import EnginePhase, EngineState

_PAUSE_SECONDS = 0.1
_UNUSABLE = (ModelFileState.DAMAGED, ModelFileState.INCOMPLETE)


class TrashedFile(msgspec.Struct, frozen=True):
    """A file in the trash, and its original path."""

    path: str
    in_trash: str


class ModelsPageController(Controller):
    """Owns the models page, which is hidden when it is closed.

    Attributes:
        page: None until it is opened for the first time.
    """

    def __init__(
        self,
        services: Services,
        library: ModelLibraryController,
        search: HubSearchController | None = None,
        folder: ModelsFolderController | None = None,
    ) -> None:
        """Without ``search`` the page has the right half only."""
        super().__init__(services)
        self._library = library
        self._search = search
        self._folder = folder
        self._memory: Memory | None = None
        self._hashing: asyncio.Task[None] | None = None
        self._trashed: tuple[TrashedFile, ...] = ()
        self.page: ModelsPage | None = None
        self._showing: asyncio.Task[None] | None = None
        self._window.requests.models_page_requested.connect(self.open)
        self._window.engine_corner.downloads.clicked.connect(self.open)
        self._client.states.add(self._on_state_changed)
        library.changes.add(self._on_library_changed)

    def open(self) -> None:
        """Show the page, and scan for models."""
        if self.page is None:
            self.page = self._build()
        self._show()
        self._window.pages.show_page(self.page, is_wide=True)
        self.page.come_forward()
        self._scan()
        self._library.keep_process_ready()

    def _build(self) -> ModelsPage:
        search = self._search.build() if self._search is not None else None
        page = ModelsPage(self._window, search)
        page.local.folder_row.setVisible(self._folder is not None)
        if self._folder is not None:
            self._folder.show_in(page)
        local, details = page.local, page.local.details
        self._window.pages.shown_changed.connect(self._on_pages_shown)
        local.refresh_requested.connect(self._scan)
        local.folder_requested.connect(self._ask_folder)
        local.folder_removed.connect(self._remove_folder)
        local.undo_requested.connect(self._tasks.starter(self._undo))
        details.use_requested.connect(self._window.requests.open_model_requested)
        details.settings_requested.connect(self._open_settings)
        details.reveal_requested.connect(self._reveal)
        details.delete_requested.connect(self._ask_delete)
        details.digest_requested.connect(self._start_digest)
        details.digest_cancelled.connect(self._cancel_digest)
        return page

    def _on_pages_shown(self, is_shown: bool) -> None:
        if not is_shown:
            self._library.end_ready_process()

    def _scan(self) -> None:
        self._tasks.start(self._measure(), may_be_dropped=True)
        self._library.scan()

    async def _measure(self) -> None:
        """Ask the system for the free memory, on a thread."""
        has_gpu = self._models.uses_card
        load = self._library.wanted_load()
        self._memory = await asyncio.to_thread(
            Memory.now,
            given_back=self._models.loaded_bytes,
            has_gpu=has_gpu,
            load=load,
            weight_speed=weight_speed(self._settings.current, has_gpu=has_gpu),
        )
        if self._search is not None:
            self._search.set_memory(self._memory)
        self._show()

    def _show(self) -> None:
        page, state = self.page, self._library.state
        if page is None or self._memory is None:
            return
        models = sorted(state.models, key=lambda each: natural_key(each.name))
        shown = [self._local(each, self._memory) for each in models if _is_listed(each)]
        page.local.set_models(shown, is_looking=not state.is_read)
        page.local.set_folders(state.folders, self._settings.current.model_folders)

    def _local(self, model: LibraryModel, memory: Memory) -> LocalModel:
        used, is_loaded = self._used()
        if model.path == used:
            state = ModelState.LOADED if is_loaded else ModelState.LOADING
        elif model.state is ModelFileState.UNREACHABLE:
            state = ModelState.GONE
        else:
            is_unusable = model.state in _UNUSABLE or model.problem is not None
            state = ModelState.DAMAGED if is_unusable else ModelState.READY
        return LocalModel(model, found_choice(model, memory, state))

    def _used(self) -> tuple[str | None, bool]:
        """Return the path of the model in use, and whether it is loaded or still loading."""
        state = self._client.state
        if state.model is not None:
            return state.model.path, True
        is_loading = state.phase is EnginePhase.LOADING
        return (self._settings.current.model_path, False) if is_loading else (None, False)

    def _on_library_changed(self, _state: ModelLibraryState) -> None:
        if self._showing is None or self._showing.done():
            self._showing = self._tasks.start(self._show_soon(), may_be_dropped=True)

    async def _show_soon(self) -> None:
        """Show the models after a short pause, since a scan reports many states."""
        await asyncio.sleep(_PAUSE_SECONDS)
        self._show()

    def _on_state_changed(self, _state: EngineState) -> None:
        if self.page is not None and self.page.isVisible():
            self._tasks.start(self._measure(), may_be_dropped=True)

    def _open_settings(self, path: str) -> None:
        self._window.requests.model_settings_requested.emit(path)

    def _reveal(self, path: str) -> None:
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(Path(path).parent)))

    def _ask_folder(self) -> None:
        title = translate("ModelsPage", "Add a folder of models")
        dialog = folder_dialog(title, "", self.page)
        dialog.filesSelected.connect(self._add_folders)
        dialog.open()

    def _add_folders(self, paths: list[str]) -> None:
        known = self._settings.current.model_folders
        added = tuple(path for path in paths if path not in known)
        self._settings.change(model_folders=(*known, *added))
        self._library.rescan()

    def _remove_folder(self, path: str) -> None:
        known = self._settings.current.model_folders
        self._settings.change(model_folders=tuple(each for each in known if each != path))
        self._library.rescan()

    def _start_digest(self, path: str) -> None:
        self._cancel_digest()
        self._hashing = self._tasks.start(self._digest(path), may_be_dropped=True)

    def _cancel_digest(self) -> None:
        if self._hashing is not None:
            self._hashing.cancel()

    async def _digest(self, path: str) -> None:
        assert self.page is not None
        details = self.page.local.details
        details.set_hashing(path, 0.0)
        try:
            async with aclosing(self._library.digests((path,))) as steps:
                async for step in steps:
                    if isinstance(step, HashProgress):
                        details.set_hashing(path, step.bytes_read / max(1, step.byte_count))
                    elif step.problem is not None:
                        raise ModelLibraryFailed(step.problem)
        finally:
            details.set_hashing(path, None)
        self._show()

    def _ask_delete(self, path: str) -> None:
        model = self._model(path)
        if self.page is None or model is None:
            return
        text = translate("ModelsPage", "Move {name} ({size}) to the system trash?")
        if path == self._used()[0]:
            text += " " + translate(
                "ModelsPage", "It is in use: your chats continue to use it until you quit Hubbub."
            )
        size = format_bytes(model.byte_count)
        question = fill(text, name=model.name, size=size)
        label = translate("ModelsPage", "Move to the system trash")
        ask_before(self.page, question, label, partial(self._tasks.starter(self._delete), model))

    async def _delete(self, model: LibraryModel) -> None:
        files = files_of(model, self._library.state.models)
        trashed = [await asyncio.to_thread(_to_trash, path) for path in files]
        self._trashed = tuple(each for each in trashed if each is not None)
        assert self.page is not None
        if len(self._trashed) == len(files):
            text = fill(
                translate("ModelsPage", "{name} was moved to the system trash."), name=model.name
            )
        else:
            text = translate(
                "ModelsPage",
                "{name} could not be moved to the system trash: the disk may have none, or the "
                "file may be protected.",
            )
            text = fill(text, name=model.name)
        undo = translate("ModelsPage", "Undo") if self._trashed else ""
        self.page.local.notice.show_text(text, undo)
        self._library.rescan()

    async def _undo(self) -> None:
        assert self.page is not None
        trashed, self._trashed = self._trashed, ()
        try:
            await asyncio.to_thread(put_back, trashed)
            text = translate("ModelsPage", "Restored from the system trash.")
        except OSError:
            text = translate("ModelsPage", "It could not be restored. Look in the system trash.")
        self.page.local.notice.show_text(text)
        self._library.rescan()

    def _model(self, path: str) -> LibraryModel | None:
        models = self._library.state.models
        return next((each for each in models if each.path == path), None)


def _is_listed(model: LibraryModel) -> bool:
    """Return whether a file is listed: projectors and drafts belong to another model."""
    kinds = (ModelFileKind.CHAT, ModelFileKind.EMBEDDING, ModelFileKind.RERANKER)
    return model.kind in kinds


def _to_trash(path: str) -> TrashedFile | None:
    """Move a file to the system's trash; return None if that fails."""
    file = QFile(path)
    return TrashedFile(path, file.fileName()) if file.moveToTrash() else None


def files_of(model: LibraryModel, others: Iterable[LibraryModel]) -> tuple[str, ...]:
    """Return the files to delete with a model: its parts, and companions that no other needs."""
    needed = {path for each in others if each.path != model.path for path in _companions(each)}
    own = model.parts or (model.path,)
    return (*own, *(path for path in _companions(model) if path not in needed))


def put_back(files: Iterable[TrashedFile]) -> None:
    """Restore files from the trash, without overwriting. Raises OSError."""
    for file in files:
        target = Path(file.path)
        if target.exists():
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(file.in_trash, target)
        # The record of the file in a trash folder as freedesktop.org specifies it.
        trashed = Path(file.in_trash)
        with contextlib.suppress(OSError):
            (trashed.parent.parent / "info" / f"{trashed.name}.trashinfo").unlink()


def _companions(model: LibraryModel) -> tuple[str, ...]:
    return (*model.projectors, *model.drafts)
