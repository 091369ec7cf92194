"""What the built-in model says is shown as fast as people read; nothing else is slowed."""

import asyncio
from dataclasses import replace

import pytest

from app.chat.reading_pace import ReadingPace
from app.chat.request_builder import ChatSettings
from app.chat.turn_events import ReplyEnded, ReplyGrew, StateChanged, TurnEvent
from app.chat.turns import Turns
from app.domain import Message, MessageStatus, OutgoingMessage, ReplyUsage, TabActivity
from app.storage.history import History
from engine.client.client import EngineClient
from tests.app.storage.turns import stored_conversation
from tests.app.widgets.samples import growing

SPEED = 40.0


class Reader:
    """Looks at a paced reply twenty times a second."""

    def __init__(self, begun: str = "") -> None:
        self.pace = ReadingPace(SPEED, growing(text=begun))
        self.now = 100.0

    def read(self, reply: Message, token_count: int, seconds: float) -> Message:
        """Return what is shown after so many seconds."""
        shown = self.pace.advance(reply, token_count, self.now)
        for _ in range(round(seconds * 20)):
            self.now += 0.05
            shown = self.pace.advance(reply, token_count, self.now)
        return shown


def test_so_many_tokens_are_shown_in_a_second() -> None:
    reply, reader = growing(text="word " * 200), Reader()
    assert reader.read(reply, 200, 0).text == ""
    assert reader.read(reply, 200, 1).text == "word " * 40
    assert reader.read(reply, 200, 2).text == "word " * 120
    assert reader.pace.is_behind(reply)
    assert reader.read(reply, 200, 2).text == reply.text
    assert not reader.pace.is_behind(reply)


def test_a_slow_model_saves_nothing_up() -> None:
    reader = Reader()
    assert reader.read(growing(text="word "), 1, 5).text == "word "
    assert reader.read(growing(text="word " * 100), 100, 0.5).text == "word " * 21


def test_what_is_shown_is_never_taken_back() -> None:
    reader = Reader()
    first = reader.read(growing(text="long words " * 10), 10, 0.2).text
    later = reader.read(growing(text="long words " * 10 + "a" * 300), 310, 0.05).text
    assert later.startswith(first)


def test_a_continued_reply_begins_with_what_it_said() -> None:
    reader = Reader("Said before. ")
    reply = growing(text="Said before. " + "word " * 100)
    assert reader.read(reply, 100, 0).text == "Said before. "
    assert reader.read(reply, 100, 0.5).text == "Said before. " + "word " * 20


def test_thoughts_are_shown_before_the_answer() -> None:
    reply = replace(growing(text="a" * 40), reasoning="r" * 40)
    shown = Reader().read(reply, 80, 1.1)
    assert (shown.reasoning, shown.text) == ("r" * 40, "a" * 4)


def test_what_was_cut_has_cost_less_at_the_same_speed() -> None:
    reader = Reader()
    reader.read(growing(text="word " * 101), 101, 1)
    usage = reader.pace.shortened(
        ReplyUsage(reply_tokens=101, decode_seconds=0.5, context_tokens=300)
    )
    assert (usage.reply_tokens, usage.context_tokens) == (40, 239)
    assert usage.tokens_per_second == pytest.approx(200)


@pytest.fixture
def turns(history: History, client: EngineClient) -> Turns:
    return Turns(history, client, ChatSettings(shown_speed=SPEED), lambda _error: None)


async def message_on_disk(history: History, conversation_id: str) -> Message:
    conversation = await stored_conversation(history, conversation_id)
    return conversation.messages[-1]


async def until_seen(events: list[TurnEvent]) -> None:
    """Wait until some of the reply is shown."""
    async with asyncio.timeout(60):
        while not any(  # noqa: ASYNC110 (nobody tells the test)
            isinstance(event, ReplyGrew) and event.text for event in events
        ):
            await asyncio.sleep(0.005)


async def until_stored(history: History, conversation_id: str, word_count: int) -> None:
    """Wait until so many words are on disk, whatever is shown of them."""
    async with asyncio.timeout(60):
        while True:
            stored = await message_on_disk(history, conversation_id)
            if len(stored.text.split()) == word_count:
                return
            await asyncio.sleep(0.02)


async def test_the_reply_ends_when_all_of_it_is_shown(history: History, turns: Turns) -> None:
    conversation = await history.conversations.create()
    events: list[TurnEvent] = []
    await turns.send(conversation.id, OutgoingMessage("say 12"), events.append)
    shown = [event.text for event in events if isinstance(event, ReplyGrew)]
    end = events[-1]
    assert isinstance(end, ReplyEnded)
    assert end.message.status is MessageStatus.COMPLETE
    assert shown[-1] == end.message.text
    assert shown == sorted(shown, key=len)
    assert any(0 < len(text) < len(end.message.text) for text in shown)
    states = [event.state for event in events if isinstance(event, StateChanged)]
    assert {state.shown_speed for state in states} == {SPEED}
    assert states[-1].activity is TabActivity.WRITING
    assert states[-1].usage == end.message.usage, "the engine's own figures"
    assert (await message_on_disk(history, conversation.id)) == end.message


async def test_a_stop_keeps_what_was_shown(history: History, turns: Turns) -> None:
    conversation = await history.conversations.create()
    events: list[TurnEvent] = []
    work = asyncio.ensure_future(
        turns.send(conversation.id, OutgoingMessage("say 400"), events.append)
    )
    await until_seen(events)
    turns.stop(conversation.id)
    await work
    shown = [event.text for event in events if isinstance(event, ReplyGrew)]
    stored = await message_on_disk(history, conversation.id)
    assert stored.status is MessageStatus.CANCELLED
    assert stored.text == shown[-1]
    assert stored.usage is not None
    assert stored.usage.reply_tokens < 400


async def test_what_the_engine_has_said_is_kept_when_the_program_ends(
    history: History, turns: Turns
) -> None:
    conversation = await history.conversations.create()
    events: list[TurnEvent] = []
    work = asyncio.ensure_future(
        turns.send(conversation.id, OutgoingMessage("say 60"), events.append)
    )
    await until_seen(events)
    await until_stored(history, conversation.id, 60)
    work.cancel()
    await asyncio.wait([work])
    stored = await message_on_disk(history, conversation.id)
    assert len(stored.text.split()) == 60
    assert stored.status is MessageStatus.COMPLETE
