"""The tables as typed mappings; rows never leave this package.

Names are stored, never numbers of enum members. Messages form a tree through ``parent_id``; no
edit and no regenerated reply overwrites another. What is listed is ordered by counters, never by
the clock, which may jump.
"""

from datetime import UTC, datetime

from sqlalchemy import (
    Dialect,
    ForeignKey,
    Index,
    Text,
    TypeDecorator,
    UniqueConstraint,
    text,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

_LONG_AGO = datetime.fromtimestamp(0, UTC)


class Moment(TypeDecorator[datetime]):
    """A time of day in UTC, kept as ISO 8601 text; one that can't be read is long ago."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Return the text to store."""
        return None if value is None else value.astimezone(UTC).isoformat(timespec="microseconds")

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        """Return the stored moment."""
        if value is None:
            return None
        try:
            moment = datetime.fromisoformat(value)
        except (TypeError, ValueError):
            return _LONG_AGO
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


class Row(DeclarativeBase):
    """Base of all mappings."""

    type_annotation_map = {str: Text, datetime: Moment}  # noqa: RUF012  SQLAlchemy's own attribute


class ConversationRow(Row):
    """A conversation.

    Attributes:
        activity_number: grows over all conversations; the highest was used last.
        last_sequence_number: of its messages in all branches, and so their count.
        active_leaf_id: the last message of the branch that is shown.
        deleted_at: since when it lies in the trash.
    """

    __tablename__ = "conversation"

    id: Mapped[str] = mapped_column(primary_key=True)
    title: Mapped[str] = mapped_column(default="", server_default="")
    draft: Mapped[str] = mapped_column(default="", server_default="")
    created_at: Mapped[datetime]
    updated_at: Mapped[datetime]
    activity_number: Mapped[int] = mapped_column(index=True)
    last_sequence_number: Mapped[int] = mapped_column(default=0, server_default=text("0"))
    active_leaf_id: Mapped[int | None] = mapped_column(
        # Conversations and messages point at each other: use_alter tells SQLAlchemy which of the
        # two tables comes first.
        ForeignKey("message.id", name="active_leaf", ondelete="SET NULL", use_alter=True)
    )
    deleted_at: Mapped[datetime | None]


class MessageRow(Row):
    """A message, child of the one that it answers or follows."""

    __tablename__ = "message"
    __table_args__ = (
        UniqueConstraint("conversation_id", "sequence_number", name="message_order"),
        Index(
            "one_running_reply",
            "conversation_id",
            unique=True,
            sqlite_where=text("status = 'STREAMING'"),
        ),
        {"sqlite_autoincrement": True},
    )

    id: Mapped[int] = mapped_column(primary_key=True)
    conversation_id: Mapped[str] = mapped_column(ForeignKey("conversation.id", ondelete="CASCADE"))
    parent_id: Mapped[int | None] = mapped_column(ForeignKey("message.id"), index=True)
    sequence_number: Mapped[int]
    role: Mapped[str]
    status: Mapped[str]
    text: Mapped[str] = mapped_column(default="", server_default="")
    note: Mapped[str] = mapped_column(default="", server_default="")
    created_at: Mapped[datetime]


class ReplyUsageRow(Row):
    """What a reply cost."""

    __tablename__ = "reply_usage"

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


class OpenTabRow(Row):
    """A tab of the window at its place, counted from 0."""

    __tablename__ = "open_tab"

    place: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    conversation_id: Mapped[str] = mapped_column(
        ForeignKey("conversation.id", ondelete="CASCADE"), unique=True
    )
    is_active: Mapped[bool]
