"""Where the reused tokens of a reply were, and how long restoring them took."""

from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both; unknown for older replies."""
    op.execute("ALTER TABLE reply_usage ADD COLUMN reused_from TEXT NOT NULL DEFAULT 'NOWHERE'")
    op.execute("ALTER TABLE reply_usage ADD COLUMN restore_seconds DOUBLE NOT NULL DEFAULT 0")
    op.execute("PRAGMA user_version = 6")
