"""Examines the database file and its journal before SQLite opens them, without changes."""

import contextlib
import errno
import shutil
import sqlite3
import struct
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import msgspec

from app.errors import DatabaseDamaged, LazyText, StorageFailed, lazy
from app.storage.connecting import is_on_network, reader
from app.storage.errors import read_only, translate_errors
from app.storage.recovery import rescue, soundness
from app.storage.schema import APPLICATION_ID, SCHEMA_VERSION
from engine.files import move

_MAGIC = 0x377F0682  # plus 1 if the checksums use big-endian words
_HEADER, _FRAME = struct.Struct(">IIIIIIII"), struct.Struct(">IIIIII")
_WORD = 0xFFFFFFFF
_SUMMED_OF_HEADER, _SUMMED_OF_FRAME = 24, 8
_USUAL_PAGE_BYTES = 4096
_FORMAT_VERSIONS = slice(18, 20)  # of the main file: 2 stands for "has a journal", 1 for "has none"
_NO_JOURNAL = b"\x01\x01"
_ALWAYS_CHECKED_BYTES = 64 * 1024 * 1024  # about a tenth of a second of checking
_APPLICATION_ID_BYTES, _USER_VERSION_BYTES = slice(68, 72), slice(60, 64)
_SUSPECT = b"doubtful"  # as written by earlier versions
_NEEDED_BYTES = 256 * 1024
_READ_ATTEMPTS, _READ_PAUSE_SECONDS = 20, 0.05
_REFUSALS = (errno.EACCES, errno.EPERM, errno.EROFS)


class Journal(msgspec.Struct, frozen=True):
    """The content of a journal.

    Attributes:
        pages: the newest content of each page by number, as of the last commit.
        page_count: of the database after the last commit; None without a commit.
        lost_commit_count: commits after a damaged frame.
    """

    pages: dict[int, bytes]
    page_count: int | None
    lost_commit_count: int


class _Frame(msgspec.Struct, frozen=True):
    page_number: int
    page_count: int
    content: bytes
    is_whole: bool


def read_journal(path: Path) -> Journal:
    """Return the content of a journal; a missing or foreign file has none."""
    pages: dict[int, bytes] = {}
    uncommitted: dict[int, bytes] = {}
    page_count: int | None = None
    lost = 0
    for frame in _frames(path.read_bytes() if path.is_file() else b""):
        if lost or not frame.is_whole:
            lost += frame.page_count > 0
            continue
        uncommitted[frame.page_number] = frame.content
        if frame.page_count:
            pages |= uncommitted
            uncommitted.clear()
            page_count = frame.page_count
    return Journal(pages, page_count, lost)


def applied(path: Path, journal: Path) -> bytes:
    """Return the content of a database with its journal applied."""
    content = bytearray(path.read_bytes() if path.is_file() else b"")
    found = read_journal(journal)
    for number, page in found.pages.items():
        offset = (number - 1) * len(page)
        content.extend(bytes(max(0, offset - len(content))))
        content[offset : offset + len(page)] = page
    if found.page_count is not None and found.pages:
        del content[found.page_count * len(next(iter(found.pages.values()))) :]
    if content:
        content[_FORMAT_VERSIONS] = _NO_JOURNAL
    return bytes(content)


def _frames(content: bytes) -> Iterator[_Frame]:
    """Yield the frames of the newest round; all frames after a damaged one count as damaged."""
    if len(content) < _HEADER.size + _FRAME.size:
        return
    magic, _, page_bytes, _, *salts, first, second = _HEADER.unpack_from(content)
    order = ">" if magic & 1 else "<"
    sums = _summed(content[:_SUMMED_OF_HEADER], (0, 0), order)
    is_whole = magic & ~1 == _MAGIC and sums == (first, second)
    if not is_whole:  # the header is guessed, only to count the lost commits
        page_bytes = _USUAL_PAGE_BYTES
        _, _, *salts, _, _ = _FRAME.unpack_from(content, _HEADER.size)
    stride = _FRAME.size + page_bytes
    for offset in range(_HEADER.size, len(content) - stride + 1, stride):
        number, page_count, *frame_salts, first, second = _FRAME.unpack_from(content, offset)
        if frame_salts != salts:
            is_whole = False  # of an older round, like all that follow, or damaged
            continue
        page = content[offset + _FRAME.size : offset + stride]
        if is_whole:
            sums = _summed(content[offset : offset + _SUMMED_OF_FRAME], sums, order)
            sums = _summed(page, sums, order)
            is_whole = sums == (first, second) and number > 0
        yield _Frame(number, page_count, page, is_whole)


