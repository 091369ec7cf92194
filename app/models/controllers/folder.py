"""Changes Hubbub's models folder, and moves the files of the old one."""

import asyncio
from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from app.controllers.services import Controller, Services
from app.models.library.folder_move import (
    FolderMove,
    FolderRefused,
    move_files,
    plan_move,
    unfinished_only,
)
from app.models.library.model_folders import models_folder
from app.models.library.model_settings_store import ModelSettingsStore
from app.models.settings_model import ModelSettings
from app.models.view.models_page import ModelsPage
from app.widgets.dialogs.file_choice import folder_dialog
from app.widgets.dialogs.progress_box import ProgressBox
from app.widgets.kit.forms import CheckBox
from app.widgets.kit.small_dialogs import QuestionBox
from app.widgets.kit.text import format_bytes
from app.widgets.kit.translation import fill, translate, translated
from engine.client.net_client import NetClient


class ModelsFolderController(Controller):
    """Changes the folder, and rebuilds the window, so that no part has to know two folders.

    Attributes:
        on_restart: rebuilds the window.
    """

    def __init__(
        self, services: Services, net: NetClient, store: ModelSettingsStore, default: Path
    ) -> None:
        super().__init__(services)
        self._net, self._store = net, store
        self._folder = models_folder(services.settings.current, default)
        self._page: ModelsPage | None = None
        self.on_restart: Callable[[], None] = lambda: None

    def show_in(self, page: ModelsPage) -> None:
        """Show the folder on a page, and connect its button."""
        self._page = page
        page.local.folder_row.set_folder(str(self._folder))
        page.local.folder_row.button.clicked.connect(self._choose)

    def change(self, folder: Path) -> None:
        """Ask whether to change to a folder, and whether to move the files of the old one."""
        self._tasks.start(self._ask(folder))

    def _choose(self) -> None:
        title = translate("ModelsFolder", "Choose the folder for models")
        dialog = folder_dialog(title, str(self._folder.parent), self._page)
        dialog.fileSelected.connect(self._on_chosen)
        dialog.open()

    def _on_chosen(self, path: str) -> None:
        self.change(Path(path))

    async def _ask(self, folder: Path) -> None:
        try:
            move = await asyncio.to_thread(plan_move, self._folder, folder)
        except FolderRefused as error:
            if self._page is None:
                raise
            self._page.local.notice.show_text(translated(str(error)))
            return
        text = translate(
            "ModelsFolder",
            "Store downloaded models in {folder} from now on? Hubbub's window reopens for this; "
            "answers that are being written can be continued.",
        )
        label = translate("ModelsFolder", "Move the files of the old folder: {size}")
        moves = CheckBox(fill(label, size=format_bytes(move.byte_count)))
        moves.setChecked(True)
        moves.setVisible(bool(move.names))
        box = QuestionBox(
            fill(text, folder=folder),
            translate("ModelsFolder", "Change the folder"),
            self._page or self._window,
            moves,
        )
        box.accepted.connect(lambda: self._start(move, moves_all=moves.isChecked()))
        box.open()

    def _start(self, move: FolderMove, *, moves_all: bool) -> None:
        self._tasks.start(self._move(move, moves_all=moves_all))

    async def _move(self, move: FolderMove, *, moves_all: bool) -> None:
        # Unfinished downloads move in any case: they can only be continued in the models folder.
        wanted = move if moves_all else unfinished_only(move)
        models = [name for name in wanted.names if name.lower().endswith(".gguf")]
        known = {name: await self._store.known_of(str(move.source / name)) for name in models}
        await self._net.close()  # it may write to the old folder; the next one gets the new one
        try:
            await self._change(move, wanted, known)
        finally:
            self.on_restart()  # also after an error: this window has lost its net process

    async def _change(
        self,
        move: FolderMove,
        wanted: FolderMove,
        known: Mapping[str, tuple[str | None, ModelSettings]],
    ) -> None:
        # First, so that the files of both folders are found if the program is killed.
        self._settings.change(
            models_folder=str(move.target), model_folders=self._folders(move, has_rest=True)
        )
        moved = await self._run(wanted)
        for name in moved:
            if name in known:
                digest, settings = known[name]
                await self._store.carry(str(move.target / name), digest, settings)
        self._settings.change(**self._paths_after(move, frozenset(moved)))

    async def _run(self, move: FolderMove) -> tuple[str, ...]:
        box = ProgressBox(translate("ModelsFolder", "Moving the models…"), self._page)
        is_wanted = asyncio.Event()
        is_wanted.set()
        box.cancelled.connect(is_wanted.clear)
        loop = asyncio.get_running_loop()

        def progress(done: int) -> bool:
            loop.call_soon_threadsafe(partial(_show, box, done, move.byte_count))
            return is_wanted.is_set()

        box.open_later()
        try:
            return await asyncio.to_thread(move_files, move, progress)
        finally:
            box.leave()

    def _folders(self, move: FolderMove, *, has_rest: bool) -> tuple[str, ...]:
        """Return the added folders: with the old one while it has files."""
        known = self._settings.current.model_folders
        others = tuple(each for each in known if each not in (str(move.source), str(move.target)))
        return (*others, str(move.source)) if has_rest else others

    def _paths_after(self, move: FolderMove, moved: frozenset[str]) -> dict[str, object]:
        settings = self._settings.current
        paths = {str(move.source / name): str(move.target / name) for name in moved}
        used = settings.model_path
        return {
            "model_folders": self._folders(move, has_rest=set(move.names) > moved),
            "model_path": used if used is None else paths.get(used, used),
            "recent_models": tuple(paths.get(each, each) for each in settings.recent_models),
        }


def _show(box: ProgressBox, done: int, byte_count: int) -> None:
    text = translate("ModelsFolder", "{done} of {total}")
    text = fill(text, done=format_bytes(done), total=format_bytes(byte_count))
    box.set_share(done / max(1, byte_count), text)
