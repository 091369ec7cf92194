"""Comparisons: one question with several settings, or several questions, with the answers."""

from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None

_COMPARISON = """
CREATE TABLE comparison (
    id TEXT NOT NULL PRIMARY KEY,
    kind TEXT NOT NULL,
    title TEXT NOT NULL,
    question TEXT NOT NULL,
    created_at TEXT NOT NULL,
    conversation_id TEXT,
    message_id INTEGER,
    is_stopped BOOLEAN NOT NULL DEFAULT 0,
    consents TEXT NOT NULL DEFAULT '',
    FOREIGN KEY(conversation_id) REFERENCES conversation (id) ON DELETE CASCADE,
    FOREIGN KEY(message_id) REFERENCES message (id) ON DELETE SET NULL
)
"""
_CELL = """
CREATE TABLE comparison_cell (
    id INTEGER NOT NULL PRIMARY KEY,
    comparison_id TEXT NOT NULL,
    conversation_id TEXT,
    position INTEGER NOT NULL,
    question TEXT NOT NULL DEFAULT '',
    status TEXT NOT NULL DEFAULT '',
    text TEXT NOT NULL DEFAULT '',
    reasoning TEXT NOT NULL DEFAULT '',
    note TEXT NOT NULL DEFAULT '',
    options_json TEXT NOT NULL DEFAULT '',
    usage_json TEXT NOT NULL DEFAULT '',
    FOREIGN KEY(comparison_id) REFERENCES comparison (id) ON DELETE CASCADE,
    FOREIGN KEY(conversation_id) REFERENCES conversation (id) ON DELETE CASCADE
)
"""


def upgrade() -> None:
    """Add both tables, empty."""
    op.execute(_COMPARISON)
    op.execute(_CELL)
    for table, column in (
        ("comparison", "conversation_id"),
        ("comparison", "message_id"),
        ("comparison_cell", "conversation_id"),
    ):
        op.execute(f"CREATE INDEX ix_{table}_{column} ON {table} ({column})")
    op.execute("CREATE UNIQUE INDEX cell_order ON comparison_cell (comparison_id, position)")
    op.execute("PRAGMA user_version = 19")
