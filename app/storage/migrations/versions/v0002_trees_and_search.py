"""Options of conversations, queues, attachments, presets, reasoning, digests, a search index."""

import hashlib

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

# Prefixes of two and three characters are indexed; longer ones are rare enough.
_WORDS = "'unicode61 remove_diacritics 2', prefix='2 3'"
_TRIGRAM = "'trigram'"


def upgrade() -> None:
    """Add the columns, fill them, and begin the index."""
    _widen_conversations()
    _widen_messages()
    _create_queued_messages()
    _create_attachments()
    op.create_table(
        "preset",
        sa.Column("name", sa.Text, primary_key=True, nullable=False),
        sa.Column("values_json", sa.Text, nullable=False),
    )
    op.create_table(
        "purged_conversation", sa.Column("id", sa.Text, primary_key=True, nullable=False)
    )
    _create_written_days()
    _seal_messages()
    _index_titles()
    _index_messages()
    op.execute("PRAGMA user_version = 2")


def _widen_conversations() -> None:
    # Written as SQL: alembic adds the references of a new column in a second step, which SQLite
    # does not know.
    for column in (
        "number INTEGER",
        "folder TEXT NOT NULL DEFAULT ''",
        "is_pinned BOOLEAN NOT NULL DEFAULT 0",
        "system_prompt TEXT",
        "preset_name TEXT",
        "model_name TEXT NOT NULL DEFAULT ''",
        "overflow_policy TEXT NOT NULL DEFAULT 'SLIDE'",
        "memory_begins_at_id INTEGER "
        "CONSTRAINT memory_begin REFERENCES message (id) ON DELETE SET NULL",
    ):
        op.execute(f"ALTER TABLE conversation ADD COLUMN {column}")
    op.execute("UPDATE conversation SET number = rowid")
    op.create_index("ix_conversation_number", "conversation", ["number"], unique=True)


def _widen_messages() -> None:
    op.execute("ALTER TABLE message ADD COLUMN reasoning TEXT NOT NULL DEFAULT ''")
    op.execute("ALTER TABLE message ADD COLUMN digest BLOB")


def _create_queued_messages() -> None:
    op.create_table(
        "queued_message",
        sa.Column(
            "conversation_id",
            sa.Text,
            sa.ForeignKey("conversation.id", ondelete="CASCADE"),
            primary_key=True,
            nullable=False,
        ),
        sa.Column("place", sa.Integer, primary_key=True, nullable=False, autoincrement=False),
        sa.Column("text", sa.Text, nullable=False),
    )


def _create_attachments() -> None:
    op.create_table(
        "attachment",
        sa.Column("id", sa.Integer, primary_key=True, nullable=False),
        sa.Column(
            "message_id",
            sa.Integer,
            sa.ForeignKey("message.id", ondelete="CASCADE"),
            nullable=False,
        ),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("media_type", sa.Text, nullable=False),
        sa.Column("byte_count", sa.Integer, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
    )
    op.create_index("ix_attachment_message_id", "attachment", ["message_id"])
    op.create_index("ix_attachment_digest", "attachment", ["digest"])


def _create_written_days() -> None:
    op.create_table(
        "written_day",
        sa.Column("day", sa.Text, primary_key=True, nullable=False),
        sa.Column("first_message_id", sa.Integer, nullable=False),
        sa.Column("last_message_id", sa.Integer, nullable=False),
    )
    op.execute(
        "INSERT INTO written_day SELECT substr(created_at, 1, 10), min(id), max(id) "
        "FROM message GROUP BY 1"
    )


def _seal_messages() -> None:
    connection = op.get_bind()
    rows = connection.exec_driver_sql(
        "SELECT id, conversation_id, sequence_number, parent_id, role, text FROM message"
    )
    # A reading cursor must not see rows that are written meanwhile.
    digests = [(_digest(*place), id_) for id_, *place in rows]
    if digests:
        connection.exec_driver_sql("UPDATE message SET digest = ? WHERE id = ?", digests)


def _digest(
    conversation_id: str, number: int, parent_id: int | None, role: str, text: str
) -> bytes:
    parent = "" if parent_id is None else str(parent_id)
    digest = hashlib.blake2b(digest_size=16)
    for part in (conversation_id, str(number), parent, role, text, ""):
        content = str(part).encode("utf-8", "surrogatepass")
        digest.update(len(content).to_bytes(8, "little") + content)
    return digest.digest()


def _index_titles() -> None:
    _create_index("title_words", "title", "conversation", "number", _WORDS)
    _create_index("title_letters", "title", "conversation", "number", _TRIGRAM)


def _index_messages() -> None:
    _create_index("message_words", "text", "message", "id", _WORDS)
    _create_index("message_letters", "text", "message", "id", _TRIGRAM)


def _create_index(name: str, column: str, table: str, key: str, tokenizer: str) -> None:
    # Only the rows of a word are stored, not positions or counts: this needs half the space, and
    # the remains of a deleted text can't be reassembled.
    op.execute(
        f"CREATE VIRTUAL TABLE {name} USING fts5({column}, content='{table}', "
        f"content_rowid='{key}', tokenize={tokenizer}, detail=none, columnsize=0)"
    )
    is_settled = " WHERE status <> 'STREAMING'" if table == "message" else ""
    op.execute(
        f"INSERT INTO {name} (rowid, {column}) SELECT {key}, {column} FROM {table}{is_settled}"
    )
