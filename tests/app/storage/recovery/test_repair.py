"""Single damaged messages come back from backups, and nothing earlier does."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.domain import Conversation, MessageStatus, SearchQuery
from app.storage.history import History
from app.storage.recovery.soundness import fault_of, index_fault_of
from tests.app.storage.turns import answered, ask, change, stored_conversation


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


async def test_it_comes_back_where_it_hangs_since_a_message_was_deleted(path: Path) -> None:
    history = await History.open(path)
    id_ = await answered(history, "words")
    second = await ask(history, id_, "more")
    await history.upkeep.back_up()
    await history.close()
    change(path, "text = 'nobody said this'", second.user.id)
    history = await History.open(path)
    await history.message_deletions.delete(second.user.id - 1)
    await history.close()
    messages = (await reopened(path, id_)).messages
    assert [each.text for each in messages] == ["words", "more", "re: more"]
    assert not any(each.is_damaged for each in messages)


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
    shown = await stored_conversation(history, conversation.id)
    await history.close()
    assert len(history.warnings) == 1
    assert shown.messages[-1].text == "half and whale"
    assert shown.messages[-1].is_damaged


@pytest.mark.parametrize(
    ("change", "text"),
    [
        ("UPDATE message SET sequence_number = 'x' WHERE id = 1", "wrong kind"),
        ("UPDATE message SET text = x'00' WHERE id = 1", "wrong kind"),
        ("UPDATE message SET parent_id = 99 WHERE id = 2", "refers to a row that is missing"),
        ("DROP TABLE preset", "“preset” holds values of the wrong kind"),
    ],
)
async def test_a_fault_is_named(path: Path, change: str, text: str) -> None:
    history = await History.open(path)
    await answered(history, "anything")
    await history.close()
    with closing(sqlite3.connect(path)) as connection:
        assert fault_of(connection, is_current=True) is None
        assert index_fault_of(connection) is None
        connection.execute("PRAGMA foreign_keys = OFF")
        connection.executescript(change)
        assert text in (fault_of(connection, is_current=True) or "")


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
