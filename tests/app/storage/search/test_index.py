"""The index is made again where it is damaged, and then finds the same."""

import sqlite3
from contextlib import closing
from pathlib import Path

from app.domain import MessageStatus, SearchQuery
from app.storage.connecting import database_at
from app.storage.history import History
from app.storage.search.index import rebuild


async def answered(history: History, question: str, answer: str = "Hm.", title: str = "-") -> str:
    conversation = await history.conversations.create(title)
    turn = await history.turns.start(conversation.id, question)
    await history.turns.finish_reply(turn.reply.id, answer, MessageStatus.COMPLETE)
    return conversation.id


async def snippets(history: History, text: str) -> list[str]:
    return [hit.snippet for hit in await history.conversations.search(SearchQuery(text))]


async def test_a_damaged_index_is_made_again_by_the_first_change(path: Path) -> None:
    history = await History.open(path)
    await answered(history, "before the damage")
    await history.close()
    _damage_index(path)
    history = await History.open(path)
    await answered(history, "after the damage")
    found = await snippets(history, "the damage")
    await history.close()
    assert found == ["after the damage", "before the damage"]


def _damage_index(path: Path) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE message_words_data SET block = zeroblob(7) WHERE id = 10")


async def test_an_index_made_again_finds_the_same(path: Path) -> None:
    history = await History.open(path)
    await answered(history, "one two", "three", title="four")
    await history.close()
    database = database_at(path)
    with database.connect() as connection:
        rebuild(connection)
    database.dispose()
    history = await History.open(path)
    found = [len(await snippets(history, word)) for word in ("one", "wo", "thr", "four", "five")]
    await history.close()
    assert found == [1, 0, 1, 1, 0]
