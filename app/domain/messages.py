"""Messages, their files, and a question with its reply."""

import enum
from dataclasses import dataclass, replace
from datetime import datetime

from app.domain.usage import ReplyUsage
from app.media.pictures import AttachmentKind, Picture, checked_picture
from app.media.sounds import Sound, checked_sound

EDITED_NOTE = "Edited by you."  # of an answer whose words are the user's

REPEATED_NOTE = "The answer repeated itself."  # of one that was ended for that


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
    """A file that belongs to a message; the digest names its content.

    Attributes:
        width, height, pixels: of a picture, as ``Picture`` has them; of a sound how many samples it
            has, 1, and what names them.
    """

    id: int
    message_id: int
    name: str
    media_type: str
    byte_count: int
    digest: str
    kind: AttachmentKind = AttachmentKind.TEXT
    width: int = 0
    height: int = 0
    pixels: str = ""

    @property
    def picture(self) -> Picture | None:
        """Return it as a picture; None where it is none, or an import says what can't be."""
        if self.kind is not AttachmentKind.PICTURE:
            return None
        facts = (self.byte_count, self.width, self.height, self.pixels, self.media_type)
        return checked_picture(Picture(self.name, self.digest, *facts))

    @property
    def sound(self) -> Sound | None:
        """Return it as a sound; None where it is none, or an import says what can't be."""
        if self.kind is not AttachmentKind.SOUND:
            return None
        facts = (self.byte_count, self.width, self.pixels, self.media_type)
        return checked_sound(Sound(self.name, self.digest, *facts))


@dataclass(frozen=True, slots=True)
class Message:
    """One stored message; ``note`` says in words why a reply is not complete.

    Attributes:
        reasoning: what the model thought before it answered.
        sibling_number: its place, counted from 1, among the messages with the same parent.
        is_damaged: what was read is not what was stored.
        is_pinned: it stays in the context window when older ones leave it.
        recap: of all messages before it, which the model is told in their place.
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
    recap: str = ""

    @property
    def is_edited(self) -> bool:
        """Return whether this is an answer in the user's words."""
        return self.note == EDITED_NOTE

    @property
    def is_repeating(self) -> bool:
        """Return whether this answer was ended because it repeated itself."""
        return self.note == REPEATED_NOTE


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file that goes with a message: its name, and its text as the model reads it."""

    name: str
    text: str
    media_type: str = "text/plain"


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """What the user is about to send, with the files that go with it: a draft, or in a queue."""

    text: str = ""
    files: tuple[TextFile, ...] = ()
    pictures: tuple[Picture, ...] = ()
    sounds: tuple[Sound, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Return whether there is neither text nor a file."""
        return not (self.text or self.files or self.media)

    @property
    def media(self) -> tuple[Picture | Sound, ...]:
        """Return what is to be seen, and then what is to be heard."""
        return (*self.pictures, *self.sounds)

    def stripped(self) -> "OutgoingMessage":
        """Return it without blanks around its text."""
        return replace(self, text=self.text.strip())


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and the reply that was begun for it, both stored already."""

    user: Message
    reply: Message


@dataclass(frozen=True, slots=True)
class DeletedMessage:
    """A message that was taken out of its conversation, with all that brings it back.

    Attributes:
        child_ids: the messages that hung on it, and hang on its parent now.
        leaf_before, leaf_after: the end of the branch on show, before and after.
        start_before, start_after: the first message in the context window, likewise.
        title_before, title_after: what the conversation was called, likewise.
    """

    message: Message
    child_ids: tuple[int, ...] = ()
    leaf_before: int | None = None
    leaf_after: int | None = None
    start_before: int | None = None
    start_after: int | None = None
    title_before: str = ""
    title_after: str = ""
