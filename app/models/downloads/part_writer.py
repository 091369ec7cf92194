"""Writes what arrives while more arrives."""

import asyncio
import contextlib
from collections.abc import Callable

from app.models.downloads.part_file import PartFile
from app.models.downloads.threads import in_thread

# What a process that is killed may lose: so much that waits, and as much that is being written.
AHEAD_BYTES = 128 * 1024


class PartWriter:
    """Writes from one position on. ``position`` is behind the last byte that the system has."""

    def __init__(self, part: PartFile, position: int, written: Callable[[int], None]) -> None:
        """``written`` is called with each new position."""
        self.position = position
        self._part, self._written = part, written
        self._pending: list[bytes] = []
        self._pending_bytes = 0
        self._task: asyncio.Task[None] | None = None

    async def put(self, data: bytes) -> None:
        """Take what comes next; wait where too much waits to be written. Raises OSError."""
        self._pending.append(data)
        self._pending_bytes += len(data)
        if self._task is not None and (self._task.done() or self._pending_bytes >= AHEAD_BYTES):
            await self._task
            self._task = None
        if self._task is None:
            self._task = asyncio.create_task(self._write())

    async def finish(self) -> None:
        """Write what waits. Raises OSError, also a second time."""
        if self._task is not None:
            await self._task
            self._task = None
        if self._pending:
            await self._write()

    async def give_up(self) -> None:
        """Write what waits as far as that goes; who asks is being cancelled."""
        with contextlib.suppress(OSError):
            await self.finish()
        self._task = None
        self._pending.clear()

    async def _write(self) -> None:
        data, self._pending, self._pending_bytes = b"".join(self._pending), [], 0
        try:
            await in_thread(lambda: self._part.write(self.position, data))
        except OSError:
            self._pending.clear()
            raise
        self.position += len(data)
        self._written(self.position)
