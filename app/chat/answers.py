"""One reply: the engine is asked, what it says is kept as it grows, and its end is stored."""

import asyncio
from collections.abc import AsyncGenerator, Callable, Iterator
from contextlib import aclosing
from dataclasses import dataclass, replace

from app.chat.progress import Progress, status_of
from app.chat.questions import Answerer, Question
from app.chat.reply_saver import ReplySaver
from app.chat.turn_events import ContextMoved, ReplyEnded, ReplyGrew, StateChanged, TurnEvent
from app.domain import Message, MessageStatus, ReplyUsage, TabActivity
from app.errors import AppError, StorageError, lazy
from app.storage.history import History
from engine.client.request import Request
from engine.wire.events import (
    Channel,
    Finished,
    GenerationEvent,
    Slid,
    Started,
    TextDelta,
)

FRAME_SECONDS = 1 / 30  # nobody reads faster; the pieces of meanwhile are one by then
CLOSED_NOTE = lazy("Hubbub was closed while this answer was being written.")


@dataclass(frozen=True, slots=True)
class Asked:
    """A reply that was begun, and under which name the engine is asked for it.

    ``is_beside`` says that it is one of several replies, and not the first.
    """

    reply: Message
    engine_id: str
    question: Question
    is_beside: bool = False


class Answers:
    """Follows replies; ``on_trouble`` is told of a disk that does not take a running one."""

    def __init__(
        self, history: History, answerer: Answerer, on_trouble: Callable[[AppError], None]
    ) -> None:
        self._history = history
        self._answerer = answerer
        self._on_trouble = on_trouble
        self._unsaved: dict[int, Message] = {}

    async def follow(
        self, asked: Asked, on_asked: Callable[[Request], None]
    ) -> AsyncGenerator[TurnEvent, None]:
        """Yield what becomes of one reply; closed early, it is kept as INTERRUPTED."""
        model = self._answerer.state.model
        talk = asked.question.talk
        progress = Progress(
            model.context_window if model else 0, self._model_name, talk.dropped_before
        )
        growing = _Growing(asked, progress)
        request: Request | None = None
        is_ended = False
        async with self._saver(asked) as saver:
            try:
                yield StateChanged(growing.progress.state)
                request = self._submit(asked)
                on_asked(request)
                async with aclosing(request.events()) as events:
                    async for event in events:
                        for told in growing.take(event, saver):
                            yield told
                        if isinstance(event, Finished):
                            is_ended = True
                            yield await self._ended(growing, saver, event)
                        elif isinstance(event, TextDelta):
                            await asyncio.sleep(FRAME_SECONDS)
            finally:
                if not is_ended:
                    if request is not None:
                        request.cancel()
                    await asyncio.shield(self._interrupt(growing.reply, saver))

    async def interrupt(self, reply: Message) -> None:
        """Give a reply that was begun, but never followed, its end."""
        saver = ReplySaver(self._history, reply.id, self._on_trouble)
        await self._interrupt(reply, saver)

    def unsaved(self, conversation_id: str) -> Message | None:
        """Return the reply of a conversation whose end the disk did not take, if there is one."""
        found = (each for each in self._unsaved.values() if each.conversation_id == conversation_id)
        return next(found, None)

    async def save_unsaved(self, conversation_id: str | None = None) -> None:
        """Try once more to store ends that the disk did not take. Raises StorageError."""
        for message in tuple(self._unsaved.values()):
            if conversation_id in (None, message.conversation_id):
                await self._history.turns.finish_reply(
                    message.id,
                    message.text,
                    message.status,
                    message.note,
                    message.usage,
                    reasoning=message.reasoning,
                )
                del self._unsaved[message.id]

    def _model_name(self) -> str:
        model = self._answerer.state.model
        return model.name if model else ""

    def _submit(self, asked: Asked) -> Request:
        question = asked.question
        return self._answerer.submit(
            asked.engine_id, question.talk.messages, question.sampling, question.options
        )

    def _saver(self, asked: Asked) -> ReplySaver:
        saver = ReplySaver(
            self._history, asked.reply.id, self._on_trouble, is_beside=asked.is_beside
        )
        saver.grow(asked.reply.text, asked.reply.reasoning)
        return saver

    async def _ended(self, growing: "_Growing", saver: ReplySaver, event: Finished) -> ReplyEnded:
        state = growing.progress.state
        status, note = status_of(event, growing.asked.question.sampling.max_tokens)
        usage: ReplyUsage | None = state.usage
        if not state.usage.prompt_tokens:  # it never started: what a continued one cost stays
            usage = growing.reply.usage
        if status is MessageStatus.INTERRUPTED:
            state = replace(state, activity=TabActivity.IDLE)
        message = replace(growing.reply, status=status, note=note, usage=usage)
        return ReplyEnded(await self._stored(message, saver), state)

    async def _interrupt(self, reply: Message, saver: ReplySaver) -> None:
        message = replace(reply, status=MessageStatus.INTERRUPTED, note=CLOSED_NOTE)
        await self._stored(message, saver)

    async def _stored(self, message: Message, saver: ReplySaver) -> Message:
        """Return the reply as it was stored; what the disk did not take is tried again later."""
        saver.grow(message.text, message.reasoning)
        try:
            stored = await saver.finish(message.status, message.note, message.usage)
        except StorageError as error:
            self._unsaved[message.id] = message
            self._on_trouble(error)
            return message
        return replace(
            stored,
            sibling_number=message.sibling_number,
            sibling_count=message.sibling_count,
            is_pinned=message.is_pinned,
        )


class _Growing:
    """What a reply says so far, and what its tab shows of it."""

    def __init__(self, asked: Asked, progress: Progress) -> None:
        self.asked = asked
        self.progress = progress
        self.reply = asked.reply

    def take(self, event: GenerationEvent, saver: ReplySaver) -> Iterator[TurnEvent]:
        """Take an event in, and yield what is to be told of it."""
        self.progress.follow(event)
        if isinstance(event, TextDelta):
            self._grow(event)
            saver.grow(self.reply.text, self.reply.reasoning, self.reply.usage)
            yield ReplyGrew(self.reply.id, self.reply.text, self.reply.reasoning)
        if isinstance(event, Started | Slid) and not self.asked.is_beside:
            number = (
                event.first_message if isinstance(event, Slid) else event.usage.dropped_messages
            )
            talk = self.asked.question.talk
            pinned_count = sum(each < number for each in talk.pinned)
            yield ContextMoved(talk.message_at(number), pinned_count)
        if not isinstance(event, Finished):
            yield StateChanged(self.progress.state)

    def _grow(self, event: TextDelta) -> None:
        if event.channel is Channel.ANSWER:
            self.reply = replace(self.reply, text=self.reply.text + event.text)
        else:
            self.reply = replace(self.reply, reasoning=self.reply.reasoning + event.text)
        self.reply = replace(self.reply, usage=self.progress.state.usage)
