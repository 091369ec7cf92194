"""The folder of the files that hold what models remember of conversations.

Everything in it can be made again. It may be deleted at any moment, also while it is in use.
"""

import contextlib
import errno
import hashlib
import os
import secrets
import shutil
import stat
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from engine.kv.container import (
    KEY_BYTES,
    Header,
    Miss,
    Sealing,
    WriteCancelled,
    read_container,
    read_header,
    sealed_header,
    write_container,
)
from engine.kv.fault_points import FaultPoint, fault_point
from engine.kv.ram_tier import CachedState
from engine.wire.lazy_text import lazy

SUFFIX = ".kv"
_PART = ".part"  # being written
_TRIAL = ".trial"  # being given to the library, which may end the process
_KEY_NAME = "key"
_OLDEST_DAYS = 60  # what nobody came back to for so long goes at the start
_FREE_SHARE = 20
_MOST_FREE_BYTES = 2 << 30
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # a pipe in place of a file would be waited for
_BINARY = getattr(os, "O_BINARY", 0)


class FolderTrouble(Exception):
    """The folder cannot be used now; the text is for the user."""


@dataclass(frozen=True, slots=True)
class CacheFile:
    """A file as it is in the folder: its name, its proved header, its size, when it was used."""

    name: str
    header: Header
    byte_count: int
    used: int


