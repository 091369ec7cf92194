"""Looks after the histories while the window is open: upkeep, and what to do if they are lost."""

import asyncio
from collections.abc import Callable

from PySide6.QtCore import QCoreApplication

from app.controllers.banners import Banners
from app.controllers.tasks import Tasks
from app.errors import HistoriesLost, StorageError
from app.storage.history import History

_FIRST_SECONDS = 30.0  # the first half minute belongs to the user
_PAUSE_SECONDS = 15 * 60.0  # a machine that sleeps at night counts no whole days


class Maintenance:
    """Owns the task that keeps the histories up; ``forget`` is told what is gone for good."""

    def __init__(
        self, history: History, banners: Banners, tasks: Tasks, forget: Callable[[str], None]
    ) -> None:
        self._history = history
        self._banners = banners
        self._tasks = tasks
        self._forget = forget
        self._task: asyncio.Task[None] | None = None
        banners.add_remedy(
            HistoriesLost,
            QCoreApplication.translate("Maintenance", "Write them again"),
            self._on_put_back_requested,
        )

    def start(self) -> None:
        """Begin, a while from now."""
        self._task = self._tasks.start(self._keep_up())

    def close(self) -> None:
        """Begin nothing more."""
        if self._task is not None:
            self._task.cancel()
        self._history.upkeep.close()

    async def _keep_up(self) -> None:
        await asyncio.sleep(_FIRST_SECONDS)
        while True:
            try:
                for conversation_id in await self._history.maintain():
                    self._forget(conversation_id)
                for sentence in await self._history.upkeep.look():
                    self._banners.show(sentence, is_trouble=True)
            except StorageError as error:
                self._banners.report(error)
            await asyncio.sleep(_PAUSE_SECONDS)

    def _on_put_back_requested(self) -> None:
        self._tasks.start(self._put_back())

    async def _put_back(self) -> None:
        await self._history.restore_file()
        self._banners.show(
            QCoreApplication.translate(
                "Maintenance", "The histories are in their place again, with all that was in them."
            )
        )
