"""Files are stored with their messages, and go where these go."""

from app.domain import (
    MessageStatus,
    TextFile,
)
from app.storage.history import History

NOTES = TextFile("notes.md", "# Notes\n\nzwölf", "text/markdown")


CODE = TextFile("a.py", "print(1)")


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
