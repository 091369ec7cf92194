"""Reads the header of a GGUF file: a description of the model, and the required file size.

The file may come from any source. Every length and count is checked against the limits of a header
before it is used, so that garbage costs neither time nor memory.
"""

import math
import struct
from collections.abc import Iterator, Mapping
from typing import BinaryIO

import msgspec

from engine.gguf.tensor_types import tensor_bytes
from engine.ipc.lazy_text import lazy

MAGIC = b"GGUF"
_VERSIONS = (2, 3)
MAX_HEADER_BYTES = 128 * 1024 * 1024  # the largest known one, with 260,000 tokens, has 20 MB
_MAX_STRING_BYTES = 4 * 1024 * 1024  # chat templates of 100 kB exist
_TEMPLATE_KEY = "tokenizer.chat_template"
_DEFAULT_TEMPLATE, _TOOL_TEMPLATE = "default", "tool_use"  # names of templates, after a dot
_OTHER_TEMPLATES = frozenset(("rag", "rerank", _TOOL_TEMPLATE))  # templates that are not for chats
_MAX_NAME_BYTES = (1 << 16) - 1  # bytes; the format's limit of keys, and tensors have shorter names
_MAX_KEPT_BYTES = 4096  # bytes of a text value
_MAX_ELEMENTS = 4 * 1024 * 1024
_MAX_KEPT_ELEMENTS = 1024  # numbers in a list: one for each layer, of which 512 are possible
_MAX_KEYS = 1 << 16
_MAX_TENSORS = 1 << 17
_MAX_DIMENSIONS = 4
_MAX_ALIGNMENT = 1 << 20
_READ_BYTES = 1024 * 1024
_LONG_LIST = 1000  # strings; shorter lists are read quickly anyway
_MAX_KNOWN_BYTES = 64 * 1024 * 1024
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
_MAX_DATA_BYTES = 1 << 50  # of all tensors; models are far smaller
Number = int | float | bool
Value = Number | str


class BadHeader(Exception):
    """The header has an invalid form; the text follows the file's name."""


class HeaderCutShort(Exception):
    """The file ends within its header."""


class TensorInfo(msgspec.Struct, frozen=True):
    """A tensor as listed in the header: its sizes by dimension, and its type."""

    name: str
    dimensions: tuple[int, ...]
    kind: int

    @property
    def element_count(self) -> int:
        """Return the number of its elements."""
        return math.prod(self.dimensions)

    @property
    def byte_count(self) -> int:
        """Return its size in bytes; 0 for a type that is newer than this table."""
        return tensor_bytes(self.kind, self.element_count)


class GgufHeader(msgspec.Struct, frozen=True):
    """The content of a header.

    Attributes:
        values: all keys with single values; long texts and lists are omitted.
        lists: all keys with lists of numbers, as those with one for each layer; long ones are
            omitted.
        lengths: the length of each list, including lists of texts.
        keys: all keys.
        chat_template: the template of chats; None if there is none, or it has a
            greater length than any template.
        tool_template: the template of chats with tools, if it differs; else None.
        tensors: those in this file.
        parameter_count: numbers in these tensors.
        needed_bytes: the size of the file with all of its data.
        byte_count: the size of the header.
    """

    values: dict[str, Value]
    lists: dict[str, tuple[Number, ...]]
    lengths: dict[str, int]
    keys: frozenset[str]
    chat_template: str | None
    tool_template: str | None
    tensors: tuple[TensorInfo, ...]
    parameter_count: int
    needed_bytes: int
    byte_count: int

    @property
    def tensor_count(self) -> int:
        """Return the number of tensors in this file."""
        return len(self.tensors)


class KnownLists:
    """Long lists of strings from earlier headers, so that they are compared and not parsed again.

    The files of one family have the same vocabulary and merges, which are most of a header.
    """

    def __init__(self) -> None:
        self._by_count: dict[int, list[bytes]] = {}
        self._byte_count = 0

    def of(self, count: int) -> tuple[bytes, ...]:
        """Return the known lists of ``count`` strings, as bytes of a file."""
        return tuple(self._by_count.get(count, ()))

    def add(self, count: int, content: bytes) -> None:
        """Add a list; all are discarded when they take too much memory."""
        if self._byte_count + len(content) > _MAX_KNOWN_BYTES:
            self._by_count.clear()
            self._byte_count = 0
        self._by_count.setdefault(count, []).append(content)
        self._byte_count += len(content)


