"""Questions and answers over a connection: numbered calls, streams of events, and served calls.

Everything here lives on one asyncio loop, and is independent of the process and the questions.
"""

import asyncio
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import suppress
from typing import Generic, TypeVar

A = TypeVar("A")
E = TypeVar("E")


class Calls(Generic[A]):
    """Questions that wait for the answer with their number."""

    def __init__(self) -> None:
        self._open: dict[int, asyncio.Future[A]] = {}

    def __contains__(self, number: int) -> bool:
        """Return whether this question waits for its answer."""
        return number in self._open

    async def ask(self, number: int, send: Callable[[], object]) -> A:
        """Call ``send``, which sends the question, and return its answer.

        Raises what ``send`` raises, and the error of ``fail_all``.
        """
        answer: asyncio.Future[A] = asyncio.get_running_loop().create_future()
        self._open[number] = answer
        try:
            send()
            return await answer
        finally:
            del self._open[number]

    def answer(self, number: int, answer: A) -> None:
        """Complete a question; its caller may have been cancelled meanwhile."""
        asked = self._open.get(number)
        if asked is not None and not asked.done():
            asked.set_result(answer)

    def fail_all(self, error: Callable[[int], Exception]) -> None:
        """Fail all open questions with an error, created for each number."""
        for number, asked in self._open.items():
            if not asked.done():
                asked.set_exception(error(number))


class Mailbox(Generic[E]):
    """Events on their way to one reader, which may be slow.

    ``merge`` returns one event that replaces an unread one and the next, or None if both have to be
    read; so a slow reader finds few events. After the event that ``is_last`` no other is accepted.
    """

    def __init__(self, merge: Callable[[E, E], E | None], is_last: Callable[[E], bool]) -> None:
        self._merge = merge
        self._is_last = is_last
        self._events: deque[E] = deque()
        self._arrived = asyncio.Event()
        self._finished = asyncio.Event()

    @property
    def is_finished(self) -> bool:
        """Return whether the last event has arrived; it may be unread."""
        return self._finished.is_set()

    async def wait_finished(self, seconds: float | None = None) -> None:
        """Wait for the last event to arrive, but no longer than this; None is without limit."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._finished.wait()

    @property
    def unread_count(self) -> int:
        """Return the number of unread events."""
        return len(self._events)

    def put(self, event: E) -> None:
        """Add an event and wake the reader."""
        # If a process dies after its last event, the client adds another one.
        if self.is_finished:
            return
        if self._is_last(event):
            self._finished.set()
        merged = self._merge(self._events[-1], event) if self._events else None
        if merged is None:
            self._events.append(event)
        else:
            self._events[-1] = merged
        self._arrived.set()

    async def read(self) -> AsyncGenerator[E, None]:
        """Yield events as they arrive; wakes once for all events of a step."""
        while self._events or not self.is_finished:
            while self._events:
                yield self._events.popleft()
            if not self.is_finished:
                # There is no await between the check and this, so that no event can be missed.
                self._arrived.clear()
                await self._arrived.wait()


class ServedCalls(Generic[A]):
    """Questions of the other side, each answered once, in a separate task.

    ``send`` sends an answer and returns whether the other side is connected and a frame holds it.
    """

    def __init__(self, send: Callable[[A], bool]) -> None:
        self._send = send
        self._tasks: set[asyncio.Task[None]] = set()

    def serve(self, answer: Awaitable[A], refusal: A, too_large: A) -> None:
        """Send an answer when it is ready.

        After a bug, which goes to the loop's exception handler, ``refusal`` is sent instead; if no
        frame holds the answer, ``too_large``.
        """
        task = asyncio.ensure_future(self._serve(answer, too_large))
        self._tasks.add(task)
        task.add_done_callback(lambda task: self._on_done(task, refusal))

    def give_up(self) -> None:
        """Answer none of the open questions: the other side has disconnected."""
        for task in self._tasks:
            task.cancel()
        self._tasks.clear()

    async def _serve(self, answer: Awaitable[A], too_large: A) -> None:
        if not self._send(await answer):
            self._send(too_large)

    def _on_done(self, task: asyncio.Task[None], refusal: A) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if error is not None:
            self._send(refusal)
            context = {"message": "A question failed", "exception": error, "task": task}
            task.get_loop().call_exception_handler(context)
