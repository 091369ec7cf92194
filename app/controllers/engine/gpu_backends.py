"""Adds GPU backends, and shows in the settings whether they can be used."""

import asyncio
from functools import partial
from pathlib import Path

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from app.controllers.services import Controller, Services
from app.data_folders import make_folder
from app.errors import FolderNotWritable, PackRefused
from app.library.gpu_backends import add_pack
from app.widgets.dialogs import file_choice
from app.widgets.kit.translation import translated
from app.widgets.settings.gpu_backends import GpuBackendsView


class GpuBackendsController(Controller):
    """Carries out the buttons of the settings' section about GPU backends, while it exists."""

    def __init__(self, services: Services, folder: Path) -> None:
        super().__init__(services)
        self._folder = folder
        self._view: GpuBackendsView | None = None

    def show_in(self, view: GpuBackendsView) -> None:
        """Carry out the buttons of this view."""
        self._view = view
        view.destroyed.connect(partial(self._on_destroyed, view))
        view.add_requested.connect(self._on_add_requested)
        view.folder_requested.connect(self._on_folder_requested)
        view.restart_requested.connect(self._client.restart)

    def add(self, file: Path) -> None:
        """Try this file, and keep it if it is of use here."""
        if self._view is not None:
            self._view.show_probe()
        self._tasks.start(self._add(file))

    async def _add(self, file: Path) -> None:
        try:
            name = await asyncio.to_thread(add_pack, file, self._folder)
        except PackRefused as error:
            if self._view is None:
                raise
            self._view.show_outcome(translated(str(error)))
            return
        if self._view is not None:
            self._view.show_added(name)

    def _on_add_requested(self) -> None:
        self._window.dialogs.choose_file(
            file_choice.of_pack, lambda paths: self.add(Path(paths[0]))
        )

    def _on_folder_requested(self) -> None:
        try:
            make_folder(self._folder)
        except FolderNotWritable as error:
            if self._view is not None:
                self._view.show_outcome(translated(str(error)))
            return
        QDesktopServices.openUrl(QUrl.fromLocalFile(str(self._folder)))

    def _on_destroyed(self, view: GpuBackendsView) -> None:
        if self._view is view:
            self._view = None
