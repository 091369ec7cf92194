"""Messages that were deleted one by one, so that no backup brings them back."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table; which messages older versions have deleted is not known."""
    op.create_table(
        "deleted_message",
        sa.Column("id", sa.Integer, primary_key=True, nullable=False, autoincrement=False),
    )
    op.execute("PRAGMA user_version = 13")
