"""A program that passes every fault point of storage, and tells of what it was told is stored."""

import asyncio
import errno
import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TypeAlias

from app.domain import MessageStatus
from app.errors import StorageError
from app.storage.fault_points import FaultPoint, listen
from app.storage.history import History
from tests.app.storage.failing import killer

Report: TypeAlias = Callable[[tuple[int, str]], None]

# What a disk reports in the middle of work. After a commit there is nothing left to fail.
FAILING = [point for point in FaultPoint if point is not FaultPoint.COMMITTED]
SURVIVED = (0, "survived")
CODES = (errno.EIO, errno.ENOSPC)


class Once:
    """Lets a moment pass so often, and then lets the disk fail there, once."""

    def __init__(self, point: FaultPoint, code: int, skip: int) -> None:
        self._point, self._code, self._left = point, code, skip

    def __call__(self, passed: FaultPoint) -> None:
        """Be called at every moment."""
        if passed is self._point:
            self._left -= 1
            if self._left == -1:
                raise OSError(self._code, os.strerror(self._code))


def be_killed(pipe: Connection, path: Path, point: FaultPoint, skip: int) -> None:
    """Do all kinds of work and be killed when a moment has passed so often."""
    left = skip

    def count(passed: FaultPoint) -> None:
        nonlocal left
        if passed is point:
            left -= 1
            if left < 0:
                killer(point)(passed)

    listen(count)
    asyncio.run(work(path, pipe.send))
    pipe.send(SURVIVED)


def lose_and_be_killed(pipe: Connection, path: Path) -> None:
    """Lose the file of open histories, and be killed while it is put back."""
    listen(killer(FaultPoint.LOST_FILE_WRITTEN))
    asyncio.run(_lose(path, pipe.send))
    pipe.send(SURVIVED)


async def _lose(path: Path, report: Report) -> None:
    history = await History.open(path)
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "before the loss")
    report((turn.user.id, "before the loss"))
    path.unlink()
    path.with_name(f"{path.name}-wal").unlink()
    await history.restore_file()


async def work(path: Path, report: Report) -> None:
    """Open, write, back up, delete and purge; tell of each text when it is stored."""
    history = await History.open(path)
    try:
        for number in range(3):
            conversation = await history.conversations.create()
            turn = await history.turns.start(conversation.id, f"question {number}")
            report((turn.user.id, f"question {number}"))
            await history.attachments.add(turn.user.id, "a.txt", "text/plain", bytes([number]))
            await history.turns.finish_reply(
                turn.reply.id, f"answer {number}", MessageStatus.COMPLETE
            )
            report((turn.reply.id, f"answer {number}"))
        forgotten = await history.conversations.create()
        turn = await history.turns.start(forgotten.id, "forget me")
        await history.attachments.add(turn.user.id, "b.txt", "text/plain", b"forget me")
        await history.maintain()
        await history.conversations.delete(forgotten.id)
        await history.trash.empty()
    finally:
        await history.close()


async def work_in_spite_of(path: Path, report: Report) -> StorageError | None:
    """Do the same; return the sentence that the user would have been told."""
    try:
        await work(path, report)
    except StorageError as error:
        return error
    return None
