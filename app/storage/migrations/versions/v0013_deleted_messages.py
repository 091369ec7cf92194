"""Messages that were deleted singly, so that backups do not restore them."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table; deletions by older versions are unknown."""
    op.create_table(
        "deleted_message",
        sa.Column("id", sa.Integer, primary_key=True, nullable=False, autoincrement=False),
    )
    op.execute("PRAGMA user_version = 13")
