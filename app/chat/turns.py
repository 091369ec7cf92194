"""A turn: the user's message is stored, the engine is asked, the reply is kept as it grows."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterable
from contextlib import aclosing
from dataclasses import dataclass, field, replace
from typing import Protocol, TypeAlias

from app.chat.progress import Progress, reply_usage, status_of
from app.chat.prompt_messages import prompt_messages
from app.chat.reply_saver import ReplySaver
from app.domain import Message, MessageStatus, ReplyUsage, TabActivity, TabState, Turn
from app.errors import AppError, StorageError
from app.storage.history import History
from engine.client import EngineState
from engine.protocol import Channel, ChatMessage, Finished, FinishReason, SamplingParams, TextDelta
from engine.request import Request

_CLOSED_NOTE = "Hubbub was closed while this reply was being written."


class Answerer(Protocol):
    """What a turn needs of the engine's client."""

    @property
    def state(self) -> EngineState:
        """Return where the engine stands."""

    def submit(
        self, conversation_id: str, messages: Iterable[ChatMessage], sampling: SamplingParams
    ) -> Request:
        """Answer the last message of a conversation."""

    def prewarm(self, conversation_id: str, messages: Iterable[ChatMessage]) -> None:
        """Read what is certain of a conversation's next prompt."""


@dataclass(frozen=True, slots=True)
class ChatSettings:
    """What every turn is asked with."""

    system_prompt: str = ""
    sampling: SamplingParams = field(default_factory=SamplingParams)


@dataclass(frozen=True, slots=True)
class TurnStarted:
    """Both messages are on disk; ``messages`` is the whole branch, they among them."""

    turn: Turn
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class ReplyGrew:
    """The whole text of the reply so far, and what the model thought before it."""

    message_id: int
    text: str
    reasoning: str = ""


@dataclass(frozen=True, slots=True)
class StateChanged:
    """What the tab is doing now."""

    state: TabState


@dataclass(frozen=True, slots=True)
class ReplyEnded:
    """The reply as it is stored; the last event of every turn that started."""

    message: Message
    state: TabState


TurnEvent: TypeAlias = TurnStarted | ReplyGrew | StateChanged | ReplyEnded


