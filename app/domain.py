"""The nouns of the application: conversations, messages, tabs. Plain frozen values."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime


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


class WarmPlace(enum.Enum):
    """Where what the model remembers of a chat was before its last reply; stored by name."""

    NOWHERE = "nowhere"
    READY = "ready"
    MEMORY = "memory"
    DISK = "disk"
    SHARED_PROMPT = "shared prompt"


@dataclass(frozen=True, slots=True)
class ReplyUsage:
    """What a reply cost, in tokens and seconds; shown in the status line.

    Attributes:
        reused_from: where the reused tokens were; ``restore_seconds`` it took to bring them back.
    """

    prompt_tokens: int = 0
    reused_tokens: int = 0
    reply_tokens: int = 0
    dropped_messages: int = 0
    context_tokens: int = 0
    queue_seconds: float = 0.0
    first_token_seconds: float | None = None
    decode_seconds: float = 0.0
    model_name: str = ""
    is_cut_by_length: bool = False
    reused_from: WarmPlace = WarmPlace.NOWHERE
    restore_seconds: float = 0.0

    @property
    def tokens_per_second(self) -> float | None:
        """Return the speed of writing, or None where there was nothing to measure."""
        if self.decode_seconds <= 0 or self.reply_tokens < 2:
            return None
        return (self.reply_tokens - 1) / self.decode_seconds


class OverflowPolicy(enum.Enum):
    """What happens when a conversation fills its context window; stored by name."""

    SLIDE = "slide"
    STOP = "stop"


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


class TitleOrigin(enum.Enum):
    """Who made a conversation's title; stored by name."""

    FIRST_WORDS = "first words"
    MODEL = "model"
    USER = "user"


@dataclass(frozen=True, slots=True)
class ConversationOptions:
    """What the user chose for one conversation.

    Attributes:
        folder: where the sidebar shows it; empty for none.
        system_prompt: None takes the one of the settings.
        preset_name: of the sampling preset; None takes the settings.
        model_name: that it is meant for; empty for any.
    """

    folder: str = ""
    is_pinned: bool = False
    system_prompt: str | None = None
    preset_name: str | None = None
    model_name: str = ""
    overflow_policy: OverflowPolicy = OverflowPolicy.SLIDE


@dataclass(frozen=True, slots=True)
class Preset:
    """Sampling values under a name; what they mean is the engine's business."""

    name: str
    values: Mapping[str, object]


@dataclass(frozen=True, slots=True)
class ConversationSummary:
    """A conversation as the sidebar lists it.

    Attributes:
        activity_number: grows over all conversations; the highest was used last.
    """

    id: str
    title: str
    updated_at: datetime
    message_count: int = 0
    folder: str = ""
    is_pinned: bool = False
    model_name: str = ""
    activity_number: int = 0


@dataclass(frozen=True, slots=True)
class DeletedConversation:
    """A conversation in the trash."""

    id: str
    title: str
    deleted_at: datetime
    message_count: int = 0


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation with all messages of its active branch, oldest first.

    Attributes:
        queue: messages that wait to be sent, the next one first.
        memory_begins_at: the first message that the model still remembers; None for all.
    """

    id: str
    title: str
    updated_at: datetime
    messages: tuple[Message, ...] = ()
    draft: str = ""
    queue: tuple[str, ...] = ()
    options: ConversationOptions = field(default_factory=ConversationOptions)
    memory_begins_at: int | None = None
    title_origin: TitleOrigin = TitleOrigin.FIRST_WORDS


@dataclass(frozen=True, slots=True)
class ConversationTree:
    """A conversation with the messages of all branches, as it is carried from place to place.

    Attributes:
        id: kept where it is still free.
        messages: every message after its parent.
        active_leaf_id: the last message of the branch that is shown.
        contents: of the attachments, under their digests.
    """

    id: str
    title: str
    created_at: datetime
    updated_at: datetime
    messages: tuple[Message, ...] = ()
    active_leaf_id: int | None = None
    draft: str = ""
    queue: tuple[str, ...] = ()
    options: ConversationOptions = field(default_factory=ConversationOptions)
    title_origin: TitleOrigin = TitleOrigin.USER
    contents: Mapping[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SearchQuery:
    """What is looked for: words, beginnings of words, any three letters, "whole phrases".

    Attributes:
        text: every word and phrase of it must be there.
        since, until: when a message was written; the end is not included.
        limit: the most hits wanted.
    """

    text: str
    model_name: str | None = None
    folder: str | None = None
    role: Role | None = None
    since: datetime | None = None
    until: datetime | None = None
    limit: int = 50


@dataclass(frozen=True, slots=True)
class TextRange:
    """Letters of a text, from ``start`` up to ``end``."""

    start: int
    end: int


@dataclass(frozen=True, slots=True)
class SearchHit:
    """A title or a message that was found.

    Attributes:
        message_id: None where the title was found.
        snippet: the surroundings of what was found, in one line.
        highlights: what was found, as places in ``snippet``.
    """

    conversation_id: str
    title: str
    message_id: int | None
    role: Role | None
    written_at: datetime
    snippet: str
    highlights: tuple[TextRange, ...] = ()


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and the reply that was begun for it, both stored already."""

    user: Message
    reply: Message


@dataclass(frozen=True, slots=True)
class OpenTabs:
    """The tabs in their order, and which is in front.

    Attributes:
        panes: the number of each tab's pane; empty where all stand in the first.
        front_ids: those in front of the panes that are not in use.
    """

    conversation_ids: tuple[str, ...] = ()
    active_id: str | None = None
    panes: tuple[int, ...] = ()
    front_ids: frozenset[str] = frozenset()


class TabActivity(enum.Enum):
    """What a tab is doing, as its title shows it."""

    IDLE = "idle"
    QUEUED = "queued"
    READING = "reading"
    WRITING = "writing"
    FAILED = "failed"


@dataclass(frozen=True, slots=True)
class TabState:
    """What a tab's title and status line show.

    Attributes:
        activity: what is going on.
        place: place in the queue, 1 is next, while QUEUED.
        progress: share of the prompt that was read, 0 to 1, while READING.
        is_unread: an answer ended or grew while the tab was not in front.
        tokens_per_second: of the running or the last reply.
        context_tokens: tokens the conversation holds, of ``context_window``.
        first_token_seconds: of the running or the last reply.
        reused_tokens: tokens of the last prompt that were warm, of ``prompt_tokens``.
        reused_from: where they were, and ``restore_seconds`` how long it took to bring them back.
    """

    activity: TabActivity = TabActivity.IDLE
    place: int = 0
    progress: float = 0.0
    is_unread: bool = False
    tokens_per_second: float | None = None
    context_tokens: int = 0
    context_window: int = 0
    first_token_seconds: float | None = None
    prompt_tokens: int = 0
    reused_tokens: int = 0
    reused_from: WarmPlace = WarmPlace.NOWHERE
    restore_seconds: float = 0.0
    dropped_messages: int = 0


@dataclass(frozen=True, slots=True)
class EngineStatus:
    """The engine as the window's footer shows it: a sentence and whether it can answer."""

    is_ready: bool = False
    text: str = "Starting the engine …"
    detail: str = ""
    is_trouble: bool = False
    progress: float | None = None
    context_window: int = 0
    model_name: str = ""
    device: str = ""


@dataclass(frozen=True, slots=True)
class Notice:
    """A sentence in a banner, with the words of one button if there is something to do."""

    text: str
    action: str = ""
    is_trouble: bool = field(default=False)
