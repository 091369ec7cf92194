"""Reads the text of a source from files or a folder, each file under its name, within limits."""

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path

import msgspec
from msgspec.structs import replace

from app.documents.text_files import file_content, plain_text, read_now, scan_refusal
from app.errors import FileNotTaken, lazy
from app.sources.folder_walk import (
    FolderFiles,
    FoundFile,
    GatheringWatch,
    SkipReason,
    files_of,
    is_document_name,
)
from app.sources.model import SourceKind, SourceOrigin
from app.storage.plain_text import storable

MAX_CHARS = 4_000_000
_HEADING = "=== {name} ==="
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0e-\x1f]")
# Places for a cut, the best first: a file, a heading, an empty line, a line.
_ENDS = (
    re.compile(r"\n(?=\n=== [^\n]+ ===\n)"),
    re.compile(r"\n(?=#{1,6} )"),
    re.compile(r"\n(?=\n)"),
    re.compile(r"\n"),
)
MAX_PARTS = 100


def parts_of(text: str, max_chars: int) -> tuple[str, ...]:
    """Split a text into parts of at most this many characters.

    Returns no parts if more than ``MAX_PARTS`` would be needed.
    """
    if len(text) > max_chars * MAX_PARTS:
        return ()
    parts: list[str] = []
    start = 0
    while len(text) - start > max_chars:
        end = _end(text, start, start + max_chars)
        parts.append(text[start:end])
        start = end
    parts.append(text[start:])
    return tuple(part.strip("\n") for part in parts if part.strip())


def chars_for(text: str, token_count: int, limit: int) -> int:
    """Return the estimated number of characters of a text that fit into a token limit."""
    share = 0.85 * limit / max(1, token_count)  # the density varies within a text
    return max(1, int(len(text) * min(1.0, share)))


def _end(text: str, start: int, latest: int) -> int:
    # Only in the second half: an early heading would make a tiny part.
    earliest = start + (latest - start) // 2
    for pattern in _ENDS:
        found = [match.end() for match in pattern.finditer(text, earliest, latest)]
        if found:
            return found[-1]
    return latest


class Gathered(msgspec.Struct, frozen=True):
    """A text for a source, with facts about its files.

    Attributes:
        file_count: number of files in the text.
        refusals: messages about chosen files that are not in it, or may be in another encoding.
        is_cut: whether the size limit of a source was reached.
        skipped: number of skipped files and folders of a folder, by reason.
        has_more: whether the folder has more entries than were examined.
    """

    text: str
    origin: SourceOrigin
    file_count: int = 0
    refusals: tuple[str, ...] = ()
    is_cut: bool = False
    skipped: Mapping[SkipReason, int] = msgspec.field(default_factory=dict)
    has_more: bool = False


def gathered(origin: SourceOrigin, watch: GatheringWatch | None = None) -> Gathered:
    """Return the current text at an origin. May take long: call it on a thread.

    Raises FileNotTaken if there is no text, GatheringCancelled if ``watch`` is cancelled.
    """
    watch = watch or GatheringWatch()
    if origin.kind is SourceKind.FOLDER:
        return _of_folder(Path(origin.paths[0]), origin.patterns, watch)
    return _of_files([Path(each) for each in origin.paths], watch)


def pasted(text: str) -> Gathered:
    """Return a text that was typed or pasted. Raises FileNotTaken if it is empty."""
    cleaned = storable(_CONTROLS.sub("", text.replace("\r\n", "\n")))
    if not cleaned.strip():
        raise FileNotTaken(lazy("There is no text to read. Add text, or choose files."))
    return Gathered(cleaned[:MAX_CHARS], SourceOrigin(), 0, (), len(cleaned) > MAX_CHARS)


def stamp_of(origin: SourceOrigin) -> str:
    """Return a stamp of the files of an origin; empty if they are gone or the text was pasted."""
    try:
        if origin.kind is SourceKind.FOLDER:
            return _stamp(files_of(Path(origin.paths[0]), origin.patterns).files)
        return _stamp(_found(Path(each)) for each in origin.paths) if origin.paths else ""
    except OSError:
        return ""


