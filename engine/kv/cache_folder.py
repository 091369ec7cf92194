"""The folder of the files that store cached states of conversations.

The files are a cache: everything in them can be computed again. The folder may be deleted at any
moment, also while it is in use.
"""

import contextlib
import errno
import hashlib
import os
import re
import shutil
import stat
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import BinaryIO

import msgspec

from engine.files import move, sync_folder
from engine.ipc.lazy_text import lazy
from engine.kv.cache_keys import digest_of, is_shared, is_source
from engine.kv.container import (
    Header,
    Miss,
    ModelIdentity,
    WriteCancelled,
    make_header,
    read_container,
    read_header,
    write_container,
)
from engine.kv.fault_points import FaultPoint, fault_point
from engine.kv.slot_copy import SlotCopy
from engine.messages.request_options import Rank

SUFFIX = ".kv"
_PART = ".part"  # suffix of a file being written
_QUARANTINE = ".quarantine"  # being restored by the library, which may end the process
_OLD_SUFFIXES = (".trial",)  # suffix of version 1
_OLD_KEY = "key"  # key of version 1, whose files were signed with it
# An id that is a safe file name everywhere: no upper case, because many file systems take
# "A" for "a", no dots, and short enough for a suffix. All other ids are hashed.
_PLAIN_ID = re.compile(r"[a-z0-9_-]{1,100}")
_DEVICE = re.compile(r"con|prn|aux|nul|com[0-9]|lpt[0-9]")  # names that Windows reserves
_MAX_UNUSED_DAYS = 60
_FREE_SHARE = 20
_MAX_FREE_BYTES = 2 << 30
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0)
_NO_WAIT = getattr(os, "O_NONBLOCK", 0)  # opening a pipe in place of a file would block
_BINARY = getattr(os, "O_BINARY", 0)


class FolderUnusable(Exception):
    """The folder cannot be used; the text is for the user."""


class CacheFile(msgspec.Struct, frozen=True):
    """A cached state in its file: its name, its checked header, its size, the time of last use."""

    name: str
    header: Header
    byte_count: int
    used: int

    @property
    def key(self) -> str:
        """Return the conversation's id, or the key of the shared prefix."""
        return self.header.key


