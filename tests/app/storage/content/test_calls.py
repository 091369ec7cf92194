"""Calls of tools and their results, as stored messages."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from app.domain.chat_options import ChatOptions
from app.domain.conversations import Conversation, ConversationOptions, SearchQuery
from app.domain.messages import Message, MessageStatus, Role, TextFile
from app.errors import NothingToContinue, ReplyStillRunning
from app.storage.history import History
from app.tools.model import Decision, ToolCall, ToolUse, WebPage
from tests.app.storage.turns import ask, stored_conversation

CALLS = (
    ToolCall("call_1", "weather", '{"city": "Königsberg"}'),
    ToolCall("call_2", "weather", '{"city": "Tønder"}'),
)
COMPLETE, CANCELLED = MessageStatus.COMPLETE, MessageStatus.CANCELLED


def _uses() -> list[ToolUse]:
    return [ToolUse(each.id, each.name, "Weather", "Sky", each.arguments) for each in CALLS]


async def calling(history: History, question: str = "Is it warm?") -> tuple[Message, ...]:
    """Store a question and a reply that calls two tools; return the pending calls."""
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, question)
    reply = replace(turn.reply, text="I look.", status=COMPLETE, tool_calls=CALLS)
    stored, calls = await history.turns.finish_calling(reply, CALLS, _uses())
    assert stored.tool_calls == CALLS
    return calls


async def called(history: History) -> Conversation:
    """Store a turn with two results and the reply to them."""
    calls = await calling(history)
    for call, text in zip(calls, ("four degrees", "five degrees"), strict=True):
        await history.turns.finish_call(replace(call, text=text, status=COMPLETE))
    answer = await history.turns.answer_results(calls[-1].id)
    await history.turns.finish_reply(answer.reply.id, "No.", COMPLETE)
    return await stored_conversation(history, answer.reply.conversation_id)


async def test_a_result_is_stored_with_its_call(history: History) -> None:
    calls = await calling(history)
    now = datetime.now(UTC)
    use = replace(
        _uses()[0],
        decision=Decision.CHAT,
        started_at=now,
        ended_at=now,
        is_changed=True,
        arguments='{"city": "Oslo"}',
        pages=(WebPage("Oslo", "https://example.org"),),
        omitted_bytes=7,
    )
    await history.turns.change_call(calls[0].id, use)
    ended = replace(calls[0], text="cold", status=COMPLETE, tool_use=use)
    stored = await history.turns.finish_call(ended, (TextFile("whole.txt", "cold " * 9),))
    assert stored.tool_use == use
    read = await stored_conversation(history, calls[0].conversation_id)
    assert read.messages[2] == replace(stored, attachments=stored.attachments)
    assert [each.name for each in stored.attachments] == ["whole.txt"]
    assert not any(each.is_damaged for each in read.messages)


async def test_a_pending_call_blocks_the_chat_and_a_restart_interrupts_it(
    history: History, path: Path
) -> None:
    first, second = await calling(history)
    await history.turns.finish_call(replace(first, text="four", status=COMPLETE))
    with pytest.raises(ReplyStillRunning):
        await history.turns.start(first.conversation_id, "And now?")
    await history.close()
    again = await History.open(path)
    try:
        assert await again.turns.interrupt_unfinished("Ended.") == (first.conversation_id,)
        messages = (await stored_conversation(again, first.conversation_id)).messages
        assert [each.status for each in messages[2:]] == [COMPLETE, MessageStatus.INTERRUPTED]
        assert messages[-1].note == "Ended."
        started = await again.turns.continue_reply(first.conversation_id)
        assert [each.id for each in started.calls] == [second.id], "the other one has its result"
    finally:
        await again.close()


async def test_results_and_arguments_are_found(history: History) -> None:
    conversation = await called(history)
    for word, count in (("degrees", 2), ("four", 1), ("Konigsberg", 1), ("tønder", 1), ("once", 0)):
        hits = await history.conversations.search(SearchQuery(word))
        assert [hit.role for hit in hits] == [Role.TOOL] * count, word
    await history.conversations.delete(conversation.id)
    await history.trash.empty()
    assert not await history.conversations.search(SearchQuery("Konigsberg"))


async def test_a_deleted_result_takes_its_call_with_it_until_it_is_restored(
    history: History,
) -> None:
    before = await called(history)
    deleted = await history.message_deletions.delete(before.messages[2].id)
    after = await stored_conversation(history, before.id)
    assert [each.id for each in after.messages[1].tool_calls] == ["call_2"]
    assert not any(each.is_damaged for each in after.messages)
    await history.message_deletions.restore(deleted)
    again = (await stored_conversation(history, before.id)).messages
    assert again[2:] == before.messages[2:]
    assert set(again[1].tool_calls) == set(CALLS)


async def test_copies_keep_calls_and_end_those_that_run(history: History) -> None:
    before = await called(history)
    copy = await history.archive.duplicate(before.id)
    assert [(each.tool_calls, each.tool_use, each.text) for each in copy.messages] == [
        (each.tool_calls, each.tool_use, each.text) for each in before.messages
    ]
    first, _ = await calling(history)
    fork = await history.archive.fork(first.id)
    assert fork.messages[-1].status is MessageStatus.INTERRUPTED
    assert (await history.turns.continue_reply(fork.id)).calls


async def test_a_branch_that_ends_with_all_results_is_answered(history: History) -> None:
    calls = await calling(history)
    for call in calls:
        await history.turns.finish_call(replace(call, text="x", status=COMPLETE))
    started = await history.turns.continue_reply(calls[0].conversation_id)
    assert not started.calls
    assert started.reply.parent_id == calls[-1].id
    assert started.user.role is Role.USER


async def test_a_reply_to_results_is_regenerated_from_them(history: History) -> None:
    conversation = await called(history)
    again = await history.turns.regenerate(conversation.id)
    assert again.reply.parent_id == conversation.messages[3].id
    await history.turns.finish_reply(again.reply.id, "Yes.", COMPLETE)
    first = await history.turns.regenerate(conversation.id, conversation.messages[1].id)
    assert first.reply.parent_id == conversation.messages[0].id


async def test_a_question_can_follow_results(history: History) -> None:
    calls = await calling(history)
    for call in calls:
        await history.turns.finish_call(replace(call, status=CANCELLED))
    started = await history.turns.start(calls[0].conversation_id, "Never mind.")
    assert started.user.parent_id == calls[-1].id


async def test_a_question_without_a_reply_can_not_be_continued(history: History) -> None:
    conversation = await history.conversations.create()
    await ask(history, conversation.id, "one")
    stored = await stored_conversation(history, conversation.id)
    await history.message_deletions.delete(stored.messages[1].id)
    with pytest.raises(NothingToContinue):
        await history.turns.continue_reply(conversation.id)


async def test_a_changed_argument_is_noticed_and_comes_back_from_the_backup(
    history: History, path: Path
) -> None:
    conversation = await called(history)
    await history.upkeep.back_up()
    await history.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE message SET tool_arguments = 'x' WHERE tool_arguments <> ''")
        connection.execute("UPDATE message SET tool_calls = '[' WHERE tool_calls <> ''")
    again = await History.open(path)
    try:
        messages = (await stored_conversation(again, conversation.id)).messages
        assert [each.tool_use for each in messages] == [
            each.tool_use for each in conversation.messages
        ]
        assert messages[1].tool_calls == CALLS
        assert all("came back from the backup" in each.note for each in messages[1:4])
    finally:
        await again.close()


async def test_unreadable_details_of_a_call_hide_no_message(history: History, path: Path) -> None:
    conversation = await called(history)
    await history.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE message SET tool_use = '{' WHERE tool_use <> ''")
    again = await History.open(path)
    try:
        messages = (await stored_conversation(again, conversation.id)).messages
        assert [each.text for each in messages] == [each.text for each in conversation.messages]
        assert all(each.is_damaged for each in messages[2:4])
    finally:
        await again.close()


async def test_the_options_of_a_new_conversation_can_be_stored_with_other_tools(
    history: History,
) -> None:
    conversation = await history.conversations.create()
    options = replace(conversation.options, chat=ChatOptions(tools=(), allowed_tools={"a/b": "d1"}))
    await history.conversations.set_options(conversation.id, options)
    assert await history.conversations.options(conversation.id) == options
    await history.conversations.set_answering(conversation.id, ConversationOptions())
    kept = await history.conversations.options(conversation.id)
    assert kept is not None
    assert kept.chat.allowed_tools == {"a/b": "d1"}
    await history.conversations.allow_tool(conversation.id, "a/b", None)
    assert (await stored_conversation(history, conversation.id)).options.chat.allowed_tools == {}


async def test_the_tools_of_a_removed_server_ask_again_in_all_conversations(
    history: History,
) -> None:
    created = [await history.conversations.create() for _ in range(3)]
    for each in created[:2]:
        for key in ("files/write", "files_2/write", "hubbub/calculate"):
            await history.conversations.allow_tool(each.id, key, "d1")
    await history.conversations.disallow_tools("files/")
    for each in created[:2]:
        options = await history.conversations.options(each.id)
        assert options is not None
        assert options.chat.allowed_tools == {"files_2/write": "d1", "hubbub/calculate": "d1"}
