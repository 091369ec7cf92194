"""What the engine keeps of conversations follows the histories: deleted there, gone here."""

from app.controllers.tasks import Tasks
from app.storage.history import History
from engine.client.client import EngineClient, EnginePhase, EngineState


class CacheSync:
    """Looks, whenever a model is ready, whether anything is kept of what is no longer there.

    A deletion is told to the engine at once; this is for the one that it did not live to hear.
    """

    def __init__(self, client: EngineClient, history: History, tasks: Tasks) -> None:
        self._client = client
        self._history = history
        self._tasks = tasks
        self._is_ready = False
        client.add_state_listener(self._on_state_changed)

    def _on_state_changed(self, state: EngineState) -> None:
        was_ready, self._is_ready = self._is_ready, state.phase is EnginePhase.READY
        if self._is_ready and not was_ready:
            self._tasks.start(self._forget_what_is_gone(), may_be_dropped=True)

    async def _forget_what_is_gone(self) -> None:
        report = await self._client.cache.report()
        kept = {entry.conversation_id for entry in report.entries if entry.conversation_id}
        if not kept:
            return
        known = {summary.id for summary in await self._history.conversations.summaries_of(*kept)}
        for conversation_id in kept - known:
            self._client.forget(conversation_id)
