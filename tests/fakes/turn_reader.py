"""Reads a turn as a stream of events, so that a test can act between two of them."""

import asyncio
from collections.abc import AsyncGenerator, Coroutine
from contextlib import aclosing
from dataclasses import dataclass
from functools import partial

from app.chat.turn_events import TurnEvent, TurnStarted
from app.chat.turns import Turns
from app.domain.messages import OutgoingMessage, Rewrite
from app.domain.reply_text import ReplyText


@dataclass(frozen=True, slots=True)
class ReplyGrew:
    """The text of a running reply after something was appended."""

    message_id: int
    text: str
    reasoning: str


ReadEvent = TurnEvent | ReplyGrew
Events = AsyncGenerator[ReadEvent, None]


class TurnReader:
    """Runs turns in separate tasks; closing a stream early cancels its turn."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns

    def send(self, conversation_id: str, text: str) -> Events:
        """Send a message."""
        return _read(partial(self.turns.send, conversation_id, OutgoingMessage(text)))

    def send_next(self, conversation_id: str, text: str) -> Events:
        """Send the next message of the queue."""
        message = OutgoingMessage(text)
        return _read(partial(self.turns.send_next, conversation_id, message, lambda: None))

    def regenerate(
        self, conversation_id: str, reply_id: int | None = None, rewrite: Rewrite | None = None
    ) -> Events:
        """Request another reply."""
        turn = partial(self.turns.regenerate, conversation_id, reply_id, rewrite=rewrite)
        return _read(turn)

    def edit(self, conversation_id: str, message_id: int, text: str) -> Events:
        """Send another version of a message."""
        return _read(partial(self.turns.edit, conversation_id, message_id, text))

    def continue_reply(self, conversation_id: str, *, may_repeat: bool = False) -> Events:
        """Continue the last reply."""
        turn = partial(self.turns.continue_reply, conversation_id, may_repeat=may_repeat)
        return _read(turn)

    def vary(self, conversation_id: str, reply_id: int | None, count: int) -> Events:
        """Request several replies."""
        return _read(partial(self.turns.vary, conversation_id, reply_id, count))


async def read_all(events: Events) -> list[ReadEvent]:
    """Read a turn to its end."""
    async with asyncio.timeout(90), aclosing(events) as open_events:
        return [event async for event in open_events]


async def _read(turn: "partial[Coroutine[object, object, None]]") -> Events:
    events: asyncio.Queue[ReadEvent | None] = asyncio.Queue()

    def put_text(text: ReplyText) -> None:
        events.put_nowait(ReplyGrew(text.reply_id, text.answer.text, text.reasoning.text))

    def report(event: TurnEvent) -> None:
        events.put_nowait(event)
        for text in event.texts if isinstance(event, TurnStarted) else ():
            text.on_changed(put_text)

    task = asyncio.ensure_future(turn(report))
    task.add_done_callback(lambda _: events.put_nowait(None))
    try:
        while (event := await events.get()) is not None:
            yield event
        await task
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
