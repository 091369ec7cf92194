"""Runs one reply: submits the request, appends and saves its text, and stores its end."""

import asyncio
import logging
from collections.abc import Callable, Sequence
from contextlib import aclosing, suppress
from functools import partial
from time import monotonic

import msgspec
from msgspec.structs import replace

from app.chat.progress import Progress, status_of
from app.chat.request_builder import ReplyRequest
from app.chat.router import RequestRouter
from app.chat.turn_events import (
    ContextMoved,
    ReplyEnded,
    Report,
    StateChanged,
    ToolsCalled,
)
from app.domain.messages import Message, MessageStatus
from app.domain.reply_text import ReplyText
from app.domain.tabs import TabActivity, TabState
from app.domain.usage import ReplyUsage
from app.errors import AppError, ConversationGone, StorageError, lazy
from app.storage.history import History
from app.tools.model import Tool, ToolCall, ToolUse
from app.tools.runner import use_of
from engine.client.request import Request
from engine.messages.events import (
    Channel,
    Finished,
    FinishReason,
    Slid,
    Started,
    TextDelta,
    ToolCalls,
)

FRAME_SECONDS = 1 / 30  # pieces that arrive in between are merged
STATE_SECONDS = 1 / 4  # between two reports of a state in which only figures changed
CLOSED_NOTE = lazy("Hubbub was closed while this answer was being written.")
_VARIANT_CALLS = lazy(
    "This version called tools, which run for the first version only. Continue it to run them."
)
_log = logging.getLogger(__name__)
# A crash loses at most a second of text: half a second between saves, half a second for the disk.
SAVE_SECONDS = 0.5


class SaveTroubles:
    """Failures to save running replies; each kind is reported once until all are saved."""

    def __init__(self, on_trouble: Callable[[AppError], None]) -> None:
        self._on_trouble = on_trouble
        self._kinds: set[type[StorageError]] = set()
        self.reply_ids: set[int] = set()  # of those whose last save failed

    def begin(self, reply_id: int, error: StorageError) -> None:
        """Record that a reply could not be saved."""
        self.reply_ids.add(reply_id)
        if type(error) not in self._kinds:
            self._kinds.add(type(error))
            _log.warning("Running replies can't be saved: %s", error)
            self._on_trouble(error)

    def end(self, reply_id: int) -> None:
        """Record that a reply is saved or gone; after the last one failures are reported again."""
        if reply_id not in self.reply_ids:
            return
        self.reply_ids.discard(reply_id)
        if not self.reply_ids:
            self._kinds.clear()
            _log.warning("Running replies are saved again.")


class ReplySaver:
    """Saves the text of one reply while it grows; the context manager owns the task.

    A failed save does not stop the reply; the next save tries again.
    """

    def __init__(
        self,
        history: History,
        text: ReplyText,
        troubles: SaveTroubles,
        *,
        is_variant: bool = False,
    ) -> None:
        self.usage: ReplyUsage | None = None  # saved with the text
        self._history = history
        self._text = text
        self._troubles = troubles
        self._is_variant = is_variant
        self._saved_length = text.length
        self._task: asyncio.Task[None] | None = None

    async def __aenter__(self) -> "ReplySaver":
        self._task = asyncio.get_running_loop().create_task(self._keep_saving())
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._task is not None
        self._task.cancel()
        # Awaiting the task would raise its cancellation here, as if the caller had been cancelled.
        await asyncio.wait([self._task])

    async def finish(self, reply: Message) -> Message:
        """Store the end of the reply; return the stored message. Raises StorageError."""
        try:
            if reply.tool_calls:  # they are run when the reply is continued
                finish = self._history.turns.finish_calling
                stored, _ = await finish(reply, reply.tool_calls, (), runs=False)
            else:
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

    async def finish_calling(
        self, reply: Message, uses: Sequence[ToolUse]
    ) -> tuple[Message, tuple[Message, ...]]:
        """Store the end of a reply with its calls; return both as stored. Raises StorageError."""
        stored = await self._history.turns.finish_calling(reply, reply.tool_calls, uses)
        self._troubles.end(reply.id)
        return stored

    async def _keep_saving(self) -> None:
        # The next save is due at a fixed time, so that the duration of a save is not added.
        due = monotonic()
        while True:
            due = max(due + SAVE_SECONDS, monotonic())
            await asyncio.sleep(due - monotonic())
            if self._text.length != self._saved_length:
                with suppress(StorageError):
                    await self.save()

    async def save(self) -> None:
        """Store the text so far. Raises StorageError."""
        text, length = self._text, self._text.length
        try:
            await self._history.turns.save_reply(
                text.reply_id,
                text.answer.text,
                text.reasoning.text,
                is_variant=self._is_variant,
                usage=self.usage,
            )
        except StorageError as error:
            self._troubles.begin(text.reply_id, error)
            raise
        self._saved_length = length
        self._troubles.end(text.reply_id)


