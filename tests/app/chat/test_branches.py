"""Edited, further, continued and several replies on a real database and a scripted engine."""

import asyncio
from contextlib import aclosing

import pytest

from app.chat.request_builder import ChatSettings
from app.chat.turn_events import ContextMoved, ReplyEnded, TurnStarted
from app.chat.turns import Turns
from app.domain.conversations import Conversation
from app.domain.messages import MessageStatus
from app.domain.tabs import TabActivity
from app.errors import AppError
from app.storage.history import History
from engine.client.client import EngineClient
from tests.app.storage.turns import stored_conversation
from tests.fakes.turn_reader import ReadEvent, ReplyGrew, TurnReader, read_all


@pytest.fixture
def turns(history: History, client: EngineClient) -> Turns:
    def reject(error: AppError) -> None:
        raise AssertionError(error)

    return Turns(history, client, ChatSettings("Be calm."), reject)


def _ends(events: list[ReadEvent]) -> list[ReplyEnded]:
    return [event for event in events if isinstance(event, ReplyEnded)]


async def _texts(history: History, conversation_id: str) -> list[str]:
    stored = await stored_conversation(history, conversation_id)
    return [message.text.strip() for message in stored.messages]


async def test_a_reply_goes_on_behind_what_it_has_said(
    history: History, turns: Turns, reader: TurnReader, conversation: Conversation
) -> None:
    async with asyncio.timeout(90), aclosing(reader.send(conversation.id, "on and on")) as events:
        async for event in events:
            if isinstance(event, ReplyGrew):
                turns.stop(conversation.id)
    before = (await _texts(history, conversation.id))[1]
    end = _ends(await read_all(reader.continue_reply(conversation.id)))[0]
    assert end.message.status is MessageStatus.COMPLETE
    assert end.message.text.startswith(before)
    assert "You said: on" in end.message.text, "the engine saw the reply's beginning last"
    assert len(await _texts(history, conversation.id)) == 2


async def test_several_replies_are_written_at_once_and_each_is_stored(
    history: History, reader: TurnReader, conversation: Conversation
) -> None:
    first = _ends(await read_all(reader.send(conversation.id, "say 4")))[0].message
    events = await read_all(reader.vary(conversation.id, first.id, 3))
    started = events[0]
    assert isinstance(started, TurnStarted)
    assert len(started.others) == 2
    ends = _ends(events)
    assert [end.is_last for end in ends] == [False, False, True]
    assert [end.state.activity for end in ends] == [
        TabActivity.WRITING,
        TabActivity.WRITING,
        TabActivity.IDLE,
    ]
    grown = [event.message_id for event in events if isinstance(event, ReplyGrew)]
    assert grown[:3] != [grown[0]] * 3, "they grew side by side"
    stored = await history.messages.siblings(first.id)
    assert [message.status for message in stored] == [MessageStatus.COMPLETE] * 4
    assert {message.text for message in stored} == {first.text}


async def test_stop_ends_all_replies_of_a_question(
    turns: Turns, reader: TurnReader, conversation: Conversation
) -> None:
    first = _ends(await read_all(reader.send(conversation.id, "on and on and on")))[0].message
    ends: list[ReplyEnded] = []
    seen: set[int] = set()
    edited = reader.edit(conversation.id, first.parent_id or 0, "on and on")
    async with asyncio.timeout(90), aclosing(edited) as events:
        async for event in events:
            if isinstance(event, ReplyGrew):
                turns.stop(conversation.id)
    async with asyncio.timeout(90), aclosing(reader.vary(conversation.id, None, 2)) as several:
        async for event in several:
            if isinstance(event, ReplyGrew):
                seen.add(event.message_id)
                if len(seen) == 2:
                    turns.stop(conversation.id)
            if isinstance(event, ReplyEnded):
                ends.append(event)
    assert [end.message.status for end in ends] == [MessageStatus.CANCELLED] * 2


async def test_replies_left_by_their_reader_are_interrupted_with_what_they_said(
    history: History, reader: TurnReader, conversation: Conversation
) -> None:
    await read_all(reader.send(conversation.id, "say 1"))
    turn = await history.turns.start(conversation.id, "on and on")
    await history.turns.finish_reply(turn.reply.id, "", MessageStatus.CANCELLED)
    seen: set[int] = set()
    async with asyncio.timeout(90), aclosing(reader.vary(conversation.id, None, 3)) as several:
        async for event in several:
            if isinstance(event, ReplyGrew):
                seen.add(event.message_id)
            if len(seen) == 3:
                break
    stored = await history.messages.siblings(turn.reply.id)
    assert [message.status for message in stored[1:]] == [MessageStatus.INTERRUPTED] * 3
    assert all(message.text for message in stored[1:])


async def test_a_turn_that_was_left_at_once_is_no_running_reply(
    history: History, reader: TurnReader, conversation: Conversation
) -> None:
    async with aclosing(reader.send(conversation.id, "say 1")) as events:
        async for event in events:
            assert isinstance(event, TurnStarted)
            break
    end = _ends(await read_all(reader.regenerate(conversation.id)))[0]
    assert end.message.status is MessageStatus.COMPLETE


async def test_where_memory_begins_is_told_once_and_stored(
    history: History, reader: TurnReader, conversation: Conversation
) -> None:
    await read_all(reader.send(conversation.id, "say 1"))
    events = await read_all(reader.send(conversation.id, "slide"))
    began = [event.message_id for event in events if isinstance(event, ContextMoved)]
    stored = await stored_conversation(history, conversation.id)
    assert began == [stored.messages[2].id]
    assert stored.context_starts_at == stored.messages[2].id
    events = await read_all(reader.send(conversation.id, "say 1"))
    assert [event for event in events if isinstance(event, ContextMoved)] == [ContextMoved(None)]
