"""The running comparisons, independent of their page."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial

from app.chat.reply_runner import CLOSED_NOTE
from app.chat.turns import Turns
from app.comparisons.model import Comparison
from app.comparisons.runner import CellChanged, ComparisonRunner
from app.controllers.services import Controller, Services
from app.widgets.kit.translation import shown_title
from engine.client.client import EnginePhase, EngineState
from engine.listeners import Listeners


class ComparisonRuns(Controller):
    """Owns the tasks of running comparisons.

    Attributes:
        cells: notified of each change of a cell.
        ends: notified of the id of each comparison that has ended.
        changes: notified when a comparison has begun or ended.
        shown: notified of the id of a comparison whose line in *Now* was clicked.
    """

    def __init__(self, services: Services, turns: Turns) -> None:
        super().__init__(services)
        self._runner = ComparisonRunner(
            self._history,
            turns.requests,
            turns.router,
            self._models,
            self._toasts.report,
        )
        self._background = services.background
        self._running: dict[str, asyncio.Task[None]] = {}
        self._is_closed = False
        self._left_ids: tuple[str, ...] = ()  # of the last run; they wait for the default model
        self.changes = Listeners[[]]()
        self.cells = Listeners[CellChanged]()
        self.ends = Listeners[str]()
        self.shown = Listeners[str]()

    @property
    def ids(self) -> frozenset[str]:
        """Return the ids of the running comparisons."""
        return frozenset(self._running)

    async def start(self) -> None:
        """End unfinished cells of the last run; its lists continue.

        Those that the default model answers wait until it is loaded.
        """
        for each in await self._history.comparisons.interrupt_unfinished(CLOSED_NOTE):
            if await self._runner.needs_default_model(each.id):
                self._left_ids += (each.id,)
            else:
                self.run(each.id)
        self._client.states.add(self._on_state_changed)
        self._on_state_changed(self._client.state)

    def close(self) -> None:
        """Cancel all comparisons; their texts are stored while the tasks are awaited."""
        self._is_closed = True
        for task in tuple(self._running.values()):
            task.cancel()

    def run(self, comparison_id: str) -> None:
        """Ask the open cells of a comparison, unless it runs."""
        if comparison_id not in self._running and not self._is_closed:
            task = self._running[comparison_id] = self._tasks.start(self._run(comparison_id))
            task.add_done_callback(lambda _task: self._on_done(comparison_id))
            self.changes.notify()

    async def run_rest(self, comparison_id: str) -> None:
        """Resume a stopped comparison, after its running cells have ended."""
        await self._wait(comparison_id)
        await self._history.comparisons.set_stopped(comparison_id, is_stopped=False)
        self.run(comparison_id)

    async def ask_again(self, comparison_id: str, cell_id: int) -> None:
        """Ask one cell again, with the other open cells, after the running cells have ended."""
        await self._history.comparisons.empty((cell_id,))
        await self._wait(comparison_id)
        self.run(comparison_id)

    async def stop(self, comparison_id: str) -> None:
        """Stop all cells of a comparison."""
        await self._runner.stop(comparison_id)

    async def stop_cell(self, comparison_id: str, cell_id: int) -> None:
        """Stop one cell."""
        await self._runner.stop_cell(comparison_id, cell_id)

    async def delete(self, comparison_id: str) -> Callable[[], Awaitable[object]] | None:
        """Stop and delete a comparison; return a function that restores it, or None if it is gone.

        A restored comparison continues if it was running.
        """
        # Cancelled before the deletion, so that no further cell is asked.
        is_running = comparison_id in self._running
        if is_running:
            self._running[comparison_id].cancel()
        await self._wait(comparison_id)
        deleted = await self._history.comparisons.get(comparison_id)
        await self._history.comparisons.delete(comparison_id)
        return None if deleted is None else partial(self._restore, deleted, is_running)

    async def _run(self, comparison_id: str) -> None:
        summary = await self._history.comparisons.get(comparison_id)
        title = shown_title("" if summary is None else summary.title)
        with self._background.running(title, partial(self.shown.notify, comparison_id)):
            await self._runner.run(comparison_id, self.cells.notify)

    async def _restore(self, deleted: Comparison, is_running: bool) -> None:
        await self._history.comparisons.restore(deleted)
        if is_running:
            self.run(deleted.id)

    async def _wait(self, comparison_id: str) -> None:
        task = self._running.get(comparison_id)
        if task is not None:
            await asyncio.wait((task,))

    def _on_state_changed(self, state: EngineState) -> None:
        # Without a model, every row would fail.
        if state.phase is EnginePhase.READY:
            left, self._left_ids = self._left_ids, ()
            for each in left:
                self.run(each)

    def _on_done(self, comparison_id: str) -> None:
        del self._running[comparison_id]
        if not self._is_closed:
            self.ends.notify(comparison_id)
            self.changes.notify()
