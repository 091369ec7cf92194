"""One reply: the engine is asked, what it says is stored as it grows, and so is its end."""

import asyncio
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, replace

from app.chat.progress import Progress, status_of
from app.chat.reply_saver import ReplySaver, SaveTroubles
from app.chat.request_builder import ReplyRequest
from app.chat.router import RequestRouter
from app.chat.turn_events import ContextMoved, ReplyEnded, ReplyGrew, Report, StateChanged
from app.domain import Message, MessageStatus, TabActivity
from app.errors import AppError, StorageError, lazy
from app.storage.history import History
from engine.client.client import EngineClient
from engine.client.request import Request
from engine.messages.events import Channel, Finished, Slid, Started, TextDelta

FRAME_SECONDS = 1 / 30  # nobody reads faster; what comes in between is one piece by then
CLOSED_NOTE = lazy("Hubbub was closed while this answer was being written.")


@dataclass(frozen=True, slots=True)
class ReplyJob:
    """A reply that stands in the history, and what the engine is asked for it.

    Attributes:
        engine_id: the name by which the engine knows the conversation of this reply.
        context_starts_at: the first message in the context window, as it is stored.
        is_beside: it is one of several replies to a question, and not the first.
    """

    reply: Message
    engine_id: str
    request: ReplyRequest
    context_starts_at: int | None = None
    is_beside: bool = False