def read_header(
    file: BinaryIO, most_bytes: int = MAX_HEADER_BYTES, known_lists: KnownLists | None = None
) -> GgufHeader:
    """Read the header at the beginning of a file. Raises BadHeader, HeaderCutShort.

    A header of ``most_bytes`` takes about a second, and as much memory as its size. To read many
    headers, pass the same ``known_lists`` to each call.
    """
    reader = _Reader(file, most_bytes, known_lists)
    reader.skip(len(MAGIC))  # a file with another magic number is named by its apparent kind
    _check_version(reader.number(_UINT32))
    tensor_count, key_count = _COUNTS.unpack(reader.read(_COUNTS.size))
    if tensor_count > _MAX_TENSORS or key_count > _MAX_KEYS:
        raise BadHeader(_DAMAGED)
    found = _read_values(reader, key_count)
    chat_template, tool_template = chosen_templates(found.values)
    for key in filter(_is_template_key, found.keys):
        found.values.pop(key, None)
    tensors, data_bytes = _read_tensors(reader, tensor_count)
    if data_bytes > _MAX_DATA_BYTES:
        raise BadHeader(_DAMAGED)
    return GgufHeader(
        values=found.values,
        lists=found.lists,
        lengths=found.lengths,
        keys=frozenset(found.keys),
        chat_template=chat_template,
        tool_template=tool_template,
        tensors=tensors,
        parameter_count=sum(tensor.element_count for tensor in tensors),
        needed_bytes=_aligned(reader.position, found.values) + data_bytes if data_bytes else 0,
        byte_count=reader.position,
    )


def _is_template_key(key: str) -> bool:
    """Return whether a key holds a template: the unnamed one, or a named one."""
    return key == _TEMPLATE_KEY or key.startswith(f"{_TEMPLATE_KEY}.")


def chosen_templates(values: Mapping[str, object]) -> tuple[str | None, str | None]:
    """Return the template for chats, and the one for chats with tools if it is another one.

    The unnamed template comes first, then "default", then any that is not for another purpose; a
    file that has only "tool_use" uses it for chats.
    """
    texts = {
        key.removeprefix(_TEMPLATE_KEY).removeprefix("."): value
        for key, value in sorted(values.items())
        if _is_template_key(key) and isinstance(value, str) and value
    }
    tools = texts.get(_TOOL_TEMPLATE)
    others = (name for name in texts if name not in _OTHER_TEMPLATES)
    name = next(
        (each for each in ("", _DEFAULT_TEMPLATE, *others, _TOOL_TEMPLATE) if each in texts), None
    )
    chat = None if name is None else texts[name]
    return chat, None if tools == chat else tools


def has_repeated_token(file: BinaryIO) -> bool:
    """Return whether two tokens of a vocabulary have the same text, on which the library aborts.

    The file is at its beginning, and ``read_header`` accepted it.
    """
    reader = _Reader(file)
    reader.skip(len(MAGIC) + _UINT32.size)
    _tensor_count, key_count = _COUNTS.unpack(reader.read(_COUNTS.size))
    for _ in range(key_count):
        if reader.name() == _TOKENS:
            return _is_repeating(reader)
        kind = reader.number(_UINT32)
        _read_array(reader) if kind == _ARRAY else _read_value(reader, kind)
    return False


def _is_repeating(reader: "_Reader") -> bool:
    """Return whether the next value is a list with the same text twice, compared as C strings."""
    if reader.number(_UINT32) != _ARRAY or reader.number(_UINT32) != _STRING:
        return False
    seen: set[bytes] = set()
    for whole in reader.texts(reader.number(_UINT64)):
        text = whole.partition(b"\0")[0]
        if text and text in seen:  # empty texts get unique ones
            return True
        seen.add(text)
    return False


class _Reader:
    """Reads the file from front to back, and keeps at most the size of a header in memory."""

    def __init__(
        self,
        file: BinaryIO,
        most_bytes: int = MAX_HEADER_BYTES,
        known_lists: KnownLists | None = None,
    ) -> None:
        self._file = file
        self._known_lists = known_lists
        self._most_bytes = most_bytes
        self._bytes = bytearray()
        self.position = 0

    def read(self, count: int) -> bytes:
        """Return the next bytes."""
        start = self.position
        self.skip(count)
        return bytes(self._bytes[start : self.position])

    def number(self, form: struct.Struct) -> int:
        """Return the next integer of this format."""
        start = self.position
        self.skip(form.size)
        (value,) = form.unpack_from(self._bytes, start)
        return int(value)

    def name(self) -> str:
        """Return the next string, the name of a key or a tensor."""
        length = self.number(_UINT64)
        if length > _MAX_NAME_BYTES:
            raise BadHeader(_DAMAGED)
        return self.read(length).decode("utf-8", "replace")

    def text(self, most_bytes: int = _MAX_KEPT_BYTES) -> str | None:
        """Return the next string; None if it is longer than the limit."""
        length = self.number(_UINT64)
        if length > _MAX_STRING_BYTES:
            raise BadHeader(_DAMAGED)
        if length > most_bytes:
            self.skip(length)
            return None
        return self.read(length).decode("utf-8", "replace")

    def skip(self, count: int) -> None:
        """Skip bytes, all of which must exist."""
        self._read_up_to(self.position + count)
        self.position += count

    def skip_texts(self, count: int) -> None:
        """Skip strings; the same list is often in many files."""
        known_lists = self._known_lists
        if known_lists is None or count < _LONG_LIST:
            self._skip_texts(count)
            return
        start = self.position
        for known in known_lists.of(count):
            end = start + len(known)
            is_there = end <= self._most_bytes and self._read_if_there(end)
            # The lengths in it are the same, so it ends where the known one ends.
            if is_there and self._bytes.startswith(known, start):
                self.position = end
                return
        self._skip_texts(count)
        known_lists.add(count, bytes(self._bytes[start : self.position]))

    def _skip_texts(self, count: int) -> None:
        # A vocabulary has hundreds of thousands, so this loop is inlined.
        unpack, size, position = _UINT64.unpack_from, _UINT64.size, self.position
        for _ in range(count):
            try:
                (length,) = unpack(self._bytes, position)
            except (struct.error, OverflowError):  # not read yet, or beyond the end
                self._read_up_to(position + size)
                (length,) = unpack(self._bytes, position)
            position += size + length
        self._read_up_to(position)
        self.position = position

    def texts(self, count: int) -> Iterator[bytes]:
        """Yield the next strings; this loop is inlined as well."""
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
        if not self._read_if_there(end):
            raise HeaderCutShort

    def _read_if_there(self, end: int) -> bool:
        """Return whether the file has ``end`` bytes; they are then in memory."""
        while len(self._bytes) < end:
            more = self._file.read(max(end - len(self._bytes), _READ_BYTES))
            if not more:
                return False
            self._bytes += more
        return True


