"""Sources: long texts that are read once, and that chats begin in."""

import enum
from dataclasses import dataclass, field
from datetime import datetime


class SourceKind(enum.Enum):
    """Where the text of a source comes from; stored by name."""

    FILES = "files"
    FOLDER = "folder"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class SourceOrigin:
    """Where a text was read, so that it can be read again.

    Attributes:
        patterns: which files of a folder were wanted, as the user wrote it.
        stamp: what sizes and times of the files were then; empty for a text that was pasted.
        part: which of several parts of a longer text it is, as "2/3"; empty for all of it.
    """

    kind: SourceKind = SourceKind.TEXT
    paths: tuple[str, ...] = ()
    patterns: str = ""
    stamp: str = ""
    part: str = ""


@dataclass(frozen=True, slots=True)
class SourceVersion:
    """One state of a source; it never changes, since chats live in it.

    Attributes:
        digest: names the text, which is stored once.
        token_count, disk_bytes, read_at, model: of the last reading; 0 and None before one.
    """

    id: int
    source_id: str
    number: int
    digest: str
    byte_count: int
    instruction: str
    created_at: datetime
    origin: SourceOrigin = field(default_factory=SourceOrigin)
    token_count: int = 0
    disk_bytes: int = 0
    read_at: datetime | None = None
    model: str = ""


@dataclass(frozen=True, slots=True)
class Source:
    """A text under a name, with all its versions, the newest last."""

    id: str
    name: str
    created_at: datetime
    versions: tuple[SourceVersion, ...]
    chat_count: int = 0

    @property
    def newest(self) -> SourceVersion:
        """Return the version that new chats begin in."""
        return self.versions[-1]


@dataclass(frozen=True, slots=True)
class SourceLink:
    """In which version of which source a conversation lives."""

    source_id: str
    version_id: int
    name: str
    number: int
    newest_number: int
    instruction: str
    digest: str


@dataclass(frozen=True, slots=True)
class SourceChat:
    """A conversation that lives in a source, as its page lists it."""

    conversation_id: str
    title: str
    number: int


@dataclass(frozen=True, slots=True)
class SourceText:
    """A source as it is carried from place to place with a conversation."""

    name: str
    instruction: str
    text: str


class ReadingState(enum.Enum):
    """How far the engine is with a version of a source."""

    UNREAD = "unread"
    READING = "reading"
    PAUSED = "paused"
    READ = "read"
    TOO_LARGE = "too large"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class SourceReading:
    """How far the engine is, and why it is no further.

    Attributes:
        limit: the most tokens that the model takes, where the text has more.
        error: a sentence.
    """

    state: ReadingState = ReadingState.UNREAD
    read_tokens: int = 0
    total_tokens: int = 0
    limit: int = 0
    error: str = ""


@dataclass(frozen=True, slots=True)
class ShownSource:
    """All that the page of sources shows of one.

    Attributes:
        is_changed: its files are not what they were when they were read.
        is_of_other_model: it was read by another model than the one that is loaded.
    """

    source: Source
    reading: SourceReading = field(default_factory=SourceReading)
    chats: tuple[SourceChat, ...] = ()
    is_changed: bool = False
    is_of_other_model: bool = False


def source_prompt(instruction: str, text: str) -> str:
    """Return what stands at the head of the prompt of every chat in a source."""
    return f"{instruction}\n\n{text}" if instruction else text
