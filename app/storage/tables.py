"""The tables as typed mappings; rows are not used outside this package.

Enum members are stored by name. Messages form a tree through ``parent_id``; edits and regenerated
replies never overwrite others. Lists are ordered by counters, not by the clock, which may jump.
"""

import contextlib
import json
from datetime import UTC, datetime

from sqlalchemy import Dialect, ForeignKey, Index, Text, TypeDecorator, UniqueConstraint, text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from app.errors import LazyText
from app.storage.plain_text import storable

_LONG_AGO = datetime.fromtimestamp(0, UTC)
# Conditions of partial indexes: SQLite uses an index only for a query with the same condition.
IS_BROKEN = text("status IN ('FAILED', 'INTERRUPTED')")
IS_PENDING = text("status = 'PENDING'")
IS_SHORT = text("is_cut_by_length = 1")
IS_PICTURE = text("kind = 'PICTURE'")
IS_IN_SOURCE = text("source_version_id IS NOT NULL")
IS_SOUND = text("kind = 'SOUND'")


class Moment(TypeDecorator[datetime]):
    """A time in UTC, stored as ISO 8601 text; invalid texts are read as a time long ago."""

    impl = Text
    cache_ok = True

    @property
    def python_type(self) -> type[str]:
        """Return the type stored in the database."""
        return str

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Return the text to store."""
        return None if value is None else _in_utc(value).isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        """Return the stored moment."""
        return None if value is None else self.read(value)

    @staticmethod
    def read(value: str) -> datetime:
        """Return the time of a text."""
        try:
            moment = datetime.fromisoformat(value)
        except (TypeError, ValueError):
            return _LONG_AGO
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def _in_utc(moment: datetime) -> datetime:
    try:
        return moment.astimezone(UTC)
    except OverflowError:  # in the first or last hours of the calendar
        return moment.replace(tzinfo=UTC)


class Note(TypeDecorator[str]):
    """A sentence with its values, translated when it is read."""

    impl = Text
    cache_ok = True

    @property
    def python_type(self) -> type[str]:
        """Return the type stored in the database."""
        return str

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Return the text to store: JSON if there are values, otherwise the sentence."""
        if isinstance(value, LazyText) and value.values:
            return json.dumps(value.parts())
        return None if value is None else storable(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> LazyText | None:
        """Return the stored sentence; other text is a sentence without values."""
        if value is None:
            return None
        with contextlib.suppress(ValueError, RecursionError):
            match json.loads(value) if value.startswith("[") else None:
                case [str(), dict()] as parts:
                    return LazyText.of(parts)
        return LazyText(value)


class Words(TypeDecorator[tuple[str, ...]]):
    """Words without spaces, joined by spaces."""

    impl = Text
    cache_ok = True

    @property
    def python_type(self) -> type[str]:
        """Return the type stored in the database."""
        return str

    def process_bind_param(self, value: tuple[str, ...] | None, dialect: Dialect) -> str | None:
        """Return the text to store."""
        return None if value is None else storable(" ".join(value))

    def process_result_value(self, value: str | None, dialect: Dialect) -> tuple[str, ...] | None:
        """Return the stored words."""
        if not value:  # the usual case
            return None if value is None else ()
        return tuple(value.split())


class Row(DeclarativeBase):
    """Base of all mappings."""

    type_annotation_map = {str: Text, datetime: Moment}  # noqa: RUF012  SQLAlchemy's own attribute


class ConversationRow(Row):
    """A conversation.

    Attributes:
        activity_number: increases over all conversations; the highest was used last.
        last_sequence_number: of its messages in all branches, which is their count.
        active_leaf_id: the last message of the branch that is shown.
        deleted_at: when it was moved to the trash.
        number: its key in the search index.
        system_prompt: None uses that of the settings.
        model_digest: of the file of its model; empty for the model of new chats.
        memory_begins_at_id: the first message in the context window.
        title_origin: the name of the title's author.
        chat_options: samplers, thinking and template arguments of this chat, as JSON.
        is_archived: whether the list hides it.
        source_version_id: the source whose text begins its prompts, if any.
    """

    __tablename__ = "conversation"
    __table_args__ = (
        Index("conversation_in_source", "source_version_id", sqlite_where=IS_IN_SOURCE),
    )

    id: Mapped[str] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(default="", server_default="")
    draft: Mapped[str] = mapped_column(default="", server_default="")
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    activity_number: Mapped[int] = mapped_column(index=True)
    last_sequence_number: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    active_leaf_id: Mapped[int | None] = mapped_column(
        # Conversations and messages refer to each other: use_alter tells SQLAlchemy which table
        # comes first.
        ForeignKey("message.id", name="active_leaf", ondelete="SET NULL", use_alter=True)
    )
    deleted_at: Mapped[datetime | None]
    number: Mapped[int | None] = mapped_column(unique=True, index=True)
    folder: Mapped[str] = mapped_column(default="", server_default="")
    is_pinned: Mapped[bool] = mapped_column(default=False, server_default=text("0"))
    system_prompt: Mapped[str | None]
    preset_name: Mapped[str | None]
    model_name: Mapped[str] = mapped_column(default="", server_default="")
    model_digest: Mapped[str] = mapped_column(default="", server_default="")
    overflow_policy: Mapped[str] = mapped_column(default="SLIDE", server_default="SLIDE")
    memory_begins_at_id: Mapped[int | None] = mapped_column(
        ForeignKey("message.id", name="memory_begin", ondelete="SET NULL", use_alter=True)
    )
    title_origin: Mapped[str] = mapped_column(default="USER", server_default="USER")
    chat_options: Mapped[str] = mapped_column(default="", server_default="")
    tags: Mapped[tuple[str, ...]] = mapped_column(Words, default=(), server_default="")
    is_archived: Mapped[bool] = mapped_column(default=False, server_default=text("0"))
    source_version_id: Mapped[int | None] = mapped_column(
        ForeignKey("source_version.id", ondelete="SET NULL")
    )


class SourceRow(Row):
    """A source: a name for the versions of a text."""

    __tablename__ = "source"

    id: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    created_at: Mapped[datetime]


class SourceVersionRow(Row):
    """A version of a source's text, stored in the attachments folder, and its last reading."""

    __tablename__ = "source_version"
    __table_args__ = (UniqueConstraint("source_id", "number", name="source_order"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    source_id: Mapped[str] = mapped_column(ForeignKey("source.id", ondelete="CASCADE"))
    number: Mapped[int]
    digest: Mapped[str]
    byte_count: Mapped[int]
    instruction: Mapped[str] = mapped_column(default="", server_default="")
    origin_json: Mapped[str] = mapped_column(default="", server_default="")
    created_at: Mapped[datetime]
    token_count: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    disk_bytes: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    read_at: Mapped[datetime | None]
    model: Mapped[str] = mapped_column(default="", server_default="")


class MessageRow(Row):
    """A message; its parent is the message that it answers or follows.

    Attributes:
        digest: of what must not change unnoticed (``app.storage.reading``).
        is_pinned: whether it stays in the context window when older ones leave it.
        recap: a summary of all messages before it, given to the model in their place.
        tool_calls: the calls that end a reply, as JSON.
        tool_use: of a result of a tool, as JSON without the arguments, which are searched.
        rewrite: of a reply that rewrites another version, as JSON.
    """

    __tablename__ = "message"
    __table_args__ = (
        UniqueConstraint("conversation_id", "sequence_number", name="message_order"),
        Index(
            "one_running_reply",
            "conversation_id",
            unique=True,
            sqlite_where=text("status = 'STREAMING'"),
        ),
        Index("broken_reply", "id", sqlite_where=IS_BROKEN),
        Index("pending_call", "conversation_id", sqlite_where=IS_PENDING),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    conversation_id: Mapped[str] = mapped_column(ForeignKey("conversation.id", ondelete="CASCADE"))
    parent_id: Mapped[int | None] = mapped_column(ForeignKey("message.id"), index=True)
    sequence_number: Mapped[int]
    role: Mapped[str]
    status: Mapped[str]
    is_pinned: Mapped[bool] = mapped_column(default=False, server_default=text("0"))
    text: Mapped[str] = mapped_column(default="", server_default="")
    note: Mapped[str] = mapped_column(Note, default="", server_default="")
    created_at: Mapped[datetime]
    reasoning: Mapped[str] = mapped_column(default="", server_default="")
    recap: Mapped[str] = mapped_column(default="", server_default="")
    digest: Mapped[bytes | None]
    tool_calls: Mapped[str] = mapped_column(default="", server_default="")
    tool_use: Mapped[str] = mapped_column(default="", server_default="")
    tool_arguments: Mapped[str] = mapped_column(default="", server_default="")
    rewrite: Mapped[str] = mapped_column(default="", server_default="")


class ReplyUsageRow(Row):
    """The usage of a reply.

    Attributes:
        reused_from: the name of the place where the reused tokens were.
    """

    __tablename__ = "reply_usage"
    __table_args__ = (Index("short_reply", "message_id", sqlite_where=IS_SHORT),)

    message_id: Mapped[int] = mapped_column(
        ForeignKey("message.id", ondelete="CASCADE"), primary_key=True
    )
    prompt_tokens: Mapped[int]
    reused_tokens: Mapped[int]
    reply_tokens: Mapped[int]
    dropped_messages: Mapped[int]
    context_tokens: Mapped[int]
    queue_seconds: Mapped[float]
    first_token_seconds: Mapped[float | None]
    decode_seconds: Mapped[float]
    model_name: Mapped[str]
    is_cut_by_length: Mapped[bool]
    reused_from: Mapped[str] = mapped_column(default="NOWHERE", server_default="NOWHERE")
    restore_seconds: Mapped[float] = mapped_column(default=0.0, server_default=text("0"))
    drafted_tokens: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    accepted_tokens: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    network_seconds: Mapped[float] = mapped_column(default=0.0, server_default=text("0"))
    reading_seconds: Mapped[float] = mapped_column(default=0.0, server_default=text("0"))
    endpoint_name: Mapped[str] = mapped_column(default="", server_default="")
    # Not read any more; older versions need them.
    shared_seconds: Mapped[float] = mapped_column(default=0.0, server_default=text("0"))
    slowing_seconds: Mapped[float] = mapped_column(default=0.0, server_default=text("0"))


class OpenTabRow(Row):
    """A tab at its position, counted from 0 over all panes.

    Attributes:
        pane: the number of its pane; 0 is the first pane of the first window.
        is_active: whether it is in front of the pane in use.
        is_in_front: whether it is in front of its pane.
        is_unread: whether its last answer ended, or was cut off, while hidden.
    """

    __tablename__ = "open_tab"

    position: Mapped[int] = mapped_column("place", primary_key=True, autoincrement=False)
    conversation_id: Mapped[str] = mapped_column(
        ForeignKey("conversation.id", ondelete="CASCADE"), unique=True
    )
    is_active: Mapped[bool]
    pane: Mapped[int] = mapped_column(server_default=text("0"))
    is_in_front: Mapped[bool] = mapped_column(server_default=text("0"))
    is_unread: Mapped[bool] = mapped_column(server_default=text("0"))


class QueuedMessageRow(Row):
    """A queued message at its position in the conversation's queue."""

    __tablename__ = "queued_message"

    conversation_id: Mapped[str] = mapped_column(
        ForeignKey("conversation.id", ondelete="CASCADE"), primary_key=True
    )
    position: Mapped[int] = mapped_column("place", primary_key=True, autoincrement=False)
    text: Mapped[str]


class AttachmentRow(Row):
    """A file of a message; its content is in the attachments folder.

    Attributes:
        kind: the name of its kind for the model.
        pixels: digest of the decoded pixels of a picture, or of the samples of a sound.
        width: of a picture; of a sound, the number of samples; of a text, the number of pages.
        height: of a picture; of a text, the number of words.
    """

    __tablename__ = "attachment"
    __table_args__ = (Index("picture_pixels", "pixels", sqlite_where=IS_PICTURE),)

    id: Mapped[int] = mapped_column(primary_key=True)
    message_id: Mapped[int] = mapped_column(
        ForeignKey("message.id", ondelete="CASCADE"), index=True
    )
    name: Mapped[str]
    media_type: Mapped[str]
    byte_count: Mapped[int]
    digest: Mapped[str] = mapped_column(index=True)
    kind: Mapped[str] = mapped_column(default="TEXT", server_default="TEXT")
    width: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    height: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    pixels: Mapped[str] = mapped_column(default="", server_default="")


class PresetRow(Row):
    """Named sampling values, as the text of a JSON object."""

    __tablename__ = "preset"

    name: Mapped[str] = mapped_column(primary_key=True)
    values_json: Mapped[str]


class SavedPromptRow(Row):
    """A named text that the user sends often."""

    __tablename__ = "saved_prompt"

    name: Mapped[str] = mapped_column(primary_key=True)
    text: Mapped[str]


class ComparisonRow(Row):
    """A comparison of answers; it is deleted with its conversation."""

    __tablename__ = "comparison"

    id: Mapped[str] = mapped_column(primary_key=True)
    kind: Mapped[str]
    title: Mapped[str]
    question: Mapped[str]
    created_at: Mapped[datetime]
    conversation_id: Mapped[str | None] = mapped_column(
        ForeignKey("conversation.id", ondelete="CASCADE"), index=True
    )
    message_id: Mapped[int | None] = mapped_column(
        ForeignKey("message.id", ondelete="SET NULL"), index=True
    )
    is_stopped: Mapped[bool] = mapped_column(default=False, server_default=text("0"))
    consents: Mapped[tuple[str, ...]] = mapped_column(Words, default=(), server_default="")


class ComparisonCellRow(Row):
    """An answer of a comparison; ``conversation_id`` is used to remove it from the backups."""

    __tablename__ = "comparison_cell"
    __table_args__ = (Index("cell_order", "comparison_id", "position", unique=True),)

    id: Mapped[int] = mapped_column(primary_key=True)
    comparison_id: Mapped[str] = mapped_column(ForeignKey("comparison.id", ondelete="CASCADE"))
    conversation_id: Mapped[str | None] = mapped_column(
        ForeignKey("conversation.id", ondelete="CASCADE"), index=True
    )
    position: Mapped[int]
    question: Mapped[str] = mapped_column(default="", server_default="")
    status: Mapped[str] = mapped_column(default="", server_default="")
    text: Mapped[str] = mapped_column(default="", server_default="")
    reasoning: Mapped[str] = mapped_column(default="", server_default="")
    note: Mapped[str] = mapped_column(Note, default="", server_default="")
    options_json: Mapped[str] = mapped_column(default="", server_default="")
    usage_json: Mapped[str] = mapped_column(default="", server_default="")


class KnownModelRow(Row):
    """A model that was used or configured here, by the SHA-256 of its file."""

    __tablename__ = "known_model"

    digest: Mapped[str] = mapped_column(primary_key=True)
    name: Mapped[str]
    path_json: Mapped[str]
    used_at: Mapped[datetime | None]
    settings_json: Mapped[str]


class PurgedConversationRow(Row):
    """A purged conversation, recorded so that backups do not restore it."""

    __tablename__ = "purged_conversation"

    id: Mapped[str] = mapped_column(primary_key=True)


class DeletedMessageRow(Row):
    """A singly deleted message, recorded so that backups do not restore it."""

    __tablename__ = "deleted_message"

    id: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)


class WrittenDayRow(Row):
    """The range of message ids of a day (in UTC); the search skips all others."""

    __tablename__ = "written_day"

    day: Mapped[str] = mapped_column(primary_key=True)
    first_message_id: Mapped[int]
    last_message_id: Mapped[int]


class SeenDayRow(Row):
    """A day (in UTC) on which the program ran long enough for its upkeep.

    Attributes:
        is_checked: whether a backup was completely checked on that day.
    """

    __tablename__ = "seen_day"

    day: Mapped[str] = mapped_column(primary_key=True)
    is_checked: Mapped[bool] = mapped_column(default=False, server_default=text("0"))
