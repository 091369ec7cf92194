"""The asyncio loop of a service that answers numbered requests, each in a task of its own."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

C = TypeVar("C")
_TICK_SECONDS = 1.0


class CommandLoop(Generic[C]):
    """A ``Service`` that runs ``work`` on a loop in the thread that calls ``run``.

    ``submit`` and the properties may be used on any thread, all else on the loop. ``work`` reads
    commands until Shutdown. An exception that it raises ends the process.
    """

    def __init__(self, work: Callable[[], Awaitable[None]]) -> None:
        self._work = work
        self._loop = asyncio.new_event_loop()
        self._commands: asyncio.Queue[C] = asyncio.Queue()
        self._running: dict[int, asyncio.Task[None]] = {}
        self._tick_count = 0

    @property
    def step_count(self) -> int:
        """Return a counter that the loop increases each second unless it hangs."""
        return self._tick_count

    @property
    def slice_count(self) -> None:
        """Return None: all work is done in the loop."""

    @property
    def is_busy(self) -> bool:
        """Return whether the loop must keep running; always True."""
        return True

    def submit(self, command: C) -> None:
        """Pass a command to the loop; thread-safe."""
        self._loop.call_soon_threadsafe(self._commands.put_nowait, command)

    def run(self) -> None:
        """Work until Shutdown."""
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._run())

    async def next_command(self) -> C:
        """Return the next command; waits for it."""
        return await self._commands.get()

    def add_request(self, number: int, task: asyncio.Task[None]) -> None:
        """Let ``cancel`` find the task of a request until it is done."""
        self._running[number] = task
        task.add_done_callback(lambda _: self._running.pop(number, None))

    def cancel(self, number: int) -> None:
        """Cancel a request, which may have been answered before."""
        task = self._running.get(number)
        if task is not None:
            task.cancel()

    def cancel_all(self) -> None:
        """Cancel all requests."""
        for task in self._running.values():
            task.cancel()

    async def _run(self) -> None:
        ticking = asyncio.create_task(self._tick())
        try:
            await self._work()
        finally:
            ticking.cancel()

    async def _tick(self) -> None:
        while True:
            self._tick_count += 1
            await asyncio.sleep(_TICK_SECONDS)
