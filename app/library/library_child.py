"""A process of the library: how the window starts it, reads from it and ends it."""

import asyncio
import logging
from collections.abc import AsyncGenerator, Sequence

from app.errors import ModelLibraryFailed, lazy
from app.library.library_frames import (
    LENGTH_BYTES,
    BrokenFrame,
    Ended,
    Frame,
    Request,
    body_length,
    frame_bytes,
    unpacked,
)
from engine.ipc.child import kill_child, run_to_completion, start_child

_START_SECONDS = 30.0  # on a computer that is busy, or wakes up
_MOST_STDERR_BYTES = 16 * 1024  # of what it writes to stderr, where only a bug is said


_log = logging.getLogger(__name__)


class ChildEnded(Exception):
    """The process ended or broke the rules before its last frame."""


class ChildSilent(ChildEnded):
    """The process said nothing for too long."""


class LibraryChild:
    """One process that answers one request; it may be started long before it is asked."""

    @classmethod
    async def start(cls, command: Sequence[str]) -> "LibraryChild":
        """Start a process, which then waits. Raises ModelLibraryFailed if the system can't."""
        try:
            process = await start_child(command, stderr=asyncio.subprocess.PIPE)
        except OSError as error:
            raise ModelLibraryFailed(
                lazy("Hubbub can't look for models now: {reason}.", reason=error)
            ) from error
        return cls(process)

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        """Take over a process that was started with three pipes."""
        assert process.stderr
        self._process = process
        self._stderr_task = asyncio.ensure_future(process.stderr.read(_MOST_STDERR_BYTES))

    async def answers(
        self, request: Request, patience_seconds: float
    ) -> AsyncGenerator[Frame, None]:
        """Yield what it answers, without its last frame; leaving early ends it.

        Raises ChildEnded.
        """
        process = self._process
        assert process.stdin
        assert process.stdout
        try:
            process.stdin.write(frame_bytes(request))
            frame = await _next(process.stdout, patience_seconds + _START_SECONDS)
            while not isinstance(frame, Ended):
                yield frame
                frame = await _next(process.stdout, patience_seconds)
        finally:
            await self.end()

    async def end(self) -> None:
        """Kill it, and log what it wrote to stderr; cancelling the task does not cut this short."""
        await run_to_completion(asyncio.ensure_future(self._end()))

    async def _end(self) -> None:
        await kill_child(self._process)
        self._stderr_task.cancel()
        said = await asyncio.gather(self._stderr_task, return_exceptions=True)
        if said[0] and isinstance(said[0], bytes):
            _log.warning("a process of the library: %s", said[0].decode("utf-8", "replace"))


async def _next(stdout: asyncio.StreamReader, patience_seconds: float) -> Frame:
    try:
        async with asyncio.timeout(patience_seconds):
            body = await stdout.readexactly(body_length(await stdout.readexactly(LENGTH_BYTES)))
        frame = unpacked(body, Frame)
    except TimeoutError as error:
        raise ChildSilent(str(error)) from error
    except (asyncio.IncompleteReadError, ConnectionError, BrokenFrame) as error:
        raise ChildEnded(str(error)) from error
    assert isinstance(frame, Frame)
    return frame
