"""Turns on a real database and a real (scripted) engine process; how replies are saved."""

import asyncio
import os
import signal
import sys
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from app.chat import reply_runner
from app.chat.reply_runner import ReplySaver, SaveTroubles
from app.chat.request_builder import ChatSettings
from app.chat.turn_events import ReplyEnded, StateChanged, TurnStarted
from app.chat.turns import Turns
from app.controllers.settings_controller import chat_settings_of
from app.domain.conversations import Conversation
from app.domain.messages import REPEATED_NOTE, Message, MessageStatus
from app.domain.reply_text import ReplyText
from app.domain.tabs import TabActivity, TabState
from app.errors import AppError, DiskFull, ReplyStillRunning, StorageFailed, lazy
from app.settings import Settings
from app.storage.history import History
from engine.client.client import EngineClient
from engine.text.repetition import PROSE
from tests.app.storage.turns import stored_conversation
from tests.fakes.turn_reader import ReadEvent, ReplyGrew, TurnReader, read_all

SENTENCE = "I said that before. "


@pytest.fixture
def troubles() -> list[AppError]:
    return []


@pytest.fixture
def turns(history: History, client: EngineClient, troubles: list[AppError]) -> Turns:
    return Turns(history, client, ChatSettings(), troubles.append)


def _end(events: list[ReadEvent]) -> ReplyEnded:
    (end,) = [event for event in events if isinstance(event, ReplyEnded)]
    assert events[-1] is end
    return end


async def test_a_message_is_stored_before_the_engine_sees_it(
    history: History, reader: TurnReader, conversation: Conversation
) -> None:
    async with aclosing(reader.send(conversation.id, "say 3")) as events:
        async for event in events:
            assert isinstance(event, TurnStarted)
            stored = await stored_conversation(history, conversation.id)
            assert [message.text for message in stored.messages] == ["say 3", ""]
            assert stored.messages[1].status is MessageStatus.STREAMING
            break


async def test_a_stop_before_the_message_is_on_disk_is_not_lost(
    turns: Turns, reader: TurnReader, conversation: Conversation
) -> None:
    events = reader.send(conversation.id, "on and on")
    turns.stop(conversation.id)
    assert _end(await read_all(events)).message.status is MessageStatus.CANCELLED
    end = _end(await read_all(reader.send(conversation.id, "say 3")))
    assert end.message.status is MessageStatus.COMPLETE, "the wish held for one turn only"


async def test_a_reply_is_stored_whole_with_what_it_cost(
    history: History, reader: TurnReader, conversation: Conversation
) -> None:
    end = _end(await read_all(reader.send(conversation.id, "say 5")))
    stored = await stored_conversation(history, conversation.id)
    assert stored.messages[1] == end.message
    assert end.message.status is MessageStatus.COMPLETE
    assert len(end.message.text.split()) == 5
    assert end.message.usage is not None
    assert end.message.usage.model_name


async def test_what_was_thought_grows_and_is_stored_apart_from_the_answer(
    history: History, reader: TurnReader, conversation: Conversation
) -> None:
    events = await read_all(reader.send(conversation.id, "think 3"))
    grown = [(event.text, event.reasoning) for event in events if isinstance(event, ReplyGrew)]
    assert grown[0][0] == ""
    assert grown[0][1].startswith("thought0 ")
    assert grown[-1] == ("answer", "thought0 thought1 thought2 ")
    stored = await stored_conversation(history, conversation.id)
    assert stored.messages[1] == _end(events).message
    assert (stored.messages[1].text, stored.messages[1].reasoning) == grown[-1]


def _writing(events: Sequence[object]) -> list[TabState]:
    """Return the reported states of a reply that is being written."""
    states = [event.state for event in events if isinstance(event, StateChanged)]
    return [state for state in states if state.activity is TabActivity.WRITING]


