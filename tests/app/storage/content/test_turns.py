"""What is sent: files go with their message, several replies begin together, pins come back."""

import pytest

from app.domain import MessageStatus, OutgoingMessage, TextFile
from app.errors import NothingToAnswer, ReplyStillRunning
from app.storage.history import History
from app.storage.packing import packed, unpacked

NOTES = TextFile("notes.md", "# Notes\n\nzwölf", "text/markdown")
CODE = TextFile("a.py", "print(1)")


@pytest.mark.parametrize(
    "message",
    [
        OutgoingMessage(""),
        OutgoingMessage("just words\nin two lines"),
        OutgoingMessage("with files", (NOTES, CODE)),
        OutgoingMessage("", (TextFile("", ""),)),
    ],
)
def test_an_outgoing_message_is_one_text_and_comes_back(message: OutgoingMessage) -> None:
    assert unpacked(packed(message)) == message


def test_separators_that_somebody_typed_make_no_file() -> None:
    sly = OutgoingMessage("a\x1cname\x1ftext\x1ftext/plain", (TextFile("b\x1c", "c\x1fd"),))
    back = unpacked(packed(sly))
    assert [file.name for file in back.files] == ["b "]
    assert back.text == "a name text text/plain"


async def test_files_are_stored_with_their_message(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "Read these.", (NOTES, CODE))
    stored = await history.conversations.get(conversation.id)
    assert stored is not None
    assert stored.messages[0].attachments == turn.user.attachments
    assert [file.name for file in turn.user.attachments] == ["notes.md", "a.py"]
    content = await history.attachments.content(turn.user.attachments[0])
    assert content.decode() == NOTES.text


async def test_a_chat_that_begins_with_files_alone_is_called_after_the_first(
    history: History,
) -> None:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, " \n", (NOTES, CODE))
    await history.turns.finish_reply(turn.reply.id, "Done.", MessageStatus.COMPLETE)
    await history.turns.start(conversation.id, "And now words.", (CODE,))
    (summary,) = await history.conversations.summaries()
    assert summary.title == "notes.md"

    await history.conversations.rename(conversation.id, "Mine")
    await history.conversations.rename(conversation.id, "")
    (summary,) = await history.conversations.summaries()
    assert summary.title == "notes.md"


async def test_another_version_of_a_message_has_its_files(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "Read this.", (NOTES,))
    await history.turns.finish_reply(turn.reply.id, "Done.", MessageStatus.COMPLETE)
    edited = await history.turns.edit(turn.user.id, "Read this again.")
    assert [file.digest for file in edited.user.attachments] == [turn.user.attachments[0].digest]
    stored = await history.conversations.get(conversation.id)
    assert stored is not None
    assert stored.messages[0].attachments == edited.user.attachments


async def test_a_message_waits_with_its_files(history: History) -> None:
    conversation = await history.conversations.create()
    waiting = OutgoingMessage("later", (CODE,))
    await history.conversations.save_queue(conversation.id, (waiting,))
    turn = await history.turns.start_next(conversation.id)
    assert turn is not None
    assert (turn.user.text, turn.user.attachments[0].name) == ("later", "a.py")


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
    shown = await history.conversations.get(conversation.id)
    assert shown is not None
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
    stored = await history.conversations.get(conversation.id)
    assert stored is not None
    assert [message.text for message in stored.messages] == ["one", "other"]
    with pytest.raises(NothingToAnswer):
        await history.turns.regenerate(conversation.id, first.user.id)


async def test_a_pinned_message_is_pinned_after_a_restart_and_a_copy(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "Remember this.")
    await history.turns.finish_reply(turn.reply.id, "I will.", MessageStatus.COMPLETE)
    await history.messages.set_pinned(turn.user.id, is_pinned=True)
    stored = await history.conversations.get(conversation.id)
    tree = await history.archive.tree(conversation.id)
    assert stored is not None
    assert tree is not None
    assert [message.is_pinned for message in stored.messages] == [True, False]
    assert [message.is_pinned for message in tree.messages] == [True, False]
    await history.messages.set_pinned(turn.user.id, is_pinned=False)
    again = await history.conversations.get(conversation.id)
    assert again is not None
    assert not again.messages[0].is_pinned
