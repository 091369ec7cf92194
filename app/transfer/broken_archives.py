"""Finds the files of a ZIP archive whose list of files is missing, as after a broken download.

That list stands at the end. Each file also has a header of its own, which is enough to read it.
"""

import contextlib
import io
import lzma
import os
import struct
import zipfile
import zlib
from collections.abc import Callable, Iterator
from typing import IO, TYPE_CHECKING, TypeAlias

import msgspec

if TYPE_CHECKING:
    from _typeshed import WriteableBuffer

_HEADER = struct.Struct("<4s5H3I2H")
_MAGIC = b"PK\x03\x04"
_IS_ENCRYPTED, _HAS_LATE_SIZES, _IS_UTF_8 = 0x1, 0x8, 0x800
_STORED, _DEFLATED = 0, 8
_LARGE = 0xFFFFFFFF  # the size is in an extra field of this number
_LARGE_FIELD = 1
_CHUNK_BYTES = 256 * 1024
# The errors that a damaged archive raises.
UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    ValueError,
    NotImplementedError,
    RuntimeError,
)
_Opener: TypeAlias = Callable[[], IO[bytes]]


class FoundFile(msgspec.Struct, frozen=True):
    """A file in a broken archive.

    Attributes:
        start: offset of its packed content in the archive.
        packed_count: size of the packed content in bytes.
        date_time: year, month, day, hour, minute, second; not checked.
        is_readable: False if it is encrypted or packed in an unusual way.
        is_cut: whether the archive ends within it.
    """

    name: str
    start: int
    packed_count: int
    byte_count: int
    date_time: tuple[int, int, int, int, int, int]
    is_deflated: bool
    is_readable: bool
    is_cut: bool

    def open(self, open_archive: _Opener) -> IO[bytes]:
        """Return the unpacked content, which may only be read forwards or from its beginning."""
        return io.BufferedReader(_Unpacked(open_archive(), self))


def files_in(open_archive: _Opener, max_count: int) -> Iterator[FoundFile]:
    """Yield the files whose headers are found, up to a number."""
    with open_archive() as archive:
        end = archive.seek(0, os.SEEK_END)
        offset, count = _next_header(archive, 0), 0
        while offset is not None and count < max_count:
            found = _file_at(archive, offset, end)
            if found is None:
                offset = _next_header(archive, offset + len(_MAGIC))
                continue
            yield found
            count += 1
            offset = _next_header(archive, found.start + found.packed_count)


def _next_header(archive: IO[bytes], start: int) -> int | None:
    """Return the offset of the next header at or after an offset."""
    archive.seek(start)
    before = b""
    while chunk := archive.read(_CHUNK_BYTES):
        window = before + chunk
        place = window.find(_MAGIC)
        if place >= 0:
            return start - len(before) + place
        start += len(chunk)
        before = window[1 - len(_MAGIC) :]
    return None


def _file_at(archive: IO[bytes], offset: int, end: int) -> FoundFile | None:
    archive.seek(offset)
    head = archive.read(_HEADER.size)
    if len(head) < _HEADER.size:
        return None
    fields = _HEADER.unpack(head)
    _magic, _version, flags, method, time, date, _checksum, packed_count, byte_count = fields[:9]
    name_bytes, extra = archive.read(fields[9]), archive.read(fields[10])
    start = offset + _HEADER.size + fields[9] + fields[10]
    if start > end or not name_bytes:
        return None
    if packed_count == _LARGE or byte_count == _LARGE:
        byte_count, packed_count = _large_sizes(extra) or (byte_count, packed_count)
    is_readable = method in (_STORED, _DEFLATED)
    if flags & _HAS_LATE_SIZES and not packed_count:
        # The sizes stand after the content, whose end only its unpacking finds.
        archive.seek(start)
        is_readable = method == _DEFLATED
        packed_count, byte_count, is_cut = (
            _measured(archive, start) if is_readable else (0, 0, False)
        )
    else:
        is_cut = start + packed_count > end
    return FoundFile(
        name=name_bytes.decode("utf-8" if flags & _IS_UTF_8 else "cp437", "replace"),
        start=start,
        packed_count=min(packed_count, end - start),
        byte_count=byte_count,
        date_time=(
            *((date >> 9) + 1980, date >> 5 & 15, date & 31),
            *(time >> 11, time >> 5 & 63, time % 32 * 2),
        ),
        is_deflated=method == _DEFLATED,
        is_readable=is_readable and not flags & _IS_ENCRYPTED,
        is_cut=is_cut,
    )


def _large_sizes(extra: bytes) -> tuple[int, int] | None:
    """Return the sizes unpacked and packed, which large archives keep in an extra field."""
    while len(extra) >= 4:
        number, length = struct.unpack_from("<2H", extra)
        if number == _LARGE_FIELD and length >= 16 and len(extra) >= 20:
            unpacked, packed = struct.unpack_from("<2Q", extra, 4)
            return unpacked, packed
        extra = extra[4 + length :]
    return None


def _measured(archive: IO[bytes], start: int) -> tuple[int, int, bool]:
    """Return the sizes packed and unpacked of the content at an offset, and whether it is cut."""
    packed_count = byte_count = 0
    unpacking = zlib.decompressobj(-zlib.MAX_WBITS)
    archive.seek(start)
    while not unpacking.eof and (chunk := archive.read(_CHUNK_BYTES)):
        try:
            while chunk and not unpacking.eof:
                byte_count += len(unpacking.decompress(chunk, _CHUNK_BYTES))
                packed_count += len(chunk) - len(unpacking.unconsumed_tail)
                chunk = unpacking.unconsumed_tail
        except zlib.error:
            return packed_count, byte_count, True
    return packed_count - len(unpacking.unused_data), byte_count, not unpacking.eof


class _Unpacked(io.RawIOBase):
    """The unpacked content of a file; it ends early where the archive is broken."""

    def __init__(self, archive: IO[bytes], found: FoundFile) -> None:
        self._archive = archive
        self._found = found
        self._rewind()

    def _rewind(self) -> None:
        self._archive.seek(self._found.start)
        self._left = self._found.packed_count
        self._position = 0
        self._packed = b""
        deflated = self._found.is_deflated
        self._unpacking = zlib.decompressobj(-zlib.MAX_WBITS) if deflated else None

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._position

    def seek(self, offset: int, whence: int = os.SEEK_SET) -> int:
        if whence != os.SEEK_SET:
            raise io.UnsupportedOperation("only from the beginning")
        if offset < self._position:
            self._rewind()
        while self._position < offset and self.read(min(_CHUNK_BYTES, offset - self._position)):
            pass
        return self._position

    def readinto(self, buffer: "WriteableBuffer") -> int:
        room = memoryview(buffer).cast("B")
        content = self._next(len(room)) if room else b""
        room[: len(content)] = content
        self._position += len(content)
        return len(content)

    def _next(self, most: int) -> bytes:
        if self._unpacking is None:
            return self._read_packed(most)
        with contextlib.suppress(zlib.error):
            while not self._unpacking.eof:
                self._packed = self._packed or self._read_packed(_CHUNK_BYTES)
                content = self._unpacking.decompress(self._packed, most)
                is_at_end = not self._packed
                self._packed = self._unpacking.unconsumed_tail
                if content or is_at_end:
                    return content
        return b""

    def _read_packed(self, most: int) -> bytes:
        packed = self._archive.read(min(most, self._left))
        self._left -= len(packed)
        return packed

    def close(self) -> None:
        if not self.closed:
            self._archive.close()
        super().close()
