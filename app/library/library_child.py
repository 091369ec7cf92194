"""A process of the library: how the window starts it, reads from it and ends it."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence

from app.errors import ModelLibraryFailed, lazy
from app.library.messages import FRAMES, REQUESTS, Ended, Frame, Request
from engine.ipc.child import Child
from engine.ipc.frames import BrokenFrame

_START_SECONDS = 30.0  # on a computer that is busy, or wakes up

_log = logging.getLogger(__name__)


class ChildEnded(Exception):
    """The process ended or broke the rules before its last frame."""


class ChildSilent(ChildEnded):
    """The process said nothing for too long."""


async def start_library_child(command: Sequence[str]) -> Child:
    """Start a process, which then waits. Raises ModelLibraryFailed if the system can't."""
    try:
        return await Child.start(command, name=lazy("The search for models"), log=_log)
    except OSError as error:
        raise ModelLibraryFailed(
            lazy("Hubbub can't look for models now: {reason}.", reason=error)
        ) from error


async def library_answers(
    child: Child, request: Request, patience_seconds: float
) -> AsyncGenerator[Frame, None]:
    """Yield what a process answers, without its last frame; leaving early ends it.

    Raises ChildEnded.
    """
    try:
        frame = await child.ask(request, REQUESTS, FRAMES, patience_seconds + _START_SECONDS)
        while not isinstance(frame, Ended):
            yield frame
            frame = await child.receive(FRAMES, patience_seconds)
    except TimeoutError as error:
        raise ChildSilent(str(error)) from error
    except (EOFError, BrokenFrame) as error:
        raise ChildEnded(str(error)) from error
    finally:
        await child.end()


class WaitingChild:
    """At most one process that is started before its request: half of a look is its start.

    Attributes:
        taken: set while there is none.
    """

    def __init__(self) -> None:
        self._child: Child | None = None
        self.taken = asyncio.Event()

    async def prepare(self, command: Sequence[str]) -> None:
        """Start one, unless one waits. Raises ModelLibraryFailed if the system can't."""
        if self._child is None:
            self._child = await start_library_child(command)
        self.taken.clear()

    def release(self) -> Child | None:
        """Return the one that waits, which is the caller's from now on; None if there is none."""
        child, self._child = self._child, None
        self.taken.set()
        return child

    async def end(self) -> None:
        """End the one that waits."""
        child, self._child = self._child, None
        if child is not None:
            await child.end()
