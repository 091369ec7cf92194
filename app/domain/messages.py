"""Messages, their files, and a question with its reply."""

import enum
import hashlib
import re
from dataclasses import dataclass, field
from datetime import datetime

import msgspec
from msgspec.structs import replace

from app.domain.usage import ReplyUsage
from app.media.pictures import AttachmentKind, Picture, checked_picture
from app.media.sounds import Sound, checked_sound
from app.tools.model import ToolCall, ToolUse

EDITED_NOTE = "Edited by you."  # of an answer that the user has rewritten

REPEATED_NOTE = "The answer repeated itself."  # of an answer that was stopped for that reason

DIGEST_BYTES = 32

# A character of a script without spaces is a word.
_WIDE = r"\u2e80-\u2fff\u3004-\u9fff"
_WORD = re.compile(rf"[{_WIDE}]|[^\s{_WIDE}]+")
_COUNTED_CHARS = 20_000  # of a text; longer ones are estimated
_MAX_CHARS_OF_WORD = 20  # on average; above it is encoded data


class Role(enum.Enum):
    """The author of a message."""

    SYSTEM = "system"
    USER = "user"
    ASSISTANT = "assistant"
    TOOL = "tool"


class RewriteKind(enum.Enum):
    """How a reply shall differ from the version that it rewrites."""

    SHORTER = "shorter"
    LONGER = "longer"
    SIMPLER = "simpler"
    MORE_CREATIVE = "more creative"


class Rewrite(msgspec.Struct, frozen=True):
    """What a reply was asked to change in another version.

    ``message_id`` is that version; 0 if it is not in this chat.
    """

    kind: RewriteKind
    message_id: int = 0


class MessageStatus(enum.Enum):
    """The state of a message; stored by name. PENDING is a call of a tool without a result yet."""

    COMPLETE = "complete"
    STREAMING = "streaming"
    PENDING = "pending"
    CANCELLED = "cancelled"
    INTERRUPTED = "interrupted"
    FAILED = "failed"


def content_digest(content: bytes) -> str:
    """Return the digest that names the content of an attachment."""
    return hashlib.blake2b(content, digest_size=DIGEST_BYTES).hexdigest()


class Attachment(msgspec.Struct, frozen=True):
    """A file that belongs to a message; the digest names its content.

    Attributes:
        width, height, pixels: of a picture, as in ``Picture``; of a sound the number of samples,
            1, and the digest of the samples.
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
    def page_count(self) -> int:
        """Return the number of pages of a text; 0 if it has none, or if it is unknown."""
        return self.width if self.kind is AttachmentKind.TEXT else 0

    @property
    def word_count(self) -> int:
        """Return the number of words of a text; 0 if it is unknown."""
        return self.height if self.kind is AttachmentKind.TEXT else 0

    @property
    def picture(self) -> Picture | None:
        """Return the file as a picture; None if it is not one, or its values are impossible."""
        if self.kind is not AttachmentKind.PICTURE:
            return None
        facts = (self.byte_count, self.width, self.height, self.pixels, self.media_type)
        return checked_picture(Picture(self.name, self.digest, *facts))

    @property
    def sound(self) -> Sound | None:
        """Return the file as a sound; None if it is not one, or its values are impossible."""
        if self.kind is not AttachmentKind.SOUND:
            return None
        facts = (self.byte_count, self.width, self.pixels, self.media_type)
        return checked_sound(Sound(self.name, self.digest, *facts))


class Message(msgspec.Struct, frozen=True):
    """One stored message; ``note`` explains why a reply is not complete.

    Attributes:
        reasoning: the model's thinking before the answer.
        sibling_number: its position among the messages with the same parent, from 1.
        is_damaged: whether the content differs from what was stored.
        is_pinned: whether it stays in the context window when older messages leave it.
        recap: a summary of all messages before it, given to the model in their place.
        tool_calls: the calls that end a reply; a message of role TOOL for each follows it.
        tool_use: of a message of role TOOL, whose text is the result.
        rewrite: of a reply that rewrites another version of it.
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
    tool_calls: tuple[ToolCall, ...] = ()
    tool_use: ToolUse | None = None
    rewrite: Rewrite | None = None

    @property
    def is_edited(self) -> bool:
        """Return whether the user has rewritten this answer."""
        return self.note == EDITED_NOTE

    @property
    def is_repeating(self) -> bool:
        """Return whether this answer was stopped because it repeated itself."""
        return self.note == REPEATED_NOTE


class TextEncoding(msgspec.Struct, frozen=True):
    """The encoding in which a file was read, so that it can be read in another one.

    Attributes:
        is_guessed: the file does not name it.
        is_unsure: others fit almost as well.
    """

    path: str
    name: str
    is_guessed: bool = False
    is_unsure: bool = False


@dataclass(frozen=True, slots=True)
class TextFile:
    """A file attached to a message: its name, and its text as the model reads it.

    ``encoding`` is None for documents, and for files that were not read just now. ``page_count`` is
    0 for files without pages, and for drafts of an earlier run.
    """

    name: str
    text: str
    media_type: str = "text/plain"
    encoding: TextEncoding | None = field(default=None, compare=False)
    page_count: int = field(default=0, compare=False)

    @property
    def word_count(self) -> int:
        """Return the number of words, estimated from the beginning of a long text.

        A character of a script without spaces counts as a word. 0 if the text is hardly words, as
        encoded data.
        """
        beginning = self.text[:_COUNTED_CHARS]
        count = sum(1 for _ in _WORD.finditer(beginning))
        if len(beginning) > count * _MAX_CHARS_OF_WORD:
            return 0
        return round(count * len(self.text) / max(1, len(beginning)))


class OutgoingMessage(msgspec.Struct, frozen=True):
    """A draft or queued message, with its files."""

    text: str = ""
    files: tuple[TextFile, ...] = ()
    pictures: tuple[Picture, ...] = ()
    sounds: tuple[Sound, ...] = ()

    @property
    def is_empty(self) -> bool:
        """Return whether the message has neither text nor files."""
        return not (self.text or self.files or self.media)

    @property
    def media(self) -> tuple[Picture | Sound, ...]:
        """Return the pictures, followed by the sounds."""
        return (*self.pictures, *self.sounds)

    def stripped(self) -> "OutgoingMessage":
        """Return the message with white space around its text removed."""
        return replace(self, text=self.text.strip())


class Turn(msgspec.Struct, frozen=True):
    """A question and the reply that was started for it, both stored."""

    user: Message
    reply: Message


class RecapChange(msgspec.Struct, frozen=True):
    """A changed recap of the messages before one, with the data to undo the change.

    Attributes:
        message_id: the first message after those that the recap sums up.
        start_before, start_after: the first message in the context window, before and after.
    """

    message_id: int
    text_before: str
    start_before: int | None = None
    start_after: int | None = None


class DeletedMessage(msgspec.Struct, frozen=True):
    """A message removed from its conversation, with the data to restore it.

    Attributes:
        child_ids: its children, which its parent has now.
        leaf_before, leaf_after: the end of the shown branch, before and after.
        start_before, start_after: the first message in the context window, likewise.
        title_before, title_after: the title of the conversation, likewise.
    """

    message: Message
    child_ids: tuple[int, ...] = ()
    leaf_before: int | None = None
    leaf_after: int | None = None
    start_before: int | None = None
    start_after: int | None = None
    title_before: str = ""
    title_after: str = ""
