"""A running reply is saved while it grows, and trouble with the disk is told once."""

import asyncio
from dataclasses import replace

import pytest

from app.chat import reply_saver
from app.chat.reply_saver import ReplySaver, SaveTroubles
from app.domain import Message, MessageStatus
from app.errors import AppError, StorageFailed, lazy
from app.storage.history import History
from tests.app.storage.turns import stored_conversation


@pytest.fixture
async def reply(history: History, monkeypatch: pytest.MonkeyPatch) -> Message:
    """A reply that was just begun; it is saved often."""
    monkeypatch.setattr(reply_saver, "SAVE_SECONDS", 0.01)
    conversation = await history.conversations.create()
    return (await history.turns.start(conversation.id, "hello")).reply


async def stored_text(history: History, reply: Message) -> str:
    conversation = await stored_conversation(history, reply.conversation_id)
    return conversation.messages[-1].text


async def test_a_reply_is_saved_while_it_grows_and_at_its_end(
    history: History, reply: Message
) -> None:
    troubles: list[AppError] = []
    async with ReplySaver(history, reply, SaveTroubles(troubles.append)) as saver:
        saver.grow(replace(reply, text="half"))
        async with asyncio.timeout(60):
            while await stored_text(history, reply) != "half":  # noqa: ASYNC110 (the saver tells nobody)
                await asyncio.sleep(0.01)
        ended = await saver.finish(
            replace(reply, text="half and half", status=MessageStatus.COMPLETE)
        )
    assert (ended.text, ended.status) == ("half and half", MessageStatus.COMPLETE)
    assert await stored_text(history, reply) == "half and half"
    assert not troubles


async def test_trouble_is_told_once_and_tried_again(
    history: History, reply: Message, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[str] = []
    troubles: list[AppError] = []

    async def failing(_id: int, text: str, *_: object, **__: object) -> None:
        tries.append(text)
        raise StorageFailed(lazy("The disk does not answer."))

    monkeypatch.setattr(history.turns, "save_reply", failing)
    async with ReplySaver(history, reply, SaveTroubles(troubles.append)) as saver:
        saver.grow(replace(reply, text="half"))
        async with asyncio.timeout(60):
            while len(tries) < 3:  # noqa: ASYNC110 (the saver tells nobody)
                await asyncio.sleep(0.01)
    assert set(tries) == {"half"}
    assert len(troubles) == 1
