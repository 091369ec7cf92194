"""Messages that stay in the context window when older ones leave it."""

from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the mark; no message has it yet."""
    op.execute("ALTER TABLE message ADD COLUMN is_pinned BOOLEAN NOT NULL DEFAULT 0")
    op.execute("PRAGMA user_version = 3")
