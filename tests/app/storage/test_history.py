"""What is kept of conversations, and in which order it comes back."""

import asyncio
import gc
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.domain import (
    Conversation,
    MessageStatus,
    OpenTabs,
    OutgoingMessage,
    ReplyUsage,
    ReuseOrigin,
    Role,
)
from app.errors import ConversationGone, NothingToAnswer, ReplyStillRunning
from app.storage.database import Database
from app.storage.history import History

USAGE = ReplyUsage(
    prompt_tokens=20,
    reused_tokens=12,
    reply_tokens=5,
    dropped_messages=1,
    context_tokens=25,
    queue_seconds=0.5,
    first_token_seconds=0.25,
    decode_seconds=2.0,
    model_name="demo",
    is_cut_by_length=True,
    reused_from=ReuseOrigin.DISK,
    restore_seconds=0.2,
)


@asynccontextmanager
async def opened(path: Path) -> AsyncIterator[History]:
    history = await History.open(path)
    try:
        yield history
    finally:
        await history.close()


async def stored(history: History, conversation_id: str) -> Conversation:
    conversation = await history.conversations.get(conversation_id)
    assert conversation is not None
    return conversation


async def answered(history: History, question: str) -> str:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, question)
    await history.turns.finish_reply(turn.reply.id, f"re: {question}", MessageStatus.COMPLETE)
    return conversation.id


async def test_a_finished_turn_is_there_after_a_restart(path: Path) -> None:
    async with opened(path) as history:
        conversation = await history.conversations.create()
        turn = await history.turns.start(conversation.id, "How are you?")
        reply = await history.turns.finish_reply(
            turn.reply.id, "Fine.", MessageStatus.FAILED, "cut", USAGE
        )
    async with opened(path) as history:
        assert (await stored(history, conversation.id)).messages == (turn.user, reply)
        assert history.notices == ()
    assert reply.usage == USAGE
    assert (reply.text, reply.status, reply.note) == ("Fine.", MessageStatus.FAILED, "cut")


async def test_a_place_of_another_version_hides_no_reply(path: Path) -> None:
    async with opened(path) as history:
        conversation = await history.conversations.create()
        turn = await history.turns.start(conversation.id, "How are you?")
        await history.turns.finish_reply(turn.reply.id, "Fine.", MessageStatus.COMPLETE, "", USAGE)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE reply_usage SET reused_from = 'CLOUD'")
    async with opened(path) as history:
        usage = (await stored(history, conversation.id)).messages[1].usage
    assert usage == replace(USAGE, reused_from=ReuseOrigin.NOWHERE)


async def test_a_running_reply_becomes_interrupted_and_keeps_its_text(path: Path) -> None:
    async with opened(path) as history:
        conversation = await history.conversations.create()
        turn = await history.turns.start(conversation.id, "Count.")
        await history.turns.save_reply(turn.reply.id, "one, two")
    async with opened(path) as history:
        assert await history.turns.interrupt_unfinished("The program was ended.") == 1
        assert await history.turns.interrupt_unfinished("again") == 0
        reply = (await stored(history, conversation.id)).messages[-1]
    assert reply.status is MessageStatus.INTERRUPTED
    assert (reply.text, reply.note) == ("one, two", "The program was ended.")


async def test_a_conversation_has_one_running_reply_at_most(history: History) -> None:
    conversation = await history.conversations.create()
    await history.turns.start(conversation.id, "first")
    with pytest.raises(ReplyStillRunning, match="Stop that answer first"):
        await history.turns.start(conversation.id, "second")
    with pytest.raises(ReplyStillRunning):
        await history.turns.regenerate(conversation.id)
    texts = [message.text for message in (await stored(history, conversation.id)).messages]
    assert texts == ["first", ""]


async def test_many_conversations_may_be_answered_at_once(history: History) -> None:
    conversations = [await history.conversations.create() for _ in range(4)]
    turns = await asyncio.gather(*(history.turns.start(c.id, "go") for c in conversations))
    assert {turn.reply.conversation_id for turn in turns} == {c.id for c in conversations}


