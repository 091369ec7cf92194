"""Cuts JSON into the values that it lists, however large the file: one at a time is in memory."""

import enum
import json
import re
from collections.abc import Iterator
from typing import IO, TypeAlias

import msgspec

MAX_VALUE_BYTES = 128 * 1024 * 1024
MAX_DEPTH = 200  # lists in lists; exports have about ten
# In one value. A conversation of twenty thousand messages has half a million; many more are
# there to take time and memory, and nothing behind them is worth the wait.
MAX_BRACKETS = 3_000_000
CHUNK_BYTES = 256 * 1024

# What ends or deepens a value. Everything between is skipped at the speed of C; so are strings.
_BETWEEN_VALUES = re.compile(rb'["\[\]{},]')
_IN_A_VALUE = re.compile(rb'["\[\]{}]')
_IN_A_STRING = re.compile(rb'(?:[^"\\]+|\\.)*+', re.DOTALL)
_SPACES = b" \t\r\n"


class Unreadable(enum.Enum):
    """Why a value is not there."""

    TOO_LARGE = enum.auto()
    BROKEN = enum.auto()


Raw: TypeAlias = bytes | Unreadable


def parsed(raw: bytes) -> object:
    """Return the value of a piece of JSON. Raises ValueError, RecursionError, MemoryError."""
    try:
        return msgspec.json.decode(raw)
    except (msgspec.DecodeError, UnicodeDecodeError):
        # Halves of letters, and other things that are no JSON but stand in exports.
        return json.loads(raw.decode("utf-8", "replace"))


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
    """Yield the values of the list whose beginning was read, or those that follow each other.

    The last one is BROKEN where the list has no end; behind a value that breaks off, or never
    seems to end, there is none.
    """
    return _Cutter(file).values(b"]" if is_in_list else b"")


class _Cutter:
    """Reads a file in chunks and finds where values begin and end."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self._chunk = b""
        self._at = 0  # what lies before it is looked at
        self._begin = 0  # from here on the chunk belongs to the value
        self._before = bytearray()  # what the value has in the chunks before
        self._is_dropped = False

    def values(self, end: bytes) -> Iterator[Raw]:
        """Yield them; what follows the last should be ``end``."""
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
            else:  # the end of the list, or of the file, or a bracket that closes nothing
                yield from self._taken(self._at - len(bracket))
                if bracket != end:
                    yield Unreadable.BROKEN
                return

    def _skip_nested(self) -> Unreadable | None:
        """Go behind the bracket that closes the one before; return why that can't be done."""
        depth = 1
        for _ in range(MAX_BRACKETS):
            bracket = self._next(_IN_A_VALUE)
            if bracket == b'"':
                self._skip_string()
            elif bracket and bracket in b"{[":
                depth += 1
                self._is_dropped |= depth > MAX_DEPTH
            elif bracket:
                depth -= 1
                if depth == 0:
                    return None
            else:
                return Unreadable.BROKEN
        return Unreadable.TOO_LARGE

    def _next(self, wanted: re.Pattern[bytes]) -> bytes:
        """Go behind the next of these letters and return it; nothing at the end of the file."""
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
        """Read on; what is not looked at yet, as half an escape, comes before the new."""
        self._keep(self._at)
        rest = self._chunk[self._at :]
        more = self._file.read(CHUNK_BYTES)
        self._chunk, self._at, self._begin = rest + more, 0, 0
        return bool(more)

    def _keep(self, end: int) -> None:
        if not self._is_dropped:
            self._before += self._chunk[self._begin : end]
            self._is_dropped = len(self._before) > MAX_VALUE_BYTES
        if self._is_dropped:
            self._before.clear()

    def _taken(self, end: int, trouble: Unreadable | None = None) -> Iterator[Raw]:
        """Yield what came since the last value, if it is more than spaces, and begin the next."""
        self._keep(end)
        if trouble is not None:
            yield trouble
        elif self._is_dropped:
            yield Unreadable.TOO_LARGE
        elif raw := bytes(self._before).strip(_SPACES):
            yield raw
        self._before = bytearray()
        self._is_dropped, self._begin = False, self._at