def _check_version(version: int) -> None:
    if version in _VERSIONS:
        return
    if version & 0xFFFF == 0:
        raise BadHeader(lazy("is a GGUF file for big-endian machines, which is not supported"))
    raise BadHeader(
        lazy("is a GGUF file of version {version}, which is not supported", version=version)
    )


class _Found(msgspec.Struct, frozen=True):
    """The keys of a header by type of value, collected while they are read."""

    values: dict[str, Value] = msgspec.field(default_factory=dict)
    lists: dict[str, tuple[Number, ...]] = msgspec.field(default_factory=dict)
    lengths: dict[str, int] = msgspec.field(default_factory=dict)
    keys: set[str] = msgspec.field(default_factory=set)


def _read_values(reader: _Reader, count: int) -> _Found:
    found = _Found()
    for _ in range(count):
        key = reader.name()
        found.keys.add(key)
        kind = reader.number(_UINT32)
        if kind == _ARRAY:
            length, numbers = _read_array(reader)
            found.lengths[key] = length
            if numbers:
                found.lists[key] = numbers
            continue
        value = _read_value(
            reader, kind, _MAX_STRING_BYTES if _is_template_key(key) else _MAX_KEPT_BYTES
        )
        if value is not None:
            found.values[key] = value
    return found


def _read_value(reader: _Reader, kind: int, most_bytes: int = _MAX_KEPT_BYTES) -> Value | None:
    if kind == _STRING:
        return reader.text(most_bytes)
    form = _form(kind)
    (value,) = form.unpack(reader.read(form.size))
    assert isinstance(value, int | float)
    return value


def _read_array(reader: _Reader) -> tuple[int, tuple[Number, ...]]:
    """Return the length of a list, and its numbers; none if it has other values or too many."""
    kind = reader.number(_UINT32)
    count = reader.number(_UINT64)
    if count > _MAX_ELEMENTS:
        raise BadHeader(_DAMAGED)
    if kind == _STRING:
        reader.skip_texts(count)
        return count, ()
    form = _form(kind)
    if count > _MAX_KEPT_ELEMENTS:
        reader.skip(count * form.size)
        return count, ()
    return count, tuple(value for (value,) in form.iter_unpack(reader.read(count * form.size)))


def _form(kind: int) -> struct.Struct:
    form = _SCALARS.get(kind)
    if form is None:
        raise BadHeader(_DAMAGED)
    return form


def _read_tensors(reader: _Reader, count: int) -> tuple[tuple[TensorInfo, ...], int]:
    """Return the tensors, and the end of the last one's data."""
    tensors = []
    end = 0
    for _ in range(count):
        name = reader.name()
        dimension_count = reader.number(_UINT32)
        if dimension_count > _MAX_DIMENSIONS:
            raise BadHeader(_DAMAGED)
        dimensions = tuple(reader.number(_UINT64) for _ in range(dimension_count))
        kind = reader.number(_UINT32)
        offset = reader.number(_UINT64)
        tensors.append(TensorInfo(name, dimensions, kind))
        end = max(end, offset + tensors[-1].byte_count)
    return tuple(tensors), end


def _aligned(position: int, values: dict[str, Value]) -> int:
    alignment = values.get("general.alignment", 32)
    is_power_of_two = isinstance(alignment, int) and alignment > 0 and not alignment & alignment - 1
    if not isinstance(alignment, int) or not is_power_of_two or alignment > _MAX_ALIGNMENT:
        raise BadHeader(_DAMAGED)
    return (position + alignment - 1) // alignment * alignment


def packed_header(header: GgufHeader) -> bytes:
    """Return the bytes that ``unpacked_header`` turns back into the header."""
    return msgspec.msgpack.encode(header)


def unpacked_header(packed: bytes) -> GgufHeader:
    """Return the header in these bytes. Raises ValueError on any other input."""
    return msgspec.msgpack.decode(packed, type=GgufHeader)
