"""The nouns of the application: conversations, messages, tabs. Plain frozen values."""

import enum
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


@dataclass(frozen=True, slots=True)
class ReplyUsage:
    """What a reply cost, in tokens and seconds; shown in the status line."""

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

    @property
    def tokens_per_second(self) -> float | None:
        """Return the speed of writing, or None where there was nothing to measure."""
        if self.decode_seconds <= 0 or self.reply_tokens < 2:
            return None
        return (self.reply_tokens - 1) / self.decode_seconds


@dataclass(frozen=True, slots=True)
class Message:
    """One stored message; ``note`` says in words why a reply is not complete."""

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


@dataclass(frozen=True, slots=True)
class ConversationSummary:
    """A conversation as the sidebar lists it, newest activity first."""

    id: str
    title: str
    updated_at: datetime
    message_count: int = 0


@dataclass(frozen=True, slots=True)
class Conversation:
    """A conversation with all messages of its active branch, oldest first."""

    id: str
    title: str
    updated_at: datetime
    messages: tuple[Message, ...] = ()
    draft: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """A question and the reply that was begun for it, both stored already."""

    user: Message
    reply: Message


@dataclass(frozen=True, slots=True)
class OpenTabs:
    """The tabs of the window in their order, and which is in front."""

    conversation_ids: tuple[str, ...] = ()
    active_id: str | None = None


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
