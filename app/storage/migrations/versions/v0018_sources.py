"""Sources with their versions, and the source of a conversation."""

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both tables, and the column."""
    op.create_table(
        "source",
        sa.Column("id", sa.Text, primary_key=True, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created_at", sa.Text, nullable=False),
    )
    op.create_table(
        "source_version",
        sa.Column("id", sa.Integer, primary_key=True, nullable=False),
        sa.Column(
            "source_id", sa.Text, sa.ForeignKey("source.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("digest", sa.Text, nullable=False),
        sa.Column("byte_count", sa.Integer, nullable=False),
        sa.Column("instruction", sa.Text, nullable=False, server_default=""),
        sa.Column("origin_json", sa.Text, nullable=False, server_default=""),
        sa.Column("created_at", sa.Text, nullable=False),
        sa.Column("token_count", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("disk_bytes", sa.Integer, nullable=False, server_default=sa.text("0")),
        sa.Column("read_at", sa.Text),
        sa.Column("model", sa.Text, nullable=False, server_default=""),
        sa.UniqueConstraint("source_id", "number", name="source_order"),
    )
    op.execute(
        "ALTER TABLE conversation ADD COLUMN source_version_id INTEGER "
        "REFERENCES source_version (id) ON DELETE SET NULL"
    )
    op.execute(
        "CREATE INDEX conversation_in_source ON conversation (source_version_id) "
        "WHERE source_version_id IS NOT NULL"
    )
    op.execute("PRAGMA user_version = 18")
