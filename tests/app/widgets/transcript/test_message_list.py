"""The messages of a conversation, of which one grows."""

import pytest
from msgspec.structs import replace

from app.domain.messages import Message
from app.domain.reply_text import ReplyText
from app.widgets.transcript.message_list import MessageList
from tests.app.widgets.samples import growing, question


def test_a_growing_message_is_copied_when_it_is_read_not_for_each_piece(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    messages, reply = MessageList(), growing()
    messages.set_messages((question(), reply))
    text = ReplyText(reply.id, "The")
    messages.grow(text)
    copies: list[Message] = []

    def count(message: Message, **changes: str) -> Message:
        copies.append(message)
        return replace(message, **changes)

    monkeypatch.setattr("app.widgets.transcript.message_list.replace", count)
    for _ in range(100):
        text.append(" word")
        assert messages.grow(text)
    assert not copies
    assert messages.by_id[reply.id].text == "The" + 100 * " word"
    assert messages.by_id[reply.id].text == text.answer.text
    assert len(copies) == 1
