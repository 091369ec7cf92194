"""The events of a stream, written for programs and read from servers; some send lines of JSON."""

import json
from collections.abc import Iterator, Sequence
from enum import Enum
from typing import TypeAlias, TypeVar

import msgspec

from engine.dialects.errors import Json, too_long

MAX_EVENT_BYTES = 32 << 20  # bytes; tool calls may be long
DONE = "[DONE]"
DONE_FRAME = b"data: [DONE]\n\n"
KEEP_ALIVE = b": keep-alive\n\n"
EVENT_STREAM = "text/event-stream; charset=utf-8"

Told: TypeAlias = tuple[str, str]  # the type of an event, and its data
T = TypeVar("T")


def event(body: Json, name: str = "") -> bytes:
    """Return one server-sent event."""
    head = f"event: {name}\n".encode() if name else b""
    return b"%bdata: %b\n\n" % (head, msgspec.json.encode(body))


class Form(Enum):
    """The forms of a reply."""

    EVENTS = "text/event-stream"
    LINES = "application/x-ndjson"
    WHOLE = "application/json"


_FORMS = {form.value: form for form in Form} | dict.fromkeys(
    ("application/ndjson", "application/jsonl"), Form.LINES
)


def form_of(content_type: str) -> Form | None:
    """Return the form of a body of this content type; None if it is not that of a reply."""
    return _FORMS.get(content_type.partition(";")[0].strip().lower())


class EventReader:
    """Reads the events of one body from pieces of any size; every form is UTF-8.

    Comments, with which servers keep connections alive, are not events. ``feed`` raises
    EndpointFault for an event that is too long, before all of it is in memory.
    """

    def __init__(self, form: Form, host: str) -> None:
        """``host`` is named in errors."""
        self._form = form
        self._host = host
        self._parts: list[bytes] = []  # bytes of the unfinished line
        self._size = 0  # number of bytes of the unfinished event or line
        self._ends_in_return = False
        self._name = ""
        self._data: list[str] = []

    def feed(self, piece: bytes) -> Iterator[Told]:
        """Yield the events that end in the next piece."""
        if self._form is Form.WHOLE:
            self._keep(piece)
            return
        if not piece:
            return
        text = piece.removeprefix(b"\n") if self._ends_in_return else piece
        self._ends_in_return = piece.endswith(b"\r")
        *ended, rest = text.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        for each in ended:
            self._keep(each)
            yield from self._line(self._taken())
        self._keep(rest)

    def finish(self) -> Iterator[Told]:
        """Yield the events completed by the end; an event without its empty line is dropped."""
        if self._form is Form.WHOLE:
            yield "message", self._taken()
        elif self._form is Form.LINES:
            yield from self._line(self._taken())

    def _line(self, line: str) -> Iterator[Told]:
        if self._form is Form.LINES:
            if line := line.strip():
                yield "message", line
            return
        if not line:
            name, data = self._name or "message", "\n".join(self._data)
            self._name, self._data, self._size = "", [], 0
            if data:
                yield name, data
            return
        field, _, value = line.partition(":")
        value = value.removeprefix(" ")
        if field == "event":
            self._name = value
        elif field == "data":
            self._data.append(value)
            self._size += len(line)

    def _keep(self, piece: bytes) -> None:
        self._parts.append(piece)
        self._size += len(piece)
        if self._size > MAX_EVENT_BYTES:
            raise too_long(self._host)

    def _taken(self) -> str:
        """Return the completed line."""
        line, self._parts = b"".join(self._parts), []
        self._size -= len(line)
        return line.decode("utf-8", "replace")


def read_json(data: str, kind: type[T], needed: Sequence[str] = ()) -> T:
    """Return JSON of another machine as ``kind``; numbers may be strings.

    If that fails, only the ``needed`` fields are read. Raises msgspec.DecodeError, ValueError or
    RecursionError.
    """
    try:
        return msgspec.json.decode(data, type=kind, strict=False)
    except (msgspec.DecodeError, UnicodeError):
        # Only msgspec refuses half a surrogate pair.
        value = json.loads(data)
    try:
        return msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        if not needed or not isinstance(value, dict):
            raise
        told = {name: value[name] for name in needed if name in value}
        return msgspec.convert(told, kind, strict=False)