class CacheFolder:
    """Files by key; every method waits for the disk. Raises FolderUnusable, OSError."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def open(self) -> None:
        """Make sure that the folder exists and is a real folder, not a link."""
        try:
            if not self._path.exists():
                self._path.mkdir(mode=0o700, parents=True, exist_ok=True)
            # lstat, not stat: a link would make us write and delete in another folder.
            mode = self._path.lstat().st_mode
        except OSError as error:
            raise FolderUnusable(
                lazy("Chats can't be kept warm in {path}: {reason}.", path=self._path, reason=error)
            ) from error
        if not stat.S_ISDIR(mode):
            raise FolderUnusable(
                lazy(
                    "{path} is a link or a file, not a folder, so chats can't be kept warm "
                    "there. Move it away and restart Hubbub.",
                    path=self._path,
                )
            )

    def sweep(self) -> list[CacheFile]:
        """Remove the files that are no longer useful, and return the others.

        These are unfinished files, those that were being restored when a process ended, those of an
        older version, and those that were not used for a long time.
        """
        self._unlink(self._path / _OLD_KEY)
        oldest = time.time_ns() - _MAX_UNUSED_DAYS * 86_400 * 10**9
        found: list[CacheFile] = []
        for path in sorted(self._path.iterdir()):
            if path.suffix in (_PART, _QUARANTINE, *_OLD_SUFFIXES):
                self._unlink(path)
            elif path.suffix == SUFFIX:
                file = self._cache_file(path)
                # Files of sources stay until the user removes them.
                is_old = file is not None and file.used < oldest and not is_source(file.key)
                if file is None or is_old:
                    self._unlink(path)
                else:
                    found.append(file)
        return found

    def read(self, key: str, identity: ModelIdentity) -> SlotCopy | Miss:
        """Return the state stored under a key, checked, or why there is none; raises nothing."""
        try:
            self.open()
            with _opened(self._path / name_of(key)) as (file, size):
                return read_container(file, size, identity, key)
        except FileNotFoundError:
            return Miss.ABSENT
        except (OSError, FolderUnusable, MemoryError):
            return Miss.UNREADABLE
        except ValueError:
            return Miss.DAMAGED

    def write(
        self,
        copy: SlotCopy,
        identity: ModelIdentity,
        is_wanted: Callable[[], bool],
        used: int,
        rank: Rank = Rank.TAB,
    ) -> CacheFile:
        """Replace a file; the old one stays if this fails.

        ``used`` is the time of last use, ``rank`` the best one that has used it. Raises
        WriteCancelled as well.
        """
        self.open()
        header, start = make_header(copy, identity, rank)
        byte_count = len(start) + header.payload_bytes
        name = name_of(copy.key)
        # Next to the old file, never over it: until the rename, the old one is complete.
        part = self._path / (name + _PART)
        part.unlink(missing_ok=True)
        try:
            with open(_created(part), "wb") as file:
                fault_point(FaultPoint.OPENED)
                _reserve(file.fileno(), byte_count)
                write_container(file, copy, start, is_wanted)
                os.fsync(file.fileno())
            os.utime(part, ns=(used, used))
            fault_point(FaultPoint.SYNCED)
            if not is_wanted():
                raise WriteCancelled
            # Renamed only after fsync: the name may reach the disk before the content. After a
            # power failure the old file would be gone and the new one empty.
            move(part, self._path / name)
        except BaseException:
            with contextlib.suppress(OSError):
                part.unlink(missing_ok=True)
            raise
        fault_point(FaultPoint.NAMED)
        sync_folder(self._path)
        fault_point(FaultPoint.FOLDER_SYNCED)
        return CacheFile(name, header, byte_count, used)

    def make_room(self, byte_count: int, spare: Sequence[str], removed: list[str]) -> None:
        """Remove files of ``spare``, in order, until the disk has room for a new one and a reserve.

        Names of removed files are added to ``removed``, also if the room does not suffice.
        """
        self.open()
        for name in (*spare, None):
            total, free = self.disk_space()
            if free - byte_count >= min(total // _FREE_SHARE, _MAX_FREE_BYTES):
                return
            if name is not None:
                self.remove(name)
                removed.append(name)
        raise FolderUnusable(
            lazy("The disk is nearly full, so chats are not kept warm on it. Free some space.")
        )

    def remove(self, name: str) -> None:
        """Remove a file, also unfinished or in quarantine; errors are ignored."""
        for each in (name, name + _PART, name + _QUARANTINE):
            self._unlink(self._path / each)

    def begin_restore(self, name: str) -> None:
        """Put a file into quarantine while the library restores its content.

        If the process ends during that, the next one removes the file instead of trying it again.
        """
        with contextlib.suppress(OSError):
            move(self._path / name, self._path / (name + _QUARANTINE))

    def commit_restore(self, name: str, used: int) -> None:
        """Take a restored file out of quarantine; this is its time of use."""
        with contextlib.suppress(OSError):
            path = self._path / (name + _QUARANTINE)
            os.utime(path, ns=(used, used))
            move(path, self._path / name)

    def disk_space(self) -> tuple[int, int]:
        """Return the size of the disk and its free space, in bytes."""
        usage = shutil.disk_usage(self._path)
        return usage.total, usage.free

    def _cache_file(self, path: Path) -> CacheFile | None:
        try:
            with _opened(path) as (file, size):
                header = read_header(file, size)
                used = os.fstat(file.fileno()).st_mtime_ns
        except OSError:
            return None
        if isinstance(header, Miss) or name_of(header.key) != path.name:
            return None
        return CacheFile(path.name, header, size, used)

    def _unlink(self, path: Path) -> None:
        with contextlib.suppress(OSError):
            # The folder may have become a link since it was opened.
            if stat.S_ISDIR(self._path.lstat().st_mode):
                path.unlink()


def name_of(key: str) -> str:
    """Return the name of a file: the conversation's id if that is safe, else its hash.

    The equals sign separates the kinds, since no plain id contains one.
    """
    if is_shared(key):
        return f"prefix={digest_of(key)}{SUFFIX}"
    if _PLAIN_ID.fullmatch(key) and not _DEVICE.fullmatch(key):
        return key + SUFFIX
    digest = hashlib.blake2b(key.encode("utf-8", "surrogatepass"), digest_size=20)
    kind = "source" if is_source(key) else "id"
    return f"{kind}={digest.hexdigest()}{SUFFIX}"


@contextlib.contextmanager
def _opened(path: Path) -> Iterator[tuple[BinaryIO, int]]:
    """Open a regular file; raises OSError for anything else."""
    descriptor = os.open(path, os.O_RDONLY | _NO_FOLLOW | _NO_WAIT | _BINARY)
    with open(descriptor, "rb") as file:
        info = os.fstat(descriptor)
        if not stat.S_ISREG(info.st_mode):
            raise OSError(f"{path} is not a regular file")
        yield file, info.st_size


def _created(path: Path) -> int:
    """Return a new file that only this user may read; an existing file is an error."""
    return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _NO_FOLLOW | _BINARY, 0o600)


def _reserve(descriptor: int, byte_count: int) -> None:
    """Fail now if the disk is full, if the file system can tell. Raises OSError."""
    if not hasattr(os, "posix_fallocate"):
        return
    try:
        os.posix_fallocate(descriptor, 0, byte_count)
    except OSError as error:
        if error.errno not in (errno.EOPNOTSUPP, errno.EINVAL, errno.ENOSYS):
            raise
