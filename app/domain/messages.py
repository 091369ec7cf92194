"""Messages, their files, and a question with its reply."""

import enum
from dataclasses import dataclass
from datetime import datetime

from app.domain.usage import ReplyUsage


class Role(enum.Enum):
    """Who says a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"


class MessageStatus(enum.Enum):
    """Where a message stands; stored by name."""

    COMPLETE = "complete"
    STREAMING = "streaming"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that belongs to a message; the digest names its content."""

    id: int
    message_id: int
    name: str
    media_type: str
    byte_count: int
    digest: str


@dataclass(frozen=True, slots=True)
class Message:
    """One stored message; ``note`` says in words why a reply is not complete.

    Attributes:
        reasoning: what the model thought before it answered.
        sibling_number: its place, counted from 1, among the messages with the same parent.
        is_damaged: what was read is not what was stored.
        is_pinned: it stays in the model's memory when older ones leave it.
    """

    id: int
    conversation_id: str
    parent_id: int | None
    sequence_number: int
    role: Role
    text: str
    status: MessageStatus
    created_at: datetime
    note: str = ""
    usage: ReplyUsage | None = None
    reasoning: str = ""
    sibling_number: int = 1
    sibling_count: int = 1
    attachments: tuple[Attachment, ...] = ()
    is_damaged: bool = False
    is_pinned: bool = False


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file that goes with a message: its name, and its text as the model reads it."""

    name: str
    text: str
    media_type: str = "text/plain"


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """What the user is about to say, with the files that go with it.

    Drafts and queues keep it as one text: behind what was typed, each file behind a separator.
    """

    text: str
    files: tuple[TextFile, ...] = ()

    @classmethod
    def unpacked(cls, packed: str) -> "OutgoingMessage":
        """Return what ``packed`` has made a text of."""
        text, *files = packed.split(_FILE)
        parts = (file.split(_PART, 2) for file in files)
        return cls(text, tuple(TextFile(*part) for part in parts if len(part) == 3))

    def packed(self) -> str:
        """Return all of it as one text; it keeps separators that were typed from being any."""
        files = (_PART.join(map(_plain, (f.name, f.text, f.media_type))) for f in self.files)
        return _FILE.join((_plain(self.text), *files))


_FILE, _PART = "\x1c", "\x1f"  # ASCII's separators of files and units, which nobody types


def _plain(text: str) -> str:
    return text.replace(_FILE, " ").replace(_PART, " ")


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and the reply that was begun for it, both stored already."""

    user: Message
    reply: Message
