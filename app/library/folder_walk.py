"""Goes through a folder for GGUF files: links followed once, no end of them, nothing opened."""

import os
from collections.abc import Generator, Iterator
from dataclasses import dataclass

DEEPEST = 12
MOST_ENTRIES = 500_000  # of one folder with all that lies in it; models are never so many
_ENDING = ".gguf"


@dataclass(slots=True)
class WalkProgress:
    """How far a walk has come; another thread may look at it.

    Attributes:
        step_count: grows as long as the disk answers.
        unread_count: folders that this user may not read.
    """

    step_count: int = 0
    unread_count: int = 0


class FolderRefused(Exception):
    """The folder itself can't be read."""


class FolderMissing(Exception):
    """There is no such folder now."""


def check_folder(folder: str) -> None:
    """Raise FolderMissing or FolderRefused where a folder can't be read."""
    try:
        os.scandir(folder).close()
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:
        raise FolderMissing(folder) from error
    except OSError as error:
        raise FolderRefused(folder) from error


def gguf_paths(folder: str, progress: WalkProgress) -> Iterator[str]:
    """Yield the paths of all files with a model's ending, in no order.

    Raises FolderMissing, FolderRefused.
    """
    check_folder(folder)
    seen: set[tuple[int, int]] = set()
    waiting = [(folder, 0)]
    while waiting:
        path, depth = waiting.pop()
        try:
            status = os.stat(path)
            # Links may lead back up; what has no number of its own is as deep as it looks.
            if (status.st_dev, status.st_ino) in seen:
                continue
            if status.st_ino:
                seen.add((status.st_dev, status.st_ino))
            with os.scandir(path) as entries:
                below = yield from _files(entries, progress)
        except (OSError, ValueError):
            progress.unread_count += 1
            continue
        if depth < DEEPEST and progress.step_count < MOST_ENTRIES:
            waiting += ((each, depth + 1) for each in below)


def _files(
    entries: Iterator[os.DirEntry[str]], progress: WalkProgress
) -> Generator[str, None, list[str]]:
    """Yield the files of one folder with the ending; return the folders in it."""
    below: list[str] = []
    for entry in entries:
        progress.step_count += 1
        if entry.name.lower().endswith(_ENDING):
            yield entry.path
        elif _is_folder(entry):
            below.append(entry.path)
    return below


def _is_folder(entry: os.DirEntry[str]) -> bool:
    try:
        return entry.is_dir()
    except OSError:  # a link that leads in a circle
        return False
