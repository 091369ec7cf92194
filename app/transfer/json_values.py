"""Splits a JSON list of any size into its values, with one value in memory at a time.

Any part of an export may be missing or of an unexpected kind: ``mapping``, ``sequence`` and
``string`` return something empty then.
"""

import enum
import json
import re
from collections.abc import Iterator, Mapping
from typing import IO, TypeAlias

import msgspec

from app.documents.text_decoding import NotText, decoded_text

MAX_VALUE_BYTES = 128 * 1024 * 1024
MAX_DEPTH = 200  # lists in lists; exports have about ten
# In one value. A conversation of twenty thousand messages has half a million; a value with many
# more is an attack on time and memory, and reading stops there.
MAX_BRACKETS = 3_000_000
CHUNK_BYTES = 256 * 1024

# Characters that end or nest a value. All others, and strings, are skipped at the speed of C.
_BETWEEN_VALUES = re.compile(rb'["\[\]{},]')
_IN_A_VALUE = re.compile(rb'["\[\]{}]')
_IN_A_STRING = re.compile(rb'(?:[^"\\]+|\\.)*+', re.DOTALL)
_SPACES = b" \t\r\n"


class Unreadable(enum.Enum):
    """Why a value is missing."""

    TOO_LARGE = enum.auto()
    TOO_DEEP = enum.auto()
    TOO_MANY_PARTS = enum.auto()
    OUT_OF_MEMORY = enum.auto()
    BROKEN = enum.auto()


Raw: TypeAlias = bytes | Unreadable


def mapping(value: object) -> Mapping[str, object]:
    """Return a JSON object; an empty one for anything else."""
    return value if isinstance(value, dict) else {}


def sequence(value: object) -> list[object]:
    """Return a JSON list; an empty one for anything else."""
    return value if isinstance(value, list) else []


def string(value: object) -> str:
    """Return a text; an empty one for anything else."""
    return value if isinstance(value, str) else ""


def indented_json(value: object) -> str:
    """Return a value as JSON with indentation, for a reader."""
    return msgspec.json.format(msgspec.json.encode(value)).decode()


def parsed(raw: bytes) -> object:
    """Parse a piece of JSON. Raises ValueError, RecursionError, MemoryError."""
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        # Lone surrogates, line breaks in texts, and other invalid JSON that occurs in exports.
        return json.loads(_decoded(raw), strict=False)


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        try:
            return decoded_text(raw).text
        except NotText as error:
            raise ValueError("not a text") from error


def lines(file: IO[bytes]) -> Iterator[Raw]:
    """Yield each line that is not empty."""
    while line := file.readline(MAX_VALUE_BYTES):
        if len(line) == MAX_VALUE_BYTES:
            while line and not line.endswith(b"\n"):
                line = file.readline(CHUNK_BYTES)
            yield Unreadable.TOO_LARGE
        elif line.strip():
            yield line


def values(file: IO[bytes], *, is_in_list: bool) -> Iterator[Raw]:
    """Yield the values of a list whose "[" was read, or a sequence of values.

    The last one is BROKEN if the list has no end; reading stops after a value that is truncated
    or too long.
    """
    return _Cutter(file).values(b"]" if is_in_list else b"")


class _Cutter:
    """Reads a file in chunks and finds where values begin and end."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._chunk = b""
        self._at = 0  # everything before it has been scanned
        self._begin = 0  # start of the current value in the chunk
        self._before = bytearray()  # part of the value in earlier chunks
        self._dropped: Unreadable | None = None

    def values(self, end: bytes) -> Iterator[Raw]:
        """Yield the values; ``end`` is expected after the last."""
        while True:
            bracket = self._next(_BETWEEN_VALUES)
            if bracket == b",":
                yield from self._taken(self._at - 1)
            elif bracket and bracket in b"{[":
                trouble = self._skip_nested()
                yield from self._taken(self._at, trouble)
                if trouble is not None:
                    return
            elif bracket == b'"':
                self._skip_string()
            else:  # the end of the list or of the file, or an unmatched bracket
                yield from self._taken(self._at - len(bracket))
                if bracket != end:
                    yield Unreadable.BROKEN
                return

    def _skip_nested(self) -> Unreadable | None:
        """Skip to after the matching bracket; return a reason if that fails."""
        depth = 1
        for _ in range(MAX_BRACKETS):
            bracket = self._next(_IN_A_VALUE)
            if bracket == b'"':
                self._skip_string()
            elif bracket and bracket in b"{[":
                depth += 1
                if depth > MAX_DEPTH:
                    self._dropped = Unreadable.TOO_DEEP
            elif bracket:
                depth -= 1
                if depth == 0:
                    return None
            else:
                return Unreadable.BROKEN
        return Unreadable.TOO_MANY_PARTS

    def _next(self, wanted: re.Pattern[bytes]) -> bytes:
        """Skip the next of these characters and return it; empty at the end of the file."""
        while (match := wanted.search(self._chunk, self._at)) is None:
            self._at = len(self._chunk)
            if not self._read():
                return b""
        self._at = match.end()
        return match[0]

    def _skip_string(self) -> None:
        while True:
            match = _IN_A_STRING.match(self._chunk, self._at)
            assert match is not None, "it matches nothing as well"
            self._at = match.end()
            if self._chunk[self._at : self._at + 1] == b'"':
                self._at += 1
                return
            if not self._read():
                return

    def _read(self) -> bool:
        """Read the next chunk; keep the part that is not scanned yet, such as half an escape."""
        self._keep(self._at)
        rest = self._chunk[self._at :]
        more = self._file.read(CHUNK_BYTES)
        self._chunk, self._at, self._begin = rest + more, 0, 0
        return bool(more)

    def _keep(self, end: int) -> None:
        if self._dropped is None:
            self._before += self._chunk[self._begin : end]
            if len(self._before) > MAX_VALUE_BYTES:
                self._dropped = Unreadable.TOO_LARGE
        if self._dropped is not None:
            self._before.clear()

    def _taken(self, end: int, trouble: Unreadable | None = None) -> Iterator[Raw]:
        """Yield the text since the last value, unless it is blank, and start the next."""
        self._keep(end)
        if trouble is not None:
            yield trouble
        elif self._dropped is not None:
            yield self._dropped
        elif raw := bytes(self._before).strip(_SPACES):
            yield raw
        self._before = bytearray()
        self._dropped, self._begin = None, self._at
