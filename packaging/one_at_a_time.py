"""Allows one set-up of a checkout at a time: two would damage the ``.venv``."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

LOOK_SECONDS = 0.2


@contextmanager
def alone(lock_path: Path, lazy: Callable[[str], None]) -> Iterator[None]:
    """Wait until no other set-up locks the file, and lock it; the system unlocks it at exit.

    If the file system has no locks, continue without a lock.
    """
    lock_path.parent.mkdir(parents=True, exist_ok=True)
    with lock_path.open("ab") as file:
        if not _hold(file):
            lazy("Waiting for another set-up of this checkout…")
            while not _hold(file):
                time.sleep(LOOK_SECONDS)
        yield


def _hold(file: BinaryIO) -> bool:
    """Lock the file; return False if another process has locked it."""
    try:
        _lock(file)
    except BlockingIOError:
        return False
    except OSError as error:
        # On Windows, PermissionError means "locked"; elsewhere, that there are no locks.
        return sys.platform != "win32" or not isinstance(error, PermissionError)
    return True


if sys.platform == "win32":
    import msvcrt

    def _lock(file: BinaryIO) -> None:
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)

else:
    import fcntl

    def _lock(file: BinaryIO) -> None:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
