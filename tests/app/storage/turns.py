"""Turns that tests store, and damage."""

import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from pathlib import Path

from app.domain import Conversation, MessageStatus, Turn
from app.storage.history import History


async def ask(history: History, conversation_id: str, text: str) -> Turn:
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
