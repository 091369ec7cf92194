"""Conversations as they are listed, opened, searched and carried."""

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime

from app.domain.chat_options import ChatOptions
from app.domain.messages import Message, OutgoingMessage, Role, Turn
from app.sources.model import SourceLink, SourceText


class OverflowPolicy(enum.Enum):
    """What happens when a conversation fills its context window; stored by name."""

    SLIDE = "slide"
    STOP = "stop"


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
        chat: samplers, thinking and template arguments of this chat alone.
        tags: words without spaces, by which it is found.
        is_archived: the list leaves it out.
    """

    folder: str = ""
    is_pinned: bool = False
    system_prompt: str | None = None
    preset_name: str | None = None
    model_name: str = ""
    overflow_policy: OverflowPolicy = OverflowPolicy.SLIDE
    chat: ChatOptions = field(default_factory=ChatOptions)
    tags: tuple[str, ...] = ()
    is_archived: bool = False


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
        number: grows with each new conversation, and stays.
        tags: words that the user gave it, without the "#".
        is_archived: put away; the list shows it only where it is looked for.
        is_cut: its last answer was interrupted, failed or found no more room.
    """

    id: str
    title: str
    updated_at: datetime
    message_count: int = 0
    folder: str = ""
    is_pinned: bool = False
    model_name: str = ""
    activity_number: int = 0
    number: int = 0
    tags: tuple[str, ...] = ()
    is_archived: bool = False
    is_cut: bool = False


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
        context_starts_at: the first message in the context window; None if all are in it.
        source: the text that its prompts begin with, if it lives in a source.
    """

    id: str
    title: str
    updated_at: datetime
    messages: tuple[Message, ...] = ()
    draft: OutgoingMessage = field(default_factory=OutgoingMessage)
    queue: tuple[OutgoingMessage, ...] = ()
    options: ConversationOptions = field(default_factory=ConversationOptions)
    context_starts_at: int | None = None
    title_origin: TitleOrigin = TitleOrigin.FIRST_WORDS
    source: SourceLink | None = None


@dataclass(frozen=True, slots=True)
class StartedTurn:
    """A question whose replies were begun, and its conversation as it is stored with them.

    Attributes:
        reply: the one at the end of the active branch, with its place among its siblings.
        others: further replies to the same question, outside the active branch.
    """

    conversation: Conversation
    user: Message
    reply: Message
    others: tuple[Turn, ...] = ()

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The question with each of its replies."""
        return (Turn(self.user, self.reply), *self.others)


@dataclass(frozen=True, slots=True)
class ConversationTree:
    """A conversation with the messages of all branches, as it is carried from place to place.

    Attributes:
        id: kept where it is still free.
        messages: every message after its parent.
        active_leaf_id: the last message of the branch that is shown.
        context_starts_at: the first message in the context window; None if all are in it.
        draft, queue: as they are stored, packed into text.
        contents: of the attachments, under their digests.
        source_version_id: the version of a source that it lives in here.
        source: the same with its text, where it is carried to another place.
    """

    id: str
    title: str
    created_at: datetime
    updated_at: datetime
    messages: tuple[Message, ...] = ()
    active_leaf_id: int | None = None
    context_starts_at: int | None = None
    draft: str = ""
    queue: tuple[str, ...] = ()
    options: ConversationOptions = field(default_factory=ConversationOptions)
    title_origin: TitleOrigin = TitleOrigin.USER
    contents: Mapping[str, bytes] = field(default_factory=dict)
    source_version_id: int | None = None
    source: SourceText | None = None


@dataclass(frozen=True, slots=True)
class ConversationPart:
    """A part of a conversation that is too long to be carried whole.

    Attributes:
        tree: in the first part, all but the messages; None in those that follow it.
        contents: of the attachments that these messages may have.
    """

    tree: ConversationTree | None
    messages: tuple[Message, ...] = ()
    contents: Mapping[str, bytes] = field(default_factory=dict)
    is_last: bool = False


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
class Preview:
    """A look into a chat that is not open: its last words, or a message that was found.

    Attributes:
        message_id: the one that was asked for; None for the last one of the chat.
        role: who says it.
        text: a piece of it, as it was written.
        found: what was looked for, as places in ``text``.
    """

    conversation_id: str
    message_id: int | None
    role: Role
    text: str
    found: tuple[TextRange, ...] = ()
