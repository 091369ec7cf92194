"""Selects the files of a folder for a source: bounded, without links, builds or ignored files."""

import enum
import os
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from fnmatch import fnmatchcase
from pathlib import Path, PurePath

import msgspec

from app.documents.text_files import DOCUMENT_SUFFIXES, MAX_BYTES
from app.sources.git_ignore import RULES_NAME, GitIgnore, UnusableRules

MAX_ENTRIES = 100_000
MAX_FILES = 5_000
MAX_FILE_BYTES = 2 << 20
MAX_DEPTH = 40
LEFT_FOLDERS = frozenset(
    (
        *("node_modules", "__pycache__", "venv", "env", "dist", "build", "target", "out", "bin"),
        *("obj", "vendor", "coverage", "site-packages", "DerivedData", "Pods"),
    )
)
_LEFT_FILES = (
    *("*.lock", "package-lock.json", "*.min.js", "*.min.css", "*.map", "*.pyc", "*.o", "*.so"),
    *("*.dll", "*.exe", "*.class", "*.jar", "*.zip", "*.gz", "*.png", "*.jpg", "*.jpeg", "*.gif"),
    *("*.ico", "*.webp", "*.svg", "*.mp3", "*.mp4", "*.wav", "*.gguf", "*.safetensors", "*.db"),
    *("*.woff", "*.woff2", "*.ttf", "*.bin", "*.onnx", "*.pt", "*.sqlite"),
)


class FoundFile(msgspec.Struct, frozen=True):
    """A selected file; ``name`` is its path in the folder, with slashes."""

    path: Path
    name: str
    byte_count: int
    changed_ns: int


class SkipReason(enum.Enum):
    """Why a file or folder is skipped; a folder counts as one."""

    IGNORED = "ignored"  # by a .gitignore
    UNUSABLE_RULES = "unusable rules"  # folders whose .gitignore is too long to be followed
    FOLDER = "folder"  # folders of build results and packages, by name
    HIDDEN = "hidden"  # folders whose name begins with a dot
    DEEP = "deep"  # folders at a depth of more than MAX_DEPTH
    FILTERED = "filtered"  # by the user's filter, or by a suffix of non-text files
    LINK = "link"
    LARGE = "large"
    BINARY = "binary"


class GatheringCancelled(Exception):
    """The reading of a folder was cancelled."""


class GatheringWatch:
    """The progress of reading a folder on another thread, with a way to cancel it.

    Attributes:
        entry_count: number of files and folders seen.
        read_count: number of files read.
    """

    def __init__(self) -> None:
        self.entry_count = self.read_count = 0
        self._is_cancelled = False

    def cancel(self) -> None:
        """Stop the reading at the next file."""
        self._is_cancelled = True

    def check(self) -> None:
        """Raise GatheringCancelled if ``cancel`` was called."""
        if self._is_cancelled:
            raise GatheringCancelled


class FolderFiles(msgspec.Struct, frozen=True):
    """The selected files of a folder.

    Attributes:
        skipped: number of skipped files and folders, by reason.
        is_cut: whether the size limit was reached.
        has_more: whether the limit of examined entries was reached.
    """

    files: tuple[FoundFile, ...] = ()
    skipped: Mapping[SkipReason, int] = msgspec.field(default_factory=dict)
    is_cut: bool = False
    has_more: bool = False

    @property
    def byte_count(self) -> int:
        """Return the total size of the files."""
        return sum(each.byte_count for each in self.files)


def files_of(folder: Path, patterns: str = "", watch: GatheringWatch | None = None) -> FolderFiles:
    """Return the files of a folder and its subfolders, sorted by name.

    ``patterns`` are separated by spaces or commas: ``*.py docs/* !tests/*``. Patterns with ``!``
    exclude files; without patterns, all text files and documents are included. Files that git
    ignores are always excluded. Raises OSError if the folder can't be read.
    """
    os.scandir(folder).close()  # raises for the folder itself; unreadable subfolders are skipped
    wanted = re.split(r"[\s,;]+", patterns.strip()) if patterns.strip() else []
    walk = _Walk(wanted, watch or GatheringWatch())
    try:
        found = tuple(walk.files_below(folder, "", GitIgnore.above(folder)))
    except UnusableRules:  # above the folder
        return FolderFiles(skipped={SkipReason.UNUSABLE_RULES: 1})
    is_cut = len(found) > MAX_FILES
    return FolderFiles(found[:MAX_FILES], dict(walk.skipped), is_cut, walk.has_more)


