"""Unfinished downloads that were not continued for two weeks, and their size on the disk."""

import stat
import time
from collections.abc import Iterable
from pathlib import Path

import msgspec

from engine.messages.download_messages import JOURNAL_SUFFIX, LOCK_SUFFIX, PART_SUFFIX

OLD_SECONDS = 14 * 24 * 60 * 60.0
_MAX_BYTES = 64 << 20  # read from a journal
_BLOCK_BYTES = 512


class Leftover(msgspec.Struct, frozen=True):
    """One old unfinished download.

    Attributes:
        names: the names of its model files.
        files: the files that it has on the disk.
        byte_count: the space that deleting it frees.
    """

    names: tuple[str, ...]
    files: tuple[Path, ...]
    byte_count: int


class _File(msgspec.Struct):
    name: str


class _Journal(msgspec.Struct):
    files: tuple[_File, ...]


def old_leftovers(folder: Path, now: float | None = None) -> tuple[Leftover, ...]:
    """Return the downloads of a folder that were not changed for two weeks. Blocks."""
    moment = time.time() if now is None else now
    try:
        there = {each.name: each for each in folder.iterdir() if _is_unfinished(each.name)}
    except OSError:
        return ()
    found = []
    for names in _downloads(there):
        files = tuple(there[name] for name in _files_of(names) if name in there)
        sizes = [_size_and_time(file) for file in files]
        # One recent file is enough: the files of a split model are fetched one after the other.
        if sizes and all(moment - touched > OLD_SECONDS for _, touched in sizes):
            found.append(Leftover(names, files, sum(size for size, _ in sizes)))
    return tuple(found)


def delete_leftovers(leftovers: Iterable[Leftover]) -> int:
    """Delete downloads that are unchanged; return the number of failures. Blocks."""
    failed = 0
    for each in leftovers:
        if each not in old_leftovers(each.files[0].parent):
            continue  # it was continued
        try:
            # Journals last: a part without a journal would block its name forever.
            for file in sorted(each.files, key=lambda file: not file.name.endswith(PART_SUFFIX)):
                file.unlink(missing_ok=True)
        except OSError:
            failed += 1
    return failed


def _is_unfinished(name: str) -> bool:
    return name.endswith((PART_SUFFIX, JOURNAL_SUFFIX, JOURNAL_SUFFIX + LOCK_SUFFIX))


def _downloads(there: dict[str, Path]) -> list[tuple[str, ...]]:
    """Return the file names of each download: those in its journal, or that of a lone part."""
    journals = [path for name, path in there.items() if name.endswith(JOURNAL_SUFFIX)]
    downloads = [_names_in(path) for path in journals]
    known = {name for names in downloads for name in names}
    parts = [name.removesuffix(PART_SUFFIX) for name in there if name.endswith(PART_SUFFIX)]
    return sorted([*downloads, *((name,) for name in parts if name not in known)])


def _names_in(journal: Path) -> tuple[str, ...]:
    first = journal.name.removesuffix(JOURNAL_SUFFIX)
    try:
        with journal.open("rb") as file:
            content = msgspec.json.decode(file.read(_MAX_BYTES), type=_Journal)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return (first,)
    return tuple(dict.fromkeys((first, *(each.name for each in content.files))))


def _files_of(names: tuple[str, ...]) -> list[str]:
    first = names[0] + JOURNAL_SUFFIX
    return [*(name + PART_SUFFIX for name in names), first, first + LOCK_SUFFIX]


def _size_and_time(file: Path) -> tuple[int, float]:
    try:
        status = file.lstat()
    except OSError:
        return 0, float("inf")  # unknown: it counts as new
    if not stat.S_ISREG(status.st_mode):
        return 0, float("inf")
    # Reserved space counts: it is more than the length of the part.
    held: int = getattr(status, "st_blocks", 0) * _BLOCK_BYTES
    return max(held, status.st_size), status.st_mtime
