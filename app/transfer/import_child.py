"""The process that reads an export, as the window sees it: started, listened to, ended."""

import asyncio
import contextlib
import signal
import sys
from collections.abc import AsyncGenerator, Sequence
from pathlib import Path

import psutil

from app.errors import LazyText, NotAnImport, lazy
from app.transfer.import_frames import (
    LENGTH_BYTES,
    BrokenFrame,
    Ended,
    Frame,
    Parts,
    Refused,
    body_length,
    decode,
)
from app.transfer.import_process import MOST_MEMORY_BYTES
from engine.ipc.child import kill_child, run_to_completion, start_child
from engine.ipc.entry_points import own_command

IMPORT_COMMAND = tuple(own_command("app.transfer.import_process"))
PATIENCE_SECONDS = 120.0  # without a word, while nobody else holds it up
_END_SECONDS = 2.0
_LOOK_SECONDS = 0.2
_LARGE_FRAME_BYTES = 1 << 20


async def frames_of(
    path: Path,
    command: Sequence[str] = IMPORT_COMMAND,
    patience_seconds: float = PATIENCE_SECONDS,
) -> AsyncGenerator[Parts | Ended, None]:
    """Yield what a process of its own reads in an export; leaving early ends the process.

    The last is Ended. Raises NotAnImport where there is nothing to import, in a sentence.
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
    """One process, and who looks at how much memory it takes."""

    def __init__(self, process: asyncio.subprocess.Process, patience_seconds: float) -> None:
        assert process.stdout
        self._process = process
        self._stdout = process.stdout
        self._patience_seconds = patience_seconds
        self._has_conversations = self._is_at_end = False
        self._trouble: LazyText | None = None
        self._guard = asyncio.ensure_future(self._watch_memory())

    @classmethod
    async def start(
        cls, path: Path, command: Sequence[str], patience_seconds: float
    ) -> "_ImportChild":
        """Start it. Raises NotAnImport if the system can't."""
        try:
            process = await start_child(_arguments(command, path), stdin=asyncio.subprocess.DEVNULL)
        except OSError as error:
            raise NotAnImport(lazy("Files can't be read now: {reason}.", reason=error)) from error
        return cls(process, patience_seconds)

    async def next_frame(self) -> Frame:
        """Return its next frame; where it ended in between, the one that says why."""
        try:
            async with asyncio.timeout(self._patience_seconds):
                header = await self._stdout.readexactly(LENGTH_BYTES)
                body = await self._stdout.readexactly(body_length(header))
            if len(body) > _LARGE_FRAME_BYTES:
                frame = await asyncio.to_thread(decode, body)
            else:
                frame = decode(body)
        except TimeoutError:
            return self._end_frame(_TOO_LONG)
        except (asyncio.IncompleteReadError, ConnectionError):
            await self._process.wait()
            return self._end_frame(self._trouble or _reason(self._process.returncode))
        except BrokenFrame:
            return self._end_frame(_reason(None))
        self._has_conversations |= isinstance(frame, Parts)
        self._is_at_end = not isinstance(frame, Parts)
        return frame

    async def end(self) -> None:
        """Wait for its end; kill it if its last frame is missing or it does not end in time.

        Cancelling the task does not cut this short.
        """
        await run_to_completion(asyncio.ensure_future(self._end()))

    async def _end(self) -> None:
        self._guard.cancel()
        await asyncio.gather(self._guard, return_exceptions=True)
        if self._is_at_end:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_END_SECONDS):
                    await self._process.wait()
        await kill_child(self._process)

    def _end_frame(self, reason: LazyText) -> Frame:
        return Ended((reason,)) if self._has_conversations else Refused(reason)

    async def _watch_memory(self) -> None:
        # Not every system lets a process limit itself.
        with contextlib.suppress(psutil.Error, ProcessLookupError):
            watched = psutil.Process(self._process.pid)
            while watched.memory_info().rss <= MOST_MEMORY_BYTES:  # noqa: ASYNC110 (nobody tells)
                await asyncio.sleep(_LOOK_SECONDS)
            self._trouble = _TOO_LARGE
            self._process.kill()


_TOO_LARGE = lazy("This file takes more memory than an import may have.")
_TOO_LONG = lazy("Reading this file took too long, so Hubbub stopped it.")
_BROKEN_OFF = lazy("The reading of this file broke off.")


def _arguments(command: Sequence[str], path: Path) -> tuple[str, ...]:
    # It works in another folder.
    return *command, str(path.absolute())


def _reason(exit_code: int | None) -> LazyText:
    if sys.platform != "win32" and exit_code == -signal.SIGXCPU:
        return _TOO_LONG
    return _BROKEN_OFF
