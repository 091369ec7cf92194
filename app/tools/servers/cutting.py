"""Cuts what servers send while it arrives: long strings in JSON, and lines that are too long."""

import json
import re

MAX_STRING_BYTES = 16 << 20
MAX_LINE_BYTES = 40 << 20
CUT_MARK = "…[cut by Hubbub]"  # the end of a string that was cut

_ID = re.compile(rb'"id"\s*:\s*(\d{1,18}|"[^"\\]{1,64}")')
_TAIL_BYTES = 256
_LOW_SURROGATE = re.compile(rb"\\u[dD][c-fC-F]")
_RUN = re.compile(rb'(?:[^"\\]+|\\[^u]|\\u.{4})*+', re.DOTALL)
# A pair of surrogates is one character.
_ESCAPE = re.compile(rb"\\u[dD][89abAB]..\\u[dD][c-fC-F]..|\\u.{4}|\\.", re.DOTALL)
_MAX_ESCAPE_CHARS = 6  # characters, as in \u00e9
_MARK = CUT_MARK.encode()


class JsonLines:
    """Splits a stream into lines, each of which holds at most one JSON value.

    Strings in it end after ``max_string_bytes``, with ``CUT_MARK``. A line that is still longer
    than ``max_line_bytes`` is replaced by an error with the id of the answer that it began, if it
    has one; else it is omitted. Memory is bounded by about twice the limit of a line.
    """

    def __init__(
        self, max_string_bytes: int = MAX_STRING_BYTES, max_line_bytes: int = MAX_LINE_BYTES
    ) -> None:
        self._max_string_bytes = max_string_bytes
        self._max_line_bytes = max_line_bytes
        self._line = bytearray()
        self._tail = b""  # of the line as it arrived
        self._is_too_long = False
        self._is_in_string = False
        self._string_bytes = 0
        self._is_cut = False
        self._held = b""  # an escape that is not complete yet

    def feed(self, chunk: bytes) -> list[bytes]:
        """Return the lines that are complete now, each with its line feed."""
        lines: list[bytes] = []
        for piece in chunk.splitlines(keepends=True) if b"\n" in chunk else (chunk,):
            # Only line feeds end a line here; splitlines knows more.
            self._add(piece)
            if piece.endswith(b"\n"):
                lines += self._finished()
        return lines

    def finish(self) -> list[bytes]:
        """Return the rest, a line without a line feed."""
        return self._finished() if self._line or self._is_too_long else []

    def _finished(self) -> list[bytes]:
        line, tail, was_too_long = bytes(self._line), self._tail, self._is_too_long
        self._line.clear()
        self._tail, self._held = b"", b""
        self._is_too_long = self._is_in_string = self._is_cut = False
        return [line] if not was_too_long else _too_long(line, tail, self._max_line_bytes)

    def _add(self, piece: bytes) -> None:
        self._tail = (self._tail + piece)[-_TAIL_BYTES:]
        piece, self._held = self._held + piece, b""
        at = 0
        while at < len(piece):
            if not self._is_in_string:
                end = piece.find(b'"', at)
                self._keep(piece[at : len(piece) if end < 0 else end + 1])
                if end < 0:
                    return
                self._is_in_string, self._is_cut, self._string_bytes = True, False, 0
                at = end + 1
                continue
            run = _RUN.match(piece, at)
            assert run
            self._keep_text(run[0])
            at = run.end()
            if piece[at : at + 1] == b'"':
                self._keep(b'"')
                self._is_in_string = False
                at += 1
            elif len(piece) - at < _MAX_ESCAPE_CHARS and piece[at:].startswith(b"\\"):
                self._held = piece[at:]
                return
            elif at < len(piece):  # no JSON: the parser refuses it
                self._keep_text(piece[at : at + 1])
                at += 1

    def _keep_text(self, text: bytes) -> None:
        """Keep whole characters and escapes of a string, as many as there is room for."""
        room = max(0, self._max_string_bytes - self._string_bytes)
        self._string_bytes += len(text)
        if len(text) <= room:
            self._keep(text)
        elif not self._is_cut:
            self._is_cut = True
            if room < _MAX_ESCAPE_CHARS and _LOW_SURROGATE.match(text):
                room = _MAX_ESCAPE_CHARS  # the other half is kept already
            kept = text[:room]
            for escape in _ESCAPE.finditer(text, max(0, room - 2 * _MAX_ESCAPE_CHARS)):
                if escape.start() < room < escape.end() and _begins_escape(text, escape.start()):
                    kept = text[: escape.start()]
            self._keep(kept)
            if text[len(kept) : len(kept) + 1] and text[len(kept)] & 0xC0 == 0x80:
                self._drop_half_character()
            self._keep(_MARK)

    def _drop_half_character(self) -> None:
        for _ in range(3):
            if self._line and self._line[-1] & 0xC0 == 0x80:
                del self._line[-1]
        if self._line and self._line[-1] >= 0xC0:
            del self._line[-1]

    def _keep(self, text: bytes) -> None:
        if len(self._line) + len(text) > self._max_line_bytes:
            self._is_too_long = True
            del self._line[_TAIL_BYTES:]
        elif not self._is_too_long:
            self._line += text


def _begins_escape(text: bytes, at: int) -> bool:
    """Return whether the backslash at a place is not itself escaped."""
    before = text[:at]
    return (len(before) - len(before.rstrip(b"\\"))) % 2 == 0


def _too_long(head: bytes, tail: bytes, max_bytes: int) -> list[bytes]:
    found = _ID.search(head[:_TAIL_BYTES])
    if found is None:
        found = next(iter(list(_ID.finditer(tail))[-1:]), None)
    if found is None:
        return []
    text = f"The answer is longer than {max_bytes >> 20} MB."
    error = {
        "jsonrpc": "2.0",
        "id": json.loads(found[1]),
        "error": {"code": -32099, "message": text},
    }
    prefix = b"data: " if head.startswith(b"data:") else b""
    return [prefix + json.dumps(error).encode() + b"\n"]
