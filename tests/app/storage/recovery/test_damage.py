"""A damaged message comes back from the backup that proves what was stored, or is marked."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.domain import Conversation, MessageStatus, SearchQuery
from app.storage.history import History

DAY = timedelta(days=1)
START = datetime(2026, 5, 1, 12, tzinfo=UTC)


async def answered(history: History, question: str) -> str:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, question)
    await history.turns.finish_reply(turn.reply.id, f"re: {question}", MessageStatus.COMPLETE)
    return conversation.id


def change(path: Path, assignment: str, message_id: int = 2) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE message SET {assignment} WHERE id = {message_id}")


async def reopened(path: Path, conversation_id: str) -> Conversation:
    history = await History.open(path)
    shown = await history.conversations.get(conversation_id)
    again = await history.conversations.get(conversation_id)
    assert await history.conversations.search(SearchQuery("words")) is not None
    await history.close()
    assert shown is not None
    assert shown == again
    return shown


@pytest.mark.parametrize(
    "assignment", ["text = 'nobody said this'", "digest = zeroblob(16)", "role = 'USER'"]
)
async def test_it_comes_back_by_itself_and_says_so(path: Path, assignment: str) -> None:
    history = await History.open(path)
    id_ = await answered(history, "words")
    backup = await history.upkeep.back_up()
    await history.close()
    assert backup is not None
    change(path, assignment)
    reply = (await reopened(path, id_)).messages[1]
    assert (reply.text, reply.is_damaged) == ("re: words", False)
    assert "came back from the backup of" in reply.note


async def test_an_earlier_state_is_not_taken_for_what_was_stored(path: Path) -> None:
    history = await History.open(path)
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "words")
    await history.turns.save_reply(turn.reply.id, "half")
    await history.upkeep.back_up()
    await history.turns.finish_reply(turn.reply.id, "half and whole", MessageStatus.COMPLETE)
    await history.close()
    change(path, "text = 'half and whale'")
    reply = (await reopened(path, conversation.id)).messages[1]
    assert (reply.text, reply.is_damaged) == ("half and whale", True)
    assert "damaged" in reply.note


async def test_a_rescue_does_not_take_an_earlier_state_either(path: Path) -> None:
    history = await History.open(path)
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "words")
    await history.turns.save_reply(turn.reply.id, "half")
    await history.upkeep.back_up()
    await history.turns.finish_reply(turn.reply.id, "half and whole", MessageStatus.COMPLETE)
    await history.close()
    change(path, "text = 'half and whale'")
    change(path, "sequence_number = 'x'", message_id=1)
    history = await History.open(path)
    shown = await history.conversations.get(conversation.id)
    await history.close()
    assert len(history.notices) == 1
    assert shown is not None
    assert shown.messages[-1].text == "half and whale"
    assert shown.messages[-1].is_damaged


async def test_the_weekly_look_mends_what_nobody_opened(path: Path) -> None:
    moment = START
    history = await History.open(path, now=lambda: moment)
    await answered(history, "words")
    await history.maintain()
    assert await history.upkeep.check() == ()
    await history.close()
    change(path, "text = 'nobody said this'")
    history = await History.open(path, now=lambda: moment)
    for day in range(1, 7):
        moment = START + day * DAY
        await history.maintain()
        assert await history.upkeep.check() == ()
    moment = START + 7 * DAY
    await history.maintain()
    (sentence,) = await history.upkeep.check()
    (hit,) = await history.conversations.search(SearchQuery("re words"))
    await history.close()
    assert "found damaged messages: 1. Restored from a backup: 1" in sentence
    assert hit.snippet == "re: words"


async def test_damage_that_the_weekly_look_finds_is_mended_at_the_next_start(path: Path) -> None:
    history = await History.open(path)
    ids = [await answered(history, f"words {number} " * 300) for number in range(30)]
    backup = await history.upkeep.back_up()
    assert backup is not None
    content = bytearray(backup.read_bytes())
    content[-8192:] = b"\xa5" * 8192
    backup.write_bytes(content)
    (sentence,) = await history.upkeep.check()
    assert "Close Hubbub and start it again" in sentence
    assert await history.upkeep.check() == (), "once a week"
    await history.close()
    assert path.with_name("hubbub.db-running").exists()
    history = await History.open(path)
    listed = await history.conversations.summaries()
    await history.close()
    assert {found.id for found in listed} == set(ids)
    assert not path.with_name("hubbub.db-running").exists()


async def test_a_look_that_is_stopped_tells_and_notes_nothing(path: Path) -> None:
    history = await History.open(path)
    await answered(history, "words")
    await history.upkeep.back_up()
    history.upkeep.close()
    assert await history.upkeep.check() == ()
    await history.close()
    with closing(sqlite3.connect(path)) as connection:
        assert connection.execute("SELECT count(*) FROM seen_day").fetchone() == (0,)
