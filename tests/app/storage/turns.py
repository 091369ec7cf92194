"""Turns that tests store, and damage."""

import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from multiprocessing.connection import Connection
from pathlib import Path

from sqlalchemy import create_engine, event

import app.storage.schema
from app.domain.conversations import Conversation, StartedTurn
from app.domain.messages import MessageStatus
from app.storage.history import History
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


async def ask(history: History, conversation_id: str, text: str) -> StartedTurn:
    """Store a question and its answer."""
    turn = await history.turns.start(conversation_id, text)
    await history.turns.finish_reply(turn.reply.id, f"re: {text}", MessageStatus.COMPLETE)
    return turn


async def answered(history: History, question: str) -> str:
    """Store a new conversation of one turn; return its id."""
    conversation = await history.conversations.create()
    await ask(history, conversation.id, question)
    return conversation.id


async def stored_conversation(history: History, conversation_id: str) -> Conversation:
    """Return a conversation that must be there."""
    conversation = await history.conversations.get(conversation_id)
    assert conversation is not None
    return conversation


def texts(conversation: Conversation | None) -> list[str]:
    """Return what is said in a conversation that must be there."""
    assert conversation is not None
    return [message.text for message in conversation.messages]


def change(path: Path, assignment: str, message_id: int = 2) -> None:
    """Change a stored message without what keeps it true."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE message SET {assignment} WHERE id = {message_id}")


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[History]:
    """Open histories, and close them in the end."""
    history = await History.open(path)
    try:
        yield history
    finally:
        await history.close()


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
