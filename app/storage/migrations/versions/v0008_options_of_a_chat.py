"""Options of a single chat: samplers, thinking, arguments of the template."""

from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column; older chats have no options."""
    op.execute("ALTER TABLE conversation ADD COLUMN chat_options TEXT NOT NULL DEFAULT ''")
    op.execute("PRAGMA user_version = 8")
