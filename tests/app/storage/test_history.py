"""What is kept of conversations, and in which order it comes back."""

import asyncio
import gc
import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError

from app.domain.messages import MessageStatus, OutgoingMessage
from app.domain.tabs import OpenTabs
from app.domain.usage import ReplyUsage, ReuseOrigin
from app.errors import ConversationGone, LazyText, lazy
from app.storage.database import Database
from app.storage.history import History
from app.transfer import own_format
from tests.app.storage.turns import answered, opened, stored_conversation
from tests.app.transfer.exports import read

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
REASON = lazy(
    "The engine stopped unexpectedly ({signal}).", signal=lazy("signal {number}", number=9)
)
GERMAN = {
    REASON.template: "Die Engine endete unerwartet ({signal}).",
    "signal {number}": "Signal {number}",
}


async def test_work_that_comes_while_the_file_is_closed_leaves_it_closed(path: Path) -> None:
    history = await History.open(path)
    ending = asyncio.create_task(history.close())
    await asyncio.sleep(0)
    with pytest.raises(RuntimeError, match="after shutdown"):
        await history.conversations.summaries()
    await ending
    async with opened(path) as again:
        assert again.warnings == ()


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


def in_german(text: str) -> str:
    """Return a note as a German window shows it."""
    assert isinstance(text, LazyText)
    return text.translated(
        lambda template: GERMAN.get(template, template), lambda value, _: str(value), str
    )


async def _id_of_a_failed_chat(history: History, note: str) -> str:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "Hello?")
    await history.turns.finish_reply(turn.reply.id, "Hel", MessageStatus.FAILED, note=note)
    return conversation.id


async def test_a_note_comes_back_with_its_values_after_a_restart(path: Path) -> None:
    history = await History.open(path)
    id_ = await _id_of_a_failed_chat(history, REASON)
    await history.close()
    history = await History.open(path)
    stored = await stored_conversation(history, id_)
    await history.close()
    assert stored.messages[1].note == REASON
    assert in_german(stored.messages[1].note) == "Die Engine endete unerwartet (Signal 9)."


@pytest.mark.parametrize(
    "note", ["", "It broke. {signal}", '["a", {"b', '["a"]', "[[[", '[{"a": 1}]']
)
async def test_a_text_that_is_no_sentence_with_values_is_shown_as_it_is(
    history: History, note: str
) -> None:
    stored = await stored_conversation(history, await _id_of_a_failed_chat(history, note))
    assert stored.messages[1].note == note


async def test_an_export_holds_a_note_as_a_text(history: History) -> None:
    id_ = await _id_of_a_failed_chat(history, REASON)
    pieces = own_format.written(history.archive.trees([id_]))
    imported = read(b"".join([piece async for piece in pieces]))
    assert imported.trees[0].messages[1].note == "The engine stopped unexpectedly (signal 9)."


async def test_trouble_of_a_caller_who_left_is_no_bug(
    history: History, caplog: pytest.LogCaptureFixture
) -> None:
    reported: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, context: reported.append(context))
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
    assert (await stored_conversation(history, conversation.id)).draft.text == "19"


async def test_the_text_of_a_bug_holds_nobody_s_words(path: Path) -> None:
    database = Database(path)
    await database.open()
    wrong = text("UPDATE messages SET text = :text")
    with pytest.raises(DBAPIError) as caught:
        await database.run(lambda session: session.execute(wrong, {"text": "nobody's business"}))
    await database.close()
    assert "UPDATE messages" in str(caught.value)
    assert "business" not in str(caught.value)
