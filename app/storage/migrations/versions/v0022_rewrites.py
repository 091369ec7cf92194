"""What each reply was asked to change in another version."""

from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; older replies rewrite no other version."""
    op.execute("ALTER TABLE message ADD COLUMN rewrite TEXT NOT NULL DEFAULT ''")
    op.execute("PRAGMA user_version = 22")
