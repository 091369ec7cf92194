"""A program that passes every fault point of storage, and tells of what it was told is stored."""

import asyncio
import errno
import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import TypeAlias

from app.domain.messages import MessageStatus
from app.errors import StorageError
from app.storage.fault_points import FaultPoint, listen
from app.storage.history import History
from tests.app.storage.failing import killer

Report: TypeAlias = Callable[[tuple[int, str]], None]

# What a disk reports in the middle of work. After a commit there is nothing left to fail; a
# backup that can't be rewritten keeps nobody from anything.
REMOVAL = {
    FaultPoint.REMOVAL_COPIED,
    FaultPoint.REMOVAL_CHECKED,
    FaultPoint.REMOVAL_NAMED,
}
RESTORE = {
    FaultPoint.RESTORE_COPIED,
    FaultPoint.RESTORE_KEPT,
    FaultPoint.RESTORE_SWAPPED,
}
FAILING = [point for point in FaultPoint if point not in {FaultPoint.COMMITTED, *REMOVAL}]
SURVIVED = (0, "survived")
LATER = "said after the backup"
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


def restore_and_be_killed(pipe: Connection, path: Path, point: FaultPoint) -> None:
    """Be killed while a backup of before the last turn is restored."""
    listen(killer(point))
    asyncio.run(_restore(path))
    pipe.send(SURVIVED)


async def _restore(path: Path) -> None:
    history = await History.open(path)
    backup = await history.upkeep.back_up()
    conversation = await history.conversations.create()
    await history.turns.start(conversation.id, LATER)
    assert backup is not None
    await history.restore_backup(backup.name)


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
        await history.trash.empty(from_backups=True)
        await history.backups.remove_noted()
    finally:
        await history.close()


async def work_in_spite_of(path: Path, report: Report) -> StorageError | None:
    """Do the same; return the sentence that the user would have been told."""
    try:
        await work(path, report)
    except StorageError as error:
        return error
    return None
