"""Conversations as they are listed, opened, searched, exported and imported."""

import enum
from collections.abc import Mapping
from datetime import datetime

import msgspec

from app.domain.chat_options import NO_MODEL, ChatModel, ChatOptions
from app.domain.messages import Message, OutgoingMessage, Role, Turn
from app.sources.model import SourceLink, SourceText


class OverflowPolicy(enum.Enum):
    """The policy when a conversation fills its context window; stored by name."""

    SLIDE = "slide"
    STOP = "stop"


class TitleOrigin(enum.Enum):
    """The author of a conversation's title; stored by name."""

    FIRST_WORDS = "first words"
    MODEL = "model"
    USER = "user"


class ConversationOptions(msgspec.Struct, frozen=True):
    """The user's choices for one conversation.

    Attributes:
        folder: the folder in the sidebar; empty for none.
        system_prompt: None uses that of the settings.
        preset_name: of the sampling preset; None uses the settings.
        model: the model of this computer that answers.
        chat: samplers, thinking and template arguments of this chat alone.
        tags: words without spaces.
        is_archived: whether the list hides it.
    """

    folder: str = ""
    is_pinned: bool = False
    system_prompt: str | None = None
    preset_name: str | None = None
    model: ChatModel = NO_MODEL
    overflow_policy: OverflowPolicy = OverflowPolicy.SLIDE
    chat: ChatOptions = msgspec.field(default_factory=ChatOptions)
    tags: tuple[str, ...] = ()
    is_archived: bool = False


class Preset(msgspec.Struct, frozen=True):
    """Named sampling values; the engine interprets them."""

    name: str
    values: Mapping[str, object]


class ConversationSummary(msgspec.Struct, frozen=True):
    """A conversation as the sidebar lists it.

    Attributes:
        activity_number: increases over all conversations; the highest was used last.
        number: increases with each new conversation, and never changes.
        tags: the user's tags, without the "#".
        is_archived: whether it is only listed in the archive and in searches.
        has_failed: whether its last answer failed.
        is_interrupted: whether its last answer was interrupted.
        is_short: whether its last answer reached the maximum length or the end of the context.
        model_digest, model_name: the model that it has chosen, as in ``ChatModel``.
    """

    id: str
    title: str
    updated_at: datetime
    message_count: int = 0
    folder: str = ""
    is_pinned: bool = False
    activity_number: int = 0
    number: int = 0
    tags: tuple[str, ...] = ()
    is_archived: bool = False
    has_failed: bool = False
    is_interrupted: bool = False
    is_short: bool = False
    model_digest: str = ""
    model_name: str = ""


class DeletedConversation(msgspec.Struct, frozen=True):
    """A conversation in the trash."""

    id: str
    title: str
    deleted_at: datetime
    message_count: int = 0


class Conversation(msgspec.Struct, frozen=True):
    """A conversation with all messages of its active branch, oldest first.

    Attributes:
        queue: messages waiting to be sent, the next one first.
        context_starts_at: the first message in the context window; None if all are in it.
        source: the source whose text begins its prompts, if any.
    """

    id: str
    title: str
    updated_at: datetime
    messages: tuple[Message, ...] = ()
    draft: OutgoingMessage = msgspec.field(default_factory=OutgoingMessage)
    queue: tuple[OutgoingMessage, ...] = ()
    options: ConversationOptions = msgspec.field(default_factory=ConversationOptions)
    context_starts_at: int | None = None
    title_origin: TitleOrigin = TitleOrigin.FIRST_WORDS
    source: SourceLink | None = None

    @property
    def pinned_above_context(self) -> int:
        """The number of pinned messages before the first one in the context window."""
        begins = self.context_starts_at or 0
        return sum(each.is_pinned and each.id < begins for each in self.messages)


class StartedTurn(msgspec.Struct, frozen=True):
    """A question whose replies were started, and its stored conversation.

    Attributes:
        reply: the reply at the end of the active branch, with its sibling number.
        others: further replies to the same question, outside the active branch.
        calls: the PENDING calls of the reply, which has ended; empty if it is to be written.
    """

    conversation: Conversation
    user: Message
    reply: Message
    others: tuple[Turn, ...] = ()
    calls: tuple[Message, ...] = ()

    @property
    def turns(self) -> tuple[Turn, ...]:
        """The question with each of its replies."""
        return (Turn(self.user, self.reply), *self.others)


class ConversationTree(msgspec.Struct, frozen=True):
    """A conversation with the messages of all branches, for export and import.

    Attributes:
        id: kept if it is not in use.
        messages: every message after its parent.
        active_leaf_id: the last message of the branch that is shown.
        context_starts_at: the first message in the context window; None if all are in it.
        draft, queue: as stored, packed into text.
        contents: of the attachments, by digest.
        source_version_id: the version of its source in this database.
        source: its source with the text, for another database.
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
    options: ConversationOptions = msgspec.field(default_factory=ConversationOptions)
    title_origin: TitleOrigin = TitleOrigin.USER
    contents: Mapping[str, bytes] = msgspec.field(default_factory=dict)
    source_version_id: int | None = None
    source: SourceText | None = None


class ConversationPart(msgspec.Struct, frozen=True):
    """A part of a conversation that is too long for one frame.

    Attributes:
        tree: everything except the messages, in the first part; None in later parts.
        contents: of the attachments that these messages may have.
    """

    tree: ConversationTree | None
    messages: tuple[Message, ...] = ()
    contents: Mapping[str, bytes] = msgspec.field(default_factory=dict)
    is_last: bool = False


class SearchQuery(msgspec.Struct, frozen=True):
    """A search for words, prefixes, any three characters, and "whole phrases".

    Attributes:
        text: all of its words and phrases must occur.
        since, until: the time range of messages, excluding the end.
        limit: maximum number of hits.
    """

    text: str
    model_name: str | None = None
    folder: str | None = None
    role: Role | None = None
    since: datetime | None = None
    until: datetime | None = None
    limit: int = 50


class TextRange(msgspec.Struct, frozen=True):
    """The characters of a text from ``start`` up to ``end``, exclusive."""

    start: int
    end: int


class SearchHit(msgspec.Struct, frozen=True):
    """A title or a message that was found.

    Attributes:
        message_id: None if the title was found.
        snippet: the text around the first match, in one line.
        highlights: the matches, as ranges of ``snippet``.
    """

    conversation_id: str
    title: str
    message_id: int | None
    role: Role | None
    written_at: datetime
    snippet: str
    highlights: tuple[TextRange, ...] = ()


class Preview(msgspec.Struct, frozen=True):
    """A preview of a chat that is not open: its last message, or a found message.

    Attributes:
        message_id: the requested message; None for the last one of the chat.
        role: the author's role.
        text: a part of the message.
        found: the matches, as ranges of ``text``.
    """

    conversation_id: str
    message_id: int | None
    role: Role
    text: str
    found: tuple[TextRange, ...] = ()