async def test_regenerating_overwrites_nothing(history: History) -> None:
    conversation_id = await answered(history, "Tell me.")
    first = (await stored(history, conversation_id)).messages[-1]
    turn = await history.turns.regenerate(conversation_id)
    await history.turns.finish_reply(turn.reply.id, "another", MessageStatus.COMPLETE)
    branch = (await stored(history, conversation_id)).messages
    assert [message.text for message in branch] == ["Tell me.", "another"]
    assert branch[-1].parent_id == first.parent_id
    (summary,) = await history.conversations.summaries()
    assert summary.message_count == 3


async def test_a_turn_after_regenerating_follows_the_new_reply(history: History) -> None:
    conversation_id = await answered(history, "Tell me.")
    again = await history.turns.regenerate(conversation_id)
    await history.turns.finish_reply(again.reply.id, "better", MessageStatus.COMPLETE)
    turn = await history.turns.start(conversation_id, "And then?")
    assert turn.user.parent_id == again.reply.id
    texts = [message.text for message in (await stored(history, conversation_id)).messages]
    assert texts == ["Tell me.", "better", "And then?", ""]


async def test_there_is_nothing_to_regenerate_in_an_empty_conversation(history: History) -> None:
    conversation = await history.conversations.create()
    with pytest.raises(NothingToAnswer):
        await history.turns.regenerate(conversation.id)


async def test_a_late_save_does_not_touch_a_finished_reply(history: History) -> None:
    conversation_id = await answered(history, "hello")
    reply = (await stored(history, conversation_id)).messages[-1]
    await history.turns.save_reply(reply.id, "late")
    assert (await stored(history, conversation_id)).messages[-1].text == "re: hello"


async def test_order_holds_while_the_clock_jumps_back(path: Path) -> None:
    now = datetime(2026, 5, 1, tzinfo=UTC)
    moments = iter([now - timedelta(days=365 * step) for step in range(20)])
    history = await History.open(path, now=lambda: next(moments))
    try:
        first = await answered(history, "one")
        second = await answered(history, "two")
        await history.turns.start(first, "three")
        assert [found.id for found in await history.conversations.summaries()] == [first, second]
        numbers = [message.sequence_number for message in (await stored(history, first)).messages]
    finally:
        await history.close()
    assert numbers == [1, 2, 3, 4]


async def test_the_sidebar_lists_what_has_messages_and_finds_titles(history: History) -> None:
    await history.conversations.create("empty")
    apples = await answered(history, "Äpfel und Birnen")
    tea = await answered(history, "Tea?")
    assert [found.id for found in await history.conversations.summaries()] == [tea, apples]
    assert [found.id for found in await history.conversations.summaries("birnen ÄPFEL")] == [apples]
    assert len(await history.conversations.summaries(includes_empty=True)) == 3


async def test_the_first_words_become_the_title_unless_there_is_one(history: History) -> None:
    named = await history.conversations.create("My title")
    await history.turns.start(named.id, "Some words")
    unnamed = await history.conversations.create()
    await history.turns.start(unnamed.id, "Some words\n" + "more of them " * 30)
    title = (await stored(history, unnamed.id)).title
    assert (await stored(history, named.id)).title == "My title"
    assert title.startswith("Some words more of them")
    assert title.endswith("…")
    assert len(title) <= 60


async def test_sending_clears_the_draft(history: History) -> None:
    conversation = await history.conversations.create()
    await history.conversations.save_draft(conversation.id, OutgoingMessage("half a thou"))
    assert (await stored(history, conversation.id)).draft.text == "half a thou"
    await history.turns.start(conversation.id, "half a thought")
    assert (await stored(history, conversation.id)).draft.text == ""


async def test_a_deleted_conversation_comes_back_whole(history: History) -> None:
    conversation_id = await answered(history, "keep me")
    await history.tabs.save(OpenTabs((conversation_id,), conversation_id))
    before = await history.conversations.get(conversation_id)
    await history.conversations.delete(conversation_id)
    assert await history.conversations.get(conversation_id) is None
    assert await history.conversations.summaries() == ()
    assert await history.tabs.read() == OpenTabs()
    with pytest.raises(ConversationGone):
        await history.turns.start(conversation_id, "hello?")
    await history.trash.restore(conversation_id)
    assert await history.conversations.get(conversation_id) == before


