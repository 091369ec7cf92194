"""Tags and archiving of conversations, and indexes of answers that were cut off."""

from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add both; older conversations have no tags and are in the list.

    The indexes contain the few answers that were cut off, so that listing all conversations does
    not read each last message.
    """
    op.execute("ALTER TABLE conversation ADD COLUMN tags TEXT NOT NULL DEFAULT ''")
    op.execute("ALTER TABLE conversation ADD COLUMN is_archived BOOLEAN NOT NULL DEFAULT 0")
    op.execute(
        "CREATE INDEX broken_reply ON message (id) WHERE status IN ('FAILED', 'INTERRUPTED')"
    )
    op.execute("CREATE INDEX short_reply ON reply_usage (message_id) WHERE is_cut_by_length = 1")
    op.execute("PRAGMA user_version = 10")
