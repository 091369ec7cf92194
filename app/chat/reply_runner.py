"""One reply: the engine is asked, what it says is stored as it grows, and so is its end."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import aclosing
from dataclasses import dataclass, replace
from time import monotonic

from app.chat.progress import Progress, status_of
from app.chat.request_builder import ReplyRequest
from app.chat.router import RequestRouter
from app.chat.turn_events import ContextMoved, ReplyEnded, Report, StateChanged
from app.domain.messages import Message, MessageStatus
from app.domain.reply_text import ReplyText
from app.domain.tabs import TabActivity
from app.domain.usage import ReplyUsage
from app.errors import AppError, ConversationGone, StorageError, lazy
from app.storage.history import History
from engine.client.client import EngineClient
from engine.client.request import Request
from engine.messages.events import Channel, Finished, Slid, Started, TextDelta

FRAME_SECONDS = 1 / 30  # nobody reads faster; what comes in between is one piece by then
CLOSED_NOTE = lazy("Hubbub was closed while this answer was being written.")
_log = logging.getLogger(__name__)
# What is written while a save waits for the disk is lost with it: half a second, and half a second
# for the disk, keep the promise of one.
SAVE_SECONDS = 0.5


class SaveTroubles:
    """What keeps replies from the disk: told and logged once, however many meet it how often."""

    def __init__(self, on_trouble: Callable[[AppError], None]) -> None:
        self._on_trouble = on_trouble
        self._kinds: set[type[StorageError]] = set()
        self._reply_ids: set[int] = set()

    def begin(self, reply_id: int, error: StorageError) -> None:
        """Note that a reply could not be saved."""
        self._reply_ids.add(reply_id)
        if type(error) not in self._kinds:
            self._kinds.add(type(error))
            _log.warning("Running replies can't be saved: %s", error)
            self._on_trouble(error)

    def end(self, reply_id: int) -> None:
        """Note that a reply is saved, or gone; the last one ends the trouble."""
        if reply_id not in self._reply_ids:
            return
        self._reply_ids.discard(reply_id)
        if not self._reply_ids:
            self._kinds.clear()
            _log.warning("Running replies are saved again.")


class ReplySaver:
    """Saves one reply; a use of it as a context manager owns the task that does so.

    Trouble with the disk never stops the reply: the text is tried again with the next save.
    """

    def __init__(
        self,
        history: History,
        text: ReplyText,
        troubles: SaveTroubles,
        *,
        is_beside: bool = False,
    ) -> None:
        self.usage: ReplyUsage | None = None  # saved with the text
        self._history = history
        self._text = text
        self._troubles = troubles
        self._is_beside = is_beside  # of several replies, and not the first
        self._saved_length = text.length
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "ReplySaver":
        self._task = asyncio.get_running_loop().create_task(self._keep_saving())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        # ``await`` would raise the cancellation of the task here, as if it were that of the caller.
        await asyncio.wait([self._task])

    async def finish(self, reply: Message) -> Message:
        """Store the reply's end and return it as it is stored. Raises StorageError."""
        try:
            stored = await self._history.turns.finish_reply(
                reply.id,
                reply.text,
                reply.status,
                reply.note,
                reply.usage,
                reasoning=reply.reasoning,
            )
        except ConversationGone:
            self._troubles.end(reply.id)
            raise
        self._troubles.end(reply.id)
        return stored

    async def _keep_saving(self) -> None:
        # By the clock, not by pauses: the time that the disk takes does not come on top.
        due = monotonic()
        while True:
            due = max(due + SAVE_SECONDS, monotonic())
            await asyncio.sleep(due - monotonic())
            if self._text.length != self._saved_length:
                await self._save()

    async def _save(self) -> None:
        text, length = self._text, self._text.length
        try:
            await self._history.turns.save_reply(
                text.reply_id,
                text.answer.text,
                text.reasoning.text,
                is_beside=self._is_beside,
                usage=self.usage,
            )
        except StorageError as error:
            self._troubles.begin(text.reply_id, error)
        else:
            self._saved_length = length
            self._troubles.end(text.reply_id)


@dataclass(frozen=True, slots=True)
class ReplyJob:
    """A reply that stands in the history, and what the engine is asked for it.

    Attributes:
        text: grows while the reply runs.
        engine_id: the name by which the engine knows the conversation of this reply.
        context_starts_at: the first message in the context window, as it is stored.
        is_beside: it is one of several replies to a question, and not the first.
    """

    reply: Message
    text: ReplyText
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
        saver = ReplySaver(self._history, job.text, self._troubles, is_beside=job.is_beside)
        running = _RunningReply(job, self._new_progress(job), saver, report)
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
        await self._interrupt(reply, self._new_saver(reply))

    def unsaved(self, conversation_id: str) -> Message | None:
        """Return the reply of a conversation whose end the disk did not take, if there is one."""
        found = (each for each in self._unsaved.values() if each.conversation_id == conversation_id)
        return next(found, None)

    async def save_unsaved(self, conversation_id: str | None = None) -> None:
        """Try once more to store ends that the disk did not take. Raises StorageError."""
        # A copy: another reply may fail to be stored while this one waits for the disk.
        for message in tuple(self._unsaved.values()):
            if conversation_id in (None, message.conversation_id):
                await self._new_saver(message).finish(message)
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
                running.job.reply.conversation_id, message_id
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
        return Progress(window, name, job.request.prompt.dropped_before)

    def _model_name(self) -> str:
        model = self._client.state.model
        return model.name if model else ""

    def _new_saver(self, reply: Message) -> ReplySaver:
        return ReplySaver(self._history, ReplyText.of(reply), self._troubles)


class _RunningReply:
    """One reply while it runs: its progress, its saver, and the receiver of its events."""

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
        self.context_starts_at = job.context_starts_at

    @property
    def reply(self) -> Message:
        """The message with the text and the usage so far."""
        text, usage = self.job.text, self.saver.usage or self.job.reply.usage
        return replace(
            self.job.reply, text=text.answer.text, reasoning=text.reasoning.text, usage=usage
        )

    def grow(self, event: TextDelta) -> None:
        """Add a piece of text."""
        self.saver.usage = self.progress.state.usage
        self.job.text.append(event.text, is_reasoning=event.channel is not Channel.ANSWER)