class ReplyJob(msgspec.Struct, frozen=True):
    """A stored reply, and the request for it.

    Attributes:
        text: grows while the reply runs.
        engine_id: the name of the conversation in the engine.
        context_starts_at: the id of the first message in the context window, as stored.
        is_variant: whether it is one of several replies to a question, and not the first.
    """

    reply: Message
    text: ReplyText
    engine_id: str
    request: ReplyRequest
    context_starts_at: int | None = None
    is_variant: bool = False


class EndedReply(msgspec.Struct, frozen=True):
    """A reply that has ended, with the state of its tab.

    Attributes:
        calls: the PENDING messages of its calls, if it ends in some.
        tools: those that it was offered.
    """

    message: Message
    state: TabState
    calls: tuple[Message, ...] = ()
    tools: tuple[Tool, ...] = ()


class ReplyRunner:
    """Runs replies to their end; ``on_trouble`` receives storage errors, which stop no reply."""

    def __init__(
        self,
        history: History,
        router: RequestRouter,
        on_trouble: Callable[[AppError], None],
    ) -> None:
        self._history = history
        self._router = router
        self._on_trouble = on_trouble
        self._troubles = SaveTroubles(on_trouble)
        self._unsaved: dict[int, Message] = {}
        self._savers: dict[int, ReplySaver] = {}  # of the running replies

    async def run(
        self,
        job: ReplyJob,
        report: Report,
        *,
        on_begun: Callable[[int], object],
        on_submitted: Callable[[str, Request], None],
    ) -> EndedReply:
        """Run a reply to its end; if cancelled, it is stored as INTERRUPTED.

        ``on_begun`` receives the id of the reply when this method has taken over storing its end;
        ``on_submitted`` receives the conversation and the request.
        """
        on_begun(job.reply.id)
        saver = ReplySaver(self._history, job.text, self._troubles, is_variant=job.is_variant)
        running = _RunningReply(job, self._new_progress(job), saver, report)
        self._savers[job.reply.id] = saver
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
                    model=asked.model,
                )
                on_submitted(job.reply.conversation_id, request)
                finished = await self._follow(running, request)
                # Set before the end is stored: a cancellation meanwhile must not store INTERRUPTED.
                is_ended = True
                ended = await self._end(running, finished)
                report(ReplyEnded(ended.message, ended.state, is_last=not ended.calls))
                if ended.calls:
                    report(ToolsCalled(ended.message, ended.calls))
                return ended
            finally:
                del self._savers[job.reply.id]
                if not is_ended:
                    if request is not None:
                        request.cancel()
                    # Shielded, so that a second cancellation does not prevent storing the end.
                    await asyncio.shield(self._interrupt(running.reply, running.saver))

    async def interrupt(self, reply: Message) -> None:
        """Store the end of a reply that was stored, but never run."""
        await self._interrupt(reply, self._new_saver(reply))

    def unsaved(self, conversation_id: str) -> Message | None:
        """Return the reply of a conversation whose end could not be stored, if there is one."""
        found = (each for each in self._unsaved.values() if each.conversation_id == conversation_id)
        return next(found, None)

    @property
    def unsaved_count(self) -> int:
        """The number of replies whose end, or text so far, could not be stored."""
        return len(self._unsaved.keys() | self._savers.keys() & self._troubles.reply_ids)

    async def save_unsaved(self, conversation_id: str | None = None) -> None:
        """Try again to store ends that could not be stored. Raises StorageError.

        Without a conversation also the texts so far of running replies.
        """
        # A copy: another reply may fail to be stored while this one waits for the disk.
        for message in tuple(self._unsaved.values()):
            if conversation_id in (None, message.conversation_id):
                await self._new_saver(message).finish(message)
                del self._unsaved[message.id]
        if conversation_id is None:
            failing = self._savers.keys() & self._troubles.reply_ids
            for saver in [self._savers[each] for each in failing]:
                await saver.save()

    async def _follow(self, running: "_RunningReply", request: Request) -> Finished:
        """Follow the events of a request; return its ``Finished``."""
        async with aclosing(request.events()) as events, running:
            async for event in events:
                activity = running.progress.state.activity
                running.progress.follow(event)
                if isinstance(event, Finished):
                    running.finish(event)
                    return event
                if isinstance(event, TextDelta):
                    running.grow(event)
                elif isinstance(event, ToolCalls):
                    running.add_calls(event)
                # A conversation stores one start of its context, that of its first reply.
                elif isinstance(event, Started | Slid) and not running.job.is_variant:
                    await self._move_context(running, event)
                is_other = running.progress.state.activity is not activity
                running.report_state(is_urgent=is_other or not isinstance(event, TextDelta))
                # The request merges the pieces that arrive meanwhile, so that fast models cost the
                # window no more than slow ones. Its end is not kept waiting: tools may follow.
                if isinstance(event, TextDelta):
                    await request.wait_finished(FRAME_SECONDS)
        raise AssertionError("every request ends in a Finished")

    async def _move_context(self, running: "_RunningReply", event: Started | Slid) -> None:
        """Store and report the start of the context window, if it has changed."""
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
            self._on_trouble(error)  # the reply continues; only the line is not stored
        running.report(ContextMoved(message_id, prompt.pinned_before(message_id)))

    async def _end(self, running: "_RunningReply", event: Finished) -> EndedReply:
        state, reply = running.progress.state, running.reply
        status, note = status_of(event, running.job.request.sampling.max_tokens)
        if status is MessageStatus.INTERRUPTED:
            state = replace(state, activity=TabActivity.IDLE)
        # A reply that never got a slot has no figures; a continued one keeps those it had.
        usage = state.usage if state.usage.prompt_tokens else reply.usage
        message = replace(reply, status=status, note=note, usage=usage)
        calls = running.calls if event.reason is FinishReason.STOP else ()
        if not calls:
            return EndedReply(await self._stored(message, running.saver), state)
        message = replace(message, tool_calls=calls)
        if running.job.is_variant:
            message = replace(message, note=_VARIANT_CALLS)
            return EndedReply(await self._stored(message, running.saver), state)
        return await self._end_calling(running, message, state)

    async def _end_calling(
        self, running: "_RunningReply", message: Message, state: TabState
    ) -> EndedReply:
        """Store a reply with its calls; if that fails, the turn ends with it."""
        offer = running.job.request.offer
        tools = () if offer is None else offer.tools
        by_name = {each.name: each for each in tools}
        try:
            stored, calls = await running.saver.finish_calling(
                message, [use_of(each, by_name.get(each.name)) for each in message.tool_calls]
            )
        except StorageError as error:
            self._unsaved[message.id] = message
            self._on_trouble(error)
            return EndedReply(message, state)
        state = replace(state, activity=TabActivity.WORKING)
        return EndedReply(_as_shown(stored, message), state, calls, tools)

    async def _interrupt(self, reply: Message, saver: ReplySaver) -> None:
        message = replace(reply, status=MessageStatus.INTERRUPTED, note=CLOSED_NOTE)
        await self._stored(message, saver)

    async def _stored(self, message: Message, saver: ReplySaver) -> Message:
        """Store a reply; return the stored message, or this one if it has to be stored later."""
        try:
            stored = await saver.finish(message)
        except StorageError as error:
            self._unsaved[message.id] = message
            self._on_trouble(error)
            return message
        return _as_shown(stored, message)

    def _new_progress(self, job: ReplyJob) -> Progress:
        model = partial(self._router.model, job.request.destination, job.request.model)
        return Progress(model, job.request.prompt.dropped_before)

    def _new_saver(self, reply: Message) -> ReplySaver:
        return ReplySaver(self._history, ReplyText.of(reply), self._troubles)


