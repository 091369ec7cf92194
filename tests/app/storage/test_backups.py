"""A good copy of yesterday is always there, and damage is filled from it."""

import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.domain import MessageStatus
from app.errors import StorageFailed
from app.storage.fault_points import FaultPoint, listen, stop_listening
from app.storage.history import History
from app.storage.recovery import ballast
from app.storage.recovery.ballast import Ballast
from tests.app.storage.failing import failure

DAY = timedelta(days=1)
START = datetime(2026, 5, 1, 12, tzinfo=UTC)


@pytest.fixture(autouse=True)
def small_ballast(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ballast, "_ROOM_FACTOR", 1)


async def answered(history: History, question: str) -> str:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, question)
    await history.turns.finish_reply(turn.reply.id, f"re: {question}", MessageStatus.COMPLETE)
    return conversation.id


def backups_of(path: Path) -> list[str]:
    return sorted(backup.name for backup in (path.parent / "backups").iterdir())


async def test_each_day_has_one_backup_and_old_ones_thin_out(path: Path) -> None:
    history = await History.open(path, now=lambda: moment)
    for day in range(60):
        moment = START + day * DAY
        assert await history.upkeep.back_up() is not None
        assert await history.upkeep.back_up() is None
    await history.close()
    names = backups_of(path)
    days = [datetime.fromisoformat(name[len("hubbub-day-") : -len(".db")]) for name in names]
    assert len(days) == 11
    assert [day.date() for day in days[4:]] == [(START + n * DAY).date() for n in range(53, 60)]
    assert {day.weekday() for day in days[:3]} == {6}


async def test_a_backup_holds_what_the_histories_hold(path: Path) -> None:
    history = await History.open(path)
    await answered(history, "keep me")
    backup = await history.upkeep.back_up()
    await history.close()
    assert backup is not None
    with closing(sqlite3.connect(backup)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        texts = connection.execute("SELECT text FROM message ORDER BY id").fetchall()
    assert texts == [("keep me",), ("re: keep me",)]


async def test_a_backup_that_fails_leaves_the_older_ones_and_no_piece(path: Path) -> None:
    history = await History.open(path, now=lambda: moment)
    moment = START
    await history.upkeep.back_up()
    before = backups_of(path)
    moment = START + DAY
    listen(failure(FaultPoint.BACKUP_COPIED))
    with pytest.raises(StorageFailed, match="backup"):
        await history.upkeep.back_up()
    stop_listening()
    await answered(history, "goes on")
    await history.close()
    assert backups_of(path) == before


async def test_yesterday_comes_back_from_a_backup(path: Path) -> None:
    history = await History.open(path)
    id_ = await answered(history, "keep me")
    await history.upkeep.back_up()
    tree = await history.archive.tree(id_)
    await history.close()
    path.write_bytes(b"\0" * 65536)
    history = await History.open(path)
    again = await history.archive.tree(id_)
    await history.close()
    assert again == tree
    assert "2 messages in 1 conversations came back. From a backup: 2" in history.notices[0]


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
    assert "From a backup" in history.notices[0]


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
    assert len(history.notices) == 1
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


async def test_a_rescue_that_was_killed_is_finished_at_the_next_start(path: Path) -> None:
    history = await History.open(path)
    await answered(history, "keep me")
    await history.close()
    shutil.move(path, path.with_name("hubbub.rescued.db"))
    history = await History.open(path)
    found = await history.conversations.summaries()
    await history.close()
    assert len(found) == 1
    assert history.notices == ()


def test_ballast_takes_room_and_gives_it_back(tmp_path: Path) -> None:
    held = Ballast(tmp_path / "ballast", 2 * 1024 * 1024)
    assert held.release() is False
    held.load()
    held.load()
    assert (tmp_path / "ballast").stat().st_size == 2 * 1024 * 1024
    assert held.release() is True
    assert list(tmp_path.glob("ballast*")) == []
    too_much = Ballast(tmp_path / "ballast", 1 << 60)
    too_much.load()
    assert list(tmp_path.glob("ballast*")) == []
