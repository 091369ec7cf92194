"""Turns: the message is stored, the engine answers, and the reply is stored as it grows."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Sequence
from functools import partial
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from app.chat.departures import AskDeparture, Departures, decline
from app.chat.reply_runner import EndedReply, ReplyJob, ReplyRunner
from app.chat.request_builder import AnsweringModel, ChatSettings, RequestBuilder
from app.chat.router import RequestRouter
from app.chat.turn_events import (
    ReplyEnded,
    Report,
    StateChanged,
    ToolChanged,
    ToolsCalled,
    TurnEvent,
    TurnStarted,
)
from app.domain.conversations import Conversation, ConversationOptions, StartedTurn
from app.domain.messages import Message, OutgoingMessage, Rewrite, TextFile, Turn
from app.domain.reply_text import ReplyText
from app.domain.tabs import TabActivity, TabState
from app.domain.usage import ReplyUsage
from app.errors import (
    AppError,
    ConversationGone,
    LazyText,
    PicturesNotSeen,
    SoundsNotHeard,
    StorageError,
    lazy,
)
from app.media.pictures import Picture
from app.media.sounds import Sound
from app.storage.history import History
from app.tools.model import Tool, ToolAnswer
from app.tools.runner import CALL_CLOSED_NOTE, ToolRunner, TurnCalls
from app.tools.toolbox import Toolbox
from engine.client.client import EngineClient
from engine.client.request import Request
from engine.messages.sampling_params import SamplingParams

_T = TypeVar("_T")
MAX_VARIANTS = 8
_SILENT_SECONDS = 1.0  # before a chat says that it waits for its tools
_NEW = 2  # messages of a chat with its first question and reply
_VARIANT_TEMPERATURE = 0.7  # at 0 all variants would be identical
_VARIANT_NOTE = lazy("Hubbub was closed while this answer and another one were being written.")


class Turns:
    """Runs turns of any number of conversations concurrently, one turn per conversation.

    Each turn is one coroutine, which reports its events and ends when its last reply has ended.
    If a reply ends in calls of tools of the ``toolbox``, these are run, and a reply to the results
    follows, until a reply has no calls or the limit of calls is reached.
    It raises StorageError before the first event if the turn could not be stored. If cancelled,
    it stops the engine and stores its replies as INTERRUPTED.
    ``on_trouble`` gets the errors of saving a running reply; the reply continues.
    ``ask`` asks the user before a chat is sent to another machine for the first time.
    """

    def __init__(
        self,
        history: History,
        client: EngineClient,
        settings: ChatSettings,
        on_trouble: Callable[[AppError], None],
        router: RequestRouter | None = None,
        ask: AskDeparture = decline,
        toolbox: Toolbox | None = None,
    ) -> None:
        self._history = history
        self._on_trouble = on_trouble
        self.router = router or RequestRouter(client)
        self.requests = RequestBuilder(history, settings, self._answering, toolbox)
        self._toolbox = toolbox or Toolbox()
        self._tools = ToolRunner(
            history, self._toolbox, lambda: self.requests.settings.call_rules, on_trouble
        )
        self.departures = Departures(history, self.requests, ask)
        self._replies = ReplyRunner(history, self.router, on_trouble)
        self._running: dict[str, list[Request]] = {}
        self._stopped: set[str] = set()
        self._preparing: dict[str, asyncio.Task[None]] = {}

    def send(
        self, conversation_id: str, message: OutgoingMessage, report: Report
    ) -> Coroutine[object, object, None]:
        """Answer a message; it is on disk before the engine sees it."""
        files: tuple[TextFile | Picture | Sound, ...] = (*message.files, *message.media)
        start = partial(self._history.turns.start, conversation_id, message.text, files)
        return self._run(conversation_id, start, report, sent=message)

    def send_next(
        self,
        conversation_id: str,
        message: OutgoingMessage,
        on_taken: Callable[[], None],
        report: Report,
    ) -> Coroutine[object, object, None]:
        """Answer the next message of the stored queue; do nothing if the queue is empty.

        ``message`` is that message, for the checks before it is stored. ``on_taken`` is called
        immediately before it is removed from the stored queue: later writes to the database
        come after that transaction.
        """

        def start() -> Awaitable[StartedTurn | None]:
            on_taken()
            return self._history.turns.start_next(conversation_id)

        return self._run(conversation_id, start, report, sent=message)

    def regenerate(
        self,
        conversation_id: str,
        reply_id: int | None,
        report: Report,
        *,
        options: ConversationOptions | None = None,
        rewrite: Rewrite | None = None,
    ) -> Coroutine[object, object, None]:
        """Write another version of a reply; None means the last reply.

        ``options`` replace the conversation's own options for this turn. ``rewrite`` is what the
        model is asked to change in a version.
        """
        start = partial(self._history.turns.regenerate, conversation_id, reply_id, rewrite)
        return self._run(conversation_id, start, report, options)

    def edit(
        self, conversation_id: str, message_id: int, text: str, report: Report
    ) -> Coroutine[object, object, None]:
        """Answer an edited version of a message; the old version stays stored."""
        start = partial(self._history.turns.edit, message_id, text)
        return self._run(conversation_id, start, report, sent=OutgoingMessage(text))

    def continue_reply(
        self, conversation_id: str, report: Report, *, may_repeat: bool = False
    ) -> Coroutine[object, object, None]:
        """Continue the last reply, which was cut short.

        If it ``may_repeat`` itself, it is not stopped for that again.
        """
        start = partial(self._history.turns.continue_reply, conversation_id)
        return self._run(conversation_id, start, report, may_repeat=may_repeat)

    def vary(
        self, conversation_id: str, reply_id: int | None, count: int, report: Report
    ) -> Coroutine[object, object, None]:
        """Write several replies to one question concurrently."""
        count = min(count, MAX_VARIANTS)
        begin = self._history.turns.begin_variants
        start = partial(begin, conversation_id, count, _VARIANT_NOTE, reply_id)
        return self._run(conversation_id, start, report)

    def stop(self, conversation_id: str) -> None:
        """Stop the replies of a running turn; their text is kept as CANCELLED.

        If the message is not stored yet, the request is cancelled right after it is submitted.
        """
        # Recorded, because there may be no request to cancel yet.
        self._stopped.add(conversation_id)
        for request in self._running.get(conversation_id, ()):
            request.cancel()
        self._tools.stop(conversation_id)
        preparing = self._preparing.get(conversation_id)
        if preparing is not None:
            preparing.cancel()

    def answer_tool(self, conversation_id: str, message_id: int, answer: ToolAnswer) -> Tool | None:
        """Answer a call that waits for the user, and return its tool.

        Do nothing, and return None, if it does not wait any more. CHAT is stored with the chat.
        ALWAYS and NEVER are settings: the caller changes them for the returned tool.
        Raises ToolFailed if the changed arguments are not valid; the call then still waits.
        """
        return self._tools.answer(conversation_id, message_id, answer)

    def pending_calls(self, conversation_id: str) -> tuple[ToolChanged, ...]:
        """Return the last event of each call that waits or runs, for a page that is shown later."""
        return self._tools.pending(conversation_id)

    async def offered_tools(self, conversation: Conversation) -> tuple[Tool, ...]:
        """Return the tools that a chat offers its model, as far as they are available."""
        return await self.requests.offered_tools(conversation)

    def unsaved(self, conversation_id: str) -> Message | None:
        """Return a conversation's reply whose end could not be stored; None if there is none."""
        return self._replies.unsaved(conversation_id)

    @property
    def unsaved_count(self) -> int:
        """The number of replies and results of tools that could not be stored.

        Those of running replies whose last save failed are included.
        """
        return self._replies.unsaved_count + self._tools.unsaved_count

    async def save_unsaved(self) -> StorageError | None:
        """Try again to store the ends of replies and calls that could not be stored.

        Report an error, and return it.
        """
        try:
            await self._replies.save_unsaved()
            await self._tools.save_unsaved()
        except StorageError as error:
            self._on_trouble(error)
            return error
        return None

    async def prewarm(self, conversation_id: str) -> None:
        """Prefill a conversation while the user types the next message."""
        # The next prompt ends with a reply that is still being written.
        if conversation_id in self._running:
            return
        conversation = await self._history.conversations.get(conversation_id)
        if conversation is not None and conversation.messages:
            await self.router.note(conversation.options.model.digest)
            asked = await self.requests.build(conversation)
            if asked.destination is not None:
                return  # prewarming would cost the other machine time and send unsent text
            self.router.prewarm(conversation_id, asked.prompt.messages, asked.options, asked.model)

    async def _run(
        self,
        conversation_id: str,
        start: Callable[[], Awaitable[StartedTurn | None]],
        report: Report,
        options: ConversationOptions | None = None,
        sent: OutgoingMessage | None = None,
        *,
        may_repeat: bool = False,
    ) -> None:
        """Begin replies and run them; each begun reply gets an end, also after an error."""
        # Replies stored as STREAMING that no ``ReplyRunner`` ends yet.
        begun: dict[int, Message] = {}
        others: tuple[Turn, ...] = ()
        is_unended = False
        try:
            # Before anything is stored: a message that may not be sent stays in the composer.
            if not await self._may_begin(conversation_id, sent):
                return
            # The prompt is read from the database and would lack the end of the last reply.
            await self._replies.save_unsaved(conversation_id)
            await self._tools.save_unsaved(conversation_id)
            started = await start()
            if started is None:
                return
            others, is_unended = started.others, True
            self._running[conversation_id] = []
            calling: TurnCalls | None = None
            following: StartedTurn | None = started
            while following is not None:
                if following.calls:
                    ended = await self._continued(following, report)
                else:
                    ended = await self._reply(
                        following, report, options, begun, may_repeat=may_repeat
                    )
                if not ended.calls:
                    break
                calling = calling or await self._calls_of(following.conversation, ended.tools)
                calling.stored_ids |= {each.id for each in following.calls}
                following = await self._after_calls(calling, ended, report)
            is_unended = False
        finally:
            # Work without awaits first: a second cancel may arrive while the ends are stored.
            self._stopped.discard(conversation_id)
            self._running.pop(conversation_id, None)
            for turn in others:
                # This engine id is not used again: the next turn uses the conversation id.
                self.router.discard(_engine_id(turn.reply, is_variant=True))
            for reply in begun.values():
                await asyncio.shield(self._replies.interrupt(reply))
            if is_unended:
                await asyncio.shield(self._interrupt_rest(conversation_id))

    async def _interrupt_rest(self, conversation_id: str) -> None:
        """Mark replies and calls as interrupted that were stored while the turn was cancelled."""
        try:
            await self._history.turns.interrupt_unfinished(CALL_CLOSED_NOTE, conversation_id)
        except StorageError as error:
            self._on_trouble(error)

    async def _reply(
        self,
        started: StartedTurn,
        report: Report,
        options: ConversationOptions | None,
        begun: dict[int, Message],
        *,
        may_repeat: bool,
    ) -> EndedReply:
        """Write the replies that were started; return the first one."""
        turns, others = started.turns, started.others
        begun |= {turn.reply.id: turn.reply for turn in turns}
        conversation = await self._history.conversations.repaired(started.conversation)
        conversation = conversation or started.conversation
        if options is not None:
            conversation = replace(conversation, options=options)
        texts = tuple(ReplyText.of(turn.reply) for turn in turns)
        report(TurnStarted(turns[0], conversation.messages, others, texts))
        conversation = await self._with_tools(conversation, report)
        jobs = [
            await self._job(conversation, turn, text, number, may_repeat=may_repeat)
            for number, (turn, text) in enumerate(zip(turns, texts, strict=True))
        ]
        run = partial(self._replies.run, on_begun=begun.pop, on_submitted=self._on_submitted)
        if not others:
            return await run(jobs[0], report)
        shared = _SharedReport(report, len(jobs))
        return (await all_or_none([run(job, shared) for job in jobs]))[0]

    async def _with_tools(self, conversation: Conversation, report: Report) -> Conversation:
        """Return a conversation whose tools are started.

        A new chat keeps the tools that the settings have for new chats.
        """
        tools = await self.requests.chosen_tools(conversation)
        is_new = len(conversation.messages) == _NEW and conversation.messages[-1].sibling_count == 1
        if tools is None and is_new and self.requests.settings.default_tools:
            tools = self.requests.settings.default_tools
            await self._history.conversations.set_tools(conversation.id, tools)
            chat = replace(conversation.options.chat, tools=tools)
            conversation = replace(conversation, options=replace(conversation.options, chat=chat))
        if tools and conversation.id not in self._stopped:
            report(StateChanged(TabState(activity=TabActivity.QUEUED)))
            await self._prepare(conversation, tools, report)
        return conversation

    async def _prepare(
        self, conversation: Conversation, tools: tuple[str, ...], report: Report
    ) -> None:
        """Start what tools need; it may take long, and ends early if the turn is stopped.

        How the model writes calls is known once it was loaded.
        """
        conversation_id, chat = conversation.id, conversation.options

        def show(text: LazyText) -> None:
            state = TabState(activity=TabActivity.QUEUED, queue_text=text)
            report(StateChanged(state))

        async def prepare() -> None:
            starting = asyncio.get_running_loop().call_later(
                _SILENT_SECONDS, show, lazy("Starting tools…")
            )
            try:
                await self._toolbox.prepare(tools)
            finally:
                starting.cancel()
            if self.requests.destination(chat.chat) is None:
                await self.router.until_known(conversation_id, chat.model.digest, show)

        task = asyncio.get_running_loop().create_task(prepare())
        self._preparing[conversation_id] = task
        try:
            await asyncio.wait([task])
        finally:
            del self._preparing[conversation_id]
            task.cancel()
        if not task.cancelled():
            task.result()

    async def _calls_of(self, conversation: Conversation, tools: tuple[Tool, ...]) -> TurnCalls:
        """Return the beginning of a turn's calls; a continued one may have results already."""
        options = await self._history.conversations.options(conversation.id)
        if options is None:
            raise ConversationGone(lazy("The chat of this answer does not exist any more."))
        window = self._context_window(options)
        calls = TurnCalls(conversation.id, dict(options.chat.allowed_tools), window)
        await calls.offer(tools)
        await calls.examine(conversation.messages)
        return calls

    async def _continued(self, started: StartedTurn, report: Report) -> EndedReply:
        """Return the reply of a continued turn whose calls have no results yet."""
        report(ToolsCalled(started.reply, started.calls))
        conversation = await self._with_tools(started.conversation, report)
        tools = await self.requests.offered_tools(conversation)
        window = self._context_window(conversation.options)
        state = TabState(context_window=window, usage=started.reply.usage or ReplyUsage())
        return EndedReply(started.reply, state, started.calls, tools)

    def _context_window(self, options: ConversationOptions) -> int:
        """Return the context window of the model that answers a chat; 0 if it is unknown."""
        destination = self.requests.destination(options.chat)
        return self.router.model(destination, options.model.digest).context_window

    def _answering(self, model: str) -> AnsweringModel:
        """Return what is known of a model on this computer."""
        path = self.router.model_path(model)
        known = self.router.state(model).known_model
        if known is None:
            return AnsweringModel(path)
        return AnsweringModel(path, known.sees, known.hears, known.tool_format)

    async def _after_calls(
        self, calling: TurnCalls, ended: EndedReply, report: Report
    ) -> StartedTurn | None:
        """Run the calls of a reply, and start the reply to their results.

        None if the turn ends with them, which is reported.
        """
        await calling.offer(ended.tools)
        is_stopped = calling.conversation_id in self._stopped
        try:
            following = await self._tools.run(
                calling, ended.calls, ended.state, report, is_stopped=is_stopped
            )
        except StorageError:
            report(ReplyEnded(ended.message, replace(ended.state, activity=TabActivity.FAILED)))
            raise
        if following is None:
            report(ReplyEnded(ended.message, replace(ended.state, activity=TabActivity.IDLE)))
        return following

    async def _may_begin(self, conversation_id: str, sent: OutgoingMessage | None) -> bool:
        """Return whether a turn may begin; False if the user keeps the chat on this computer.

        Raises PicturesNotSeen, SoundsNotHeard, RemoteWhileOffline.
        """
        media = () if sent is None else sent.media
        if not media and not self.requests.settings.endpoints:
            return True
        # Only the row is read: the whole conversation is read when the turn is stored.
        options = await self._history.conversations.options(conversation_id)
        if options is None:
            return True  # storing the turn raises ConversationGone
        if sent is not None:
            self._check_media(sent, options)
        return await self.departures.may_go(conversation_id, options, sent)

    def _check_media(self, sent: OutgoingMessage, options: ConversationOptions) -> None:
        destination, model = self.requests.destination(options.chat), options.model.digest
        if sent.sounds and not self.requests.hears(destination, model):
            raise SoundsNotHeard(_NOT_HEARD if destination is None else _NOT_SENT)
        if sent.pictures and not self.requests.sees(destination, model):
            raise PicturesNotSeen(
                lazy("This model can't see pictures. Remove them, or choose a vision model.")
            )

    def _on_submitted(self, conversation_id: str, request: Request) -> None:
        self._running[conversation_id].append(request)
        if conversation_id in self._stopped:
            request.cancel()

    async def _job(
        self,
        conversation: Conversation,
        turn: Turn,
        text: ReplyText,
        number: int,
        *,
        may_repeat: bool,
    ) -> ReplyJob:
        reply = turn.reply
        # A reply with text is being continued, so its text is part of the prompt.
        known = [
            message for message in conversation.messages if message.id != reply.id or message.text
        ]
        await self.router.note(conversation.options.model.digest)
        request = await self.requests.build(conversation, known, reply)
        if may_repeat:
            free = msgspec.structs.replace(request.options, ends_repetition=False)
            request = replace(request, options=free)
        if number:
            request = replace(request, sampling=unlike_others(request.sampling, number))
        return ReplyJob(
            reply,
            text,
            _engine_id(reply, is_variant=number > 0),
            request,
            conversation.context_starts_at,
            is_variant=number > 0,
        )