async def test_figures_of_a_growing_reply_are_reported_together(
    reader: TurnReader, conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reply_runner, "FRAME_SECONDS", 0.0)
    monkeypatch.setattr(reply_runner, "STATE_SECONDS", 3600.0)
    events = await read_all(reader.send(conversation.id, "say 50"))
    (first,) = _writing(events)
    assert first.usage.reply_tokens < _end(events).state.usage.reply_tokens


async def test_the_last_figures_are_reported_where_no_more_text_follows(
    reader: TurnReader, conversation: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(reply_runner, "STATE_SECONDS", 0.1)
    events: list[object] = []
    async with asyncio.timeout(90), aclosing(reader.send(conversation.id, "on and on")) as stream:
        async for event in stream:
            events.append(event)
            if len(_writing(events)) == 3:
                break
    (text,) = next(event.texts for event in events if isinstance(event, TurnStarted))
    assert _writing(events)[-1].usage.reply_tokens == text.answer.text.count("on")


async def test_a_reply_left_by_its_reader_is_stored_as_interrupted(
    history: History, reader: TurnReader, conversation: Conversation
) -> None:
    async with asyncio.timeout(90), aclosing(reader.send(conversation.id, "on and on")) as stream:
        async for event in stream:
            if isinstance(event, ReplyGrew) and len(event.text) > 20:
                break
    stored = await stored_conversation(history, conversation.id)
    reply = stored.messages[1]
    assert reply.status is MessageStatus.INTERRUPTED
    assert len(reply.text) > 20
    assert reply.usage is not None
    assert reply.usage.context_tokens > reply.usage.prompt_tokens > 0


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
async def test_a_killed_engine_leaves_its_replies_interrupted_and_answers_again(
    reader: TurnReader, client: EngineClient, conversation: Conversation
) -> None:
    events: list[ReadEvent] = []
    async with asyncio.timeout(90), aclosing(reader.send(conversation.id, "on and on")) as stream:
        async for event in stream:
            events.append(event)
            if isinstance(event, ReplyGrew) and client.process_id is not None:
                os.kill(client.process_id, signal.SIGKILL)
    end = _end(events)
    assert end.message.status is MessageStatus.INTERRUPTED
    assert end.message.usage is not None
    assert end.message.usage.prompt_tokens > 0
    assert end.message.text
    assert "engine" in end.message.note
    again = _end(await read_all(reader.send(conversation.id, "say 2")))
    assert again.message.status is MessageStatus.COMPLETE


async def test_a_second_message_waits_for_the_first_reply(
    reader: TurnReader, conversation: Conversation
) -> None:
    async with asyncio.timeout(90), aclosing(reader.send(conversation.id, "on and on")) as stream:
        async for event in stream:
            if isinstance(event, ReplyGrew):
                with pytest.raises(ReplyStillRunning):
                    await read_all(reader.send(conversation.id, "say 1"))
                break


async def test_a_running_reply_is_on_disk_within_about_a_second(
    history: History, turns: Turns, reader: TurnReader, conversation: Conversation
) -> None:
    async def text_on_disk() -> str:
        stored = await history.conversations.get(conversation.id)
        return stored.messages[1].text if stored and len(stored.messages) > 1 else ""

    reading = asyncio.ensure_future(read_all(reader.send(conversation.id, "on and on")))
    async with asyncio.timeout(90):
        while not await text_on_disk():  # noqa: ASYNC110 (the disk has no event to wait for)
            await asyncio.sleep(0.05)
    turns.stop(conversation.id)
    assert _end(await reading).message.status is MessageStatus.CANCELLED


async def test_a_running_reply_that_a_full_disk_does_not_take_counts_as_unsaved(
    history: History,
    turns: Turns,
    reader: TurnReader,
    conversation: Conversation,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def reject(*_: object, **__: object) -> None:
        raise DiskFull("The disk is full.")

    reading = asyncio.ensure_future(read_all(reader.send(conversation.id, "on and on")))
    with monkeypatch.context() as full_disk:
        full_disk.setattr(history.turns, "save_reply", reject)
        async with asyncio.timeout(90):
            while not turns.unsaved_count:  # noqa: ASYNC110 (a failed save has no event)
                await asyncio.sleep(0.05)
        assert isinstance(await turns.save_unsaved(), DiskFull)
        assert turns.unsaved_count == 1
    assert await turns.save_unsaved() is None
    assert turns.unsaved_count == 0
    stored = await stored_conversation(history, conversation.id)
    assert stored.messages[-1].text.startswith("on 1 on 2 ")
    turns.stop(conversation.id)
    await reading


async def test_a_reply_that_a_full_disk_did_not_take_is_stored_once_there_is_room(
    history: History,
    turns: Turns,
    reader: TurnReader,
    conversation: Conversation,
    troubles: list[AppError],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def reject(*_: object, **__: object) -> None:
        raise DiskFull("The disk is full.")

    with monkeypatch.context() as full_disk:
        full_disk.setattr(history.turns, "finish_reply", reject)
        await read_all(reader.send(conversation.id, "say 2"))
        await turns.save_unsaved()
    assert [str(trouble) for trouble in troubles] == ["The disk is full."] * 2
    unsaved = turns.unsaved(conversation.id)
    assert unsaved is not None
    assert unsaved.text == "word0 word1 "
    await turns.save_unsaved()
    assert turns.unsaved(conversation.id) is None
    stored = await stored_conversation(history, conversation.id)
    assert stored.messages[-1].status is MessageStatus.COMPLETE
    assert stored.messages[-1].text == "word0 word1 "


async def _ended(events: AsyncGenerator[ReadEvent, None]) -> Message:
    async with aclosing(events) as stream:
        (end,) = [event async for event in stream if isinstance(event, ReplyEnded)]
    return end.message


async def _stored(folder: Path, conversation_id: str) -> Message:
    """Return the last message as the next start reads it."""
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
    # The scripted engine repeats the text that it continues without end.
    rest = await _ended(reader.continue_reply(chat.id))
    assert len(rest.text) >= len(first.text) + PROSE


async def test_an_answer_that_may_repeat_itself_is_not_ended_for_that(
    history: History, client: EngineClient
) -> None:
    chat = await history.conversations.create()
    turns = Turns(history, client, ChatSettings(ends_repetition=True), lambda _error: None)
    reader = TurnReader(turns)
    first = await _ended(reader.send(chat.id, "again"))
    # The scripted engine says again what it continues.
    free = await _ended(reader.continue_reply(chat.id, may_repeat=True))
    assert len(free.text) >= len(first.text) + PROSE
    assert not free.is_repeating
    assert (await _ended(reader.continue_reply(chat.id))).is_repeating, "the next one is"


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


@pytest.fixture
async def reply(history: History, monkeypatch: pytest.MonkeyPatch) -> Message:
    """A stored reply without text; it is saved often."""
    monkeypatch.setattr(reply_runner, "SAVE_SECONDS", 0.01)
    conversation = await history.conversations.create()
    return (await history.turns.start(conversation.id, "hello")).reply


async def stored_text(history: History, reply: Message) -> str:
    conversation = await stored_conversation(history, reply.conversation_id)
    return conversation.messages[-1].text


async def test_a_reply_is_saved_while_it_grows_and_at_its_end(
    history: History, reply: Message
) -> None:
    troubles: list[AppError] = []
    text = ReplyText.of(reply)
    async with ReplySaver(history, text, SaveTroubles(troubles.append)) as saver:
        text.append("half")
        async with asyncio.timeout(60):
            while await stored_text(history, reply) != "half":  # noqa: ASYNC110 (the saver reports nothing)
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
    text = ReplyText.of(reply)
    async with ReplySaver(history, text, SaveTroubles(troubles.append)):
        text.append("half")
        async with asyncio.timeout(60):
            while len(tries) < 3:  # noqa: ASYNC110 (the saver reports nothing)
                await asyncio.sleep(0.01)
    assert set(tries) == {"half"}
    assert len(troubles) == 1
