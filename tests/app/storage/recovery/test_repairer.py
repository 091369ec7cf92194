"""Of damaged histories comes back what can be read, and holes are filled from a backup."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.domain.conversations import Conversation, SearchQuery
from app.domain.messages import MessageStatus
from app.storage.connecting import tolerant
from app.storage.database import Ballast
from app.storage.history import History
from app.storage.recovery.repairer import readable_rows
from app.storage.recovery.soundness import fault_of, index_fault_of
from tests.app.storage.turns import answered, ask, change, stored_conversation

pytestmark = pytest.mark.usefixtures("small_ballast")

DAY = timedelta(days=1)
START = datetime(2026, 5, 1, 12, tzinfo=UTC)


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


async def damaged(path: Path) -> History:
    """Damage one value of the file, so that it is rescued with what its backups hold."""
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE message SET sequence_number = 'x' WHERE id = 1")
    history = await History.open(path)
    assert len(history.warnings) == 1
    return history


async def texts_of(history: History, conversation_id: str) -> list[str]:
    conversation = await stored_conversation(history, conversation_id)
    assert not any(each.is_damaged for each in conversation.messages)
    return [each.text for each in conversation.messages]


async def two_turns(path: Path) -> tuple[History, str, list[int]]:
    """Return open histories with a backup of a conversation, and the ids of its messages."""
    history = await History.open(path)
    id_ = await answered(history, "one")
    await ask(history, id_, "two")
    await history.upkeep.back_up()
    conversation = await stored_conversation(history, id_)
    return history, id_, [each.id for each in conversation.messages]


async def test_a_deleted_message_does_not_come_back_from_a_backup(path: Path) -> None:
    history, id_, ids = await two_turns(path)
    await history.message_deletions.delete(ids[1])
    await history.message_deletions.delete(ids[3])
    await history.close()
    history = await damaged(path)
    assert await texts_of(history, id_) == ["one", "two"]
    turn = await ask(history, id_, "three")
    await history.close()
    assert turn.user.id > ids[3], "nobody gets the id of a deleted message"


async def test_a_message_that_was_put_back_is_no_deleted_one(path: Path) -> None:
    history, id_, ids = await two_turns(path)
    await history.message_deletions.restore(await history.message_deletions.delete(ids[3]))
    await history.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM message WHERE id = ?", (ids[3],))
    history = await damaged(path)
    assert await texts_of(history, id_) == ["one", "re: one", "two", "re: two"]
    await history.close()


async def test_what_a_backup_has_below_a_deleted_message_hangs_on_its_parent(path: Path) -> None:
    history = await History.open(path)
    id_ = await answered(history, "one")
    other = await history.turns.regenerate(id_)
    await history.turns.finish_reply(other.reply.id, "other", MessageStatus.COMPLETE)
    first, _ = await history.messages.siblings(other.reply.id)
    await history.messages.choose_sibling(first.id)
    last = await ask(history, id_, "two")
    await history.upkeep.back_up()
    for message_id in (first.id, last.user.id):
        await history.message_deletions.delete(message_id)
    await history.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE conversation SET active_leaf_id = NULL")
        connection.execute("DELETE FROM message WHERE id = ?", (last.reply.id,))
    history = await damaged(path)
    await history.messages.choose_sibling(last.reply.id)
    assert await texts_of(history, id_) == ["one", "re: two"], "and not on the other answer"
    await history.close()


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
    conversation = await stored_conversation(history, id_)
    await history.close()
    assert summary.title == "homeless"
    assert [message.text for message in conversation.messages] == ["homeless", "re: homeless"]


ROWS = 3000
PAGE_BYTES = 4096


@pytest.fixture
def table(tmp_path: Path) -> Path:
    path = tmp_path / "table.db"
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        connection.execute("CREATE TABLE thing (id INTEGER PRIMARY KEY, text TEXT)")
        rows = ((number, f"{number} " * 100) for number in range(1, ROWS + 1))
        connection.executemany("INSERT INTO thing VALUES (?, ?)", rows)
    return path


def ids_in(path: Path) -> list[object]:
    with closing(tolerant(sqlite3.connect(path))) as connection:
        return [row["id"] for row in readable_rows(connection, "thing")]


def test_a_sound_table_is_read_in_order(table: Path) -> None:
    assert ids_in(table) == list(range(1, ROWS + 1))


@pytest.mark.parametrize("page", [20, 100, 200])
def test_a_damaged_page_costs_its_own_rows_alone(table: Path, page: int) -> None:
    content = bytearray(table.read_bytes())
    content[page * PAGE_BYTES : (page + 1) * PAGE_BYTES] = b"\xa5" * PAGE_BYTES
    table.write_bytes(content)
    found = ids_in(table)
    assert found == sorted(set(map(int, map(str, found))))
    assert ROWS - 40 <= len(found) < ROWS


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
