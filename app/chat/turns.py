"""A turn: the user's message is stored, the engine is asked, the reply is kept as it grows."""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable, Sequence
from contextlib import aclosing
from dataclasses import replace
from functools import partial

import msgspec

from app.chat.answers import Answers, Asked
from app.chat.merging import merged
from app.chat.questions import Answerer, ChatSettings, Questions
from app.chat.turn_events import (
    ContextMoved,
    ReplyEnded,
    StateChanged,
    TurnEvent,
    TurnStarted,
)
from app.domain import Conversation, Message, TabState, TextFile, Turn
from app.errors import AppError, StorageError, lazy
from app.storage.history import History
from engine.client.request import Request
from engine.wire.sampling_params import SamplingParams

MOST_VARIANTS = 8
_VARIANT_TEMPERATURE = 0.7  # at 0 all of them would say the same
_VARIANT_NOTE = lazy("Hubbub was closed while this answer was being written beside another.")


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
        self._questions = Questions(history, settings)
        self._answers = Answers(history, answerer, on_trouble)
        self._requests: dict[str, list[Request]] = {}
        self._stopped: set[str] = set()

    @property
    def settings(self) -> ChatSettings:
        """What turns are asked with where their conversation says nothing else."""
        return self._questions.settings

    @settings.setter
    def settings(self, settings: ChatSettings) -> None:
        self._questions.settings = settings

    @property
    def questions(self) -> Questions:
        """What puts together what a conversation is asked with."""
        return self._questions

    def send(
        self, conversation_id: str, text: str, files: tuple[TextFile, ...] = ()
    ) -> AsyncGenerator[TurnEvent, None]:
        """Yield what becomes of a message; it is on disk before the engine sees it.

        Raises StorageError before the first event if the message could not be stored. Closing
        the generator early stops the reply and keeps it as INTERRUPTED.
        """
        start = partial(self._history.turns.start, conversation_id, text, files)
        return self._run(conversation_id, lambda: _one(start()))

    def send_next(self, conversation_id: str) -> AsyncGenerator[TurnEvent, None]:
        """Yield what becomes of the next message of the queue; nothing if none waits."""
        start = partial(self._history.turns.start_next, conversation_id)
        return self._run(conversation_id, lambda: _one(start()))

    def regenerate(
        self, conversation_id: str, reply_id: int | None = None
    ) -> AsyncGenerator[TurnEvent, None]:
        """Yield what becomes of another reply beside this one, else beside the last."""
        start = partial(self._history.turns.regenerate, conversation_id, reply_id)
        return self._run(conversation_id, lambda: _one(start()))

    def edit(
        self, conversation_id: str, message_id: int, text: str
    ) -> AsyncGenerator[TurnEvent, None]:
        """Yield what becomes of another version of a message; the old one stays stored."""
        start = partial(self._history.turns.edit, message_id, text)
        return self._run(conversation_id, lambda: _one(start()))

    def continue_reply(self, conversation_id: str) -> AsyncGenerator[TurnEvent, None]:
        """Yield how the last reply goes on, which was cut short."""
        start = partial(self._history.turns.continue_reply, conversation_id)
        return self._run(conversation_id, lambda: _one(start()))

    def vary(
        self, conversation_id: str, reply_id: int | None, count: int
    ) -> AsyncGenerator[TurnEvent, None]:
        """Yield what becomes of several replies to one question, all written at once."""
        start = partial(
            self._history.turns.begin_variants,
            conversation_id,
            min(count, MOST_VARIANTS),
            _VARIANT_NOTE,
            reply_id,
        )
        return self._run(conversation_id, start)

    def stop(self, conversation_id: str) -> None:
        """End the replies of a turn that was begun; their text is kept as CANCELLED.

        While the message is still on its way to the disk, the engine is asked and told to stop.
        """
        self._stopped.add(conversation_id)
        for request in self._requests.get(conversation_id, ()):
            request.cancel()

    def unsaved(self, conversation_id: str) -> Message | None:
        """Return the reply of a conversation whose end the disk did not take, if there is one."""
        return self._answers.unsaved(conversation_id)

    async def save_unsaved(self) -> None:
        """Try once more to store the replies whose end the disk did not take."""
        try:
            await self._answers.save_unsaved()
        except StorageError as error:
            self._on_trouble(error)

    async def prewarm(self, conversation_id: str) -> None:
        """Let the engine read what there is of a conversation while its next message is typed."""
        if conversation_id in self._requests:
            return
        conversation = await self._history.conversations.get(conversation_id)
        if conversation is not None and conversation.messages:
            talk = (await self._questions.question(conversation)).talk
            self._answerer.prewarm(conversation_id, talk.messages, talk.pinned)

    async def _run(
        self, conversation_id: str, start: Callable[[], Awaitable[Sequence[Turn]]]
    ) -> AsyncGenerator[TurnEvent, None]:
        try:
            await self._answers.save_unsaved(conversation_id)
            turns = await start()
            if turns:
                async with aclosing(self._answered(conversation_id, turns)) as events:
                    async for event in events:
                        yield event
        finally:
            self._stopped.discard(conversation_id)
            self._requests.pop(conversation_id, None)

    async def _answered(
        self, conversation_id: str, turns: Sequence[Turn]
    ) -> AsyncGenerator[TurnEvent, None]:
        """Yield what becomes of replies that were begun; whatever happens, each gets its end."""
        unfollowed = {turn.reply.id: turn.reply for turn in turns}
        try:
            conversation = await self._conversation(turns[0])
            self._requests[conversation_id] = []
            answers = [
                self._followed(await self._asked(conversation, turn, number), unfollowed)
                for number, turn in enumerate(turns)
            ]
            yield TurnStarted(turns[0], conversation.messages, tuple(turns[1:]))
            stream = answers[0] if len(answers) == 1 else _together(answers)
            async with aclosing(stream) as events:
                async for event in events:
                    if isinstance(event, ContextMoved):
                        if event.message_id == conversation.context_starts_at:
                            continue
                        conversation = replace(conversation, context_starts_at=event.message_id)
                        await self._save_context_start(conversation)
                    yield event
        finally:
            for reply in unfollowed.values():
                await asyncio.shield(self._answers.interrupt(reply))
            for turn in turns[1:]:
                self._answerer.forget(_engine_id(turn.reply, is_beside=True))

    async def _followed(
        self, asked: Asked, unfollowed: dict[int, Message]
    ) -> AsyncGenerator[TurnEvent, None]:
        conversation_id = asked.reply.conversation_id

        def on_asked(request: Request) -> None:
            self._requests[conversation_id].append(request)
            if conversation_id in self._stopped:
                request.cancel()

        del unfollowed[asked.reply.id]
        async with aclosing(self._answers.follow(asked, on_asked)) as events:
            async for event in events:
                yield event

    async def _conversation(self, turn: Turn) -> Conversation:
        """Return the conversation of a turn, also if it has been deleted meanwhile."""
        conversation = await self._history.conversations.get(turn.reply.conversation_id)
        if conversation is not None:
            return conversation
        messages = (turn.user, turn.reply)
        return Conversation(turn.reply.conversation_id, "", turn.user.created_at, messages)

    async def _asked(self, conversation: Conversation, turn: Turn, number: int) -> Asked:
        here = (message for message in conversation.messages if message.id == turn.reply.id)
        reply = next(here, turn.reply)  # which knows of its siblings
        known = [
            message for message in conversation.messages if message.id != reply.id or message.text
        ]
        question = await self._questions.question(conversation, known)
        if number:
            question = replace(question, sampling=unlike_others(question.sampling, number))
        engine_id = _engine_id(reply, is_beside=number > 0)
        return Asked(reply, engine_id, question, is_beside=number > 0)

    async def _save_context_start(self, conversation: Conversation) -> None:
        try:
            await self._history.conversations.set_context_start(
                conversation.id, conversation.context_starts_at
            )
        except StorageError as error:
            self._on_trouble(error)  # the reply goes on; only the line is not there next time


