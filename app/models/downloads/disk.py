"""Room on the disk: said before, reserved where that is quick."""

import shutil
from pathlib import Path

from app.models.downloads.errors import NoRoom
from app.models.downloads.part_file import PartFile
from engine.ipc.lazy_text import lazy

_BLOCK_BYTES = 512  # what st_blocks counts in, everywhere
_GIGABYTE = 1e9


def free_bytes(folder: Path) -> int:
    """Return how much can be written there, also if the folder itself is not made yet.

    Raises OSError.
    """
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return shutil.disk_usage(folder).free


def check_room(folder: Path, missing_bytes: int, floor_bytes: int) -> None:
    """Return if so much more fits, and the disk is not full then. Raises NoRoom, OSError."""
    free = free_bytes(folder)
    if missing_bytes <= 0 or free >= missing_bytes + floor_bytes:
        return
    raise NoRoom(
        lazy(
            "{needed:.1f} GB more have to be free on the disk of {folder}: {free:.1f} GB are. "
            "The download continues when there is room.",
            needed=(missing_bytes + floor_bytes) / _GIGABYTE,
            free=free / _GIGABYTE,
            folder=folder,
        )
    )


def missing_bytes(part: Path, size_bytes: int) -> int:
    """Return how much of a file's room its part does not have yet. Raises OSError."""
    try:
        found = part.stat()
    except FileNotFoundError:
        return size_bytes
    has = max(found.st_size, getattr(found, "st_blocks", 0) * _BLOCK_BYTES)
    return max(0, size_bytes - has)


def reserve(part: Path, size_bytes: int) -> None:
    """Reserve the room of a whole file. Raises OSError."""
    file = PartFile(part)
    try:
        file.reserve(size_bytes)
    finally:
        file.close()
