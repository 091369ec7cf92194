"""Messages that wait are sent in their order, with their files."""

import pytest

from app.domain import (
    MessageStatus,
    OutgoingMessage,
    Picture,
    TextFile,
)
from app.errors import (
    ReplyStillRunning,
)
from app.storage.history import History
from app.storage.packing import packed, unpacked
from tests.app.storage.turns import stored_conversation

CODE = TextFile("a.py", "print(1)")


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
    stored = await stored_conversation(history, conversation.id)
    assert (stored.queue, stored.draft) == (
        (OutgoingMessage("second"),),
        OutgoingMessage("half"),
    )
    await history.turns.finish_reply(turn.reply.id, "", MessageStatus.COMPLETE)
    await history.conversations.save_queue(conversation.id, ())
    assert await history.turns.start_next(conversation.id) is None


NOTES = TextFile("notes.md", "# Notes\n\nzwölf", "text/markdown")


async def test_a_message_waits_with_its_files(history: History) -> None:
    conversation = await history.conversations.create()
    waiting = OutgoingMessage("later", (CODE,))
    await history.conversations.save_queue(conversation.id, (waiting,))
    turn = await history.turns.start_next(conversation.id)
    assert turn is not None
    assert (turn.user.text, turn.user.attachments[0].name) == ("later", "a.py")


async def test_files_are_stored_with_their_message(history: History) -> None:
    conversation = await history.conversations.create()
    turn = await history.turns.start(conversation.id, "Read these.", (NOTES, CODE))
    stored = await stored_conversation(history, conversation.id)
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
    stored = await stored_conversation(history, conversation.id)
    assert stored.messages[0].attachments == edited.user.attachments


SEA = Picture("sea.jpg", "d" * 64, 12345, 1536, 1024, "e" * 64)


@pytest.mark.parametrize(
    "message",
    [
        OutgoingMessage(""),
        OutgoingMessage("just words\nin two lines"),
        OutgoingMessage("with files", (NOTES, CODE)),
        OutgoingMessage("", (TextFile("", ""),)),
        OutgoingMessage("", (), (SEA,)),
        OutgoingMessage("both", (NOTES,), (SEA, SEA)),
    ],
)
def test_an_outgoing_message_is_one_text_and_comes_back(message: OutgoingMessage) -> None:
    assert unpacked(packed(message)) == message


def test_separators_that_somebody_typed_make_no_file() -> None:
    sly = OutgoingMessage("a\x1cname\x1ftext\x1ftext/plain", (TextFile("b\x1c", "c\x1fd"),))
    back = unpacked(packed(sly))
    assert [file.name for file in back.files] == ["b "]
    assert back.text == "a name text text/plain"


@pytest.mark.parametrize(
    ("good", "bad"),
    [
        ("1536", "0"),
        ("1024", "99999"),
        ("12345", "-1"),
        ("d" * 64, "../x"),
        ("e" * 64, "e" * 63),
        ("image/png", "image/svg+xml"),
    ],
)
def test_a_picture_that_can_not_be_is_left_out(good: str, bad: str) -> None:
    text = packed(OutgoingMessage("look", (NOTES,), (SEA,)))
    assert good in text
    assert unpacked(text.replace(good, bad)) == OutgoingMessage("look", (NOTES,))