async def test_what_does_not_exist_is_said_to_be_gone(history: History) -> None:
    for attempt in (
        history.conversations.rename("nowhere", "x"),
        history.conversations.delete("nowhere"),
        history.trash.restore("nowhere"),
        history.turns.start("nowhere", "x"),
    ):
        with pytest.raises(ConversationGone):
            await attempt
    with pytest.raises(ConversationGone):
        await history.turns.finish_reply(99, "x", MessageStatus.COMPLETE)
    assert await history.conversations.get("nowhere") is None


async def test_tabs_come_back_in_their_order(path: Path) -> None:
    async with opened(path) as history:
        ids = [await answered(history, str(number)) for number in range(3)]
        await history.tabs.save(OpenTabs((ids[2], ids[0], "nowhere", ids[2], ids[1]), ids[0]))
    async with opened(path) as history:
        assert await history.tabs.read() == OpenTabs((ids[2], ids[0], ids[1]), ids[0])


async def test_untouched_conversations_do_not_pile_up(path: Path) -> None:
    async with opened(path) as history:
        in_tab = await history.conversations.create()
        with_draft = await history.conversations.create()
        named = await history.conversations.create("Plans")
        await history.conversations.create()
        await history.tabs.save(OpenTabs((in_tab.id,)))
        await history.conversations.save_draft(with_draft.id, OutgoingMessage("unsent"))
    async with opened(path) as history:
        kept = {found.id for found in await history.conversations.summaries(includes_empty=True)}
    assert kept == {in_tab.id, with_draft.id, named.id}


async def test_a_renamed_conversation_keeps_one_line(history: History) -> None:
    conversation_id = await answered(history, "x")
    await history.conversations.rename(conversation_id, "  two\nlines ")
    assert (await stored(history, conversation_id)).title == "two lines"


async def test_trouble_of_a_caller_who_left_is_no_bug(
    history: History, caplog: pytest.LogCaptureFixture
) -> None:
    reported: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, told: reported.append(told))
    conversation = await history.conversations.create()
    await history.turns.start(conversation.id, "one")
    task = asyncio.create_task(history.turns.start(conversation.id, "two"))
    await asyncio.sleep(0)
    task.cancel()
    await asyncio.wait([task])
    del task
    await history.conversations.summaries()
    gc.collect()
    assert reported == []
    assert "still being answered" in caplog.text


async def test_what_was_handed_over_is_stored_though_the_caller_is_cancelled(
    history: History,
) -> None:
    conversation = await history.conversations.create()
    tasks = [
        asyncio.ensure_future(
            history.conversations.save_draft(conversation.id, OutgoingMessage(str(number)))
        )
        for number in range(20)
    ]
    await asyncio.sleep(0)  # lets each task hand its work over
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert (await stored(history, conversation.id)).draft.text == "19"


async def test_messages_know_who_said_them(history: History) -> None:
    conversation_id = await answered(history, "hello")
    roles = [message.role for message in (await stored(history, conversation_id)).messages]
    assert roles == [Role.USER, Role.ASSISTANT]


async def test_the_text_of_a_bug_holds_nobody_s_words(path: Path) -> None:
    database = Database(path)
    await database.open()
    wrong = text("UPDATE messages SET text = :text")
    with pytest.raises(DBAPIError) as caught:
        await database.run(lambda session: session.execute(wrong, {"text": "nobody's business"}))
    await database.close()
    assert "UPDATE messages" in str(caught.value)
    assert "business" not in str(caught.value)


async def test_tabs_come_back_to_their_panes(history: History) -> None:
    ids = tuple([(await history.conversations.create()).id for _ in range(4)])
    tabs = OpenTabs(ids, ids[1], (0, 0, 1, 2), frozenset(ids[2:]))
    await history.tabs.save(tabs)
    assert await history.tabs.read() == tabs

    await history.tabs.save(OpenTabs(ids[:2], ids[0]))
    assert await history.tabs.read() == OpenTabs(ids[:2], ids[0])