class _Walk:
    def __init__(self, patterns: list[str], watch: GatheringWatch) -> None:
        self._wanted = [each for each in patterns if not each.startswith("!")]
        self._unwanted = [each[1:] for each in patterns if len(each) > 1 and each[0] == "!"]
        self._watch = watch
        self._file_count = 0
        self.skipped: Counter[SkipReason] = Counter()
        self.has_more = False

    def files_below(
        self, folder: Path, above: str, ignore: GitIgnore, depth: int = 0
    ) -> Iterator[FoundFile]:
        try:
            with os.scandir(folder) as entries:
                listed = self._bounded(entries)
        except OSError:
            return  # an unreadable folder does not affect the others
        if any(entry.name == RULES_NAME for entry in listed):
            try:
                ignore = ignore.below(folder, above)
            except UnusableRules:
                self.skipped[SkipReason.UNUSABLE_RULES] += 1
                return
        for entry in sorted(listed, key=lambda each: each.name):
            self._watch.check()
            name = f"{above}{entry.name}"
            # Checked first: a link to a parent folder would never end, another was not chosen.
            if entry.is_symlink():
                self.skipped[SkipReason.LINK] += 1
            elif entry.is_dir(follow_symlinks=False):
                if not self._ignores(ignore, name, True) and self._enters(entry.name, depth):
                    yield from self.files_below(Path(entry.path), f"{name}/", ignore, depth + 1)
            elif self._file_count <= MAX_FILES and entry.is_file(follow_symlinks=False):
                found = self._file(entry, name, ignore)
                if found is not None:
                    self._file_count += 1
                    yield found

    def _bounded(self, entries: Iterator[os.DirEntry[str]]) -> list[os.DirEntry[str]]:
        listed: list[os.DirEntry[str]] = []
        for entry in entries:
            self._watch.check()
            if self._watch.entry_count >= MAX_ENTRIES:
                self.has_more = True
                break
            self._watch.entry_count += 1
            listed.append(entry)
        return listed

    def _enters(self, name: str, depth: int) -> bool:
        if name == ".git":
            return False  # git's own folder
        if name.startswith("."):
            self.skipped[SkipReason.HIDDEN] += 1
        elif name in LEFT_FOLDERS:
            self.skipped[SkipReason.FOLDER] += 1
        elif depth >= MAX_DEPTH:
            self.skipped[SkipReason.DEEP] += 1
        else:
            return True
        return False

    def _ignores(self, ignore: GitIgnore, name: str, is_folder: bool) -> bool:
        if not ignore.ignores(name, is_folder=is_folder):
            return False
        self.skipped[SkipReason.IGNORED] += 1
        return True

    def _file(self, entry: os.DirEntry[str], name: str, ignore: GitIgnore) -> FoundFile | None:
        if not self._is_wanted(name):
            self.skipped[SkipReason.FILTERED] += 1
            return None
        if self._ignores(ignore, name, False):
            return None
        try:
            status = entry.stat(follow_symlinks=False)
        except OSError:
            return None  # deleted since the folder was listed
        if status.st_size > (MAX_BYTES if is_document_name(name) else MAX_FILE_BYTES):
            self.skipped[SkipReason.LARGE] += 1
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


def is_document_name(name: str) -> bool:
    """Return whether a file of this name is read as a document, such as a PDF."""
    return PurePath(name).suffix.lower() in DOCUMENT_SUFFIXES


def _matches(name: str, last: str, pattern: str) -> bool:
    """Return whether a file matches a pattern: its name, or its path if it contains a slash."""
    if "/" not in pattern:
        return fnmatchcase(last, pattern)
    return fnmatchcase(name, pattern.rstrip("/") + "/*" if pattern.endswith("/") else pattern)
