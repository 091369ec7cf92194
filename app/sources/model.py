"""Sources: long texts that are read once, and that chats begin in."""

import enum
from datetime import datetime

import msgspec


class SourceKind(enum.Enum):
    """The kind of a source's origin; stored by name."""

    FILES = "files"
    FOLDER = "folder"
    TEXT = "text"


class SourceOrigin(msgspec.Struct, frozen=True):
    """The origin of a text, so that it can be read again.

    Attributes:
        patterns: the filter for the files of a folder, as the user wrote it.
        stamp: sizes and times of the files at that time; empty for pasted text.
        part: the part of a longer text, such as "2/3"; empty for a whole text.
    """

    kind: SourceKind = SourceKind.TEXT
    paths: tuple[str, ...] = ()
    patterns: str = ""
    stamp: str = ""
    part: str = ""


class SourceVersion(msgspec.Struct, frozen=True):
    """An immutable version of a source, which chats begin with.

    Attributes:
        digest: the digest of the text, which is stored once.
        token_count, disk_bytes, read_at, model: of the last reading; 0 or None before it.
    """

    id: int
    source_id: str
    number: int
    digest: str
    byte_count: int
    instruction: str
    created_at: datetime
    origin: SourceOrigin = msgspec.field(default_factory=SourceOrigin)
    token_count: int = 0
    disk_bytes: int = 0
    read_at: datetime | None = None
    model: str = ""


class Source(msgspec.Struct, frozen=True):
    """A named text with all its versions, the newest last."""

    id: str
    name: str
    created_at: datetime
    versions: tuple[SourceVersion, ...]
    chat_count: int = 0

    @property
    def newest(self) -> SourceVersion:
        """Return the version that new chats begin in."""
        return self.versions[-1]


class SourceLink(msgspec.Struct, frozen=True):
    """The version of a source that a conversation begins with.

    Attributes:
        model: the path of the model that read it last; empty before it is read.
    """

    source_id: str
    version_id: int
    name: str
    number: int
    newest_number: int
    instruction: str
    digest: str
    model: str = ""


class SourceChat(msgspec.Struct, frozen=True):
    """A conversation in a source, for its page."""

    conversation_id: str
    title: str
    number: int


class SourceText(msgspec.Struct, frozen=True):
    """A source with its text, exported with a conversation."""

    name: str
    instruction: str
    text: str


class ReadingState(enum.Enum):
    """The state of reading a version of a source."""

    UNREAD = "unread"
    READING = "reading"
    PAUSED = "paused"
    READ = "read"
    TOO_LARGE = "too large"
    FAILED = "failed"


class SourceReading(msgspec.Struct, frozen=True):
    """The progress of reading a version, or why it failed.

    Attributes:
        limit: maximum tokens of the model, if the text has more.
        error: a message for the user.
    """

    state: ReadingState = ReadingState.UNREAD
    read_tokens: int = 0
    total_tokens: int = 0
    limit: int = 0
    error: str = ""


UNREAD = SourceReading()


class ShownSource(msgspec.Struct, frozen=True):
    """A source as the page shows it.

    Attributes:
        is_changed: its files have changed since they were read.
        is_of_other_model: it was read by a model other than the loaded one.
    """

    source: Source
    reading: SourceReading = msgspec.field(default_factory=SourceReading)
    chats: tuple[SourceChat, ...] = ()
    is_changed: bool = False
    is_of_other_model: bool = False


def source_prompt(instruction: str, text: str) -> str:
    """Return the beginning of the prompt of every chat in a source."""
    return f"{instruction}\n\n{text}" if instruction else text
