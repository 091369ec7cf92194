"""One set-up of a checkout at a time: two in one ``.venv`` would take it apart."""

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
    """Wait until no other set-up holds the file, and hold it; the system lets go of it at the end.

    Where files can't be locked, go on without.
    """
    lock_path.parent.mkdir(parents=True, exist_ok=True)
    with lock_path.open("ab") as file:
        if not _hold(file):
            lazy("Waiting for another set-up of this checkout …")
            while not _hold(file):
                time.sleep(LOOK_SECONDS)
        yield


def _hold(file: BinaryIO) -> bool:
    """Say whether nobody else holds the file."""
    try:
        _lock(file)
    except BlockingIOError:
        return False
    except OSError as error:
        # Windows says of a lock that somebody has it what others say of a file system without any.
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
