"""An import is stored in short transactions, is seen conversation by conversation, and can go."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.domain.chat_options import ChatOptions, ThinkingOptions
from app.domain.conversations import (
    ConversationOptions,
    ConversationPart,
    ConversationTree,
    SearchQuery,
    StartedTurn,
    TitleOrigin,
)
from app.domain.messages import Message, MessageStatus, OutgoingMessage, Role, TextFile
from app.domain.usage import ReplyUsage
from app.errors import ConversationGone
from app.storage.history import History
from tests.app.storage.turns import stored_conversation
from tests.flows.seeding import tree

LONG = 500
LONG_AGO = datetime(2023, 11, 14, tzinfo=UTC)


def parts_of(whole: ConversationTree, size: int) -> list[ConversationPart]:
    """Return a conversation in parts of so many messages."""
    starts = range(0, len(whole.messages), size)
    return [
        ConversationPart(
            tree=None if start else replace(whole, messages=(), contents={}),
            messages=whole.messages[start : start + size],
            contents={} if start else whole.contents,
            is_last=start == starts[-1],
        )
        for start in starts
    ]


async def listed_ids(history: History) -> list[str]:
    return [each.id for each in await history.conversations.summaries()]


async def test_parts_make_the_same_conversation_as_the_whole(history: History) -> None:
    whole = tree("c", [f"message {number}" for number in range(LONG)])
    await history.archive.add(replace(whole, id="whole"))
    importing = await history.imports.begin()
    for part in parts_of(whole, 7):
        await importing.add([part])
    await importing.finish()
    (one, two) = [await history.archive.tree(id_) for id_ in ("whole", "c")]
    assert one is not None
    assert two is not None
    first, second = one.messages[0].id, two.messages[0].id
    assert [each.text for each in one.messages] == [each.text for each in two.messages]
    assert [each.id - second for each in two.messages] == [each.id - first for each in one.messages]
    assert [each.sibling_count for each in two.messages] == [1] * LONG
    assert two.active_leaf_id == two.messages[-1].id
    assert importing.added == {"c": LONG}


async def test_a_conversation_is_not_seen_before_its_last_part(history: History) -> None:
    importing = await history.imports.begin()
    first, *rest = parts_of(tree("c", ["monad", "answer", "more"]), 2)
    await importing.add([first])
    assert await listed_ids(history) == []
    assert await history.conversations.search(SearchQuery("monad")) == ()
    assert await history.conversations.search(SearchQuery("Title")) == ()
    await importing.add(rest)
    assert await listed_ids(history) == ["c"]
    assert len(await history.conversations.search(SearchQuery("monad"))) == 1


async def test_a_send_of_another_tab_comes_between_two_parts(history: History) -> None:
    other = await history.conversations.create()
    importing = await history.imports.begin()
    first, second = parts_of(tree("c", ["a", "b", "c", "d"]), 2)
    await importing.add([first])
    turn = await history.turns.start(other.id, "between")
    await importing.add([second])
    stored = await history.archive.tree("c")
    assert stored is not None
    ids = [message.id for message in stored.messages]
    assert ids[1] < turn.user.id < ids[2]
    assert [message.parent_id for message in stored.messages] == [None, *ids[:-1]]


async def test_what_was_cut_off_is_gone_at_the_next_start(path: Path) -> None:
    history = await History.open(path)
    empty = await history.conversations.create("a plan")
    importing = await history.imports.begin()
    await importing.add(parts_of(tree("done", ["a", "b"]), 2))
    await importing.add(parts_of(tree("half", ["text"] * LONG), 60)[:-1])
    await history.close()
    history = await History.open(path)
    assert await listed_ids(history) == ["done"]
    assert await history.conversations.get("half") is None
    assert await history.conversations.get(empty.id) is not None, "an empty one is no half"
    assert await history.archive.add(tree("half", ["again"]))
    await history.close()


async def test_known_ones_are_counted_and_stay_as_they_are(history: History) -> None:
    await history.archive.add(tree("c", ["mine"]))
    importing = await history.imports.begin()
    await importing.add(parts_of(tree("c", ["theirs", "and", "more"]), 2))
    await importing.add(parts_of(tree("d", ["new"]), 2))
    assert (importing.known_count, importing.added) == (1, {"d": 1})
    stored = await stored_conversation(history, "c")
    assert [each.text for each in stored.messages] == ["mine"]


async def test_what_was_written_since_is_not_taken_back(history: History) -> None:
    importing = await history.imports.begin()
    for name in ("a", "b", "c"):
        await importing.add(parts_of(tree(name, ["q", "a"]), 2))
    await history.turns.start("b", "and now?")
    await history.conversations.delete("c")
    assert await importing.unchanged() == ("a",)


async def test_an_import_can_be_purged_and_come_again(history: History) -> None:
    for _ in range(3):
        importing = await history.imports.begin()
        await importing.add(parts_of(tree("c", ["monad"]), 2))
        assert importing.known_count == 0
        await history.conversations.delete("c")
        assert await history.trash.remove("c") == ("c",)
    assert await history.conversations.search(SearchQuery("monad")) == ()


async def test_imports_stand_where_their_time_is_as_one_by_one(history: History) -> None:
    today = await history.conversations.create()
    await history.turns.start(today.id, "today")
    old = tree("x", ["text"])
    for days in (10, 30, 20):
        moment = datetime(2020, 1, 1, tzinfo=UTC) + timedelta(days=days)
        await history.archive.add(replace(old, id=f"one {days}", updated_at=moment))
    importing = await history.imports.begin()
    for days in (25, 5, 15, 100_000):
        moment = datetime(2020, 1, 1, tzinfo=UTC) + timedelta(days=days)
        whole = replace(old, id=f"part {days}", updated_at=moment)
        await importing.add(parts_of(whole, 1))
    assert await listed_ids(history) == [
        "part 100000", today.id, "one 30", "part 25", "one 20", "part 15", "one 10", "part 5"
    ]  # fmt: skip


def conversation_of(id_: str, moment: datetime, *, title: str = "") -> ConversationTree:
    message = Message(
        id=1,
        conversation_id=id_,
        parent_id=None,
        sequence_number=1,
        role=Role.USER,
        text=f"What is {id_}?",
        status=MessageStatus.COMPLETE,
        created_at=moment,
    )
    return ConversationTree(id_, title or id_, moment, moment, (message,), 1)


async def listed(history: History) -> list[str]:
    return [each.title for each in await history.conversations.summaries()]


async def test_an_import_stands_where_its_time_is_and_not_above_today(history: History) -> None:
    today = await history.conversations.create()
    await history.turns.start(today.id, "today")
    for days in (300, 100, 200):
        await history.archive.add(conversation_of(f"after {days}", LONG_AGO + timedelta(days=days)))
    tomorrow = datetime.now(UTC) + timedelta(days=1)
    await history.archive.add(conversation_of("tomorrow", tomorrow))

    assert await listed(history) == ["tomorrow", "today", "after 300", "after 200", "after 100"]


async def test_who_uses_an_old_import_again_has_it_on_top(history: History) -> None:
    today = await history.conversations.create()
    await history.turns.start(today.id, "today")
    await history.archive.add(conversation_of("old", LONG_AGO))
    await history.turns.start("old", "and now?")

    assert await listed(history) == ["old", "today"]


async def test_an_import_without_a_title_is_called_by_its_first_words(history: History) -> None:
    await history.archive.add(conversation_of("a monad", LONG_AGO, title=" "))
    stored = await history.conversations.get("a monad")

    assert stored is not None
    assert (stored.title, stored.title_origin) == ("What is a monad?", TitleOrigin.FIRST_WORDS)


USAGE = ReplyUsage(prompt_tokens=9, reply_tokens=4, context_tokens=13)


async def ask(history: History, conversation_id: str, text: str) -> StartedTurn:
    turn = await history.turns.start(conversation_id, text)
    await history.turns.finish_reply(
        turn.reply.id, f"re: {text}", MessageStatus.COMPLETE, "", USAGE
    )
    return turn


async def texts(history: History, conversation_id: str) -> list[str]:
    conversation = await stored_conversation(history, conversation_id)
    return [message.text for message in conversation.messages]


async def test_what_a_running_reply_cost_so_far_outlives_a_kill(path: Path) -> None:
    history = await History.open(path)
    id_ = (await history.conversations.create()).id
    turn = await history.turns.start(id_, "Count.")
    await history.turns.save_reply(turn.reply.id, "one", usage=USAGE)
    await history.close()
    history = await History.open(path)
    await history.turns.interrupt_unfinished("killed")
    stored = await stored_conversation(history, id_)
    await history.close()
    assert (stored.messages[-1].text, stored.messages[-1].usage) == ("one", USAGE)


async def test_a_fork_has_the_branch_up_to_its_message_and_the_origin_stays(
    history: History,
) -> None:
    id_ = (await history.conversations.create("Plans")).id
    first = await history.turns.start(id_, "one", (TextFile("a.txt", "a"),))
    await history.turns.finish_reply(first.reply.id, "re: one", MessageStatus.COMPLETE, "", USAGE)
    await ask(history, id_, "two")
    chat = ChatOptions({"top_k": 5}, ThinkingOptions(is_on=False))
    options = ConversationOptions("Work", True, "Be brief.", chat=chat)
    await history.conversations.set_options(id_, options)
    await history.messages.set_pinned(first.user.id, is_pinned=True)
    await history.messages.set_recap(first.reply.id, "so far")
    await history.conversations.set_context_start(id_, first.reply.id)
    before = await history.conversations.get(id_)
    fork = await history.archive.fork(first.reply.id)
    assert [message.text for message in fork.messages] == ["one", "re: one"]
    assert fork.options == ConversationOptions("Work", False, "Be brief.", chat=chat)
    assert (fork.title, fork.messages[0].is_pinned) == ("Plans · 2", True)
    assert fork.messages[1].usage == USAGE
    assert [each.recap for each in fork.messages] == ["", "so far"]
    assert not any(message.is_damaged for message in fork.messages)
    assert await history.attachments.content(fork.messages[0].attachments[0]) == b"a"
    assert fork.context_starts_at == fork.messages[1].id
    await ask(history, fork.id, "elsewhere")
    assert await history.conversations.get(id_) == before
    with pytest.raises(ConversationGone):
        await history.archive.fork(999)


async def test_a_duplicate_has_all_branches_and_is_one_s_own(history: History) -> None:
    id_ = (await history.conversations.create()).id
    first = await ask(history, id_, "one")
    edited = await history.turns.edit(first.user.id, "eins")
    await history.turns.finish_reply(edited.reply.id, "re: eins", MessageStatus.COMPLETE)
    await history.conversations.save_draft(id_, OutgoingMessage("half"))
    await history.conversations.set_context_start(id_, edited.reply.id)
    copy = await history.archive.duplicate(id_, "Copy")
    assert (copy.title, copy.draft) == ("Copy", OutgoingMessage())
    assert [message.text for message in copy.messages] == ["eins", "re: eins"]
    assert copy.context_starts_at == copy.messages[1].id
    fork = await history.archive.fork(copy.messages[0].id)
    assert fork.context_starts_at is None, "all of it is above the line"
    versions = await history.messages.siblings(copy.messages[0].id)
    assert [message.text for message in versions] == ["one", "eins"]
    await history.conversations.delete(id_)
    await history.trash.empty()
    assert await texts(history, copy.id) == ["eins", "re: eins"]
    with pytest.raises(ConversationGone):
        await history.archive.duplicate(id_)


async def test_a_copy_of_a_damaged_message_does_not_pass_for_sound(path: Path) -> None:
    history = await History.open(path)
    id_ = (await history.conversations.create()).id
    turn = await ask(history, id_, "mine")
    await history.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE message SET text = 'not mine' WHERE id = ?", (turn.user.id,))
    history = await History.open(path)
    fork = await history.archive.fork(turn.reply.id)
    await history.close()
    assert [message.is_damaged for message in fork.messages] == [True, False]
