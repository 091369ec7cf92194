"""Models that were used or set up here, by the SHA-256 of their files."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table, without a model."""
    op.create_table(
        "known_model",
        sa.Column("digest", sa.Text, primary_key=True, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("path_json", sa.Text, nullable=False),
        sa.Column("used_at", sa.Text),
        sa.Column("settings_json", sa.Text, nullable=False),
    )
    op.execute("PRAGMA user_version = 14")
