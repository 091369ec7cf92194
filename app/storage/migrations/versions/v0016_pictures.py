"""Kinds of files, sizes of pictures, and digests of their pixels."""

from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add all four; existing files are texts."""
    op.execute("ALTER TABLE attachment ADD COLUMN kind TEXT NOT NULL DEFAULT 'TEXT'")
    op.execute("ALTER TABLE attachment ADD COLUMN width INTEGER NOT NULL DEFAULT 0")
    op.execute("ALTER TABLE attachment ADD COLUMN height INTEGER NOT NULL DEFAULT 0")
    op.execute("ALTER TABLE attachment ADD COLUMN pixels TEXT NOT NULL DEFAULT ''")
    op.execute("CREATE INDEX picture_pixels ON attachment (pixels) WHERE kind = 'PICTURE'")
    op.execute("PRAGMA user_version = 16")
