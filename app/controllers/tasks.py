"""Owns the coroutines that a controller starts: keeps, reports and ends them."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import ParamSpec

from app.errors import AppError

_Arguments = ParamSpec("_Arguments")


class Tasks:
    """Keeps every task until it ends; ``finish`` awaits all but those that may be dropped.

    Made while the loop runs. A timer of Qt may fire while nobody runs it, as Qt's events are also
    processed elsewhere; the task begins when the loop runs again.

    A known error goes to ``on_trouble`` as a sentence; a bug goes to the loop's exception handler.
    """

    def __init__(self, on_trouble: Callable[[AppError], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._on_trouble = on_trouble
        self._tasks: set[asyncio.Task[None]] = set()
        self._droppable: set[asyncio.Task[None]] = set()

    def start(
        self, work: Coroutine[object, object, None], *, may_be_dropped: bool = False
    ) -> asyncio.Task[None]:
        """Run a coroutine; the caller may cancel the task that this returns.

        A task that only reads may be dropped when the program ends.
        """
        task = self._loop.create_task(work)
        # The loop itself keeps only weak references: a task that nobody holds may vanish at work.
        self._tasks.add(task)
        if may_be_dropped:
            self._droppable.add(task)
        task.add_done_callback(self._on_done)
        return task

    def starter(
        self, work: Callable[_Arguments, Coroutine[object, object, None]]
    ) -> Callable[_Arguments, None]:
        """Return a function to connect to a signal, which runs this coroutine function."""

        def start(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> None:
            self.start(work(*args, **kwargs))

        return start

    def single_starter(
        self, work: Callable[_Arguments, Coroutine[object, object, None]]
    ) -> Callable[_Arguments, None]:
        """Return the same for a button: pressed again while the work runs, it does nothing."""
        running: list[asyncio.Task[None]] = []

        def start(*args: _Arguments.args, **kwargs: _Arguments.kwargs) -> None:
            if all(each.done() for each in running):
                running[:] = [self.start(work(*args, **kwargs))]

        return start

    async def finish(self) -> None:
        """Wait for all tasks; only those that may be dropped are cancelled."""
        # In a loop: a task that ends may have started another one.
        while self._tasks:
            for task in tuple(self._droppable):
                task.cancel()
            await asyncio.wait(list(self._tasks))

    def _on_done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        self._droppable.discard(task)
        # Asked of every task: what nobody asks for comes up late, when the task is collected.
        error = None if task.cancelled() else task.exception()
        if isinstance(error, AppError):
            self._on_trouble(error)
        elif error is not None:
            context = {"message": "A task failed", "exception": error}
            task.get_loop().call_exception_handler(context)
