"""The files of a download: disk space, writing, hashing, and renaming at the end."""

import asyncio
import contextlib
import ctypes
import errno
import hashlib
import os
import shutil
import sys
from collections.abc import Awaitable, Callable
from io import FileIO
from pathlib import Path
from typing import TypeAlias

from app.models.downloads.errors import DownloadTrouble, NoRoom, disk_trouble
from app.models.downloads.journal import FileRecord, Proof, in_thread, part_path
from app.models.downloads.queue import FLOOR_BYTES
from engine.files import sync_folder
from engine.ipc.lazy_text import LazyText, lazy, lazy_bytes
from engine.messages.download_messages import AskRoom, RoomAnswered

_KEEP_SIZE = 1  # FALLOC_FL_KEEP_SIZE: the length stays the number of bytes that arrived
_NO_FOLLOW: int = getattr(os, "O_NOFOLLOW", 0)
_BINARY: int = getattr(os, "O_BINARY", 0)
# The errors of a file system that can't reserve space, or can't link.
_UNSUPPORTED = (
    *(errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL),
    *(errno.EPERM, errno.EMLINK, errno.EXDEV),
)
_BLOCK_BYTES = 512  # what st_blocks counts in, everywhere
# The limit of unwritten bytes; a killed process may lose twice as much.
AHEAD_BYTES = 128 * 1024
# Gets the number and the hash of a complete piece.
OnPiece: TypeAlias = Callable[[int, str], Awaitable[None]]
_STEP_BYTES = 4 << 20


class PartFile:
    """An open part. Every method may block and raise OSError."""

    def __init__(self, path: Path) -> None:
        """Open or create the file; a link is refused."""
        flags = os.O_RDWR | os.O_CREAT | _NO_FOLLOW | _BINARY
        self._writer = FileIO(os.open(path, flags, 0o644), "r+")
        try:
            self._reader = FileIO(path, "r")
        except BaseException:
            self._writer.close()
            raise
        self._path = path
        self.length = os.fstat(self._writer.fileno()).st_size

    def write(self, position: int, data: bytes) -> None:
        """Write all data. If the disk is full, ``length`` includes the bytes that were written.

        Raises FileNotFoundError if the file was removed or replaced.
        """
        # Checked each time, in microseconds: a removed file would lose hours of data on closing.
        if not self._has_its_name:
            raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(self._path))
        self._writer.seek(position)
        left = memoryview(data)
        while left:
            count = self._writer.write(left)
            position += count
            self.length = max(self.length, position)
            left = left[count:]

    def read(self, position: int, count: int) -> bytes:
        """Return ``count`` bytes, fewer at the end."""
        self._reader.seek(position)
        return self._reader.read(count)

    def truncate(self, length: int) -> None:
        """Cut the file to a length."""
        self._writer.truncate(length)
        self.length = min(self.length, length)

    def sync(self) -> None:
        """Sync the file to the disk."""
        os.fsync(self._writer.fileno())

    def reserve(self, size_bytes: int) -> None:
        """Reserve space for the whole file, on systems where that is fast."""
        if sys.platform == "linux":
            _reserve(self._writer.fileno(), size_bytes)

    @property
    def mtime_ns(self) -> int:
        """Return the time of the last write."""
        return os.fstat(self._writer.fileno()).st_mtime_ns

    def close(self) -> None:
        """Close both handles. Safe to call twice."""
        self._reader.close()
        self._writer.close()

    @property
    def _has_its_name(self) -> bool:
        try:
            return os.path.samestat(self._path.stat(), os.fstat(self._writer.fileno()))
        except OSError:
            return False


def give_name(part: Path, name: Path) -> None:
    """Rename a part without replacing a file. Raises FileExistsError, OSError."""
    if sys.platform == "win32":
        os.rename(part, name)  # Windows refuses an existing name
        return
    try:
        os.link(part, name)
    except OSError as error:
        if error.errno not in _UNSUPPORTED:
            raise
        # A file system without links: the name is not expected to be taken in between.
        if os.path.lexists(name):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(name)) from error
        part.rename(name)
    else:
        part.unlink()


def has_both_names(part: Path, name: Path) -> bool:
    """Return whether a part has both names, because the program ended while renaming it."""
    with contextlib.suppress(OSError):
        return part.samefile(name)
    return False


def _reserve(descriptor: int, size_bytes: int) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    length = ctypes.c_int64(size_bytes)
    if library.fallocate(descriptor, _KEEP_SIZE, ctypes.c_int64(0), length) != 0:
        code = ctypes.get_errno()
        if code not in (*_UNSUPPORTED, errno.EINTR):
            raise OSError(code, os.strerror(code))


