"""Atomic file replacement: a file appears whole or not at all, also after a crash or power cut."""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

_PART = ".part"

# Windows refuses to move a file that another program has open, such as a virus scanner: access
# denied, sharing violation, lock violation. The refusal lasts only a moment.
_IN_USE = (5, 32, 33)
_MOVE_ATTEMPTS = 20
_ATTEMPT_SECONDS = 0.05


def move(source: Path, target: Path) -> None:
    """Rename a file, replacing any file of that name; retry for a second while it is in use.

    Raises OSError.
    """
    for attempt in range(1, _MOVE_ATTEMPTS + 1):
        try:
            source.replace(target)
        except OSError as error:
            if getattr(error, "winerror", None) not in _IN_USE or attempt == _MOVE_ATTEMPTS:
                raise
            time.sleep(_ATTEMPT_SECONDS)
        else:
            return


def part_of(path: Path) -> Path:
    """Return the path of the temporary file that replaces a file; a killed program leaves it."""
    return path.with_name(path.name + _PART)


@contextmanager
def atomic_replace(path: Path) -> Iterator[Path]:
    """Yield an empty file next to ``path``; it replaces ``path`` when the block ends.

    Only the owner can read it. One writer at a time for each path. Raises OSError.
    """
    part = part_of(path)
    part.unlink(
        missing_ok=True
    )  # left by a killed program; the name is always the same, so there is only one
    try:
        part.touch(mode=0o600, exist_ok=False)
        yield part
        # The content is synced before the name: a power cut must not leave the name of an empty
        # file.
        with part.open("r+b") as file:
            os.fsync(file.fileno())
        move(part, path)
    except BaseException:
        with suppress(OSError):
            part.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def atomic_write(path: Path, content: bytes) -> None:
    """Replace a file atomically: it holds the old content or the new. Raises OSError."""
    with atomic_replace(path) as part:
        part.write_bytes(content)


def sync_folder(folder: Path) -> None:
    """Sync the names of the files in a folder to the disk, if the system supports it."""
    if sys.platform == "win32":
        return
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def size_of(path: str) -> int:
    """Return a file's size in bytes; 0 if that is unknown: its reader reports the error."""
    try:
        return os.path.getsize(path)
    except (OSError, ValueError):
        return 0
