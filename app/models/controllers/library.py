"""Which models are on this computer: looked for when somebody wants to see them."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import aclosing
from pathlib import Path

from app.controllers.services import Controller, Services
from app.models.library.messages import Hashed, HashProgress
from app.models.library.model_library import ModelLibrary
from app.models.library_model import ModelFolder, ModelFolderKind, ModelLibraryState
from engine.gguf.automatic_context import MIN_CONTEXT
from engine.gguf.memory_plan import LoadPlan
from engine.listeners import Listeners


class ModelLibraryController(Controller):
    """Looks through Hubbub's own folder, those of the settings and those of other programs.

    Attributes:
        changes: called with what is known whenever it is more.
    """

    def __init__(
        self, services: Services, library: ModelLibrary, folders: Sequence[ModelFolder]
    ) -> None:
        super().__init__(services)
        self._library = library
        self._folders = tuple(folders)
        self._looking: asyncio.Task[None] | None = None
        self._readiness: asyncio.Task[None] | None = None
        self.changes: Listeners[[ModelLibraryState]] = Listeners()

    @property
    def state(self) -> ModelLibraryState:
        """Return what is known now."""
        return self._library.state

    def digests(self, paths: Sequence[str]) -> AsyncGenerator[HashProgress | Hashed, None]:
        """Read files whole for their SHA-256; yield how far that is."""
        return self._library.digests(paths)

    def look(self) -> None:
        """Look for models, unless somebody does already; cheap where nothing has changed."""
        if self._looking is None or self._looking.done():
            self._looking = self._tasks.start(self._look(), may_be_dropped=True)

    def look_anew(self) -> None:
        """Look from the beginning: what is to be looked at has changed."""
        if self._looking is not None:
            self._looking.cancel()
        self._looking = self._tasks.start(self._look(), may_be_dropped=True)

    def add_files(self, folder: str, names: Iterable[str]) -> None:
        """List the model of new files of a folder, which is not searched for them."""
        paths = tuple(str(Path(folder) / name) for name in names)
        self._tasks.start(self._add(folder, paths), may_be_dropped=True)

    def keep_ready(self) -> None:
        """Have looks begin at once from now on, for a process that waits for them."""
        if self._readiness is None or self._readiness.done():
            self._readiness = self._tasks.start(self._library.keep_ready(), may_be_dropped=True)

    def rest(self) -> None:
        """Have nothing wait any more: nobody looks at models."""
        if self._readiness is not None:
            self._readiness.cancel()

    def wanted_load(self) -> LoadPlan:
        """Return how a model would be loaded at least, as the settings stand."""
        settings = self._settings.current
        window = settings.context_window or MIN_CONTEXT
        return LoadPlan(settings.slot_count, window, settings.kv_type)

    async def _look(self) -> None:
        await self._report(self._library.scan(self._all_folders(), self.wanted_load()))

    async def _add(self, folder: str, paths: Sequence[str]) -> None:
        own = ModelFolder(ModelFolderKind.OWN, folder)
        known = next((each for each in self._all_folders() if each.path == folder), own)
        await self._report(self._library.add_files(paths, known, self.wanted_load()))

    async def _report(self, states: AsyncGenerator[ModelLibraryState, None]) -> None:
        async with aclosing(states):
            async for state in states:
                self.changes.notify(state)

    def _all_folders(self) -> tuple[ModelFolder, ...]:
        added = self._settings.current.model_folders
        folders = [ModelFolder(ModelFolderKind.ADDED, path) for path in added]
        return (*(each for each in self._folders if each.path not in added), *folders)