def _summed(content: bytes, sums: tuple[int, int], order: str) -> tuple[int, int]:
    first, second = sums
    words = struct.unpack(f"{order}{len(content) // 4}I", content)
    for even, odd in zip(words[::2], words[1::2], strict=True):
        first = (first + even + second) & _WORD
        second = (second + odd + first) & _WORD
    return first, second


def move_non_files_aside(path: Path) -> tuple[str, ...]:
    """Rename non-files at the paths of the file and its companions; return notices.

    Opening a pipe would block forever. Raises StorageFailed for a broken link, since its target
    may be on a disk that is not connected.
    """
    if path.is_symlink() and not path.exists():
        raise StorageFailed(
            lazy(
                "The chats should be in {target}, to which {path} links, but it does not "
                "exist. Check whether its disk is connected.",
                target=path.readlink(),
                path=path,
            )
        )
    sentences: list[str] = []
    for suffix in ("", *rescue.COMPANIONS):
        found = rescue.companion(path, suffix)
        if found.exists() and not found.is_file():
            aside = rescue.companion(rescue.aside_of(path), suffix)
            move(found, aside)
            sentences.append(
                lazy(
                    "{found} was not a file. It was put aside as “{aside}”.",
                    found=found,
                    aside=aside.name,
                )
            )
    return tuple(sentences)


def read_only_reason(path: Path) -> str | None:
    """Return why the file is read-only, in a sentence; None if it can be written.

    Raises ReadOnlyStorage if there is nothing to read.
    """
    refusal = _refusal(path)
    if refusal is None:
        return _too_new(path)
    if _size(path) == 0:
        raise read_only(path.parent, refusal)
    return lazy(
        "The chats in {folder} are read-only: {refusal}. New messages are not saved.",
        folder=path.parent,
        refusal=refusal,
    )


def is_too_new(path: Path) -> bool:
    """Return whether a newer version of the program has written the file."""
    return _too_new(path) is not None


def damage_of(path: Path) -> str | None:
    """Return why the file can't be used; None if it can. Raises DatabaseInUse."""
    try:
        with translate_errors(path):
            return _found_damage(path)
    except DatabaseDamaged as error:
        return str(error.__cause__)


def location_notices(path: Path) -> tuple[str, ...]:
    """Return notices for the user about the location of the file."""
    if not is_on_network(path.parent):
        return ()
    return (
        lazy(
            "The chats are on a network folder ({folder}). Use them from one machine "
            "at a time, or they may be damaged.",
            folder=path.parent,
        ),
    )


def lost_changes(path: Path) -> tuple[str, ...]:
    """Return notices about unreadable changes in the journal, and keep a copy of them.

    SQLite reads a journal up to the first damaged page, and silently ignores the rest.
    """
    journal_path = rescue.companion(path, "-wal")
    lost = read_journal(journal_path).lost_commit_count
    if not lost:
        return ()
    aside = rescue.companion(rescue.aside_of(path), "-wal")
    aside.touch(mode=0o600)
    shutil.copyfile(journal_path, aside)
    one = lazy("The last change")
    changes = one if lost == 1 else lazy("The last {count:,} changes", count=lost)
    return (
        lazy(
            "{changes} before the end of the last run can't be read: the journal of {path} "
            "is damaged. A copy of it was kept as “{aside}”. Everything stored before is "
            "still there.",
            changes=changes,
            path=path,
            aside=aside.name,
        ),
    )


def identity_of(path: Path) -> tuple[int, int] | None:
    """Return the identity of a file, which its name is not; None if it does not exist."""
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def is_full(folder: Path) -> bool:
    """Return whether the disk of a folder is full."""
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(bytes(_NEEDED_BYTES))
            file.flush()
    except OSError as error:
        return error.errno in (errno.ENOSPC, errno.EDQUOT)
    return False


def copy_to(path: Path, folder: Path) -> Path:
    """Copy the file and its journal to another folder; return the path of the copy."""
    for suffix in ("", "-wal"):
        source = rescue.companion(path, suffix)
        if source.exists():
            shutil.copyfile(source, folder / source.name)
    return folder / path.name


