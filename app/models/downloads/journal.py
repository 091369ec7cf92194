"""The journal of an unfinished download: a small file next to its parts.

It is replaced atomically. The number of bytes that have arrived is not in it: that is the length of
the part, since written bytes survive a killed process. It has what the length can't tell: the file
that is wanted, and the hash of each piece that was synced to the disk.
"""

import asyncio
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import filelock
import msgspec

from app.models.downloads.errors import DownloadTrouble, disk_trouble
from app.models.downloads.queue import MEGABYTE
from app.models.hub.answers import is_repository_name, safe_name
from engine.files import atomic_write
from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.download_messages import (
    JOURNAL_SUFFIX,
    LOCK_SUFFIX,
    PART_SUFFIX,
    StartDownload,
)
from engine.messages.errors import EngineError

VERSION = 1
_MAX_BYTES = 64 << 20  # a million pieces; a larger journal is not read
_T = TypeVar("_T")
_COMMIT = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")
_SHA256 = re.compile(r"([0-9a-f]{64})?")
_OWN_SUFFIXES = (PART_SUFFIX, JOURNAL_SUFFIX, LOCK_SUFFIX)
_MAX_FILE_BYTES = 1 << 50


class UnreadableJournal(EngineError):
    """A journal is damaged."""


class NewerJournal(EngineError):
    """A journal was written by a newer Hubbub."""


class Proof(msgspec.Struct, frozen=True):
    """The size and time of a verified file; a file that differs is hashed again."""

    size_bytes: int
    mtime_ns: int


class FileRecord(msgspec.Struct, frozen=True):
    """One file of a download.

    Attributes:
        etag: the ETag of the data that has arrived.
        pieces: the hashes of the first pieces.
        proof: set after the whole file was verified.
        was_there: the file existed before the download, with the same hash; there is no part.
    """

    path: str
    name: str
    size_bytes: int
    sha256: str = ""
    etag: str = ""
    pieces: tuple[str, ...] = ()
    proof: Proof | None = None
    was_there: bool = False


class Journal(msgspec.Struct, frozen=True):
    """The content of a journal.

    Attributes:
        is_naming: all files are verified, and are being renamed one after the other.
        is_spoiled: the downloaded data is useless; resuming starts again from the first byte.
        failure: the reason why the download needs the user; empty if it does not.
    """

    download_id: str
    repository: str
    commit: str
    files: tuple[FileRecord, ...]
    allows_unverified: bool = False
    piece_bytes: int = 64 * MEGABYTE
    is_paused: bool = False
    is_naming: bool = False
    is_spoiled: bool = False
    failure: LazyText = LazyText()
    version: int = VERSION


class _Versioned(msgspec.Struct):
    version: int


def _lazy_text(_kind: type, parts: object) -> LazyText:
    return LazyText.of(parts)


_encoder = msgspec.json.Encoder(enc_hook=LazyText.parts)
_decoder: msgspec.json.Decoder[Journal] = msgspec.json.Decoder(Journal, dec_hook=_lazy_text)


def journal_path(folder: Path, name: str) -> Path:
    """Return the path of the journal of a download, by the name of its first file."""
    return folder / (name + JOURNAL_SUFFIX)


def part_path(folder: Path, name: str) -> Path:
    """Return the path of a file until it is verified."""
    return folder / (name + PART_SUFFIX)


def write_journal(path: Path, journal: Journal) -> None:
    """Replace a journal atomically, synced to the disk. Raises OSError."""
    atomic_write(path, msgspec.json.format(_encoder.encode(journal), indent=1))


def read_journal(path: Path) -> Journal:
    """Read a journal. Raises UnreadableJournal, NewerJournal."""
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_BYTES)
        version = msgspec.json.decode(content, type=_Versioned).version
        if version > VERSION:
            raise NewerJournal(
                lazy("{name} was written by a newer Hubbub. Continue it there.", name=path.name)
            )
        return _decoder.decode(content)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableJournal(
            lazy(
                "{name} can't be read. Start the download again; downloaded data is reused.",
                name=path.name,
            )
        ) from error


