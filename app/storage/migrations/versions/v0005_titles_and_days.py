"""The author of a title; the days on which upkeep ran."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both; the author of older titles is unknown, so they count as the user's."""
    op.execute("ALTER TABLE conversation ADD COLUMN title_origin TEXT NOT NULL DEFAULT 'USER'")
    op.create_table(
        "seen_day",
        sa.Column("day", sa.Text, primary_key=True, nullable=False),
        sa.Column("is_checked", sa.Boolean, nullable=False, server_default=sa.text("0")),
    )
    op.execute("PRAGMA user_version = 5")
