"""Tabs in split views or separate windows."""

from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the pane of a tab; until now all tabs were in one row."""
    op.execute("ALTER TABLE open_tab ADD COLUMN pane INTEGER NOT NULL DEFAULT 0")
    op.execute("ALTER TABLE open_tab ADD COLUMN is_in_front BOOLEAN NOT NULL DEFAULT 0")
    op.execute("UPDATE open_tab SET is_in_front = is_active")
    op.execute("PRAGMA user_version = 4")
