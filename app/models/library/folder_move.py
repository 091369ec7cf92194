"""Moves the files of the models folder to another one, each file as a whole or not at all."""

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import msgspec

from app.errors import AppError
from engine.files import sync_folder
from engine.ipc.lazy_text import lazy
from engine.messages.download_messages import JOURNAL_SUFFIX, LOCK_SUFFIX, PART_SUFFIX

_STEP_BYTES = 4 << 20
_FLOOR_BYTES = 512 << 20  # left free on the disk
_UNFINISHED = (PART_SUFFIX, JOURNAL_SUFFIX, JOURNAL_SUFFIX + LOCK_SUFFIX)

# Gets the number of moved bytes; returns whether to continue.
Progress = Callable[[int], bool]


class FolderRefused(AppError):
    """A folder can't become the models folder; the message says why."""


class FolderMove(msgspec.Struct, frozen=True):
    """A planned move.

    Attributes:
        names: the files, relative to both folders; unfinished downloads first.
        byte_count: the size of all files.
        is_same_disk: the files are renamed, not copied.
    """

    source: Path
    target: Path
    names: tuple[str, ...]
    byte_count: int
    is_same_disk: bool


def plan_move(source: Path, target: Path) -> FolderMove:
    """Create the target folder, and plan the move. Blocks. Raises FolderRefused."""
    if not target.is_absolute() or _contains(source, target) or _contains(target, source):
        raise FolderRefused(
            lazy("Choose a folder outside the current one that does not contain it.")
        )
    try:
        target.mkdir(parents=True, exist_ok=True)
        is_same_disk = source.exists() and source.stat().st_dev == target.stat().st_dev
        free = shutil.disk_usage(target).free
        names = sorted(_files_below(source), key=lambda name: not name.endswith(_UNFINISHED))
        sizes = [(source / name).lstat().st_size for name in names]
    except OSError as error:
        raise _refused(target, error) from error
    if not os.access(target, os.W_OK | os.X_OK):
        raise FolderRefused(lazy("{folder} can't be written to.", folder=target))
    taken = [name for name in names if os.path.lexists(target / name)]
    if taken:
        text = lazy("{folder} already has a file {name}.", name=taken[0], folder=target)
        raise FolderRefused(text)
    if not is_same_disk and free < sum(sizes) + _FLOOR_BYTES:
        raise FolderRefused(lazy("There is not enough room in {folder}.", folder=target))
    return FolderMove(source, target, tuple(names), sum(sizes), is_same_disk)


def unfinished_only(move: FolderMove) -> FolderMove:
    """Return the part of a move that has the unfinished downloads."""
    names = tuple(name for name in move.names if name.endswith(_UNFINISHED))
    sizes = (_size(move.source / name) for name in names)
    return FolderMove(move.source, move.target, names, sum(sizes), move.is_same_disk)


def move_files(move: FolderMove, progress: Progress) -> tuple[str, ...]:
    """Move the files one by one; return the names of the moved ones. Blocks.

    A file that can't be moved, or is left when ``progress`` returns False, stays where it is.
    """
    moved: list[str] = []
    done = 0
    for name in move.names:
        source, target = move.source / name, move.target / name
        size = _size(source)
        if not progress(done):
            break
        before = done

        def count(copied: int, before: int = before) -> bool:
            return progress(before + copied)

        with suppress(OSError):  # the file stays listed: the old folder is still searched
            if _move(source, target, count):
                moved.append(name)
        done += size
    _remove_empty_folders(move.source)
    return tuple(moved)


def _move(source: Path, target: Path, progress: Progress) -> bool:
    target.parent.mkdir(parents=True, exist_ok=True)
    if os.path.lexists(target):
        return False
    try:
        source.rename(target)
    except OSError:
        if source.parent.stat().st_dev == target.parent.stat().st_dev:
            raise
        return _copy_over(source, target, progress)
    return True


def _copy_over(source: Path, target: Path, progress: Progress) -> bool:
    """Copy a file to another disk, and remove it after the copy is on the disk."""
    part = target.with_name(target.name + PART_SUFFIX)  # a leftover if this process is killed
    before = source.stat()
    try:
        if not _copy(source, part, progress):
            part.unlink()
            return False
        after = source.stat()
        if (before.st_size, before.st_mtime_ns) != (after.st_size, after.st_mtime_ns):
            raise OSError("the file was changed while it was copied")
        shutil.copystat(source, part)
        part.rename(target)
        sync_folder(target.parent)
    except OSError:
        part.unlink(missing_ok=True)
        raise
    source.unlink()
    return True


def _copy(source: Path, part: Path, progress: Progress) -> bool:
    copied = 0
    with source.open("rb") as reader, part.open("xb") as writer:
        while data := reader.read(_STEP_BYTES):
            writer.write(data)
            copied += len(data)
            if not progress(copied):
                return False
        writer.flush()
        os.fsync(writer.fileno())
    return True


def _files_below(folder: Path) -> list[str]:
    return [
        os.path.relpath(os.path.join(root, name), folder)
        for root, _, names in os.walk(folder)
        for name in names
        if os.path.isfile(os.path.join(root, name))  # reading a pipe would block
    ]


def _remove_empty_folders(folder: Path) -> None:
    for root, _, _ in os.walk(folder, topdown=False):
        with suppress(OSError):  # it is not empty
            os.rmdir(root)


def _contains(folder: Path, other: Path) -> bool:
    """Return whether a folder is, or contains, another one, after resolving links."""
    return other.resolve().is_relative_to(folder.resolve())


def _size(path: Path) -> int:
    try:
        return path.lstat().st_size
    except OSError:
        return 0


def _refused(folder: Path, error: OSError) -> FolderRefused:
    reason = error.strerror or str(error)
    return FolderRefused(lazy("{folder} can't be used: {reason}.", folder=folder, reason=reason))
