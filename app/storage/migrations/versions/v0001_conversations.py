"""Conversations, their messages, what replies cost, open tabs."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the first tables."""
    _create_conversations()
    _create_messages()
    _create_reply_usage()
    _create_open_tabs()
    op.execute("PRAGMA application_id = 1215652450")  # "Hubb"
    op.execute("PRAGMA user_version = 1")


def _create_conversations() -> None:
    op.create_table(
        "conversation",
        sa.Column("id", sa.Text, primary_key=True, nullable=False),
        sa.Column("title", sa.Text, nullable=False, server_default=""),
        sa.Column("draft", sa.Text, nullable=False, server_default=""),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("updated_at", sa.Text, nullable=False),
        sa.Column("activity_number", sa.Integer, nullable=False),
        sa.Column("last_sequence_number", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column(
            "active_leaf_id",
            sa.Integer,
            sa.ForeignKey("message.id", name="active_leaf", ondelete="SET NULL"),
        ),
        sa.Column("deleted_at", sa.Text),
    )
    op.create_index("ix_conversation_activity_number", "conversation", ["activity_number"])


def _create_messages() -> None:
    op.create_table(
        "message",
        sa.Column("id", sa.Integer, primary_key=True, nullable=False),
        sa.Column(
            "conversation_id",
            sa.Text,
            sa.ForeignKey("conversation.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("parent_id", sa.Integer, sa.ForeignKey("message.id")),
        sa.Column("sequence_number", sa.Integer, nullable=False),
        sa.Column("role", sa.Text, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("text", sa.Text, nullable=False, server_default=""),
        sa.Column("note", sa.Text, nullable=False, server_default=""),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.UniqueConstraint("conversation_id", "sequence_number", name="message_order"),
        sqlite_autoincrement=True,
    )
    op.create_index("ix_message_parent_id", "message", ["parent_id"])
    op.create_index(
        "one_running_reply",
        "message",
        ["conversation_id"],
        unique=True,
        sqlite_where=sa.text("status = 'STREAMING'"),
    )


def _create_reply_usage() -> None:
    op.create_table(
        "reply_usage",
        sa.Column(
            "message_id",
            sa.Integer,
            sa.ForeignKey("message.id", ondelete="CASCADE"),
            primary_key=True,
            nullable=False,
        ),
        sa.Column("prompt_tokens", sa.Integer, nullable=False),
        sa.Column("reused_tokens", sa.Integer, nullable=False),
        sa.Column("reply_tokens", sa.Integer, nullable=False),
        sa.Column("dropped_messages", sa.Integer, nullable=False),
        sa.Column("context_tokens", sa.Integer, nullable=False),
        sa.Column("queue_seconds", sa.Double, nullable=False),
        sa.Column("first_token_seconds", sa.Double),
        sa.Column("decode_seconds", sa.Double, nullable=False),
        sa.Column("model_name", sa.Text, nullable=False),
        sa.Column("is_cut_by_length", sa.Boolean, nullable=False),
    )


def _create_open_tabs() -> None:
    op.create_table(
        "open_tab",
        sa.Column("place", sa.Integer, primary_key=True, nullable=False, autoincrement=False),
        sa.Column(
            "conversation_id",
            sa.Text,
            sa.ForeignKey("conversation.id", ondelete="CASCADE"),
            nullable=False,
            unique=True,
        ),
        sa.Column("is_active", sa.Boolean, nullable=False),
    )
