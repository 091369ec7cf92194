"""Messages that wait are sent in their order, with their files."""

import pytest

from app.domain import (
    MessageStatus,
    OutgoingMessage,
    TextFile,
)
from app.errors import (
    ReplyStillRunning,
)
from app.storage.history import History

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
    stored = await history.conversations.get(conversation.id)
    assert stored is not None
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
