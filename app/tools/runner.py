"""Runs the calls that end a reply: asks the user where needed, and stores each result.

The calls of a reply run concurrently. Each ends exactly once, as COMPLETE or FAILED with a text for
the model, CANCELLED if the user stopped the turn or a limit ended it, or INTERRUPTED.
"""

import asyncio
import logging
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from time import monotonic

import msgspec
from msgspec.structs import replace

from app.chat.turn_events import Report, StateChanged, ToolChanged
from app.domain.conversations import StartedTurn
from app.domain.messages import Message, MessageStatus, Role, TextFile
from app.domain.tabs import TabActivity, TabState
from app.errors import (
    AppError,
    AttachmentDamaged,
    ConversationGone,
    LazyText,
    StorageError,
    ToolFailed,
    lazy,
)
from app.media.pictures import Picture
from app.media.sounds import Sound
from app.storage.history import History
from app.tools import results
from app.tools.arguments import canonical, parsed
from app.tools.model import (
    Decision,
    Permission,
    Tool,
    ToolAnswer,
    ToolCall,
    ToolProgress,
    ToolResult,
    ToolRun,
    ToolUse,
)
from app.tools.permissions import contains_instructions, tool_with_instructions, verdict
from app.tools.toolbox import Toolbox

CALL_CLOSED_NOTE = lazy("Hubbub was closed while this tool was called.")
_REPEATING = lazy("The model repeats this call, so its turn was ended.")
_REPEATED = (
    "This call was made twice in this turn with the same arguments, and is not run again. Use the "
    "earlier results, or answer without them."
)
_OFF = "The user has switched this tool off. Answer without it."
_MAX_REPEATS = 3  # this call is refused, and a further one ends the turn
PROGRESS_SECONDS = 1 / 4  # between two reports of a call; those in between are left out
_MAX_PROGRESS_CHARS = 500
_MAX_LISTED = 40  # tools that are named to a model that called another one
_LOST = "(A file of this result could not be stored.)"
_MAX_INLINE_CHARS = 2000  # of a result; these are examined in less than a millisecond
_REFUSALS = (Decision.REFUSED, Decision.NEVER)
_LASTING = (Decision.CHAT, Decision.ALWAYS, Decision.NEVER)
_log = logging.getLogger(__name__)


class CallRules(msgspec.Struct, frozen=True):
    """The settings for tool calls.

    Attributes:
        permissions: of tools, by key; others ask.
        digests: of the tools that are always allowed, as they were then, by key.
        allows_reading: tools that only read and send nothing run without asking.
        limit: the maximum number of calls in one turn.
    """

    permissions: dict[str, Permission] = msgspec.field(default_factory=dict)
    digests: dict[str, str] = msgspec.field(default_factory=dict)
    allows_reading: bool = False
    limit: int = 20


class TurnCalls(msgspec.Struct):
    """The calls of one turn so far.

    Attributes:
        allowed: the digests of the tools that are allowed in the chat, as they were then, by key.
        context_window: in tokens; 0 if unknown.
        tools: those that were offered for the last reply.
        stored_ids: of the calls that were stored before the turn was continued; they always ask,
            as a chat may have been imported.
        is_suspicious: a result of the chat contains instructions, so every further call asks.
        suspicious_tool: one whose description does, to the same effect.
    """

    conversation_id: str
    allowed: dict[str, str]
    context_window: int = 0
    tools: tuple[Tool, ...] = ()
    count: int = 0
    repeats: Counter[tuple[str, str]] = msgspec.field(default_factory=Counter)
    stored_ids: frozenset[int] = frozenset()
    is_suspicious: bool = False
    suspicious_tool: Tool | None = None

    async def offer(self, tools: tuple[Tool, ...]) -> None:
        """Take the tools of the last reply, and look for instructions in their descriptions."""
        if tools != self.tools:
            self.tools = tools
            found = await asyncio.to_thread(tool_with_instructions, tools)
            self.suspicious_tool = self.suspicious_tool or found

    async def examine(self, messages: Sequence[Message]) -> None:
        """Look for instructions in the results of a branch: the model still reads them all."""
        for message in messages:
            if message.role is Role.TOOL and not self.is_suspicious:
                self.is_suspicious = await asyncio.to_thread(
                    contains_instructions, message.text, self.tools
                )

    def tool(self, name: str) -> Tool | None:
        """Return the offered tool that the model calls by this name."""
        return next((each for each in self.tools if each.name == name), None)

    def repeated(self, use: ToolUse) -> int:
        """Count a call; return how often it was made with these arguments."""
        key = (use.name, canonical(use.arguments))
        self.repeats[key] += 1
        return self.repeats[key]


