"""The numbers of drafted and accepted tokens of a reply."""

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both; 0 for older replies."""
    op.execute("ALTER TABLE reply_usage ADD COLUMN drafted_tokens INTEGER NOT NULL DEFAULT 0")
    op.execute("ALTER TABLE reply_usage ADD COLUMN accepted_tokens INTEGER NOT NULL DEFAULT 0")
    op.execute("PRAGMA user_version = 7")
