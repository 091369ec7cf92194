"""Reads the header of a GGUF file: what the model is, and where its data must end.

The file may come from anywhere. No length or count in it is believed before it is held against
what a header can be, so that garbage costs neither time nor memory.
"""

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from engine.gguf.tensor_types import tensor_bytes
from engine.wire.lazy_text import lazy

MAGIC = b"GGUF"

_VERSIONS = (2, 3)
MAX_HEADER_BYTES = 128 * 1024 * 1024  # the largest known, with 260,000 tokens, take 20 MB
_MAX_STRING_BYTES = 4 * 1024 * 1024  # chat templates of 100 kB exist
_MAX_NAME_BYTES = (1 << 16) - 1  # what the format allows to keys; tensors have shorter names
_MAX_KEPT_BYTES = 4096  # of a text among the values
_MAX_ELEMENTS = 4 * 1024 * 1024
_MAX_KEYS = 1 << 16
_MAX_TENSORS = 1 << 17
_MAX_DIMENSIONS = 4
_MAX_ALIGNMENT = 1 << 20
_READ_BYTES = 1024 * 1024

_STRING = 8
_ARRAY = 9
_SCALARS = {
    number: struct.Struct(f"<{letter}")
    for number, letter in enumerate("BbHhIif?" + "  " + "Qqd")
    if letter != " "
}

_COUNTS = struct.Struct("<QQ")
_UINT32 = struct.Struct("<I")
_UINT64 = struct.Struct("<Q")

_TOKENS = "tokenizer.ggml.tokens"
_DAMAGED = lazy("has a damaged header")

Value = int | float | bool | str


class BadHeader(Exception):
    """The header is not of the form that it should be; the text goes on behind a file's name."""


class HeaderCutShort(Exception):
    """The file ends within its header."""


@dataclass(frozen=True, slots=True)
class GgufHeader:
    """What a header says.

    Attributes:
        values: all keys with single values; long texts and lists are left out.
        keys: all keys.
        tensor_count: tensors in this file.
        parameter_count: numbers in these tensors.
        needed_bytes: how long the file must be to hold its data.
        byte_count: how long the header itself is.
    """

    values: dict[str, Value]
    keys: frozenset[str]
    tensor_count: int
    parameter_count: int
    needed_bytes: int
    byte_count: int


def read_header(file: BinaryIO, most_bytes: int = MAX_HEADER_BYTES) -> GgufHeader:
    """Read the header of a file that stands at its beginning. Raises BadHeader, HeaderCutShort.

    A header of ``most_bytes`` takes about a second, and as much memory as it is long.
    """
    reader = _Reader(file, most_bytes)
    reader.skip(len(MAGIC))  # what begins in another way is named by what it seems to be
    _check_version(reader.number(_UINT32))
    tensor_count, key_count = _COUNTS.unpack(reader.read(_COUNTS.size))
    if tensor_count > _MAX_TENSORS or key_count > _MAX_KEYS:
        raise BadHeader(_DAMAGED)
    values, keys = _read_values(reader, key_count)
    parameter_count, data_bytes = _read_tensors(reader, tensor_count)
    return GgufHeader(
        values=values,
        keys=keys,
        tensor_count=tensor_count,
        parameter_count=parameter_count,
        needed_bytes=_aligned(reader.position, values) + data_bytes if data_bytes else 0,
        byte_count=reader.position,
    )


def has_repeated_token(file: BinaryIO) -> bool:
    """Return whether two tokens of a vocabulary have one text, over which the library aborts.

    The file stands at its beginning, and ``read_header`` took it.
    """
    reader = _Reader(file)
    reader.skip(len(MAGIC) + _UINT32.size)
    _tensor_count, key_count = _COUNTS.unpack(reader.read(_COUNTS.size))
    for _ in range(key_count):
        if reader.name() == _TOKENS:
            return _is_repeating(reader)
        _read_value(reader)
    return False


def _is_repeating(reader: "_Reader") -> bool:
    """Return whether the value that comes is a list with the same text twice, as C reads it."""
    if reader.number(_UINT32) != _ARRAY or reader.number(_UINT32) != _STRING:
        return False
    seen: set[bytes] = set()
    for whole in reader.texts(reader.number(_UINT64)):
        text = whole.partition(b"\0")[0]
        if text and text in seen:  # those without a text get one of their own
            return True
        seen.add(text)
    return False