class _Question(msgspec.Struct, frozen=True):
    """A call that waits for the user; of a doubted one, only its own answer counts."""

    tool: Tool
    answer: asyncio.Future[ToolAnswer]
    is_doubted: bool


class _Batch:
    """The calls of one reply while they run.

    Attributes:
        states: the last event of each call without a result, by the id of its message.
        following: the reply to the results, once it is stored.
        decided_ids: calls that wait for the user or run; the others are about to.
    """

    def __init__(self, turn: TurnCalls, calls: Sequence[Message], state: TabState, report: Report):
        self.turn = turn
        self.states = {each.id: ToolChanged(each) for each in calls}
        self.last_id = calls[-1].id
        self.following: StartedTurn | None = None
        self.max_tokens = results.max_tokens(turn.context_window, len(calls))
        self.decided_ids: set[int] = set()
        self.questions: dict[int, _Question] = {}
        self.tasks: list[asyncio.Task[None]] = []
        self.stores: list[asyncio.Task[None]] = []
        self.is_stopped = False
        self.ends_turn = False
        self._state = state
        self._report = report

    def show(self, event: ToolChanged) -> None:
        """Report a change of a call, and what the tab does."""
        if event.message.status is MessageStatus.PENDING:
            self.states[event.message.id] = event
            self.decided_ids.add(event.message.id)
        else:
            self.states.pop(event.message.id, None)
        self._report(event)
        self.show_activity()

    def show_activity(self) -> None:
        """Report whether a call waits for the user, or tools run, if that has changed."""
        activity = TabActivity.ASKING if self.questions else TabActivity.WORKING
        if self.states and activity is not self._state.activity:
            self._state = replace(self._state, activity=activity)
            self._report(StateChanged(self._state))


