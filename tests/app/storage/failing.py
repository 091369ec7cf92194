"""Lets the process or the disk fail at a named moment."""

import asyncio
import errno
import os
import signal
from multiprocessing.connection import Connection
from pathlib import Path

from app.storage.fault_points import FaultPoint, Listener, listen
from app.storage.history import History


def killer(point: FaultPoint) -> Listener:
    """Return what kills this process at a moment, as nothing else can be caught."""

    def kill(passed: FaultPoint) -> None:
        if passed is point:
            os.kill(os.getpid(), signal.SIGKILL if hasattr(signal, "SIGKILL") else signal.SIGTERM)

    return kill


def failure(point: FaultPoint, code: int = errno.ENOSPC) -> Listener:
    """Return what makes the disk fail at a moment."""

    def fail(passed: FaultPoint) -> None:
        if passed is point:
            raise OSError(code, os.strerror(code))

    return fail


def kill_at(pipe: Connection, path: Path, point: FaultPoint) -> None:
    """Open the histories and be killed at a moment of it."""
    listen(killer(point))
    pipe.send("opening")
    asyncio.run(_open(path))
    pipe.send("survived")


async def _open(path: Path) -> None:
    history = await History.open(path)
    await history.close()
