"""A mark on the disk during the load of a model, by which the next start recognizes a crash.

The mark survives a crash of the process and of the machine, so the next start can skip the model
instead of trying it again and again.
"""

import contextlib
import logging
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from engine.files import atomic_write, sync_folder

FILE_NAME = "loading.json"
DRAFT_FILE_NAME = "loading-draft.json"  # of the draft model, which is loaded after the model
_MAX_BYTES = 64 * 1024

_log = logging.getLogger(__name__)


class LoadMark(msgspec.Struct, frozen=True):
    """A model file as it was when its load began; a changed file of the same name is another model.

    Attributes:
        path: the model file.
        size: its size in bytes.
        modified_ns: the time of its last change.
        stop_count: how many loads in a row ended the process, or the computer, with this one.
    """

    path: str
    size: int
    modified_ns: int
    stop_count: int = 1

    @classmethod
    def of(cls, model: Path) -> "LoadMark":
        """Return the mark of a file. Raises OSError, ValueError."""
        status = model.stat()
        return cls(os.path.abspath(model), status.st_size, status.st_mtime_ns)


@contextlib.contextmanager
def marked_load(folder: Path | None, model: Path, name: str = FILE_NAME) -> Iterator[None]:
    """Keep the mark on the disk while the block runs; an exception also removes it."""
    if folder is None:
        yield
        return
    set_mark(folder, model, name)
    try:
        yield
    finally:
        remove_mark(folder, name)


def set_mark(folder: Path, model: Path, name: str = FILE_NAME) -> None:
    """Record on the disk that a model is being loaded; does nothing without a writable folder."""
    try:
        if folder.is_symlink():
            return  # it would write in another user's folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        count = stop_count(folder, model, name) + 1
        mark = msgspec.structs.replace(LoadMark.of(model), stop_count=count)
        atomic_write(folder / name, msgspec.json.encode(mark))
    except (OSError, ValueError) as error:
        _log.info("The load of a model is not marked: %s", error)


def remove_mark(folder: Path, name: str = FILE_NAME) -> None:
    """Record that the load has ended, successfully or not, with the process alive."""
    try:
        if not folder.is_symlink() and (folder / name).is_file():
            (folder / name).unlink()
            sync_folder(folder)
    except OSError as error:
        _log.warning("The mark of a load could not be removed: %s", error)


def stop_count(folder: Path, model: Path, name: str = FILE_NAME) -> int:
    """Return how many loads of exactly this file in a row ended their process; 0 for none."""
    try:
        with (folder / name).open("rb") as file:
            mark = msgspec.json.decode(file.read(_MAX_BYTES), type=LoadMark)
        is_same = msgspec.structs.replace(mark, stop_count=1) == LoadMark.of(model)
        return mark.stop_count if is_same else 0
    except (OSError, ValueError, msgspec.MsgspecError):
        return 0


def is_marked(folder: Path, model: Path, name: str = FILE_NAME) -> bool:
    """Return whether a process ended while it loaded exactly this file."""
    return stop_count(folder, model, name) > 0