class ToolRunner:
    """Runs calls of any number of conversations concurrently, of one reply in each.

    ``rules`` returns the current settings. ``on_trouble`` gets errors of the storage.
    """

    def __init__(
        self,
        history: History,
        toolbox: Toolbox,
        rules: Callable[[], CallRules],
        on_trouble: Callable[[AppError], None],
    ) -> None:
        self._history = history
        self._toolbox = toolbox
        self._rules = rules
        self._on_trouble = on_trouble
        self._batches: dict[str, _Batch] = {}
        self._unsaved: dict[int, tuple[Message, tuple[TextFile | Picture | Sound, ...]]] = {}

    async def run(
        self,
        turn: TurnCalls,
        calls: Sequence[Message],
        state: TabState,
        report: Report,
        *,
        is_stopped: bool = False,
    ) -> StartedTurn | None:
        """Run the PENDING calls of a reply, and start the reply to their results.

        Return None if the turn ends with the calls. Raises StorageError if the reply could not be
        started.

        If cancelled, unfinished calls are stored as INTERRUPTED. ``is_stopped`` says that the user
        has stopped the turn already.
        """
        batch = _Batch(turn, calls, state, report)
        batch.is_stopped = batch.ends_turn = is_stopped
        self._batches[turn.conversation_id] = batch
        status = MessageStatus.INTERRUPTED
        try:
            batch.show_activity()
            loop = asyncio.get_running_loop()
            if not is_stopped:
                limited = self._limited(batch, calls)
                ended_ids = {each.id for each in limited}
                if limited:
                    await self._store(batch, limited)
                ready = (each for each in calls if each.id not in ended_ids)
                batch.tasks = [loop.create_task(self._call(batch, each)) for each in ready]
            if batch.tasks and not batch.is_stopped:
                await asyncio.wait(batch.tasks)
            status = MessageStatus.CANCELLED
        finally:
            self._batches.pop(turn.conversation_id, None)
            for task in batch.tasks:
                task.cancel()
            # Shielded, so that a second cancellation does not prevent storing the ends.
            await asyncio.shield(self._close(batch, status))
        if batch.following is not None or batch.ends_turn:
            return batch.following
        return await self._history.turns.answer_results(batch.last_id)

    def stop(self, conversation_id: str) -> None:
        """Stop the calls of a conversation; those without a result are CANCELLED."""
        batch = self._batches.get(conversation_id)
        if batch is not None:
            batch.is_stopped = batch.ends_turn = True
            for task in batch.tasks:
                task.cancel()

    def answer(self, conversation_id: str, message_id: int, answer: ToolAnswer) -> Tool | None:
        """Answer a call that waits for the user, and return its tool.

        Do nothing, and return None, if it does not wait any more.

        An answer for the whole chat or for all chats is also given to the other waiting calls of
        the tool, unless they are doubted. Raises ToolFailed if the arguments are not valid; the
        call then still waits.
        """
        batch = self._batches.get(conversation_id)
        question = None if batch is None else batch.questions.get(message_id)
        if batch is None or question is None or question.answer.done():
            return None
        if answer.arguments is not None and answer.decision not in _REFUSALS:
            parsed(answer.arguments, question.tool)
        question.answer.set_result(answer)
        others = batch.questions.values() if answer.decision in _LASTING else ()
        for other in others:
            is_alike = other.tool.key == question.tool.key and not other.is_doubted
            if is_alike and not other.answer.done():
                other.answer.set_result(replace(answer, arguments=None))
        return question.tool

    def pending(self, conversation_id: str) -> tuple[ToolChanged, ...]:
        """Return the last event of each call of a conversation that waits or runs."""
        batch = self._batches.get(conversation_id)
        if batch is None:
            return ()
        return tuple(each for id_, each in batch.states.items() if id_ in batch.decided_ids)

    @property
    def unsaved_count(self) -> int:
        """The number of results that could not be stored."""
        return len(self._unsaved)

    async def save_unsaved(self, conversation_id: str | None = None) -> None:
        """Try again to store results that could not be stored. Raises StorageError."""
        for message, files in tuple(self._unsaved.values()):
            if conversation_id in (None, message.conversation_id):
                await self._save_again(message, files)
                del self._unsaved[message.id]

    async def _save_again(
        self, message: Message, files: tuple[TextFile | Picture | Sound, ...]
    ) -> None:
        try:
            await self._history.turns.finish_call(message, files)
        except ConversationGone:
            pass  # it was deleted meanwhile
        except AttachmentDamaged:
            texts = tuple(each for each in files if isinstance(each, TextFile))
            await self._save_again(replace(message, text=f"{message.text}\n{_LOST}"), texts)

    def _limited(self, batch: _Batch, calls: Sequence[Message]) -> list[Message]:
        """Return the ends of those calls that a limit does not let run."""
        turn, limit = batch.turn, self._rules().limit
        note = lazy(
            "The limit of {count} calls in one turn is reached. Continue the answer to run "
            "this call.",
            count=limit,
        )
        ends = []
        for message in calls:
            if turn.count >= limit:
                batch.ends_turn = True
                ends.append(_cancelled(message, note))
                continue
            turn.count += 1
            repeats = turn.repeated(_use_of(message))
            if repeats > _MAX_REPEATS:
                batch.ends_turn = True
                ends.append(_cancelled(message, _REPEATING))
            elif repeats == _MAX_REPEATS:
                ends.append(_failed(message, _use_of(message), _REPEATED))
        return ends

    async def _call(self, batch: _Batch, message: Message) -> None:
        """Decide on a call, run it, and store its result."""
        use, tool = _use_of(message), batch.turn.tool(_use_of(message).name)
        if tool is None:
            listed = batch.turn.tools[:_MAX_LISTED]
            names = ", ".join(f"“{each.name}”" for each in listed) or "none"
            await self._fail(batch, message, use, f"There is no such tool. There are: {names}.")
            return
        use = replace(use, title=tool.title, server=tool.server)
        try:
            arguments = parsed(use.arguments, tool)
        except ToolFailed as error:
            await self._fail(batch, message, use, str(error))
            return
        answer = await self._decided(batch, message, tool, use)
        use = replace(use, decision=answer.decision)
        await self._keep(batch, tool, answer.decision)
        if answer.decision in _REFUSALS:
            is_off = answer.decision is Decision.NEVER and not answer.reason
            text = _OFF if is_off else results.refusal(answer.reason)
            await self._fail(batch, message, use, text)
            return
        if answer.arguments is not None:
            arguments = parsed(answer.arguments, tool)
            is_changed = canonical(answer.arguments) != canonical(use.arguments)
            use = replace(use, arguments=answer.arguments, is_changed=is_changed)
        use = replace(use, started_at=_now())
        # The decision is stored before anything runs.
        running = await self._history.turns.change_call(message.id, use)
        batch.show(ToolChanged(running))
        result = await self._result(batch, running, tool, arguments)
        await self._finish(batch, message, tool, use, result)

    async def _decided(
        self, batch: _Batch, message: Message, tool: Tool, use: ToolUse
    ) -> ToolAnswer:
        """Return the decision about a call: of the permissions, or of the user."""
        rules, turn = self._rules(), batch.turn
        is_suspicious = turn.is_suspicious or turn.suspicious_tool is not None
        decided = verdict(
            tool,
            rules.permissions,
            turn.allowed,
            digests=rules.digests,
            allows_reading=rules.allows_reading,
            is_suspicious=is_suspicious,
        )
        is_stored = message.id in turn.stored_ids and decided.decision is not Decision.NEVER
        if decided.decision is not None and not is_stored:
            return ToolAnswer(decided.decision)
        warning = decided.warning
        if turn.suspicious_tool is not None and not turn.is_suspicious:
            warning = lazy(
                "The description of the tool “{name}” contains instructions for the model. Allow "
                "this call only if it is what you asked for.",
                name=turn.suspicious_tool.title or turn.suspicious_tool.name,
            )
        future: asyncio.Future[ToolAnswer] = asyncio.get_running_loop().create_future()
        batch.questions[message.id] = _Question(tool, future, is_suspicious)
        asked = replace(message, tool_use=use)
        batch.show(ToolChanged(asked, warning, sends_to=tool.sends_to))
        try:
            return await future
        finally:
            del batch.questions[message.id]
            batch.show_activity()

    async def _keep(self, batch: _Batch, tool: Tool, decision: Decision) -> None:
        """Store that a tool is allowed in the chat; what holds for all chats is a setting."""
        turn = batch.turn
        if decision is Decision.CHAT and turn.allowed.get(tool.key) != tool.digest:
            turn.allowed[tool.key] = tool.digest
            allow = self._history.conversations.allow_tool
            try:
                await allow(turn.conversation_id, tool.key, tool.digest)
            except StorageError as error:
                self._on_trouble(error)  # the call runs; a later one asks again

    async def _result(
        self, batch: _Batch, running: Message, tool: Tool, arguments: dict[str, object]
    ) -> ToolResult:
        """Run a tool; an error of it is a result, which the model reads."""

        shown_at = 0.0

        def report(progress: ToolProgress) -> None:
            nonlocal shown_at
            now = monotonic()
            if running.id in batch.states and now - shown_at >= PROGRESS_SECONDS:
                shown_at = now
                text = results.clean(progress.text[:_MAX_PROGRESS_CHARS])
                batch.show(ToolChanged(running, progress=replace(progress, text=text)))

        run = ToolRun(tool, arguments, batch.turn.conversation_id, report)
        try:
            return await self._toolbox.run(run)
        except ToolFailed as error:
            return ToolResult(str(error), is_error=True)
        except asyncio.CancelledError:
            task = asyncio.current_task()
            if task is None or task.cancelling():
                raise
            # The tool cancelled itself, as libraries do whose connection has ended.
            return ToolResult("The tool ended before it had a result.", is_error=True)
        except Exception as error:  # of a tool, which is not ours
            _log.exception("The tool %s failed.", tool.key)
            return ToolResult(f"The tool failed: {type(error).__name__}.", is_error=True)

    async def _finish(
        self, batch: _Batch, message: Message, tool: Tool, use: ToolUse, result: ToolResult
    ) -> None:
        if len(result.text) < _MAX_INLINE_CHARS:
            kept, is_suspicious = _examined(result.text, batch)
        else:  # on a thread: it takes longer than the window may wait
            kept, is_suspicious = await asyncio.to_thread(_examined, result.text, batch)
        batch.turn.is_suspicious |= is_suspicious
        use = replace(
            use,
            ended_at=_now(),
            is_error=result.is_error,
            pages=result.pages,
            omitted_bytes=kept.omitted_bytes,
        )
        whole = (TextFile(f"{tool.name}.txt", kept.whole),) if kept.whole else ()
        status = MessageStatus.FAILED if result.is_error else MessageStatus.COMPLETE
        ended = replace(message, text=kept.text, status=status, tool_use=use)
        await self._store(batch, [ended], (*whole, *result.media))

    async def _fail(self, batch: _Batch, message: Message, use: ToolUse, text: str) -> None:
        """Store why a call did not run, in words for the model."""
        await self._store(batch, [_failed(message, use, text)])

    async def _store(
        self,
        batch: _Batch,
        ended: Sequence[Message],
        files: tuple[TextFile | Picture | Sound, ...] = (),
    ) -> None:
        """Store the ends of calls; ``files`` are of the only one.

        If that fails, the turn ends, and they are stored later.
        """
        # Not cancelled: a result that has arrived is kept.
        task = asyncio.get_running_loop().create_task(self._stored(batch, ended, files))
        batch.stores.append(task)
        await asyncio.shield(task)

    async def _stored(
        self,
        batch: _Batch,
        ended: Sequence[Message],
        files: tuple[TextFile | Picture | Sound, ...] = (),
    ) -> None:
        turns = self._history.turns
        try:
            stored: Sequence[Message] = await self._stored_with_reply(batch, ended, files)
            if files:
                stored = [await turns.finish_call(ended[0], files)]
            elif not stored:
                stored = await turns.finish_calls(ended)
        except AttachmentDamaged:
            texts = tuple(each for each in files if isinstance(each, TextFile))
            changed = replace(ended[0], text=f"{ended[0].text}\n{_LOST}")
            await self._stored(batch, [changed], texts)
            return
        except StorageError as error:
            batch.ends_turn = True
            if not isinstance(error, ConversationGone):
                self._unsaved |= {each.id: (each, files) for each in ended}
            self._on_trouble(error)
            stored = ended
        for each in stored:
            batch.show(ToolChanged(each))

    async def _stored_with_reply(
        self, batch: _Batch, ended: Sequence[Message], files: Sequence[object]
    ) -> tuple[Message, ...]:
        """Store the last ends and the reply to the results in one transaction.

        Return no messages if that is not possible, with nothing stored.
        """
        if files or batch.ends_turn or batch.states.keys() != {each.id for each in ended}:
            return ()
        try:
            stored, batch.following = await self._history.turns.finish_and_answer(
                ended, batch.last_id
            )
        except StorageError:
            return ()  # the ends may be stored without it, and the error is raised with it
        return stored

    async def _close(self, batch: _Batch, status: MessageStatus) -> None:
        """Await the tasks of a batch, and store the ends of calls without a result."""
        ends = await asyncio.gather(*batch.tasks, return_exceptions=True)
        ends += await asyncio.gather(*batch.stores, return_exceptions=True)
        errors = [each for each in ends if isinstance(each, Exception)]
        note = CALL_CLOSED_NOTE if status is MessageStatus.INTERRUPTED else LazyText("")
        states = batch.states.values()
        unended = [replace(each.message, status=status, note=note) for each in states]
        if unended:
            batch.ends_turn = True
            await self._stored(batch, unended)
        for error in errors:
            if not isinstance(error, StorageError):
                raise error
            self._on_trouble(error)


def use_of(call: ToolCall, tool: Tool | None) -> ToolUse:
    """Return what is stored with a call that has not run."""
    title, server = ("", "") if tool is None else (tool.title, tool.server)
    return ToolUse(call.id, call.name, title, server, call.arguments)


def _failed(message: Message, use: ToolUse, text: str) -> Message:
    use = replace(use, ended_at=_now(), is_error=True)
    return replace(message, text=text, status=MessageStatus.FAILED, tool_use=use)


def _cancelled(message: Message, note: LazyText) -> Message:
    return replace(message, status=MessageStatus.CANCELLED, note=note)


def _examined(text: str, batch: _Batch) -> tuple[results.Stored, bool]:
    """Return a result as it is stored, and whether it contains instructions."""
    kept = results.stored(text, batch.max_tokens)
    return kept, contains_instructions(kept.text, batch.turn.tools)


def _use_of(message: Message) -> ToolUse:
    assert message.tool_use is not None
    return message.tool_use


def _now() -> datetime:
    return datetime.now(UTC)