def free_bytes(folder: Path) -> int:
    """Return the free space of a folder, which may not exist yet.

    Raises OSError.
    """
    while not folder.exists() and folder != folder.parent:
        folder = folder.parent
    return shutil.disk_usage(folder).free


def check_room(folder: Path, missing_bytes: int, floor_bytes: int) -> None:
    """Check that the missing bytes fit, and leave the floor free. Raises NoRoom, OSError."""
    free = free_bytes(folder)
    if missing_bytes <= 0 or free >= missing_bytes + floor_bytes:
        return
    raise NoRoom(
        lazy(
            "{needed} of free space are needed on the disk of {folder}; {free} are free. The "
            "download continues when there is space.",
            needed=lazy_bytes(missing_bytes + floor_bytes),
            free=lazy_bytes(free),
            folder=folder,
        )
    )


def answer_room(question: AskRoom, floor_bytes: int = FLOOR_BYTES) -> RoomAnswered:
    """Return the free space, and a refusal if it is not enough."""
    folder = Path(question.folder)
    try:
        free = free_bytes(folder)
        check_room(folder, question.needed_bytes, floor_bytes)
    except NoRoom as error:
        return RoomAnswered(question.request_id, free, LazyText.of(str(error)))
    except OSError as error:
        refusal = LazyText.of(str(disk_trouble(error, folder)))
        return RoomAnswered(question.request_id, 0, refusal)
    return RoomAnswered(question.request_id, free)


def missing_bytes(part: Path, size_bytes: int) -> int:
    """Return the number of bytes that a part still needs on the disk. Raises OSError."""
    try:
        found = part.stat()
    except FileNotFoundError:
        return size_bytes
    has = max(found.st_size, getattr(found, "st_blocks", 0) * _BLOCK_BYTES)
    return max(0, size_bytes - has)


def reserve(part: Path, size_bytes: int) -> None:
    """Reserve the space of a whole file. Raises OSError."""
    file = PartFile(part)
    try:
        file.reserve(size_bytes)
    finally:
        file.close()


class PartWriter:
    """Writes from a position on. ``position`` is the number of bytes that were written."""

    def __init__(self, part: PartFile, position: int, written: Callable[[int], None]) -> None:
        """``written`` is called with each new position."""
        self.position = position
        self._part, self._written = part, written
        self._pending: list[bytes] = []
        self._pending_bytes = 0
        self._task: asyncio.Task[None] | None = None

    async def put(self, data: bytes) -> None:
        """Queue data; wait if too much is unwritten. Raises OSError."""
        self._pending.append(data)
        self._pending_bytes += len(data)
        if self._task is not None and (self._task.done() or self._pending_bytes >= AHEAD_BYTES):
            await self._task
            self._task = None
        if self._task is None:
            self._task = asyncio.create_task(self._write())

    async def finish(self) -> None:
        """Write all queued data. Raises OSError, also when called again."""
        if self._task is not None:
            await self._task
            self._task = None
        if self._pending:
            await self._write()

    async def give_up(self) -> None:
        """Write queued data as far as possible; the caller is being cancelled."""
        with contextlib.suppress(OSError):
            await self.finish()
        self._task = None
        self._pending.clear()

    async def _write(self) -> None:
        data, self._pending, self._pending_bytes = b"".join(self._pending), [], 0
        try:
            await in_thread(lambda: self._part.write(self.position, data))
        except OSError:
            self._pending.clear()
            raise
        self.position += len(data)
        self._written(self.position)


