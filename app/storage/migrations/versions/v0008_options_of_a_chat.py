"""What is set for one chat only: samplers, thinking, arguments of the template."""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; older chats have set nothing."""
    op.execute("ALTER TABLE conversation ADD COLUMN chat_options TEXT NOT NULL DEFAULT ''")
    op.execute("PRAGMA user_version = 8")
