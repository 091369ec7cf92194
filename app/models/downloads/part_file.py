"""A file that grows until it is right. Two handles: one thread writes, one reads for the hash."""

import contextlib
import ctypes
import errno
import os
import sys
from io import FileIO
from pathlib import Path

_KEEP_SIZE = 1  # FALLOC_FL_KEEP_SIZE: the length stays what has arrived
_NO_FOLLOW: int = getattr(os, "O_NOFOLLOW", 0)
_BINARY: int = getattr(os, "O_BINARY", 0)
# What a file system answers that can't reserve, or can't link.
_CAN_NOT = (
    *(errno.EOPNOTSUPP, errno.ENOTSUP, errno.ENOSYS, errno.EINVAL),
    *(errno.EPERM, errno.EMLINK, errno.EXDEV),
)


class PartFile:
    """An open part. ``close`` it; every method may block and raise OSError."""

    def __init__(self, path: Path) -> None:
        """Open what there is, or begin with nothing; a link is refused."""
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
        """Write all of it. When the disk is full, ``length`` says how much of it still went in.

        Raises FileNotFoundError if somebody removed or replaced the file: nobody would find it.
        """
        # Each time: it costs some microseconds, and a file that was removed would take hours of
        # bytes that are gone when it is closed.
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
        """Return so many bytes, fewer at the end."""
        self._reader.seek(position)
        return self._reader.read(count)

    def truncate(self, length: int) -> None:
        """Forget what is behind."""
        self._writer.truncate(length)
        self.length = min(self.length, length)

    def sync(self) -> None:
        """Have the disk keep what was written."""
        os.fsync(self._writer.fileno())

    def reserve(self, size_bytes: int) -> None:
        """Reserve room for the whole file where that is quick; else it is found as it comes."""
        if sys.platform == "linux":
            _reserve(self._writer.fileno(), size_bytes)

    @property
    def mtime_ns(self) -> int:
        """When it was last written."""
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
    """Give a part its name, which nothing else may have. Raises FileExistsError, OSError."""
    if sys.platform == "win32":
        os.rename(part, name)  # Windows refuses a name that is taken
        return
    try:
        os.link(part, name)
    except OSError as error:
        if error.errno not in _CAN_NOT:
            raise
        # A file system without links: nobody else is expected to take the name in between.
        if os.path.lexists(name):
            raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(name)) from error
        part.rename(name)
    else:
        part.unlink()


def has_both_names(part: Path, name: Path) -> bool:
    """Return whether a part got its name and was to lose its old one when the program ended."""
    with contextlib.suppress(OSError):
        return part.samefile(name)
    return False


def _reserve(descriptor: int, size_bytes: int) -> None:
    library = ctypes.CDLL(None, use_errno=True)
    length = ctypes.c_int64(size_bytes)
    if library.fallocate(descriptor, _KEEP_SIZE, ctypes.c_int64(0), length) != 0:
        code = ctypes.get_errno()
        if code not in (*_CAN_NOT, errno.EINTR):
            raise OSError(code, os.strerror(code))