class _SharedReport:
    """Reports several replies as one turn; the tab is busy until the last reply has ended."""

    def __init__(self, report: Report, count: int) -> None:
        self._report = report
        self._left = count
        self._busy = TabState()
        self._is_last = True

    def __call__(self, event: TurnEvent) -> None:
        """Report an event; the end of a reply does not end the turn while others are written."""
        if isinstance(event, StateChanged):
            self._busy = event.state
        elif isinstance(event, ReplyEnded):
            self._left -= 1
            self._is_last = self._is_last and event.is_last  # not if calls of tools follow
            state = self._busy if self._left else event.state
            event = replace(event, state=state, is_last=self._is_last and self._left == 0)
        self._report(event)


_NOT_HEARD = lazy("This model does not support sounds. Remove them, or choose a model that does.")
_NOT_SENT = lazy("Sounds cannot be sent to other machines. Remove them, or choose a model here.")


def unlike_others(sampling: SamplingParams, number: int) -> SamplingParams:
    """Return sampling parameters for the variant with this number, different from the others."""
    seed = None if sampling.seed is None else sampling.seed + number
    temperature = max(sampling.temperature, _VARIANT_TEMPERATURE)
    return msgspec.structs.replace(sampling, seed=seed, temperature=temperature)


def _engine_id(reply: Message, *, is_variant: bool) -> str:
    """Return the engine's id for a reply's conversation; each id has one reply at a time."""
    return f"{reply.conversation_id}+{reply.id}" if is_variant else reply.conversation_id


async def all_or_none(works: Sequence[Coroutine[object, object, _T]]) -> list[_T]:
    """Run coroutines concurrently, and return their results in the same order.

    On an error or cancellation, cancel and await all of them.
    """
    tasks = [asyncio.get_running_loop().create_task(work) for work in works]
    try:
        # ``gather`` leaves the others running after an error; they would outlive the turn.
        return await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
