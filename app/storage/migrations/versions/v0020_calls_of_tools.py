"""Calls of tools, and their results, which are messages."""

from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the columns; older messages have no calls."""
    for column in ("tool_calls", "tool_use", "tool_arguments"):
        op.execute(f"ALTER TABLE message ADD COLUMN {column} TEXT NOT NULL DEFAULT ''")
    op.execute("CREATE INDEX pending_call ON message (conversation_id) WHERE status = 'PENDING'")
    op.execute("PRAGMA user_version = 20")
