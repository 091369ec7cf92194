"""Maintains the histories, and removes deleted conversations from the KV cache."""

import asyncio

from app.controllers.services import Controller, Services
from app.errors import HistoriesLost, StorageError
from app.widgets.kit.translation import translate
from engine.client.client import EnginePhase, EngineState

_FIRST_SECONDS = 30.0  # keeps the start of the program fast
_PAUSE_SECONDS = 15 * 60.0  # short, because the timer stands still while a computer sleeps
REMOVAL = "removal"  # the kind of problems with the removal of deleted chats from backups


class Maintenance(Controller):
    """Owns the task that maintains the histories."""

    def __init__(self, services: Services) -> None:
        super().__init__(services)
        self._task: asyncio.Task[None] | None = None
        self._is_ready = False
        self._client.states.add(self._on_state_changed)
        self._toasts.add_remedy(
            HistoriesLost,
            translate("Maintenance", "Restore"),
            self._tasks.starter(self._rewrite),
        )

    def start(self) -> None:
        """Start the task; it begins after half a minute."""
        self._history.upkeep.open()
        self._task = self._tasks.start(self._maintain())

    def close(self) -> None:
        """Stop the task."""
        if self._task is not None:
            self._task.cancel()
        self._history.upkeep.close()

    async def _maintain(self) -> None:
        await asyncio.sleep(_FIRST_SECONDS)
        while True:
            try:
                from_backups = self._settings.current.removes_from_backups
                for conversation_id in await self._history.maintain(from_backups=from_backups):
                    self._models.discard(conversation_id)
                removal = await self._history.backups.remove_noted()
                self._toasts.show_problems(REMOVAL, removal.problems)
                for sentence in await self._history.upkeep.check():
                    self._toasts.show(sentence, is_trouble=True, stays=True)
            except StorageError as error:
                self._toasts.report(error)
            await asyncio.sleep(_PAUSE_SECONDS)

    def _on_state_changed(self, state: EngineState) -> None:
        was_ready, self._is_ready = self._is_ready, state.phase is EnginePhase.READY
        if self._is_ready and not was_ready:
            self._tasks.start(self._sync_cache(), may_be_dropped=True)

    async def _sync_cache(self) -> None:
        """Remove deleted conversations from the KV cache.

        The engine is told of each deletion; this covers those that it did not receive.
        """
        report = await self._models.cache_report()
        cached = {entry.conversation_id for entry in report.entries if entry.conversation_id}
        if not cached:
            return
        known = {summary.id for summary in await self._history.conversations.summaries_of(*cached)}
        for conversation_id in cached - known:
            self._models.discard(conversation_id)

    async def _rewrite(self) -> None:
        await self._history.restore_file()
        self._toasts.resolve(HistoriesLost)
        self._toasts.show(
            translate("Maintenance", "Your chats were restored, with everything in them.")
        )
