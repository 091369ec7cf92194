"""Tabs with an unread answer."""

from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the mark; existing tabs have none."""
    op.execute("ALTER TABLE open_tab ADD COLUMN is_unread BOOLEAN NOT NULL DEFAULT 0")
    op.execute("PRAGMA user_version = 11")