def image_in_use(path: Path) -> bytes:
    """Return the content of a file that another program may be writing, as of one moment.

    If it has written the file meanwhile, file and journal may not fit together: both are read
    again. What it only appends to the journal does not matter.
    """
    image = b""
    for _ in range(_READ_ATTEMPTS):
        before = _written_state(path)
        image = applied(path, rescue.companion(path, "-wal"))
        if _written_state(path) == before:
            break
        time.sleep(_READ_PAUSE_SECONDS)
    return image


def _written_state(path: Path) -> tuple[int, int, bytes]:
    """Return what changes when the file is written, or its journal starts over. Raises OSError."""
    journal = rescue.companion(path, "-wal")
    head = b""
    if journal.exists():
        with journal.open("rb") as file:
            head = file.read(_HEADER.size)
    state = path.stat()
    return state.st_mtime_ns, state.st_size, head


def mark_running(path: Path) -> None:
    """Write a mark that remains at the next start unless ``mark_ended`` is called."""
    _mark(path).touch(mode=0o600)


def mark_suspect(path: Path) -> None:
    """Write a mark that makes the next start check everything, for files of any size."""
    _mark(path).touch(mode=0o600)
    _mark(path).write_bytes(_SUSPECT)


def mark_ended(path: Path) -> None:
    """Remove the mark; if that fails, the next start checks every page."""
    with contextlib.suppress(OSError):
        _mark(path).unlink(missing_ok=True)


def _mark(path: Path) -> Path:
    return path.with_name(f"{path.name}-running")


def _refusal(path: Path) -> str | None:
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
        if path.exists():
            path.open("r+b").close()
    except FileNotFoundError as error:
        raise StorageFailed(
            lazy("The chat folder {folder} is missing.", folder=path.parent)
        ) from error
    except OSError as error:
        # Other problems, such as a full disk, do not prevent reading.
        if error.errno in _REFUSALS:
            return LazyText(str(error.strerror))
    return None


def _too_new(path: Path) -> str | None:
    # Read from the file directly: SQLite would create a journal. Every step writes its
    # version to the main file.
    try:
        with path.open("rb") as file:
            header = file.read(rescue.HEADER_BYTES)
    except OSError:
        return None  # the problem is found when the file is opened
    is_ours = header[_APPLICATION_ID_BYTES] == APPLICATION_ID.to_bytes(4, "big")
    version = int.from_bytes(header[_USER_VERSION_BYTES], "big", signed=True)
    if not is_ours or version <= SCHEMA_VERSION:
        return None
    return lazy(
        "The chats in {path} were written by a newer version of Hubbub (database "
        "version {version}; this one supports {schema_version}). They are read-only here. "
        "Use the newer version to write.",
        path=path,
        version=version,
        schema_version=SCHEMA_VERSION,
    )


def _found_damage(path: Path) -> str | None:
    journal_bytes = _size(rescue.companion(path, "-wal"))
    file_bytes = _size(path)
    # From the cheapest check to the most expensive; SQLite's checks come after it is certain that
    # opening the file does not change it.
    if file_bytes == 0:
        # SQLite would delete the journal of an empty file.
        return lazy("the file is empty while its journal is not") if journal_bytes else None
    if file_bytes < rescue.HEADER_BYTES:
        return lazy("it is too short to be a database")
    with closing(reader(path)) as connection:
        if not _is_ours(connection):
            return lazy("it belongs to another program")
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if _has_code(connection):
            return lazy("it holds triggers or views, which no version of Hubbub makes")
        # A clean exit leaves neither: then a large file is not checked, which would take seconds.
        was_killed = journal_bytes > 0 or _mark(path).exists()
        is_large = file_bytes > _ALWAYS_CHECKED_BYTES and not _is_suspect(path)
        if was_killed or not is_large:
            return soundness.fault_of(
                connection, is_current=version == SCHEMA_VERSION, is_large=is_large
            )
        return soundness.index_fault_of(connection) if version == SCHEMA_VERSION else None


def _is_suspect(path: Path) -> bool:
    try:
        return _mark(path).read_bytes() == _SUSPECT
    except OSError:
        return False


def _is_ours(connection: sqlite3.Connection) -> bool:
    (application_id,) = connection.execute("PRAGMA application_id").fetchone()
    (table_count,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
    is_unbegun = (application_id, table_count) == (0, 0)
    return is_unbegun or bool(application_id == APPLICATION_ID)


def _has_code(connection: sqlite3.Connection) -> bool:
    query = "SELECT count(*) FROM sqlite_schema WHERE type IN ('trigger', 'view')"
    return bool(connection.execute(query).fetchone() != (0,))


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:
        return 0
