"""The speed at which this computer read prompts, per model file, stored next to the cached chats.

A folder may be shared by computers, so each has separate figures.
"""

import logging
import os
import platform
from pathlib import Path

import msgspec

from engine.files import atomic_write

FILE_NAME = "reading-speeds.json"
MIN_TOKENS = 512  # measurements on fewer tokens are not stored
_MAX_ENTRIES = 200
_MAX_BYTES = 256 * 1024

_log = logging.getLogger(__name__)


class _Entry(msgspec.Struct, frozen=True):
    computer: str
    path: str
    size: int
    modified_ns: int
    tokens_per_second: float


def remembered_speed(folder: Path, model: Path) -> float | None:
    """Return the tokens of a prompt read per second; None if it is unknown."""
    try:
        wanted = _key(model)
        found = (each for each in _read(folder) if _key_of(each) == wanted)
        return next((each.tokens_per_second for each in found if each.tokens_per_second > 0), None)
    except (OSError, ValueError, msgspec.MsgspecError):
        return None


def remember_speed(folder: Path, model: Path, tokens_per_second: float) -> None:
    """Store a figure as the newest one; does nothing without a writable folder."""
    try:
        if folder.is_symlink():
            return  # it would write in another user's folder
        key = _key(model)
        others = [each for each in _known(folder) if _key_of(each) != key]
        entries = [_Entry(*key, tokens_per_second), *others][:_MAX_ENTRIES]
        atomic_write(folder / FILE_NAME, msgspec.json.encode(entries))
    except (OSError, ValueError) as error:
        _log.info("The reading speed of a model is not remembered: %s", error)


def _known(folder: Path) -> list[_Entry]:
    try:
        return _read(folder)
    except (OSError, ValueError, msgspec.MsgspecError):
        return []


def _read(folder: Path) -> list[_Entry]:
    with (folder / FILE_NAME).open("rb") as file:
        return msgspec.json.decode(file.read(_MAX_BYTES), type=list[_Entry])


def _key(model: Path) -> tuple[str, str, int, int]:
    """Return a key of a file on this computer. Raises OSError, ValueError."""
    status = model.stat()
    computer = f"{platform.node()}, {os.cpu_count()}"
    return computer, os.path.abspath(model), status.st_size, status.st_mtime_ns


def _key_of(entry: _Entry) -> tuple[str, str, int, int]:
    return entry.computer, entry.path, entry.size, entry.modified_ns