class JournalFile:
    """Owns the journal of a download, and the lock against other programs."""

    def __init__(self, path: Path, journal: Journal) -> None:
        """Write and lock nothing yet."""
        self.path = path
        self.journal = journal
        self._lock_path = path.with_name(path.name + LOCK_SUFFIX)
        self._lock = filelock.FileLock(self._lock_path, mode=0o600, thread_local=False)
        self._writing = asyncio.Lock()

    @property
    def folder(self) -> Path:
        """Return the folder of the download."""
        return self.path.parent

    def part(self, record: FileRecord) -> Path:
        """Return the path of the part of a file."""
        return part_path(self.folder, record.name)

    def acquire(self) -> None:
        """Lock the download until ``release``. Raises DownloadTrouble."""
        try:
            self._lock.acquire(blocking=False)
        except filelock.Timeout as error:
            text = lazy("Another Hubbub is downloading {name}.", name=self.journal.files[0].name)
            raise DownloadTrouble(text) from error
        except OSError as error:
            raise disk_trouble(error, self.folder) from error

    def release(self) -> None:
        """Release the lock. Safe to call twice."""
        self._lock.release(force=True)

    async def change(self, **changes: object) -> None:
        """Change fields of the journal, and store it. Raises OSError."""
        changed: Any = changes
        self.journal = msgspec.structs.replace(self.journal, **changed)
        async with self._writing:
            journal = self.journal
            await in_thread(lambda: write_journal(self.path, journal))

    async def change_file(self, index: int, **changes: object) -> None:
        """Change fields of one file, and store the journal. Raises OSError."""
        changed: Any = changes
        files = list(self.journal.files)
        files[index] = msgspec.structs.replace(files[index], **changed)
        await self.change(files=tuple(files))

    async def remove(self) -> None:
        """Remove journal and lock: the download is done or cancelled. Raises OSError."""
        async with self._writing:
            await in_thread(self._remove)

    def _remove(self) -> None:
        self.path.unlink(missing_ok=True)
        self._lock_path.unlink(missing_ok=True)  # while it is held, so that waiters notice
        self.release()


async def in_thread(work: Callable[[], _T]) -> _T:
    """Run on a thread; if cancelled, wait for its end, since its file may be closed next."""
    task = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # marked as retrieved
        raise


def check_journal(journal: Journal) -> None:
    """Check a download that another program may have requested. Raises DownloadTrouble."""
    names = [each.name.casefold() for each in journal.files]
    if not names or len(set(names)) < len(names):
        raise DownloadTrouble(lazy("This download has no files, or two files of the same name."))
    for each in journal.files:
        # A file with the name of a journal would be read as one at the next start.
        if safe_name(each.name) != each.name or each.name.casefold().endswith(_OWN_SUFFIXES):
            raise DownloadTrouble(lazy("{name} is not a safe file name.", name=repr(each.name)))
        if not (0 < each.size_bytes < _MAX_FILE_BYTES and _SHA256.fullmatch(each.sha256)):
            text = lazy("The hub reports an invalid size or hash for {name}.", name=each.name)
            raise DownloadTrouble(text)
        if not each.sha256 and not journal.allows_unverified:
            text = lazy("{name} can't be verified: the hub has no SHA-256 for it.", name=each.name)
            raise DownloadTrouble(text)
    if not (is_repository_name(journal.repository) and _COMMIT.fullmatch(journal.commit)):
        text = lazy(
            "“{name}” is not the name of a repository with its commit.", name=journal.repository
        )
        raise DownloadTrouble(text)
    if not 1 << 16 <= journal.piece_bytes <= 1 << 30:
        raise DownloadTrouble(lazy("This download has an invalid piece size."))


def prepare(request: StartDownload, piece_bytes: int) -> Journal:
    """Create the folder, and return a new journal or the existing one.

    Raises DownloadTrouble.
    """
    folder = Path(request.folder)
    new = Journal(
        download_id=request.download_id,
        repository=request.repository,
        commit=request.commit,
        files=tuple(
            FileRecord(each.path, each.name, each.size_bytes, each.sha256) for each in request.files
        ),
        allows_unverified=request.allows_unverified,
        piece_bytes=piece_bytes,
    )
    check_journal(new)
    if not folder.is_absolute() or "\0" in request.folder:
        text = lazy("{folder} is not an absolute path.", folder=request.folder)
        raise DownloadTrouble(text)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise disk_trouble(error, folder) from error
    path = journal_path(folder, new.files[0].name)
    if not path.exists():
        for each in new.files:
            if part_path(folder, each.name).exists():
                raise _part_in_the_way(part_path(folder, each.name).name)
        return new
    try:
        old = read_journal(path)
        check_journal(old)
    except NewerJournal as error:
        raise DownloadTrouble(str(error)) from error
    except UnreadableJournal:
        # Downloaded data is kept if the hash of the whole file can verify it.
        return msgspec.structs.replace(new, is_spoiled=not all(each.sha256 for each in new.files))
    if _wants(old) != _wants(new):
        text = lazy(
            "Another download of {name} is unfinished. Cancel it first.", name=old.files[0].name
        )
        raise DownloadTrouble(text)
    return msgspec.structs.replace(
        old, download_id=new.download_id, is_paused=False, failure=LazyText()
    )


def _wants(journal: Journal) -> object:
    return (
        journal.repository,
        journal.commit,
        [(each.path, each.name, each.size_bytes, each.sha256) for each in journal.files],
    )


def _part_in_the_way(name: str) -> DownloadTrouble:
    return DownloadTrouble(
        lazy("{name} belongs to another program. Move it, then try again.", name=name)
    )
