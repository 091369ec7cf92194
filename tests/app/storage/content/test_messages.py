"""Versions of messages stand beside each other, and one branch is shown."""

from app.domain import MessageStatus, Role
from app.storage.history import History
from tests.app.storage.turns import ask, stored_conversation, texts


async def test_choosing_a_version_shows_its_branch_down_to_the_newest_end(
    history: History,
) -> None:
    conversation = await history.conversations.create()
    first = await ask(history, conversation.id, "one")
    await ask(history, conversation.id, "two")
    edited = await history.turns.edit(first.user.id, "eins")
    await history.turns.finish_reply(edited.reply.id, "re: eins", MessageStatus.COMPLETE)
    back = await history.messages.choose_sibling(first.user.id)
    assert texts(back) == ["one", "re: one", "two", "re: two"]
    assert texts(await history.messages.choose_sibling(edited.reply.id)) == ["eins", "re: eins"]
    assert texts(await history.conversations.get(conversation.id)) == ["eins", "re: eins"]


async def test_a_pinned_message_is_pinned_after_a_restart_and_a_copy(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "Remember this.")
    await history.turns.finish_reply(turn.reply.id, "I will.", MessageStatus.COMPLETE)
    await history.messages.set_pinned(turn.user.id, is_pinned=True)
    stored = await stored_conversation(history, conversation.id)
    tree = await history.archive.tree(conversation.id)
    assert tree is not None
    assert [message.is_pinned for message in stored.messages] == [True, False]
    assert [message.is_pinned for message in tree.messages] == [True, False]
    await history.messages.set_pinned(turn.user.id, is_pinned=False)
    again = await stored_conversation(history, conversation.id)
    assert not again.messages[0].is_pinned


async def test_a_look_into_a_chat_shows_its_last_words(history: History) -> None:
    conversation = await history.conversations.create()
    assert await history.messages.preview(conversation.id) is None
    turn = await history.turns.start(conversation.id, "Tell me all.")
    await history.turns.finish_reply(turn.reply.id, "long " * 1000 + "end", MessageStatus.COMPLETE)
    look = await history.messages.preview(conversation.id)
    assert look is not None
    assert look.role is Role.ASSISTANT
    assert look.text.endswith("long end")
    assert len(look.text) <= 1600
    await history.conversations.delete(conversation.id)
    assert await history.messages.preview(conversation.id) is None


async def test_a_look_at_a_message_shows_what_was_found_in_it(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "far " * 1000 + "Café " + "away " * 1000)
    look = await history.messages.preview(conversation.id, turn.user.id, "cafe")
    assert look is not None
    assert [look.text[each.start : each.end] for each in look.found] == ["Café"]
    assert len(look.text) <= 1600
    other = await history.conversations.create()
    assert await history.messages.preview(other.id, turn.user.id, "cafe") is None
