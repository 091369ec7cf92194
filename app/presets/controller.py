"""Saves, renames and deletes presets from the panel, and imports and exports them."""

import asyncio
from functools import partial
from pathlib import Path

import msgspec

from app.controllers.conversations.chat_panel import ChatPanelController
from app.controllers.services import Controller, Services
from app.domain.chat_options import PRESET_MODEL, ChatModel
from app.domain.conversations import Preset
from app.errors import TransferFailed, lazy
from app.presets import preset_files
from app.transfer.exporting import base_name
from app.widgets.dialogs import file_choice
from app.widgets.kit.translation import fill, translate
from engine.files import atomic_write
from engine.listeners import Listeners


class PresetsController(Controller):
    """Handles the presets, which all chats share.

    ``changes`` are notified after presets have changed.
    """

    def __init__(self, services: Services, panel: ChatPanelController) -> None:
        super().__init__(services)
        self._panel = panel
        self.changes = Listeners[[]]()
        shown, start = services.window.chat_panel, services.tasks.starter
        shown.preset_saved.connect(start(self._save))
        shown.presets.rename_requested.connect(start(self._rename))
        shown.presets.delete_requested.connect(start(self._delete))
        shown.presets.import_requested.connect(self._on_import_requested)
        shown.presets.export_requested.connect(self._on_export_requested)

    async def set_model(self, name: str, model: ChatModel) -> None:
        """Let a preset choose a model; ``NO_MODEL`` for none."""
        for preset in await self._history.presets.all():
            if preset.name == name:
                values = {**preset.values, PRESET_MODEL: msgspec.to_builtins(model)}
                if not model.is_chosen:
                    del values[PRESET_MODEL]
                await self._history.presets.save(Preset(name, values))
        self.refresh()

    async def _save(self, preset: Preset) -> None:
        await self._history.presets.save(preset)
        self.changes.notify()

    async def _rename(self, old: str, new: str) -> None:
        await self._history.presets.rename(old, new)
        self.refresh()

    async def _delete(self, name: str) -> None:
        await self._history.presets.delete(name)
        self.refresh()

    def refresh(self) -> None:
        """Show presets that have changed."""
        self._panel.refresh()
        self.changes.notify()

    def _on_import_requested(self) -> None:
        self._window.dialogs.choose_file(
            file_choice.of_presets, lambda paths: self._tasks.start(self.read(Path(paths[0])))
        )

    def _on_export_requested(self, names: tuple[str, ...]) -> None:
        title = names[0] if len(names) == 1 else translate("Presets", "Hubbub presets")
        self._window.dialogs.choose_file(
            partial(file_choice.to_save_presets, base_name(title)),
            lambda paths: self._tasks.start(self.write(names, Path(paths[0]))),
        )

    async def read(self, path: Path) -> None:
        """Add the presets of a file; existing ones are kept."""
        try:
            content = await asyncio.to_thread(preset_files.content_of, path)
        except OSError as error:
            raise TransferFailed(
                lazy("The file {path} can't be read: {reason}.", path=path, reason=error)
            ) from error
        found = preset_files.read(content)
        added = preset_files.named_apart(found, await self._history.presets.all())
        for preset in added:
            await self._history.presets.save(preset)
        self.refresh()
        self._toasts.show(_imported_text(added))

    async def write(self, names: tuple[str, ...], path: Path) -> None:
        """Write these presets to a file, atomically."""
        presets = await self._history.presets.all()
        content = preset_files.written(tuple(each for each in presets if each.name in names))
        try:
            await asyncio.to_thread(atomic_write, path, content)
        except OSError as error:
            raise TransferFailed(
                lazy(
                    "The file {path} could not be written: {reason}. Choose another folder.",
                    path=path,
                    reason=error,
                )
            ) from error
        text = translate("Presets", "{count:,} presets were exported to {path}.")
        if len(names) == 1:
            text = translate("Presets", "The preset was exported to {path}.")
        self._toasts.show(fill(text, count=len(names), path=path))


def _imported_text(added: tuple[Preset, ...]) -> str:
    if not added:
        return translate("Presets", "All presets of this file exist already.")
    names = ", ".join(each.name for each in added[:5])
    if len(added) > 5:
        names += " …"
    return fill(translate("Presets", "Imported presets: {names}."), names=names)