class PieceHasher:
    """Hashes a part while it grows; ``run`` is a task of the owner.

    Attributes:
        position: the number of bytes that are hashed.
        digests: the hashes of the complete pieces; the last piece may be shorter.
    """

    def __init__(
        self, part: PartFile, size_bytes: int, piece_bytes: int, on_piece: OnPiece
    ) -> None:
        """Start at the first byte; ``grew`` reports how far the part can be read."""
        self.position = 0
        self.digests: list[str] = []
        self._part, self._size, self._piece_bytes = part, size_bytes, piece_bytes
        self._on_piece = on_piece
        self._target = 0
        # The state of the whole hash at the start of each piece: a hash can't go back.
        self._states = [hashlib.sha256()]
        self._whole = self._states[0].copy()
        self._piece = hashlib.sha256()
        self._failure: BaseException | None = None
        self._has_more = asyncio.Event()
        self._has_moved = asyncio.Event()

    @property
    def digest(self) -> str:
        """Return the hash of all bytes up to ``position``."""
        return self._whole.hexdigest()

    def grew(self, length: int) -> None:
        """Report the length of the part. Raises the error that ended ``run``."""
        self._check()
        self._target = max(self._target, length)
        self._has_more.set()

    async def reached(self, length: int) -> None:
        """Wait until ``length`` bytes are hashed. Raises the error that ended ``run``."""
        while self.position < length:
            self._check()
            self._has_moved.clear()
            await self._has_moved.wait()

    def rewind(self, piece: int) -> None:
        """Go back to the start of a piece whose bytes have changed.

        Only call this when ``run`` is idle: the whole part was ``reached``.
        """
        del self._states[piece + 1 :]
        del self.digests[piece:]
        self._whole = self._states[piece].copy()
        self._piece = hashlib.sha256()
        self.position = piece * self._piece_bytes
        self._has_more.set()

    def restart(self) -> None:
        """Go back to the first byte of an emptied file, as ``rewind``."""
        self._target = 0
        self.rewind(0)

    async def hash_piece(self, piece: int) -> str:
        """Return the hash of a piece on the disk. Only call this when ``run`` is idle."""
        start = piece * self._piece_bytes
        digest = hashlib.sha256()
        stop = min(start + self._piece_bytes, self._size)
        await in_thread(lambda: self._hash(start, stop, digest))
        return digest.hexdigest()

    async def run(self) -> None:
        """Hash the part and wait for more, until cancelled. Raises OSError."""
        try:
            while True:
                await self._step()
        except BaseException as error:
            self._failure = error
            raise
        finally:
            self._has_moved.set()

    async def _step(self) -> None:
        while self.position >= self._target:
            self._has_more.clear()
            await self._has_more.wait()
        start = self.position
        border = min((len(self.digests) + 1) * self._piece_bytes, self._size)
        end = min(border, self._target, start + _STEP_BYTES)
        await in_thread(lambda: self._hash(start, end, self._whole, self._piece))
        if end == border:
            await self._end_piece()
        self.position = end
        self._has_moved.set()

    def _hash(self, start: int, end: int, *digests: "hashlib._Hash") -> None:
        while start < end:
            data = self._part.read(start, min(end - start, _STEP_BYTES))
            if not data:
                raise OSError(errno.EIO, "the part was truncated while it was read")
            for digest in digests:
                digest.update(data)
            start += len(data)

    async def _end_piece(self) -> None:
        digest, self._piece = self._piece.hexdigest(), hashlib.sha256()
        self._states.append(self._whole.copy())
        self.digests.append(digest)
        await self._on_piece(len(self.digests) - 1, digest)

    def _check(self) -> None:
        if self._failure is not None:
            raise self._failure


def name_all(folder: Path, records: tuple[FileRecord, ...]) -> None:
    """Rename all parts; a renaming that was interrupted is finished.

    If one of the names exists, no part is renamed. Raises DownloadTrouble, OSError.
    """
    named: list[FileRecord] = []
    try:
        for record in records:
            if record.was_there:
                continue
            _name(folder, record)
            named.append(record)
    except FileExistsError as error:
        for record in named:
            give_name(folder / record.name, part_path(folder, record.name))
        raise name_taken(record.name) from error
    sync_folder(folder)


def name_taken(name: str) -> DownloadTrouble:
    """Return the error of a name that another file has."""
    return DownloadTrouble(
        lazy("This folder already has a file {name}. Move it, then resume.", name=name)
    )


def is_proven(part: Path, proof: Proof | None) -> bool:
    """Return whether a part is unchanged since it was verified."""
    try:
        found = part.stat()
    except OSError:
        return False
    return proof == Proof(found.st_size, found.st_mtime_ns)


def has_content(path: Path, record: FileRecord, read: Callable[[int], bool]) -> bool:
    """Return whether an existing file has the wanted content.

    ``read`` gets the number of bytes read; it returns whether to continue. Raises OSError.
    """
    if not record.sha256 or not path.is_file() or path.stat().st_size != record.size_bytes:
        return False
    digest = hashlib.sha256()
    with path.open("rb", buffering=0) as file:
        while data := file.read(_STEP_BYTES):
            digest.update(data)
            if not read(file.tell()):
                return False
    return digest.hexdigest() == record.sha256


def _name(folder: Path, record: FileRecord) -> None:
    """Rename one part, unless that was done before."""
    part, name = part_path(folder, record.name), folder / record.name
    if has_both_names(part, name):
        part.unlink()
    elif os.path.lexists(part) or not _is_there(name, record):
        give_name(part, name)


def _is_there(name: Path, record: FileRecord) -> bool:
    return name.is_file() and name.stat().st_size == record.size_bytes
