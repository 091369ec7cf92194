"""Of damaged histories comes back what can be read, and holes are filled from a backup."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.storage.history import History
from app.storage.recovery import ballast
from tests.app.storage.turns import answered

DAY = timedelta(days=1)


START = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def small_ballast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ballast, "_ROOM_FACTOR", 1)


async def test_what_can_be_read_comes_back_and_holes_are_filled(path: Path) -> None:
    history = await History.open(path)
    old = [await answered(history, f"old {number} " + "words " * 200) for number in range(20)]
    await history.upkeep.back_up()
    new = [await answered(history, f"new {number}") for number in range(3)]
    await history.close()
    content = bytearray(path.read_bytes())
    place = content.index(b"old 11 " + b"words " * 50)
    content[place - place % 4096 : place - place % 4096 + 4096] = b"\xa5" * 4096
    path.write_bytes(content)
    history = await History.open(path)
    listed = {found.id for found in await history.conversations.summaries()}
    trees = [await history.archive.tree(id_) for id_ in old]
    await history.close()
    assert listed == {*old, *new}
    for number, tree in enumerate(trees):
        assert tree is not None
        assert tree.messages[0].text == f"old {number} " + "words " * 200
        assert not any(message.is_damaged for message in tree.messages)
    assert "From a backup" in history.warnings[0]


async def test_what_was_purged_does_not_come_back_from_a_backup(path: Path) -> None:
    history = await History.open(path)
    kept = await answered(history, "keep me")
    purged = await answered(history, "forget me " + "words " * 500)
    await history.upkeep.back_up()
    await history.conversations.delete(purged)
    await history.trash.empty()
    await history.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE message SET sequence_number = 'x' WHERE id = 1")
    history = await History.open(path)
    listed = [found.id for found in await history.conversations.summaries()]
    trash = await history.trash.conversations()
    await history.close()
    assert len(history.warnings) == 1
    assert listed == [kept]
    assert trash == ()


async def test_messages_of_a_lost_conversation_get_another_with_their_first_words(
    path: Path,
) -> None:
    history = await History.open(path)
    id_ = await answered(history, "homeless")
    await history.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM conversation")
    history = await History.open(path)
    (summary,) = await history.conversations.summaries()
    conversation = await history.conversations.get(id_)
    await history.close()
    assert summary.title == "homeless"
    assert conversation is not None
    assert [message.text for message in conversation.messages] == ["homeless", "re: homeless"]
