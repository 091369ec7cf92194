"""What is sent: files go with their message, several replies begin together, pins come back."""

import pytest

from app.domain import (
    MessageStatus,
    OutgoingMessage,
)
from app.errors import (
    ConversationGone,
    NothingToAnswer,
    NothingToContinue,
    ReplyStillRunning,
)
from app.storage.history import History
from tests.app.storage.turns import answered, ask, stored_conversation, texts


async def test_several_replies_to_one_question_grow_side_by_side(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "Which one?")
    await history.turns.finish_reply(turn.reply.id, "old", MessageStatus.COMPLETE)
    variants = await history.turns.begin_variants(conversation.id, 3, "cut short", turn.reply.id)
    with pytest.raises(ReplyStillRunning):
        await history.turns.start(conversation.id, "too early")
    for index, variant in enumerate(variants):
        await history.turns.save_reply(variant.reply.id, f"half {index}", is_beside=index > 0)
    stored = await history.messages.siblings(turn.reply.id)
    assert [message.text for message in stored] == ["old", "half 0", "half 1", "half 2"]
    assert [message.status for message in stored[1:]] == [
        MessageStatus.STREAMING,
        MessageStatus.INTERRUPTED,
        MessageStatus.INTERRUPTED,
    ]
    assert stored[3].note == "cut short"
    for variant in variants:
        await history.turns.finish_reply(variant.reply.id, "whole", MessageStatus.COMPLETE)
    await history.turns.save_reply(variants[1].reply.id, "too late", is_beside=True)
    shown = await stored_conversation(history, conversation.id)
    assert (shown.messages[1].id, shown.messages[1].sibling_count) == (variants[0].reply.id, 4)
    assert [m.text for m in await history.messages.siblings(turn.reply.id)] == ["old"] + [
        "whole"
    ] * 3


async def test_a_reply_in_the_middle_gets_another_one_beside_it(history: History) -> None:
    conversation = await history.conversations.create()
    first = await history.turns.start(conversation.id, "one")
    await history.turns.finish_reply(first.reply.id, "re: one", MessageStatus.COMPLETE)
    second = await history.turns.start(conversation.id, "two")
    await history.turns.finish_reply(second.reply.id, "re: two", MessageStatus.COMPLETE)
    again = await history.turns.regenerate(conversation.id, first.reply.id)
    assert again.reply.parent_id == first.user.id
    await history.turns.finish_reply(again.reply.id, "other", MessageStatus.COMPLETE)
    stored = await stored_conversation(history, conversation.id)
    assert [message.text for message in stored.messages] == ["one", "other"]
    with pytest.raises(NothingToAnswer):
        await history.turns.regenerate(conversation.id, first.user.id)


async def test_a_turn_goes_on_below_the_chosen_branch(history: History) -> None:
    conversation = await history.conversations.create()
    first = await ask(history, conversation.id, "one")
    edited = await history.turns.edit(first.user.id, "eins")
    await history.turns.finish_reply(edited.reply.id, "re: eins", MessageStatus.COMPLETE)
    await history.messages.choose_sibling(first.user.id)
    await ask(history, conversation.id, "two")
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
    turn = await ask(history, conversation.id, "one")
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


async def test_a_conversation_has_one_running_reply_at_most(history: History) -> None:
    conversation = await history.conversations.create()
    await history.turns.start(conversation.id, "first")
    with pytest.raises(ReplyStillRunning, match="Stop that answer first"):
        await history.turns.start(conversation.id, "second")
    with pytest.raises(ReplyStillRunning):
        await history.turns.regenerate(conversation.id)
    texts = [
        message.text for message in (await stored_conversation(history, conversation.id)).messages
    ]
    assert texts == ["first", ""]


async def test_regenerating_overwrites_nothing(history: History) -> None:
    conversation_id = await answered(history, "Tell me.")
    first = (await stored_conversation(history, conversation_id)).messages[-1]
    turn = await history.turns.regenerate(conversation_id)
    await history.turns.finish_reply(turn.reply.id, "another", MessageStatus.COMPLETE)
    branch = (await stored_conversation(history, conversation_id)).messages
    assert [message.text for message in branch] == ["Tell me.", "another"]
    assert branch[-1].parent_id == first.parent_id
    (summary,) = await history.conversations.summaries()
    assert summary.message_count == 3


async def test_a_late_save_does_not_touch_a_finished_reply(history: History) -> None:
    conversation_id = await answered(history, "hello")
    reply = (await stored_conversation(history, conversation_id)).messages[-1]
    await history.turns.save_reply(reply.id, "late")
    assert (await stored_conversation(history, conversation_id)).messages[-1].text == "re: hello"