def unlike_others(sampling: SamplingParams, number: int) -> SamplingParams:
    """Return how the reply with this number is chosen, so that it is not what another one is."""
    seed = None if sampling.seed is None else sampling.seed + number
    temperature = max(sampling.temperature, _VARIANT_TEMPERATURE)
    return msgspec.structs.replace(sampling, seed=seed, temperature=temperature)


def _engine_id(reply: Message, *, is_beside: bool) -> str:
    """Return the name by which the engine knows a reply's conversation: one writes to each."""
    return f"{reply.conversation_id}+{reply.id}" if is_beside else reply.conversation_id


async def _one(start: Awaitable[Turn | None]) -> tuple[Turn, ...]:
    turn = await start
    return () if turn is None else (turn,)


async def _together(
    answers: Sequence[AsyncGenerator[TurnEvent, None]],
) -> AsyncGenerator[TurnEvent, None]:
    """Yield the events of several replies; the tab is busy until the last of them has ended."""
    left = len(answers)
    busy = TabState()
    async with aclosing(merged(answers)) as events:
        async for event in events:
            if isinstance(event, StateChanged):
                busy = event.state
            if isinstance(event, ReplyEnded):
                left -= 1
                state = busy if left else event.state
                yield replace(event, state=state, is_last=left == 0)
            else:
                yield event
