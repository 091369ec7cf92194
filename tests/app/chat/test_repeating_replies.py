"""A reply that was ended because it repeated itself says so, also after a restart."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from pathlib import Path

import msgspec

from app.chat.request_builder import ChatSettings
from app.chat.turn_events import ReplyEnded, TurnEvent
from app.chat.turns import Turns
from app.controllers.settings import chat_settings_of
from app.domain import REPEATED_NOTE, Message, MessageStatus
from app.settings import Settings
from app.storage.history import History
from engine.client.client import EngineClient
from engine.text.repetition import PROSE
from tests.fakes.turn_reader import TurnReader

SENTENCE = "I said that before. "


async def _ended(events: AsyncGenerator[TurnEvent, None]) -> Message:
    async with aclosing(events) as stream:
        (end,) = [event async for event in stream if isinstance(event, ReplyEnded)]
    return end.message


async def _stored(folder: Path, conversation_id: str) -> Message:
    """Return the last message, as the next start of the program finds it."""
    history = await History.open(folder / "hubbub.db")
    try:
        found = await history.conversations.get(conversation_id)
    finally:
        await history.close()
    assert found is not None
    return found.messages[-1]


async def test_it_is_stored_with_its_reason(tmp_path: Path, client: EngineClient) -> None:
    history = await History.open(tmp_path / "hubbub.db")
    chat = await history.conversations.create()
    turns = Turns(history, client, ChatSettings(ends_repetition=True), lambda _error: None)
    reader = TurnReader(turns)
    reply = await _ended(reader.send(chat.id, "again"))
    await history.close()
    assert (reply.status, reply.note) == (MessageStatus.COMPLETE, REPEATED_NOTE)
    assert reply.is_repeating
    assert PROSE <= len(reply.text) < PROSE + 500
    stored = await _stored(tmp_path, chat.id)
    assert (stored.text, stored.note, stored.is_repeating) == (reply.text, REPEATED_NOTE, True)
    assert stored.usage is not None
    assert stored.usage.is_cut_by_length


async def test_what_continues_it_is_counted_from_its_own_beginning(
    history: History, client: EngineClient
) -> None:
    chat = await history.conversations.create()
    turns = Turns(history, client, ChatSettings(ends_repetition=True), lambda _error: None)
    reader = TurnReader(turns)
    first = await _ended(reader.send(chat.id, "again"))
    # The scripted engine repeats what it continues: the same text without end once more.
    rest = await _ended(reader.continue_reply(chat.id))
    assert len(rest.text) >= len(first.text) + PROSE


async def test_nothing_is_ended_where_the_setting_is_off(
    history: History, client: EngineClient
) -> None:
    chat = await history.conversations.create()
    settings = chat_settings_of(Settings(ends_repetition=False))
    turns = Turns(history, client, settings, lambda _error: None)
    reply = await _ended(TurnReader(turns).send(chat.id, "again"))
    assert reply.text == SENTENCE * 1000
    assert not reply.is_repeating


def test_the_setting_is_on_by_default_and_reaches_the_engine() -> None:
    assert chat_settings_of(Settings()).ends_repetition
    off = msgspec.structs.replace(Settings(), ends_repetition=False)
    assert not chat_settings_of(off).ends_repetition
