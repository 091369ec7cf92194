"""The model that each conversation has chosen."""

from alembic import op

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; older conversations use the model of new chats."""
    op.execute("ALTER TABLE conversation ADD COLUMN model_digest TEXT NOT NULL DEFAULT ''")
    op.execute("PRAGMA user_version = 21")
