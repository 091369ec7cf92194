"""What is kept of conversations, and in which order it comes back."""

import sqlite3
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from app.domain import (
    MessageStatus,
    OpenTabs,
    ReplyUsage,
    ReuseOrigin,
)
from app.errors import ConversationGone
from app.storage.history import History
from tests.app.storage.turns import answered, opened, stored_conversation

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


async def test_a_finished_turn_is_there_after_a_restart(path: Path) -> None:
    async with opened(path) as history:
        conversation = await history.conversations.create()
        turn = await history.turns.start(conversation.id, "How are you?")
        reply = await history.turns.finish_reply(
            turn.reply.id, "Fine.", MessageStatus.FAILED, "cut", USAGE
        )
    async with opened(path) as history:
        assert (await stored_conversation(history, conversation.id)).messages == (turn.user, reply)
        assert history.warnings == ()
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
        usage = (await stored_conversation(history, conversation.id)).messages[1].usage
    assert usage == replace(USAGE, reused_from=ReuseOrigin.NOWHERE)


async def test_a_running_reply_becomes_interrupted_and_keeps_its_text(path: Path) -> None:
    async with opened(path) as history:
        conversation = await history.conversations.create()
        turn = await history.turns.start(conversation.id, "Count.")
        await history.turns.save_reply(turn.reply.id, "one, two")
    async with opened(path) as history:
        assert len(await history.turns.interrupt_unfinished("The program was ended.")) == 1
        assert await history.turns.interrupt_unfinished("again") == ()
        reply = (await stored_conversation(history, conversation.id)).messages[-1]
    assert reply.status is MessageStatus.INTERRUPTED
    assert (reply.text, reply.note) == ("one, two", "The program was ended.")


async def test_order_holds_while_the_clock_jumps_back(path: Path) -> None:
    now = datetime(2026, 5, 1, tzinfo=UTC)
    moments = iter([now - timedelta(days=365 * step) for step in range(20)])
    history = await History.open(path, now=lambda: next(moments))
    try:
        first = await answered(history, "one")
        second = await answered(history, "two")
        await history.turns.start(first, "three")
        assert [found.id for found in await history.conversations.summaries()] == [first, second]
        numbers = [
            message.sequence_number
            for message in (await stored_conversation(history, first)).messages
        ]
    finally:
        await history.close()
    assert numbers == [1, 2, 3, 4]


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
