"""Scans for the models of this computer when a view that shows them opens."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import aclosing
from pathlib import Path

from app.controllers.services import Controller, Services
from app.engine_settings import slots_of
from app.models.library.messages import Hashed, HashProgress
from app.models.library.model_library import ModelLibrary
from app.models.library_model import ModelFolder, ModelFolderKind, ModelLibraryState
from engine.gguf.automatic_context import MIN_CONTEXT
from engine.gguf.memory_plan import LoadPlan
from engine.listeners import Listeners


class ModelLibraryController(Controller):
    """Scans Hubbub's own folder, the folders in the settings and those of other programs.

    The files that were opened elsewhere are listed, too.

    Attributes:
        changes: called with each new state of the library.
        hashed: called with the path of each file whose digest was computed.
    """

    def __init__(
        self, services: Services, library: ModelLibrary, folders: Sequence[ModelFolder]
    ) -> None:
        super().__init__(services)
        self._library = library
        self._folders = tuple(folders)
        self._scanning: asyncio.Task[None] | None = None
        self._readiness: asyncio.Task[None] | None = None
        self.changes: Listeners[[ModelLibraryState]] = Listeners()
        self.hashed = Listeners[str]()

    @property
    def state(self) -> ModelLibraryState:
        """Return the models that are known now."""
        return self._library.state

    async def digests(self, paths: Sequence[str]) -> AsyncGenerator[HashProgress | Hashed, None]:
        """Hash files; yield the progress and the SHA-256 of each."""
        async with aclosing(self._library.digests(paths)) as steps:
            async for step in steps:
                if isinstance(step, Hashed) and step.digest is not None:
                    self.hashed.notify(step.path)
                yield step

    def scan(self) -> None:
        """Start a scan unless one runs; fast if no file has changed."""
        if self._scanning is None or self._scanning.done():
            self._scanning = self._tasks.start(self._scan(), may_be_dropped=True)

    def rescan(self) -> None:
        """Start a new scan, because the folders or files have changed."""
        if self._scanning is not None:
            self._scanning.cancel()
        self._scanning = self._tasks.start(self._scan(), may_be_dropped=True)

    def add_files(self, folder: str, names: Iterable[str]) -> None:
        """List the model of new files of a folder without scanning it."""
        paths = tuple(str(Path(folder) / name) for name in names)
        own = ModelFolder(ModelFolderKind.OWN, folder)
        known = next((each for each in self._all_folders() if each.path == folder), own)
        self._tasks.start(self._add(known, paths), may_be_dropped=True)

    def keep_process_ready(self) -> None:
        """Keep a process waiting, so that scans start at once."""
        if self._readiness is None or self._readiness.done():
            self._readiness = self._tasks.start(self._library.keep_ready(), may_be_dropped=True)

    def end_ready_process(self) -> None:
        """End the waiting process; the page is hidden."""
        if self._readiness is not None:
            self._readiness.cancel()

    def wanted_load(self) -> LoadPlan:
        """Return how a model would be loaded with the current settings."""
        settings = self._settings.current
        window = settings.context_window or MIN_CONTEXT
        return LoadPlan(slots_of(settings), window, settings.kv_type)

    async def _scan(self) -> None:
        await self._report(self._library.scan(self._all_folders(), self.wanted_load()))
        await self._add_opened()

    async def _add_opened(self) -> None:
        """List the files that were opened in other folders, which are not searched."""
        found = {path for model in self.state.models for path in (model.path, *model.parts)}
        by_folder: dict[str, list[str]] = {}
        for path in self._settings.current.recent_models:
            if path not in found:
                by_folder.setdefault(str(Path(path).parent), []).append(path)
        for folder, paths in by_folder.items():
            await self._add(ModelFolder(ModelFolderKind.ADDED, folder), paths)

    async def _add(self, folder: ModelFolder, paths: Sequence[str]) -> None:
        await self._report(self._library.add_files(paths, folder, self.wanted_load()))

    async def _report(self, states: AsyncGenerator[ModelLibraryState, None]) -> None:
        async with aclosing(states):
            async for state in states:
                self.changes.notify(state)

    def _all_folders(self) -> tuple[ModelFolder, ...]:
        added = self._settings.current.model_folders
        folders = [ModelFolder(ModelFolderKind.ADDED, path) for path in added]
        return (*(each for each in self._folders if each.path not in added), *folders)
