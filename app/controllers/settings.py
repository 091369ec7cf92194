"""The settings: one value, saved when it changes, told to whoever follows it."""

import asyncio
from collections.abc import Callable

import msgspec

from app.controllers.tasks import Tasks
from app.settings import Settings, SettingsFile

SettingsListener = Callable[[Settings, Settings], None]


class SettingsController:
    """Holds the current settings; ``apply`` replaces them whole."""

    def __init__(self, current: Settings, file: SettingsFile, tasks: Tasks) -> None:
        self._current = current
        self._file = file
        self._tasks = tasks
        self._listeners: list[SettingsListener] = []
        self._saving = asyncio.Lock()

    @property
    def current(self) -> Settings:
        """Return the settings as they are now."""
        return self._current

    def listen(self, listener: SettingsListener) -> None:
        """Call ``listener(old, new)`` after every change."""
        self._listeners.append(listener)

    def changed(self, **fields: object) -> Settings:
        """Return the current settings with some fields changed. Raises InvalidSettings."""
        return msgspec.structs.replace(self._current, **fields)

    def apply(self, settings: Settings) -> None:
        """Take new settings, save them, and tell the listeners."""
        old, self._current = self._current, settings
        if settings == old:
            return
        self._tasks.start(self._save())
        for listener in self._listeners:
            listener(old, settings)

    async def _save(self) -> None:
        """Write the newest settings; the writes follow one another."""
        async with self._saving:
            await asyncio.to_thread(self._file.save, self._current)
