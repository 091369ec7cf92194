"""Downloads that nobody has gone on with for weeks: what they hold of the disk."""

import stat
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

import msgspec

from engine.messages.download_messages import JOURNAL_SUFFIX, LOCK_SUFFIX, PART_SUFFIX

OLD_SECONDS = 14 * 24 * 60 * 60.0
_MAX_BYTES = 64 << 20  # of a journal
_BLOCK_BYTES = 512


@dataclass(frozen=True, slots=True)
class Leftover:
    """One download that is not done, and old.

    Attributes:
        names: of the models' files that it was to become.
        files: what it holds of the disk.
        byte_count: that the disk would have again.
    """

    names: tuple[str, ...]
    files: tuple[Path, ...]
    byte_count: int


class _File(msgspec.Struct):
    name: str


class _Journal(msgspec.Struct):
    files: tuple[_File, ...]


def old_leftovers(folder: Path, now: float | None = None) -> tuple[Leftover, ...]:
    """Return what lies in a folder and was not touched for two weeks; waits for the disk."""
    moment = time.time() if now is None else now
    try:
        there = {each.name: each for each in folder.iterdir() if _is_unfinished(each.name)}
    except OSError:
        return ()
    found = []
    for names in _downloads(there):
        files = tuple(there[name] for name in _files_of(names) if name in there)
        sizes = [_size_and_time(file) for file in files]
        # One of its files is enough: the parts of a split model are fetched one after the other.
        if sizes and all(moment - touched > OLD_SECONDS for _, touched in sizes):
            found.append(Leftover(names, files, sum(size for size, _ in sizes)))
    return tuple(found)


def delete_leftovers(leftovers: Iterable[Leftover]) -> int:
    """Delete those that are as they were; return how many could not be. Waits for the disk."""
    failed = 0
    for each in leftovers:
        if each not in old_leftovers(each.files[0].parent):
            continue  # somebody goes on with it
        try:
            # Journals last: a part without one is nobody's, and would be in the way for ever.
            for file in sorted(each.files, key=lambda file: not file.name.endswith(PART_SUFFIX)):
                file.unlink(missing_ok=True)
        except OSError:
            failed += 1
    return failed


def _is_unfinished(name: str) -> bool:
    return name.endswith((PART_SUFFIX, JOURNAL_SUFFIX, JOURNAL_SUFFIX + LOCK_SUFFIX))


def _downloads(there: dict[str, Path]) -> list[tuple[str, ...]]:
    """Return the names that each download is to fill: those of its journal, or of a lone part."""
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
        return 0, float("inf")  # nobody knows: it counts as new
    if not stat.S_ISREG(status.st_mode):
        return 0, float("inf")
    # What is reserved counts: a part is as long as what has arrived, and holds room for all.
    held: int = getattr(status, "st_blocks", 0) * _BLOCK_BYTES
    return max(held, status.st_size), status.st_mtime
