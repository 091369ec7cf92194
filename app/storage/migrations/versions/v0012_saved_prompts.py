"""Saved prompts of the user, by name."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table, without a prompt."""
    op.create_table(
        "saved_prompt",
        sa.Column("name", sa.Text, primary_key=True, nullable=False),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.execute("PRAGMA user_version = 12")