class ReplyRunner:
    """Runs replies to their end; ``on_trouble`` gets errors of a disk, which stop no reply."""

    def __init__(
        self,
        history: History,
        client: EngineClient,
        router: RequestRouter,
        on_trouble: Callable[[AppError], None],
    ) -> None:
        self._history = history
        self._client = client
        self._router = router
        self._on_trouble = on_trouble
        self._troubles = SaveTroubles(on_trouble)
        self._unsaved: dict[int, Message] = {}

    async def run(
        self,
        job: ReplyJob,
        report: Report,
        *,
        on_begun: Callable[[int], object],
        on_submitted: Callable[[str, Request], None],
    ) -> None:
        """Report a reply from the queue to its end; cancelled, it is stored as INTERRUPTED.

        ``on_begun`` gets the id of the reply once its end is sure to be stored here;
        ``on_submitted`` gets its conversation and what can be cancelled.
        """
        on_begun(job.reply.id)
        running = _RunningReply(job, self._new_progress(job), self._new_saver(job), report)
        request: Request | None = None
        is_ended = False
        async with running.saver:
            try:
                report(StateChanged(running.progress.state))
                asked = job.request
                request = self._router.submit(
                    job.engine_id,
                    asked.prompt.messages,
                    asked.sampling,
                    asked.options,
                    destination=asked.destination,
                )
                on_submitted(job.reply.conversation_id, request)
                finished = await self._follow(running, request)
                # Before its end is stored: a cancel meanwhile must not write INTERRUPTED over it.
                is_ended = True
                report(await self._end(running, finished))
            finally:
                if not is_ended:
                    if request is not None:
                        request.cancel()
                    # Shielded: who is cancelled may not be cancelled out of storing the end.
                    await asyncio.shield(self._interrupt(running.reply, running.saver))

    async def interrupt(self, reply: Message) -> None:
        """Store the end of a reply that was begun, but never run."""
        await self._interrupt(reply, ReplySaver(self._history, reply, self._troubles))

    def unsaved(self, conversation_id: str) -> Message | None:
        """Return the reply of a conversation whose end the disk did not take, if there is one."""
        found = (each for each in self._unsaved.values() if each.conversation_id == conversation_id)
        return next(found, None)

    async def save_unsaved(self, conversation_id: str | None = None) -> None:
        """Try once more to store ends that the disk did not take. Raises StorageError."""
        # A copy: another reply may fail to be stored while this one waits for the disk.
        for message in tuple(self._unsaved.values()):
            if conversation_id in (None, message.conversation_id):
                await ReplySaver(self._history, message, self._troubles).finish(message)
                del self._unsaved[message.id]

    async def _follow(self, running: "_RunningReply", request: Request) -> Finished:
        """Report what the engine says until it has finished; return how."""
        async with aclosing(request.events()) as events:
            async for event in events:
                running.progress.follow(event)
                if isinstance(event, Finished):
                    return event
                if isinstance(event, TextDelta):
                    running.grow(event)
                    reply = running.reply
                    running.report(ReplyGrew(reply.id, reply.text, reply.reasoning))
                # A conversation stores one start of its context, that of its first reply.
                elif isinstance(event, Started | Slid) and not running.job.is_beside:
                    await self._move_context(running, event)
                running.report(StateChanged(running.progress.state))
                # What comes in the meantime is merged by the request, so that fast models cost
                # the window no more than slow ones.
                if isinstance(event, TextDelta):
                    await asyncio.sleep(FRAME_SECONDS)
        raise AssertionError("every request ends in a Finished")

    async def _move_context(self, running: "_RunningReply", event: Started | Slid) -> None:
        """Store and report where the context window starts now, if that has changed."""
        prompt = running.job.request.prompt
        match event:
            case Slid():
                number = event.first_message
            case Started():
                number = event.usage.dropped_messages
        message_id = prompt.message_at(number)
        if message_id == running.context_starts_at:
            return
        running.context_starts_at = message_id
        try:
            await self._history.conversations.set_context_start(
                running.reply.conversation_id, message_id
            )
        except StorageError as error:
            self._on_trouble(error)  # the reply goes on; only the line is not there next time
        running.report(ContextMoved(message_id, prompt.pinned_before(number)))

    async def _end(self, running: "_RunningReply", event: Finished) -> ReplyEnded:
        state, reply = running.progress.state, running.reply
        status, note = status_of(event, running.job.request.sampling.max_tokens)
        if status is MessageStatus.INTERRUPTED:
            state = replace(state, activity=TabActivity.IDLE)
        # A reply that never got a slot has cost nothing; one that was to go on keeps its cost.
        usage = state.usage if state.usage.prompt_tokens else reply.usage
        message = replace(reply, status=status, note=note, usage=usage)
        return ReplyEnded(await self._stored(message, running.saver), state)

    async def _interrupt(self, reply: Message, saver: ReplySaver) -> None:
        message = replace(reply, status=MessageStatus.INTERRUPTED, note=CLOSED_NOTE)
        await self._stored(message, saver)

    async def _stored(self, message: Message, saver: ReplySaver) -> Message:
        """Return the reply as it was stored; what the disk did not take is tried again later."""
        try:
            stored = await saver.finish(message)
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

    def _new_progress(self, job: ReplyJob) -> Progress:
        model, destination = self._client.state.model, job.request.destination
        window = model.context_window if model else 0
        name = self._model_name
        if destination is not None:
            window, name = destination.model.context_window or 0, lambda: destination.model.name
        return Progress(
            window,
            name,
            job.request.prompt.dropped_before,
        )

    def _model_name(self) -> str:
        model = self._client.state.model
        return model.name if model else ""

    def _new_saver(self, job: ReplyJob) -> ReplySaver:
        return ReplySaver(self._history, job.reply, self._troubles, is_beside=job.is_beside)


class _RunningReply:
    """One reply while it runs: its text so far, its progress, and where it is reported."""

    def __init__(
        self,
        job: ReplyJob,
        progress: Progress,
        saver: ReplySaver,
        report: Report,
    ) -> None:
        self.job = job
        self.progress = progress
        self.saver = saver
        self.report = report
        self.reply = job.reply
        self.context_starts_at = job.context_starts_at

    def grow(self, event: TextDelta) -> None:
        """Add a piece of text and what the reply has cost by now."""
        text, reasoning = self.reply.text, self.reply.reasoning
        if event.channel is Channel.ANSWER:
            text += event.text
        else:
            reasoning += event.text
        usage = self.progress.state.usage
        self.reply = replace(self.reply, text=text, reasoning=reasoning, usage=usage)
        self.saver.grow(self.reply)