def _as_shown(stored: Message, message: Message) -> Message:
    """Return a stored reply with what only the running one knows."""
    return replace(
        stored,
        sibling_number=message.sibling_number,
        sibling_count=message.sibling_count,
        is_pinned=message.is_pinned,
    )


class _RunningReply:
    """One reply while it runs: its progress, its saver, and the receiver of its events.

    As a context manager it reports no state after its end.
    """

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
        self._reader = None if job.request.offer is None else job.request.offer.reader()
        self._pending: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> None:
        """Do nothing."""

    async def __aexit__(self, *_: object) -> None:
        self._cancel_report()

    def report_state(self, *, is_urgent: bool = True) -> None:
        """Report the state now; one that is not urgent within STATE_SECONDS."""
        if is_urgent:
            self._cancel_report()
            self.report(StateChanged(self.progress.state))
        elif self._pending is None:
            loop = asyncio.get_running_loop()
            self._pending = loop.call_later(STATE_SECONDS, self.report_state)

    def _cancel_report(self) -> None:
        if self._pending is not None:
            self._pending.cancel()
            self._pending = None

    @property
    def reply(self) -> Message:
        """The message with the text and the usage so far."""
        text, usage = self.job.text, self.saver.usage or self.job.reply.usage
        return replace(
            self.job.reply, text=text.answer.text, reasoning=text.reasoning.text, usage=usage
        )

    def grow(self, event: TextDelta) -> None:
        """Add a piece of text, without the texts of calls."""
        self.saver.usage = self.progress.state.usage
        for piece in (event,) if self._reader is None else self._reader.feed(event):
            self._append(piece)

    def add_calls(self, event: ToolCalls) -> None:
        """Add calls that another machine has reported."""
        if self._reader is not None:
            self._reader.add_calls(event.calls)

    def finish(self, event: Finished) -> None:
        """Add the text that was held back because it might have begun a call."""
        if self._reader is not None:
            last = TextDelta(event.request_id, "", event.usage.reply_tokens)
            is_cut = event.reason is not FinishReason.STOP
            for piece in self._reader.finish(last, is_cut=is_cut):
                self._append(piece)

    @property
    def calls(self) -> tuple[ToolCall, ...]:
        """Return the calls of tools so far."""
        return () if self._reader is None else self._reader.calls

    def _append(self, event: TextDelta) -> None:
        self.job.text.append(event.text, is_reasoning=event.channel is not Channel.ANSWER)