class CacheFolder:
    """Files by conversation; every method waits for the disk. Raises FolderTrouble, OSError."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._key = b""

    @property
    def key(self) -> bytes:
        """Return what files of this installation are proved with."""
        return self._key

    def open(self) -> None:
        """Make the folder and its key, or find them."""
        self._check()
        self._key = self._stored_key() or self._new_key()

    def sweep(self) -> list[CacheFile]:
        """Remove what is of no use to anybody any more, and return what is left.

        That is what was half written, what the process ended over, what has another key or an
        older form, and what nobody has used for long.
        """
        oldest = time.time_ns() - _OLDEST_DAYS * 86_400 * 10**9
        found: list[CacheFile] = []
        for path in sorted(self._path.iterdir()):
            if path.suffix in (_PART, _TRIAL):
                self.remove(path.name)
            elif path.suffix == SUFFIX:
                filed = self._filed(path)
                if filed is None or filed.used < oldest:
                    self.remove(path.name)
                else:
                    found.append(filed)
        return found

    def name_of(self, conversation_id: str) -> str:
        """Return the name of a conversation's file, which does not tell whose it is."""
        name = conversation_id.encode("utf-8", "surrogatepass")
        return hashlib.blake2b(name, key=self._key, digest_size=20).hexdigest() + SUFFIX

    def read(self, conversation_id: str, sealing: Sealing) -> CachedState | Miss:
        """Return what is kept of a conversation, proved, or why not; raises nothing."""
        try:
            self._check()
            with self._opened(self._path / self.name_of(conversation_id)) as (file, size):
                return read_container(file, size, sealing, conversation_id)
        except FileNotFoundError:
            return Miss.ABSENT
        except (OSError, FolderTrouble, MemoryError):
            return Miss.UNREADABLE
        except ValueError:
            return Miss.DAMAGED

    def write(
        self, kept: CachedState, sealing: Sealing, is_wanted: Callable[[], bool], used: int
    ) -> CacheFile:
        """Put a conversation's file in place of an older one; the old one stays if this fails.

        ``used`` is when the conversation was. Raises WriteCancelled as well.
        """
        self._check()
        if self._stored_key() != self._key:
            self._write_key(self._key)
        header, beginning = sealed_header(kept, sealing)
        byte_count = len(beginning) + header.payload_bytes
        name = self.name_of(kept.conversation_id)
        part = self._path / (name + _PART)
        part.unlink(missing_ok=True)
        try:
            self._write_part(part, kept, beginning, byte_count, is_wanted)
            os.utime(part, ns=(used, used))
            fault_point(FaultPoint.SYNCED)
            if not is_wanted():
                raise WriteCancelled
            part.replace(self._path / name)
        except BaseException:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
            raise
        fault_point(FaultPoint.NAMED)
        self._sync_folder()
        fault_point(FaultPoint.FOLDER_SYNCED)
        return CacheFile(name, header, byte_count, used)

    def make_room(self, byte_count: int, spare: Sequence[str], gone: list[str]) -> None:
        """Remove files of ``spare``, in order, until the disk keeps some room beside a new one.

        ``gone`` is told which.
        """
        self._check()
        for name in (*spare, None):
            total, free = self.room()
            if free - byte_count >= min(total // _FREE_SHARE, _MOST_FREE_BYTES):
                return
            if name is not None:
                self.remove(name)
                gone.append(name)
        raise FolderTrouble(
            lazy("The disk is nearly full, so chats are not kept warm on it. Make room there.")
        )

    def remove(self, name: str) -> None:
        """Remove a file in whatever state it is; what cannot be removed is left."""
        if not self._is_ours():
            return
        for each in (name, name + _PART, name + _TRIAL):
            with contextlib.suppress(OSError):
                (self._path / each).unlink(missing_ok=True)

    def begin_restore(self, name: str) -> None:
        """Set a file aside while the library gets its content.

        If the process ends over it, it is not tried again.
        """
        with contextlib.suppress(OSError):
            (self._path / name).rename(self._path / (name + _TRIAL))

    def commit_restore(self, name: str, used: int) -> None:
        """Put a file back that was of use just now."""
        with contextlib.suppress(OSError):
            trial = self._path / (name + _TRIAL)
            os.utime(trial, ns=(used, used))
            trial.replace(self._path / name)

    def room(self) -> tuple[int, int]:
        """Return how large the disk is, and what is free of it."""
        usage = shutil.disk_usage(self._path)
        return usage.total, usage.free

    def _is_ours(self) -> bool:
        try:
            return stat.S_ISDIR(self._path.lstat().st_mode)
        except OSError:
            return False

    def _check(self) -> None:
        """Make sure that this is a folder of our own and no way to somewhere else."""
        try:
            if not self._path.exists():
                self._path.mkdir(mode=0o700, parents=True, exist_ok=True)
            mode = self._path.lstat().st_mode
        except OSError as error:
            raise FolderTrouble(
                lazy(
                    "Chats can't be kept warm in {path}: {reason}.",
                    path=self._path,
                    reason=error,
                )
            ) from error
        if not stat.S_ISDIR(mode):
            raise FolderTrouble(
                lazy(
                    "{path} is a link or a file and no folder of Hubbub's, so chats are not kept "
                    "warm there. Move it away, and start Hubbub again.",
                    path=self._path,
                )
            )

    def _stored_key(self) -> bytes:
        """Return the key of this installation, or nothing if there is none that is whole."""
        path = self._path / _KEY_NAME
        try:
            with self._opened(path) as (file, size):
                key = file.read(KEY_BYTES) if size == KEY_BYTES else b""
            if sys.platform != "win32" and path.stat().st_mode & 0o077:
                path.chmod(0o600)
        except OSError:
            return b""
        return key

    def _new_key(self) -> bytes:
        key = secrets.token_bytes(KEY_BYTES)
        self._write_key(key)
        return key

    def _write_key(self, key: bytes) -> None:
        part = self._path / (_KEY_NAME + _PART)
        part.unlink(missing_ok=True)
        try:
            with open(_created(part), "wb") as file:
                file.write(key)
                file.flush()
                os.fsync(file.fileno())
            part.replace(self._path / _KEY_NAME)
        except OSError:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
            raise

    def _write_part(
        self,
        part: Path,
        kept: CachedState,
        beginning: bytes,
        byte_count: int,
        is_wanted: Callable[[], bool],
    ) -> None:
        with open(_created(part), "wb") as file:
            fault_point(FaultPoint.OPENED)
            _reserve(file.fileno(), byte_count)
            write_container(file, kept, beginning, is_wanted)
            os.fsync(file.fileno())

    def _filed(self, path: Path) -> CacheFile | None:
        try:
            with self._opened(path) as (file, size):
                header = read_header(file, size, self._key)
                used = os.fstat(file.fileno()).st_mtime_ns
        except OSError:
            return None
        if isinstance(header, Miss) or self.name_of(header.conversation_id) != path.name:
            return None
        return CacheFile(path.name, header, size, used)

    @contextlib.contextmanager
    def _opened(self, path: Path) -> Iterator[tuple[BinaryIO, int]]:
        """Open a plain file, and nothing that only looks like one."""
        descriptor = os.open(path, os.O_RDONLY | _NO_FOLLOW | _NO_WAIT | _BINARY)
        with open(descriptor, "rb") as file:
            info = os.fstat(descriptor)
            if not stat.S_ISREG(info.st_mode):
                raise OSError(f"{path} is no plain file")
            yield file, info.st_size

    def _sync_folder(self) -> None:
        if sys.platform == "win32":
            return
        descriptor = os.open(self._path, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _created(path: Path) -> int:
    """Return a new file that only this user may read; one that is there already is an error."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_FOLLOW | _BINARY, 0o600)


def _reserve(descriptor: int, byte_count: int) -> None:
    """Let a full disk say so now; not every file system can tell. Raises OSError."""
    if not hasattr(os, "posix_fallocate"):
        return
    try:
        os.posix_fallocate(descriptor, 0, byte_count)
    except OSError as error:
        if error.errno not in (errno.EOPNOTSUPP, errno.EINVAL, errno.ENOSYS):
            raise