def _of_folder(folder: Path, patterns: str, watch: GatheringWatch) -> Gathered:
    try:
        found = files_of(folder, patterns, watch)
    except OSError as error:
        raise FileNotTaken(
            lazy("“{name}” can't be read: {reason}.", name=folder.name, reason=error)
        ) from error
    sections = _Sections()
    for file in found.files:
        if sections.room <= 0:
            break
        watch.check()
        is_document = is_document_name(file.name)
        read = partial(_document, file.path, []) if is_document else partial(_code, file.path)
        sections.add(file.name, read)
        watch.read_count += 1
    if not sections.file_count:
        nothing = lazy("“{name}” has no file with text.", name=folder.name)
        if patterns.strip():
            nothing = lazy(
                "“{name}” has no file with text that the filter lets in.", name=folder.name
            )
        raise FileNotTaken(nothing)
    origin = SourceOrigin(SourceKind.FOLDER, (str(folder),), patterns, _stamp(found.files))
    return sections.of_folder(origin, found)


def _of_files(paths: list[Path], watch: GatheringWatch) -> Gathered:
    watch.entry_count = len(paths)
    # Taken before reading: a file that changes in the meantime counts as changed.
    try:
        stamp = _stamp(_found(path) for path in paths)
    except OSError:
        stamp = ""
    sections = _Sections(has_headings=len(paths) > 1)
    for path in paths:
        if sections.room <= 0:
            break
        watch.check()  # reading a document may take many seconds
        sections.add(path.name, partial(_document, path, sections.refusals))
        watch.read_count += 1
    if not sections.file_count:
        nothing = lazy("There is no text to read. Add text, or choose files.")
        raise FileNotTaken(next(iter(sections.refusals), nothing))
    return sections.gathered(SourceOrigin(SourceKind.FILES, tuple(map(str, paths)), "", stamp))


class _Sections:
    """Joins texts, each under the name of its file, up to a length."""

    def __init__(self, *, has_headings: bool = True) -> None:
        self._has_headings = has_headings
        self._texts: list[str] = []
        self.refusals: list[str] = []
        self.room = MAX_CHARS
        self._is_cut = False

    @property
    def file_count(self) -> int:
        return len(self._texts)

    def add(self, name: str, read: Callable[[], str]) -> None:
        try:
            text = _CONTROLS.sub("", read()).strip("\n")
        except FileNotTaken as error:
            self.refusals.append(str(error))
            return
        if not text.strip():
            return  # an empty file among others needs no message
        # On Linux a name may contain undecodable bytes, which can't be sent to an engine.
        heading = _HEADING.format(name=storable(name))
        whole = f"{heading}\n{text}" if self._has_headings else text
        self._is_cut |= len(whole) > self.room
        if self.room > 0:
            self._texts.append(whole[: self.room])
            self.room -= len(whole)

    def gathered(self, origin: SourceOrigin) -> Gathered:
        # An empty line between files.
        text = "\n\n".join(self._texts)
        is_cut = self._is_cut or self.room <= 0
        return Gathered(text, origin, self.file_count, tuple(self.refusals), is_cut)

    def of_folder(self, origin: SourceOrigin, found: FolderFiles) -> Gathered:
        gathered = self.gathered(origin)
        skipped = dict(found.skipped)
        # Counted instead of listed: a folder may have thousands of binary files.
        if self.refusals:
            skipped[SkipReason.BINARY] = len(self.refusals)
        return replace(
            gathered,
            refusals=(),
            is_cut=gathered.is_cut or found.is_cut,
            skipped=skipped,
            has_more=found.has_more,
        )


def _code(path: Path) -> str:
    """Return a file of a folder as plain text; HTML keeps its tags."""
    # Without a process, which documents need: a folder has thousands, and no library parses them.
    content, size = file_content(path)
    return plain_text(path.name, content, is_cut=size > len(content)).text


def _document(path: Path, notes: list[str]) -> str:
    """Return the text of a file; an uncertain encoding is added to the notes."""
    read = read_now(path)
    if read.is_scan:
        raise scan_refusal(path.name)
    encoding = read.file.encoding
    if encoding is not None and encoding.is_unsure:
        note = lazy(
            "“{name}” does not name its encoding; it was read as {encoding}, which is uncertain.",
            name=path.name,
            encoding=encoding.name,
        )
        notes.append(note)
    return read.file.text


def _found(path: Path) -> FoundFile:
    status = path.stat()
    return FoundFile(path, path.name, status.st_size, status.st_mtime_ns)


def _stamp(files: Iterable[FoundFile]) -> str:
    lines = "\n".join(f"{each.name} {each.byte_count} {each.changed_ns}" for each in files)
    return hashlib.blake2b(lines.encode("utf-8", "surrogateescape"), digest_size=16).hexdigest()
