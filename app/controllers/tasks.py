"""Owns the tasks that controllers start: keeps references, reports errors, awaits the end."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import ParamSpec

from app.errors import AppError

_Arguments = ParamSpec("_Arguments")


class Tasks:
    """Holds every task until it ends; ``finish`` awaits all but those that may be dropped.

    Created while the event loop runs. A Qt timer may fire while the loop does not run, because
    Qt processes events elsewhere as well; the task then begins when the loop runs again.
    A known error is passed to ``on_trouble``; a bug goes to the loop's exception handler.
    """

    def __init__(self, on_trouble: Callable[[AppError], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_trouble = on_trouble
        self._tasks: set[asyncio.Task[None]] = set()
        self._droppable: set[asyncio.Task[None]] = set()
        self._is_closed = False

    def start(
        self, work: Coroutine[object, object, None], *, may_be_dropped: bool = False
    ) -> asyncio.Task[None]:
        """Run a coroutine; return its task, which the caller may cancel.

        A task that only reads may be dropped when the program ends; after ``close`` none begins.
        """
        task = self._loop.create_task(work)
        if self._is_closed and may_be_dropped:
            task.cancel()
        # The loop keeps only weak references: an unreferenced task may be collected while it runs.
        self._tasks.add(task)
        if may_be_dropped:
            self._droppable.add(task)
        task.add_done_callback(self._on_done)
        return task

    def starter(
        self,
        work: Callable[_Arguments, Coroutine[object, object, None]],
        *,
        may_be_dropped: bool = False,
    ) -> Callable[_Arguments, None]:
        """Return a function that runs this coroutine function, to connect to a signal."""

        def start(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> None:
            self.start(work(*args, **kwargs), may_be_dropped=may_be_dropped)

        return start

    def single_starter(
        self, work: Callable[_Arguments, Coroutine[object, object, None]]
    ) -> Callable[_Arguments, None]:
        """Return the same for a button: presses while the work runs are ignored."""
        running: list[asyncio.Task[None]] = []

        def start(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> None:
            if all(each.done() for each in running):
                running[:] = [self.start(work(*args, **kwargs))]

        return start

    async def finish(self) -> None:
        """Wait for all tasks; only those that may be dropped are cancelled."""
        # In a loop: an ending task may have started another one.
        while self._tasks:
            for task in tuple(self._droppable):
                task.cancel()
            await asyncio.wait(list(self._tasks))

    async def close(self) -> None:
        """Finish all tasks; those that may be dropped do not begin any more."""
        self._is_closed = True
        await self.finish()

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._droppable.discard(task)
        # Read from every task: an unread exception is reported late, when the task is collected.
        error = None if task.cancelled() else task.exception()
        if isinstance(error, AppError):
            self._on_trouble(error)
        elif error is not None:
            context = {"message": "A task failed", "exception": error}
            task.get_loop().call_exception_handler(context)
