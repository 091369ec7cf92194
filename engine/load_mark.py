"""The mark that lies on the disk while a model is loaded: who finds it knows what it died of.

Neither a crash nor the end of the whole machine takes it away, so the next start can leave the
model alone instead of trying it again and again.
"""

import contextlib
import logging
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec

from engine.files import atomic_write, sync_folder

FILE_NAME = "loading.json"
_MAX_BYTES = 64 * 1024

_log = logging.getLogger(__name__)


class LoadMark(msgspec.Struct, frozen=True):
    """A model file as it was when its load began; another file of the same name is another model.

    Attributes:
        path: where it lies.
        size: its bytes.
        modified_ns: when it was written last.
    """

    path: str
    size: int
    modified_ns: int

    @classmethod
    def of(cls, model: Path) -> "LoadMark":
        """Return the mark of a file. Raises OSError, ValueError."""
        status = model.stat()
        return cls(os.path.abspath(model), status.st_size, status.st_mtime_ns)


@contextlib.contextmanager
def marked_load(folder: Path | None, model: Path) -> Iterator[None]:
    """Keep the mark on the disk for as long as the block runs; an exception ends it as well."""
    if folder is None:
        yield
        return
    set_mark(folder, model)
    try:
        yield
    finally:
        remove_mark(folder)


def set_mark(folder: Path, model: Path) -> None:
    """Note on the disk that a model is being loaded; without a folder to write in nothing is."""
    try:
        if folder.is_symlink():
            return  # we would write in a foreign folder
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        atomic_write(folder / FILE_NAME, msgspec.json.encode(LoadMark.of(model)))
    except (OSError, ValueError) as error:
        _log.info("The load of a model is not marked: %s", error)


def remove_mark(folder: Path) -> None:
    """Note that the load has ended, well or badly, and the process with it has not."""
    try:
        if not folder.is_symlink() and (folder / FILE_NAME).is_file():
            (folder / FILE_NAME).unlink()
            sync_folder(folder)
    except OSError as error:
        _log.warning("The mark of a load stays: %s", error)


def is_marked(folder: Path, model: Path) -> bool:
    """Return whether a process ended while it loaded this very file."""
    try:
        with (folder / FILE_NAME).open("rb") as file:
            mark = msgspec.json.decode(file.read(_MAX_BYTES), type=LoadMark)
        return mark == LoadMark.of(model)
    except (OSError, ValueError, msgspec.MsgspecError):
        return False
