"""Recaps, which replace messages outside the context window."""

from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; older chats have no recap."""
    op.execute("ALTER TABLE message ADD COLUMN recap TEXT NOT NULL DEFAULT ''")
    op.execute("PRAGMA user_version = 9")
