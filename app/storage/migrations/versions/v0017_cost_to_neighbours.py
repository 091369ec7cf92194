"""The time in which a reply shared the batch with others, and the slowdown it caused."""

from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both; unknown for older replies."""
    op.execute("ALTER TABLE reply_usage ADD COLUMN shared_seconds DOUBLE NOT NULL DEFAULT 0")
    op.execute("ALTER TABLE reply_usage ADD COLUMN slowing_seconds DOUBLE NOT NULL DEFAULT 0")
    op.execute("PRAGMA user_version = 17")
