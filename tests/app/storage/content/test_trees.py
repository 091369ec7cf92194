"""Messages form a tree: nothing is overwritten, and every branch can be shown again."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from app.domain import (
    Conversation,
    ConversationOptions,
    MessageStatus,
    OutgoingMessage,
    OverflowPolicy,
    Preset,
    Turn,
)
from app.errors import (
    ConversationGone,
    NothingToAnswer,
    NothingToContinue,
    ReplyStillRunning,
)
from app.storage.history import History


async def said(history: History, conversation_id: str, text: str) -> Turn:
    turn = await history.turns.start(conversation_id, text)
    await history.turns.finish_reply(turn.reply.id, f"re: {text}", MessageStatus.COMPLETE)
    return turn


def texts(conversation: Conversation | None) -> list[str]:
    assert conversation is not None
    return [message.text for message in conversation.messages]


async def test_an_edited_message_stands_beside_the_old_one(history: History) -> None:
    conversation = await history.conversations.create()
    first = await said(history, conversation.id, "one")
    await said(history, conversation.id, "two")
    edited = await history.turns.edit(first.user.id, "eins")
    await history.turns.finish_reply(edited.reply.id, "re: eins", MessageStatus.COMPLETE)
    shown = await history.conversations.get(conversation.id)
    assert texts(shown) == ["eins", "re: eins"]
    assert shown is not None
    assert (shown.messages[0].sibling_number, shown.messages[0].sibling_count) == (2, 2)
    versions = await history.messages.siblings(first.user.id)
    assert [message.text for message in versions] == ["one", "eins"]


async def test_choosing_a_version_shows_its_branch_down_to_the_newest_end(
    history: History,
) -> None:
    conversation = await history.conversations.create()
    first = await said(history, conversation.id, "one")
    await said(history, conversation.id, "two")
    edited = await history.turns.edit(first.user.id, "eins")
    await history.turns.finish_reply(edited.reply.id, "re: eins", MessageStatus.COMPLETE)
    back = await history.messages.choose_sibling(first.user.id)
    assert texts(back) == ["one", "re: one", "two", "re: two"]
    assert texts(await history.messages.choose_sibling(edited.reply.id)) == ["eins", "re: eins"]
    assert texts(await history.conversations.get(conversation.id)) == ["eins", "re: eins"]


async def test_a_turn_goes_on_below_the_chosen_branch(history: History) -> None:
    conversation = await history.conversations.create()
    first = await said(history, conversation.id, "one")
    edited = await history.turns.edit(first.user.id, "eins")
    await history.turns.finish_reply(edited.reply.id, "re: eins", MessageStatus.COMPLETE)
    await history.messages.choose_sibling(first.user.id)
    await said(history, conversation.id, "two")
    shown = texts(await history.conversations.get(conversation.id))
    assert shown == ["one", "re: one", "two", "re: two"]


async def test_a_continued_reply_keeps_its_text_and_grows(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "Count.")
    await history.turns.finish_reply(turn.reply.id, "one, two", MessageStatus.CANCELLED, "stopped")
    again = await history.turns.continue_reply(conversation.id)
    assert (again.reply.id, again.reply.text) == (turn.reply.id, "one, two")
    assert again.reply.status is MessageStatus.STREAMING
    await history.turns.save_reply(turn.reply.id, "one, two, three")
    with pytest.raises(ReplyStillRunning):
        await history.turns.continue_reply(conversation.id)
    await history.turns.finish_reply(turn.reply.id, "one, two, three", MessageStatus.COMPLETE)
    assert texts(await history.conversations.get(conversation.id)) == ["Count.", "one, two, three"]


async def test_what_can_not_be_edited_or_continued_is_said_so(history: History) -> None:
    conversation = await history.conversations.create()
    with pytest.raises(NothingToContinue):
        await history.turns.continue_reply(conversation.id)
    turn = await said(history, conversation.id, "one")
    with pytest.raises(NothingToAnswer):
        await history.turns.edit(turn.reply.id, "no")
    for attempt in (
        history.turns.edit(99, "x"),
        history.messages.siblings(99),
        history.messages.choose_sibling(99),
        history.conversations.save_queue("nowhere", (OutgoingMessage("x"),)),
        history.conversations.set_context_start(conversation.id, 99),
    ):
        with pytest.raises(ConversationGone):
            await attempt


async def test_reasoning_is_kept_apart_from_the_answer(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "Why?")
    await history.turns.save_reply(turn.reply.id, "", "Let me think")
    reply = await history.turns.finish_reply(turn.reply.id, "Because.", MessageStatus.COMPLETE)
    assert (reply.text, reply.reasoning, reply.is_damaged) == ("Because.", "Let me think", False)


async def test_the_queue_is_sent_in_its_order(history: History) -> None:
    conversation = await history.conversations.create()
    await history.conversations.save_draft(conversation.id, OutgoingMessage("half"))
    await history.conversations.save_queue(
        conversation.id, (OutgoingMessage("first"), OutgoingMessage("second"))
    )
    turn = await history.turns.start_next(conversation.id)
    assert turn is not None
    assert turn.user.text == "first"
    with pytest.raises(ReplyStillRunning):
        await history.turns.start_next(conversation.id)
    stored = await history.conversations.get(conversation.id)
    assert stored is not None
    assert (stored.queue, stored.draft) == (
        (OutgoingMessage("second"),),
        OutgoingMessage("half"),
    )
    await history.turns.finish_reply(turn.reply.id, "", MessageStatus.COMPLETE)
    await history.conversations.save_queue(conversation.id, ())
    assert await history.turns.start_next(conversation.id) is None


async def test_options_and_memory_come_back(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await said(history, conversation.id, "one")
    options = ConversationOptions("Work", True, "Be brief.", "calm", "demo", OverflowPolicy.STOP)
    await history.conversations.set_options(conversation.id, options)
    await history.conversations.set_context_start(conversation.id, turn.reply.id)
    stored = await history.conversations.get(conversation.id)
    (summary,) = await history.conversations.summaries()
    assert stored is not None
    assert (stored.options, stored.context_starts_at) == (options, turn.reply.id)
    assert (summary.folder, summary.is_pinned, summary.model_name) == ("Work", True, "demo")


async def test_presets_come_back_by_name(history: History) -> None:
    await history.presets.save(Preset("warm", {"temperature": 1.2}))
    await history.presets.save(Preset("calm", {"temperature": 0.1, "top_k": 5}))
    await history.presets.save(Preset("warm", {"temperature": 1.0}))
    await history.presets.delete("nowhere")
    assert await history.presets.all() == (
        Preset("calm", {"temperature": 0.1, "top_k": 5}),
        Preset("warm", {"temperature": 1.0}),
    )
    await history.presets.delete("calm")
    assert [preset.name for preset in await history.presets.all()] == ["warm"]


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
    turn = await said(history, conversation.id, "words of mine")
    await history.close()
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(f"UPDATE message SET {change} WHERE id = {turn.reply.id}")
    history = await History.open(path)
    stored = await history.conversations.get(conversation.id)
    await history.close()
    assert stored is not None
    assert [message.is_damaged for message in stored.messages][-1] is True
    assert not any(message.is_damaged for message in stored.messages[:-1])
