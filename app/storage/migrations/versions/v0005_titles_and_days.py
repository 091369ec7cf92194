"""Who made a title; on which days the program did its upkeep."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both; nobody knows who made the older titles, and a user's own must stay."""
    op.execute("ALTER TABLE conversation ADD COLUMN title_origin TEXT NOT NULL DEFAULT 'USER'")
    op.create_table(
        "seen_day",
        sa.Column("day", sa.Text, primary_key=True, nullable=False),
        sa.Column("is_checked", sa.Boolean, nullable=False, server_default=sa.text("0")),
    )
    op.execute("PRAGMA user_version = 5")
