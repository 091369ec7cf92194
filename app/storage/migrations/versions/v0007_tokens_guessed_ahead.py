"""How many tokens were guessed ahead for a reply, and how many of them were right."""

from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both; for older replies nothing was guessed."""
    op.execute("ALTER TABLE reply_usage ADD COLUMN drafted_tokens INTEGER NOT NULL DEFAULT 0")
    op.execute("ALTER TABLE reply_usage ADD COLUMN accepted_tokens INTEGER NOT NULL DEFAULT 0")
    op.execute("PRAGMA user_version = 7")
