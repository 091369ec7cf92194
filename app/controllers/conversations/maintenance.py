"""Maintains the histories while the window is open, and the KV cache that follows them."""

import asyncio

from app.controllers.services import Controller, Services
from app.errors import HistoriesLost, StorageError
from app.widgets.kit.translation import translate
from engine.client.client import EnginePhase, EngineState

_FIRST_SECONDS = 30.0  # the first half minute belongs to the user
_PAUSE_SECONDS = 15 * 60.0  # a machine that sleeps at night counts no whole days


class Maintenance(Controller):
    """Owns the task that maintains the histories; the engine forgets what is deleted there."""

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
        """Begin after the first half minute."""
        self._history.upkeep.open()
        self._task = self._tasks.start(self._maintain())

    def close(self) -> None:
        """Begin nothing more."""
        if self._task is not None:
            self._task.cancel()
        self._history.upkeep.close()

    async def _maintain(self) -> None:
        await asyncio.sleep(_FIRST_SECONDS)
        while True:
            try:
                from_backups = self._settings.current.removes_from_backups
                for conversation_id in await self._history.maintain(from_backups=from_backups):
                    self._client.forget(conversation_id)
                removal = await self._history.backups.remove_noted()
                for sentence in removal.problems:
                    self._toasts.show(sentence, is_trouble=True, stays=True)
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
        """Remove conversations from the KV cache that are no longer in the histories.

        A deletion is sent to the engine at once; this is for one that the engine did not receive.
        """
        report = await self._client.queries.cache_report()
        cached = {entry.conversation_id for entry in report.entries if entry.conversation_id}
        if not cached:
            return
        known = {summary.id for summary in await self._history.conversations.summaries_of(*cached)}
        for conversation_id in cached - known:
            self._client.forget(conversation_id)

    async def _rewrite(self) -> None:
        await self._history.restore_file()
        self._toasts.resolve(HistoriesLost)
        self._toasts.show(
            translate("Maintenance", "Your conversations were restored, with everything in them.")
        )
