"""Rows become what was stored, or are marked."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.storage.history import History
from tests.app.storage.turns import ask, stored_conversation


@pytest.mark.parametrize(
    "change",
    [
        "text = 'words of nobody'",
        "role = 'USER'",
        "reasoning = 'never thought'",
        "parent_id = NULL",
        "digest = NULL",
        "digest = zeroblob(16)",
    ],
)
async def test_what_is_not_what_was_stored_is_shown_as_damaged(path: Path, change: str) -> None:
    history = await History.open(path)
    conversation = await history.conversations.create()
    turn = await ask(history, conversation.id, "words of mine")
    await history.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE message SET {change} WHERE id = {turn.reply.id}")
    history = await History.open(path)
    stored = await stored_conversation(history, conversation.id)
    await history.close()
    assert [message.is_damaged for message in stored.messages][-1] is True
    assert not any(message.is_damaged for message in stored.messages[:-1])
