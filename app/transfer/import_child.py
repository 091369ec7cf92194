"""Starts the process that reads an export, receives its frames, and ends it."""

import asyncio
import contextlib
import signal
import sys
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path

import psutil

from app.errors import LazyText, NotAnImport, lazy
from app.transfer.import_messages import FRAMES, MAX_MEMORY_BYTES, Ended, Frame, Parts, Refused
from engine.ipc.child import Child, run_to_completion
from engine.ipc.entry_points import own_command
from engine.ipc.frames import BrokenFrame

IMPORT_COMMAND = tuple(own_command("app.transfer.import_process"))
PATIENCE_SECONDS = 120.0  # without a frame, while no one else delays it
_END_SECONDS = 2.0
_LOOK_SECONDS = 0.2


async def frames_of(
    path: Path,
    command: Sequence[str] = IMPORT_COMMAND,
    patience_seconds: float = PATIENCE_SECONDS,
) -> AsyncGenerator[Parts | Ended, None]:
    """Yield the frames of a separate process that reads an export; leaving early ends the process.

    The last frame is Ended. Raises NotAnImport, with the reason, if there is nothing to import.
    """
    child = await _ImportChild.start(path, command, patience_seconds)
    try:
        while True:
            frame = await child.next_frame()
            if isinstance(frame, Refused):
                raise NotAnImport(frame.reason)
            yield frame
            if isinstance(frame, Ended):
                return
    finally:
        await child.end()


class _ImportChild:
    """The process, and a task that watches its memory."""

    def __init__(self, child: Child, patience_seconds: float) -> None:
        self._child = child
        self._patience_seconds = patience_seconds
        self._has_conversations = self._is_at_end = False
        self._trouble: LazyText | None = None
        self._guard = asyncio.ensure_future(self._watch_memory())

    @classmethod
    async def start(
        cls, path: Path, command: Sequence[str], patience_seconds: float
    ) -> "_ImportChild":
        """Start the process. Raises NotAnImport if that fails."""
        try:
            child = await Child.start(_arguments(command, path), has_input=False)
        except OSError as error:
            raise NotAnImport(lazy("Files can't be read now: {reason}.", reason=error)) from error
        return cls(child, patience_seconds)

    async def next_frame(self) -> Frame:
        """Return the next frame; a frame with the reason if the process ended unexpectedly."""
        try:
            frame = await self._child.receive(FRAMES, self._patience_seconds)
        except TimeoutError:
            return self._end_frame(_TOO_LONG)
        except EOFError:
            await self._child.wait(_END_SECONDS)
            return self._end_frame(self._trouble or _reason(self._child.exit_code))
        except BrokenFrame:
            return self._end_frame(_reason(None))
        self._has_conversations |= isinstance(frame, Parts)
        self._is_at_end = not isinstance(frame, Parts)
        return frame

    async def end(self) -> None:
        """Wait until the process ends; kill it if its last frame is missing or it takes too long.

        Cancelling the task does not interrupt this.
        """
        await run_to_completion(asyncio.ensure_future(self._end()))

    async def _end(self) -> None:
        self._guard.cancel()
        await asyncio.gather(self._guard, return_exceptions=True)
        if self._is_at_end:
            await self._child.wait(_END_SECONDS)
        await self._child.end()

    def _end_frame(self, reason: LazyText) -> Frame:
        return Ended((reason,)) if self._has_conversations else Refused(reason)

    async def _watch_memory(self) -> None:
        # Some systems do not let a process limit itself.
        with contextlib.suppress(psutil.Error, ProcessLookupError):
            watched = psutil.Process(self._child.process_id)
            while watched.memory_info().rss <= MAX_MEMORY_BYTES:  # noqa: ASYNC110 (no event to await)
                await asyncio.sleep(_LOOK_SECONDS)
            self._trouble = _TOO_LARGE
            self._child.kill()


_TOO_LARGE = lazy("This file takes more memory than an import may have.")
_TOO_LONG = lazy("Reading this file took too long, so Hubbub stopped it.")
_BROKEN_OFF = lazy("The reading of this file broke off.")


def _arguments(command: Sequence[str], path: Path) -> tuple[str, ...]:
    # The process has another working directory.
    return *command, str(path.absolute())


def _reason(exit_code: int | None) -> LazyText:
    if sys.platform != "win32" and exit_code == -signal.SIGXCPU:
        return _TOO_LONG
    return _BROKEN_OFF
