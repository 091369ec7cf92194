"""Sources: long texts that are read once, and in which any number of chats begin."""

from typing import TypeAlias

import msgspec

from engine.messages.errors import ErrorReport
from engine.messages.request_options import DEFAULT_OPTIONS, RequestOptions

_LARGEST_RESERVE = 512  # maximum tokens of the window that a source leaves to a chat


def most_source_tokens(context_window: int) -> int:
    """Return the maximum tokens of a source: the rest of the window is for the chats in it."""
    return context_window - min(context_window // 4, _LARGEST_RESERVE)


class ReadSource(msgspec.Struct, frozen=True, tag=True):
    """Read a text in the background rank, and keep its state for the chats that begin with it.

    ``system`` is the system message of these chats, or its beginning, up to an empty line. A paused
    reading resumes. Answered by exactly one SourceRead or SourceEnded; a Cancel pauses it.
    """

    request_id: int
    source_key: str
    system: str
    options: RequestOptions = DEFAULT_OPTIONS

    def __repr__(self) -> str:
        return f"ReadSource({self.request_id}, {self.source_key}, {len(self.system)} characters)"


class DiscardSource(msgspec.Struct, frozen=True, tag=True):
    """Remove the cached state of a source, which was deleted or changed."""

    source_key: str


class SourceProgress(msgspec.Struct, frozen=True, tag=True):
    """The number of a source's tokens in the KV cache; a few times a second at most."""

    request_id: int
    read_tokens: int
    total_tokens: int


class SourceRead(msgspec.Struct, frozen=True, tag=True):
    """A source is read, and chats can begin in it.

    Attributes:
        tokens: the number that each chat reuses.
        disk_bytes: the size of its file; 0 if the disk keeps none.
        seconds: time since the request.
        was_warm: nothing had to be read: its state was cached.
    """

    request_id: int
    source_key: str
    tokens: int
    disk_bytes: int
    seconds: float
    was_warm: bool


class SourceEnded(msgspec.Struct, frozen=True, tag=True):
    """A source is not read, or not to its end.

    Without an ``error`` it was paused, and the part that was read is kept. One with more ``tokens``
    than the ``limit`` is too large for this model; both are 0 if they are unknown.
    """

    request_id: int
    error: ErrorReport | None = None
    tokens: int = 0
    limit: int = 0


SourceCommand: TypeAlias = ReadSource | DiscardSource
SourceEvent: TypeAlias = SourceProgress | SourceRead | SourceEnded
