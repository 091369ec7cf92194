"""The machine that gave a reply, and its times for the network and the prompt."""

from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add all three; older replies are of this machine."""
    op.execute("ALTER TABLE reply_usage ADD COLUMN network_seconds DOUBLE NOT NULL DEFAULT 0")
    op.execute("ALTER TABLE reply_usage ADD COLUMN reading_seconds DOUBLE NOT NULL DEFAULT 0")
    op.execute("ALTER TABLE reply_usage ADD COLUMN endpoint_name TEXT NOT NULL DEFAULT ''")
    op.execute("PRAGMA user_version = 15")
