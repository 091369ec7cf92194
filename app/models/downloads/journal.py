"""What is known of a download that is not done: a small file beside its parts.

It is written whole or not at all. It does not say how much has arrived: that is the length of the
part, since bytes that were handed to the system outlive a process that is killed. It says what the
length can't: what the file has to be, and the hash of each piece that was asked to be on the disk.
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
_MAX_BYTES = 64 << 20  # a million pieces; nothing that is larger is read
_T = TypeVar("_T")
_COMMIT = re.compile(r"[0-9a-f]{40}([0-9a-f]{24})?")
_SHA256 = re.compile(r"([0-9a-f]{64})?")
_OWN_SUFFIXES = (PART_SUFFIX, JOURNAL_SUFFIX, LOCK_SUFFIX)
_LARGEST_BYTES = 1 << 50


class UnreadableJournal(EngineError):
    """A journal is damaged."""


class NewerJournal(EngineError):
    """A journal is of a newer Hubbub, which can continue it."""


class Proof(msgspec.Struct, frozen=True):
    """A file as it was when its hash was right; one that looks otherwise is hashed again."""

    size_bytes: int
    mtime_ns: int


class FileRecord(msgspec.Struct, frozen=True):
    """One file of a download.

    Attributes:
        etag: of what has arrived, as the server tells versions apart.
        pieces: the hashes of the first so many pieces.
        proof: there once the whole file was right.
        was_there: it had its name before, with the same hash, and has no part.
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
    """A download, as it is found again.

    Attributes:
        is_naming: all files are right, and get their names one after the other.
        is_spoiled: what has arrived is of no use: it begins anew when it is resumed.
        failure: why somebody has to do something first; empty where nobody has.
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
    """Return where the journal of a download lies whose first file has that name."""
    return folder / (name + JOURNAL_SUFFIX)


def part_path(folder: Path, name: str) -> Path:
    """Return where a file grows until it is right."""
    return folder / (name + PART_SUFFIX)


def write_journal(path: Path, journal: Journal) -> None:
    """Replace a journal, on the disk. Raises OSError."""
    atomic_write(path, msgspec.json.format(_encoder.encode(journal), indent=1))


def read_journal(path: Path) -> Journal:
    """Return what a journal says. Raises UnreadableJournal, NewerJournal."""
    try:
        with path.open("rb") as file:
            content = file.read(_MAX_BYTES)
        version = msgspec.json.decode(content, type=_Versioned).version
        if version > VERSION:
            raise NewerJournal(
                lazy("{name} is of a newer Hubbub, which can continue it.", name=path.name)
            )
        return _decoder.decode(content)
    except (OSError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise UnreadableJournal(
            lazy(
                "{name} can't be read. Start the download again: what has arrived is used.",
                name=path.name,
            )
        ) from error


class JournalFile:
    """The owner of a download's journal, and of the lock that keeps other programs away."""

    def __init__(self, path: Path, journal: Journal) -> None:
        """Nothing is written or locked yet."""
        self.path = path
        self.journal = journal
        self._lock_path = path.with_name(path.name + LOCK_SUFFIX)
        self._lock = filelock.FileLock(self._lock_path, mode=0o600, thread_local=False)
        self._writing = asyncio.Lock()

    @property
    def folder(self) -> Path:
        """Where all files of the download are."""
        return self.path.parent

    def part(self, record: FileRecord) -> Path:
        """Return where a file grows."""
        return part_path(self.folder, record.name)

    def acquire(self) -> None:
        """Keep others away from this download until ``release``. Raises DownloadTrouble."""
        try:
            self._lock.acquire(blocking=False)
        except filelock.Timeout as error:
            text = lazy("Another Hubbub downloads {name}.", name=self.journal.files[0].name)
            raise DownloadTrouble(text) from error
        except OSError as error:
            raise disk_trouble(error, self.folder) from error

    def release(self) -> None:
        """Let others have it. Safe to call twice."""
        self._lock.release(force=True)

    async def change(self, **changes: object) -> None:
        """Change fields of the journal, and have it on the disk. Raises OSError."""
        changed: Any = changes
        self.journal = msgspec.structs.replace(self.journal, **changed)
        async with self._writing:
            journal = self.journal
            await in_thread(lambda: write_journal(self.path, journal))

    async def change_file(self, index: int, **changes: object) -> None:
        """Change fields of one file, and have it on the disk. Raises OSError."""
        changed: Any = changes
        files = list(self.journal.files)
        files[index] = msgspec.structs.replace(files[index], **changed)
        await self.change(files=tuple(files))

    async def remove(self) -> None:
        """Remove journal and lock: the download is done, or given up. Raises OSError."""
        async with self._writing:
            await in_thread(self._remove)

    def _remove(self) -> None:
        self.path.unlink(missing_ok=True)
        self._lock_path.unlink(missing_ok=True)  # while it is held: who waits for it sees that
        self.release()


async def in_thread(work: Callable[[], _T]) -> _T:
    """Run on a thread; who is cancelled waits for its end, since its file may be closed next."""
    task = asyncio.ensure_future(asyncio.to_thread(work))
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        if not task.cancelled():
            task.exception()  # seen: nobody else asks for it
        raise


def check_journal(journal: Journal) -> None:
    """Return if a download can be followed, whoever asks for it. Raises DownloadTrouble."""
    names = [each.name.casefold() for each in journal.files]
    if not names or len(set(names)) < len(names):
        raise DownloadTrouble(lazy("This download has no files, or two of one name."))
    for each in journal.files:
        # What is called like a journal would be followed as one at the next start.
        if safe_name(each.name) != each.name or each.name.casefold().endswith(_OWN_SUFFIXES):
            raise DownloadTrouble(lazy("{name} is no safe name for a file.", name=repr(each.name)))
        if not (0 < each.size_bytes < _LARGEST_BYTES and _SHA256.fullmatch(each.sha256)):
            text = lazy("What the hub says of {name} can't be right.", name=each.name)
            raise DownloadTrouble(text)
        if not each.sha256 and not journal.allows_unverified:
            text = lazy("{name} can't be verified: the hub names no hash of it.", name=each.name)
            raise DownloadTrouble(text)
    if not (is_repository_name(journal.repository) and _COMMIT.fullmatch(journal.commit)):
        text = lazy(
            "“{name}” is not the name of a repository with its commit.", name=journal.repository
        )
        raise DownloadTrouble(text)
    if not 1 << 16 <= journal.piece_bytes <= 1 << 30:
        raise DownloadTrouble(lazy("This download is cut into pieces of an odd size."))


def prepare(request: StartDownload, piece_bytes: int) -> Journal:
    """Make the folder, and return the journal of a new download or of one that lies there.

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
        text = lazy("Choose the folder by its full path, not {folder}.", folder=request.folder)
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
        # What has arrived is used, and proven by the hash of the whole; without one it is not.
        return msgspec.structs.replace(new, is_spoiled=not all(each.sha256 for each in new.files))
    if _wants(old) != _wants(new):
        text = lazy(
            "Another download of {name} is not done. Cancel it first.", name=old.files[0].name
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
        lazy("{name} in this folder is of another program. Move it, then try again.", name=name)
    )