class Turns:
    """Runs turns of any number of conversations at once, one of each at a time.

    ``on_trouble`` is told of a disk that does not take a running reply; the reply goes on.
    """

    def __init__(
        self,
        history: History,
        answerer: Answerer,
        settings: ChatSettings,
        on_trouble: Callable[[AppError], None],
    ) -> None:
        self._history = history
        self._answerer = answerer
        self._on_trouble = on_trouble
        self._requests: dict[str, Request] = {}
        self._stopped: set[str] = set()
        self._unsaved: dict[str, Message] = {}
        self.settings = settings

    def send(self, conversation_id: str, text: str) -> AsyncGenerator[TurnEvent, None]:
        """Yield what becomes of a message; it is on disk before the engine sees it.

        Raises StorageError before the first event if the message could not be stored. Closing
        the generator early stops the reply and keeps it as INTERRUPTED.
        """
        return self._run(conversation_id, lambda: self._history.start_turn(conversation_id, text))

    def retry(self, conversation_id: str) -> AsyncGenerator[TurnEvent, None]:
        """Yield what becomes of another reply to the last message; the old one stays stored."""
        return self._run(conversation_id, lambda: self._history.restart_reply(conversation_id))

    def stop(self, conversation_id: str) -> None:
        """End the reply of a turn that was begun; its text is kept as CANCELLED.

        While the message is still on its way to the disk, the engine is asked and told to stop.
        """
        request = self._requests.get(conversation_id)
        if request is None:
            self._stopped.add(conversation_id)
        else:
            request.cancel()

    def unsaved(self, conversation_id: str) -> Message | None:
        """Return the reply of a conversation whose end the disk did not take, if there is one."""
        return self._unsaved.get(conversation_id)

    async def save_unsaved(self) -> None:
        """Try once more to store the replies whose end the disk did not take."""
        for conversation_id in tuple(self._unsaved):
            try:
                await self._save_unsaved(conversation_id)
            except StorageError as error:
                self._on_trouble(error)

    async def prewarm(self, conversation_id: str) -> None:
        """Let the engine read what there is of a conversation while its next message is typed."""
        if conversation_id in self._requests:
            return
        conversation = await self._history.conversation(conversation_id)
        if conversation is not None and conversation.messages:
            talk = prompt_messages(conversation.messages, self.settings.system_prompt)
            self._answerer.prewarm(conversation_id, talk)

    async def _run(
        self, conversation_id: str, start: Callable[[], Awaitable[Turn]]
    ) -> AsyncGenerator[TurnEvent, None]:
        try:
            await self._save_unsaved(conversation_id)
            turn = await start()
            async with (
                ReplySaver(self._history, turn.reply.id, self._on_trouble) as saver,
                aclosing(self._answered(turn, saver)) as events,
            ):
                async for event in events:
                    yield event
        finally:
            self._stopped.discard(conversation_id)

    async def _answered(self, turn: Turn, saver: ReplySaver) -> AsyncGenerator[TurnEvent, None]:
        conversation_id = turn.reply.conversation_id
        model = self._answerer.state.model
        progress = Progress(model.context_window if model else 0)
        text = reasoning = ""
        is_ended = False
        try:
            messages = await self._branch(turn)
            yield TurnStarted(turn, messages)
            yield StateChanged(progress.state)
            request = self._asked(turn, messages)
            self._requests[conversation_id] = request
            if conversation_id in self._stopped:
                request.cancel()
            async with aclosing(request.events()) as events:
                async for event in events:
                    progress.follow(event)
                    if isinstance(event, TextDelta):
                        if event.channel is Channel.ANSWER:
                            text += event.text
                        else:
                            reasoning += event.text
                        saver.grow(text, reasoning)
                        yield ReplyGrew(turn.reply.id, text, reasoning)
                    if isinstance(event, Finished):
                        is_ended = True
                        reply = replace(turn.reply, text=text, reasoning=reasoning)
                        yield await self._ended(reply, saver, event, progress.state)
                    else:
                        yield StateChanged(progress.state)
        finally:
            ended_request = self._requests.pop(conversation_id, None)
            if not is_ended:
                if ended_request is not None:
                    ended_request.cancel()
                reply = replace(turn.reply, text=text, reasoning=reasoning)
                await asyncio.shield(self._interrupt(reply, saver))

    async def _branch(self, turn: Turn) -> tuple[Message, ...]:
        conversation = await self._history.conversation(turn.reply.conversation_id)
        return (turn.user, turn.reply) if conversation is None else conversation.messages

    def _asked(self, turn: Turn, messages: tuple[Message, ...]) -> Request:
        known = [message for message in messages if message.id != turn.reply.id]
        prompt = prompt_messages(known, self.settings.system_prompt)
        return self._answerer.submit(turn.reply.conversation_id, prompt, self.settings.sampling)

    async def _ended(
        self, reply: Message, saver: ReplySaver, event: Finished, state: TabState
    ) -> ReplyEnded:
        status, note = status_of(event, self.settings.sampling.max_tokens)
        model = self._answerer.state.model
        usage = reply_usage(
            event.usage,
            model.name if model else "",
            is_cut_by_length=event.reason is FinishReason.LENGTH,
        )
        if status is MessageStatus.INTERRUPTED:
            state = replace(state, activity=TabActivity.IDLE)
        message = replace(reply, status=status, note=note, usage=usage)
        return ReplyEnded(await self._stored(message, saver), state)

    async def _interrupt(self, reply: Message, saver: ReplySaver) -> None:
        message = replace(reply, status=MessageStatus.INTERRUPTED, note=_CLOSED_NOTE)
        await self._stored(message, saver)

    async def _stored(self, message: Message, saver: ReplySaver) -> Message:
        """Return the reply as it was stored; what the disk did not take is tried again later."""
        saver.grow(message.text, message.reasoning)
        try:
            return await saver.finish(message.status, message.note, message.usage)
        except StorageError as error:
            self._unsaved[message.conversation_id] = message
            self._on_trouble(error)
            return message

    async def _save_unsaved(self, conversation_id: str) -> None:
        """Store the end of an earlier reply that the disk did not take. Raises StorageError."""
        message = self._unsaved.get(conversation_id)
        if message is None:
            return
        usage: ReplyUsage | None = message.usage
        await self._history.finish_reply(
            message.id,
            message.text,
            message.status,
            message.note,
            usage,
            reasoning=message.reasoning,
        )
        del self._unsaved[conversation_id]
