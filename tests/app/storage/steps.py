"""Makes steps of the future, in this process or in one that dies of them."""

import shutil
import sqlite3
from multiprocessing.connection import Connection
from pathlib import Path

from sqlalchemy import create_engine, event

import app.storage.schema
from app.storage.schema import SCHEMA_VERSION, upgrade

MIGRATIONS = Path(app.storage.schema.__file__).parent / "migrations"
NEXT_VERSION = SCHEMA_VERSION + 1

NEXT_STEP = f'''
"""A step of the future."""
import os
import sqlalchemy as sa
from alembic import op

revision = "next"
down_revision = "{SCHEMA_VERSION:04}"


def upgrade():
    op.create_table("mood", sa.Column("id", sa.Integer, primary_key=True))
    with op.batch_alter_table("message", recreate="always") as batch:
        batch.add_column(sa.Column("mood", sa.Text, server_default=""))
    op.execute("PRAGMA user_version = {NEXT_VERSION}")
'''

LIGHTS_OUT = "    os._exit(9)\n"


def migrations_with(folder: Path, step: str) -> Path:
    """Return a folder with today's steps and this one."""
    migrations = folder / "50% more migrations"
    shutil.copytree(MIGRATIONS, migrations, ignore=shutil.ignore_patterns("__pycache__"))
    (migrations / "versions" / "next.py").write_text(step, "utf-8")
    return migrations


def make_steps(path: Path, migrations: Path) -> None:
    """Bring the database to the form of the future."""
    database = create_engine(
        "sqlite://", creator=lambda: sqlite3.connect(path, isolation_level=None)
    )
    event.listen(database, "begin", lambda connection: connection.exec_driver_sql("BEGIN"))
    try:
        upgrade(database, path, version=NEXT_VERSION, migrations=migrations)
    finally:
        database.dispose()


def die_of_steps(pipe: Connection, path: Path, migrations: Path) -> None:
    """Make steps of which one ends the process."""
    pipe.send("begun")
    make_steps(path, migrations)
    pipe.send("survived")