class _Reader:
    """Goes through a file front to back, and keeps no more of it than a header may be long."""

    def __init__(self, file: BinaryIO, most_bytes: int = MAX_HEADER_BYTES) -> None:
        self._file = file
        self._most_bytes = most_bytes
        self._bytes = bytearray()
        self.position = 0

    def read(self, count: int) -> bytes:
        """Return the next bytes."""
        start = self.position
        self.skip(count)
        return bytes(self._bytes[start : self.position])

    def number(self, form: struct.Struct) -> int:
        """Return the next whole number of this form."""
        start = self.position
        self.skip(form.size)
        (value,) = form.unpack_from(self._bytes, start)
        return int(value)

    def name(self) -> str:
        """Return the next string, which names a key or a tensor."""
        length = self.number(_UINT64)
        if length > _MAX_NAME_BYTES:
            raise BadHeader(_DAMAGED)
        return self.read(length).decode("utf-8", "replace")

    def text(self) -> str | None:
        """Return the next string, None if it is too long to be kept."""
        length = self.number(_UINT64)
        if length > _MAX_STRING_BYTES:
            raise BadHeader(_DAMAGED)
        if length > _MAX_KEPT_BYTES:
            self.skip(length)
            return None
        return self.read(length).decode("utf-8", "replace")

    def skip(self, count: int) -> None:
        """Pass over bytes, all of which must be there."""
        self._read_up_to(self.position + count)
        self.position += count

    def skip_texts(self, count: int) -> None:
        """Pass over strings; a vocabulary has hundreds of thousands, so this loop is bare."""
        unpack, size, position = _UINT64.unpack_from, _UINT64.size, self.position
        for _ in range(count):
            try:
                (length,) = unpack(self._bytes, position)
            except (struct.error, OverflowError):  # not read yet, or nowhere at all
                self._read_up_to(position + size)
                (length,) = unpack(self._bytes, position)
            position += size + length
        self._read_up_to(position)
        self.position = position

    def texts(self, count: int) -> Iterator[bytes]:
        """Yield the next strings; this loop is bare as well."""
        position = self.position
        self.skip_texts(count)
        content, unpack, size = bytes(self._bytes), _UINT64.unpack_from, _UINT64.size
        for _ in range(count):
            (length,) = unpack(content, position)
            start = position + size
            position = start + length
            yield content[start:position]

    def _read_up_to(self, end: int) -> None:
        if end > self._most_bytes:
            raise BadHeader(_DAMAGED)
        while len(self._bytes) < end:
            more = self._file.read(max(end - len(self._bytes), _READ_BYTES))
            if not more:
                raise HeaderCutShort
            self._bytes += more


def _check_version(version: int) -> None:
    if version in _VERSIONS:
        return
    if version & 0xFFFF == 0:
        raise BadHeader(lazy("is a GGUF file for big-endian machines, which can't be read here"))
    raise BadHeader(
        lazy("is a GGUF file of version {version}, which can't be read here", version=version)
    )


def _read_values(reader: _Reader, count: int) -> tuple[dict[str, Value], frozenset[str]]:
    values: dict[str, Value] = {}
    keys = set()
    for _ in range(count):
        key = reader.name()
        keys.add(key)
        value = _read_value(reader)
        if value is not None:
            values[key] = value
    return values, frozenset(keys)


def _read_value(reader: _Reader) -> Value | None:
    kind = reader.number(_UINT32)
    if kind == _ARRAY:
        _skip_array(reader)
        return None
    if kind == _STRING:
        return reader.text()
    form = _form(kind)
    (value,) = form.unpack(reader.read(form.size))
    assert isinstance(value, int | float)
    return value


def _skip_array(reader: _Reader) -> None:
    kind = reader.number(_UINT32)
    count = reader.number(_UINT64)
    if count > _MAX_ELEMENTS:
        raise BadHeader(_DAMAGED)
    if kind == _STRING:
        reader.skip_texts(count)
    else:
        reader.skip(count * _form(kind).size)


def _form(kind: int) -> struct.Struct:
    form = _SCALARS.get(kind)
    if form is None:
        raise BadHeader(_DAMAGED)
    return form


def _read_tensors(reader: _Reader, count: int) -> tuple[int, int]:
    """Return how many numbers the tensors hold, and where the data of the last one ends."""
    parameter_count = end = 0
    for _ in range(count):
        reader.name()
        dimension_count = reader.number(_UINT32)
        if dimension_count > _MAX_DIMENSIONS:
            raise BadHeader(_DAMAGED)
        dimensions = [reader.number(_UINT64) for _ in range(dimension_count)]
        kind = reader.number(_UINT32)
        offset = reader.number(_UINT64)
        elements = 1
        for dimension in dimensions:
            elements *= dimension
        parameter_count += elements
        end = max(end, offset + tensor_bytes(kind, elements))
    return parameter_count, end


def _aligned(position: int, values: dict[str, Value]) -> int:
    alignment = values.get("general.alignment", 32)
    is_power_of_two = isinstance(alignment, int) and alignment > 0 and not alignment & alignment - 1
    if not isinstance(alignment, int) or not is_power_of_two or alignment > _MAX_ALIGNMENT:
        raise BadHeader(_DAMAGED)
    return (position + alignment - 1) // alignment * alignment
