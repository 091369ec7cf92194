"""Sources: long texts that are read once, and in which any number of chats begin."""

from typing import TypeAlias

import msgspec

from engine.messages.errors import ErrorReport
from engine.messages.request_options import DEFAULT_OPTIONS, RequestOptions

_LARGEST_RESERVE = 512  # tokens of the window that a source leaves to a chat, at most


def most_source_tokens(context_window: int) -> int:
    """Return how many tokens a source may have: the rest of the window is for the chats in it."""
    return context_window - min(context_window // 4, _LARGEST_RESERVE)


class ReadSource(msgspec.Struct, frozen=True, tag=True):
    """Read a text in the background rank, and keep what was read for the chats that begin so.

    ``system`` is the system message of these chats, or what it begins with, before an empty line.
    Reading goes on where it was paused. Answered by exactly one SourceRead or SourceEnded; a
    Cancel pauses it.
    """

    request_id: int
    source_key: str
    system: str
    options: RequestOptions = DEFAULT_OPTIONS

    def __repr__(self) -> str:
        return f"ReadSource({self.request_id}, {self.source_key}, {len(self.system)} characters)"


class DiscardSource(msgspec.Struct, frozen=True, tag=True):
    """Drop what is kept of a source (it was deleted, or has another version now)."""

    source_key: str


class SourceProgress(msgspec.Struct, frozen=True, tag=True):
    """So many tokens of a source are in the KV cache now; a few times a second at most."""

    request_id: int
    read_tokens: int
    total_tokens: int


class SourceRead(msgspec.Struct, frozen=True, tag=True):
    """A source is read, and chats can begin in it.

    Attributes:
        tokens: how many of them chats spare.
        disk_bytes: the size of its file; 0 where the disk keeps none.
        seconds: from the request to this.
        was_warm: nothing had to be read: it was kept already.
    """

    request_id: int
    source_key: str
    tokens: int
    disk_bytes: int
    seconds: float
    was_warm: bool


class SourceEnded(msgspec.Struct, frozen=True, tag=True):
    """A source is not read, or not to its end.

    Without an ``error`` it was paused, and what was read is kept. One with more ``tokens`` than
    the ``limit`` is too large for this model; both are 0 where they are not known.
    """

    request_id: int
    error: ErrorReport | None = None
    tokens: int = 0
    limit: int = 0


SourceCommand: TypeAlias = ReadSource | DiscardSource
SourceEvent: TypeAlias = SourceProgress | SourceRead | SourceEnded
