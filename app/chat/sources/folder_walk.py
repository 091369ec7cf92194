"""Which files of a folder go into a source: bounded, without links, builds and what is no text."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path

MOST_ENTRIES = 100_000
MOST_FILES = 5_000
MOST_FILE_BYTES = 2 << 20
_DEEPEST = 40
_LEFT_FOLDERS = frozenset(
    (
        *("node_modules", "__pycache__", "venv", "env", "dist", "build", "target", "out", "bin"),
        *("obj", "vendor", "coverage", "site-packages", "DerivedData", "Pods"),
    )
)
_LEFT_FILES = (
    *("*.lock", "package-lock.json", "*.min.js", "*.min.css", "*.map", "*.pyc", "*.o", "*.so"),
    *("*.dll", "*.exe", "*.class", "*.jar", "*.zip", "*.gz", "*.png", "*.jpg", "*.jpeg", "*.gif"),
    *("*.ico", "*.webp", "*.svg", "*.mp3", "*.mp4", "*.wav", "*.gguf", "*.safetensors", "*.db"),
    *("*.woff", "*.woff2", "*.ttf", "*.pdf", "*.bin", "*.onnx", "*.pt", "*.sqlite"),
)


@dataclass(frozen=True, slots=True)
class FoundFile:
    """A file that goes in; ``name`` is its path inside of the folder, with slashes."""

    path: Path
    name: str
    byte_count: int
    changed_ns: int


@dataclass(frozen=True, slots=True)
class FolderFiles:
    """What a folder has for a source.

    Attributes:
        left_count: files that the filter leaves out, or that are no text by their names.
        link_count, large_count: links, and files that are too large; neither goes in.
        is_cut: there was more than may be looked at, or more than may go in.
    """

    files: tuple[FoundFile, ...] = ()
    left_count: int = 0
    link_count: int = 0
    large_count: int = 0
    is_cut: bool = False

    @property
    def byte_count(self) -> int:
        """Return the size of all files together."""
        return sum(each.byte_count for each in self.files)


def files_of(folder: Path, patterns: str = "") -> FolderFiles:
    """Return the files of a folder and of those in it, in the order of their names.

    ``patterns`` are separated by spaces or commas: ``*.py docs/* !tests/*``. Those with ``!``
    leave files out; without any, all text goes in. Raises OSError for a folder that can't be read.
    """
    os.scandir(folder).close()  # raises for the folder itself; of those in it none is needed
    walk = _Walk(re.split(r"[\s,;]+", patterns.strip()) if patterns.strip() else [])
    found = tuple(walk.files_below(folder, ""))
    return FolderFiles(
        found[:MOST_FILES],
        walk.left_count,
        walk.link_count,
        walk.large_count,
        walk.is_cut or len(found) > MOST_FILES,
    )


class _Walk:
    def __init__(self, patterns: list[str]) -> None:
        self._wanted = [each for each in patterns if not each.startswith("!")]
        self._unwanted = [each[1:] for each in patterns if len(each) > 1 and each[0] == "!"]
        self._entry_count = self._file_count = 0
        self.left_count = self.link_count = self.large_count = 0
        self.is_cut = False

    def files_below(self, folder: Path, above: str, depth: int = 0) -> Iterator[FoundFile]:
        try:
            with os.scandir(folder) as entries:
                listed = self._bounded(entries)
        except OSError:
            return  # one that may not be read takes no other along
        for entry in sorted(listed, key=lambda each: each.name):
            name = f"{above}{entry.name}"
            # First: a link to a folder above would have no end, one elsewhere was not chosen.
            if entry.is_symlink():
                self.link_count += 1
            elif entry.is_dir(follow_symlinks=False):
                if self._enters(entry.name, depth):
                    yield from self.files_below(Path(entry.path), f"{name}/", depth + 1)
            elif self._file_count <= MOST_FILES and entry.is_file(follow_symlinks=False):
                found = self._file(entry, name)
                if found is not None:
                    self._file_count += 1
                    yield found

    def _bounded(self, entries: Iterator[os.DirEntry[str]]) -> list[os.DirEntry[str]]:
        listed: list[os.DirEntry[str]] = []
        for entry in entries:
            if self._entry_count >= MOST_ENTRIES:
                self.is_cut = True
                break
            self._entry_count += 1
            listed.append(entry)
        return listed

    def _enters(self, name: str, depth: int) -> bool:
        return depth < _DEEPEST and not name.startswith(".") and name not in _LEFT_FOLDERS

    def _file(self, entry: os.DirEntry[str], name: str) -> FoundFile | None:
        if not self._is_wanted(name):
            self.left_count += 1
            return None
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError:
            return None  # deleted since the folder was listed
        if status.st_size > MOST_FILE_BYTES:
            self.large_count += 1
            return None
        return FoundFile(Path(entry.path), name, status.st_size, status.st_mtime_ns)

    def _is_wanted(self, name: str) -> bool:
        last = name.rsplit("/", 1)[-1]
        if any(_matches(name, last, each) for each in self._unwanted):
            return False
        if self._wanted:
            return any(_matches(name, last, each) for each in self._wanted)
        return not last.startswith(".") and not any(
            fnmatchcase(last.lower(), each) for each in _LEFT_FILES
        )


def _matches(name: str, last: str, pattern: str) -> bool:
    """Return whether a file fits a pattern: its name, or with a slash its path."""
    if "/" not in pattern:
        return fnmatchcase(last, pattern)
    return fnmatchcase(name, pattern.rstrip("/") + "/*" if pattern.endswith("/") else pattern)
