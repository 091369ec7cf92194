"""Runs comparisons: each cell is a separate request, several of them concurrently."""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import aclosing, asynccontextmanager, suppress
from functools import partial

import msgspec
from msgspec.structs import replace

from app.chat.departures import while_offline
from app.chat.progress import Progress, status_of
from app.chat.reply_runner import CLOSED_NOTE, SAVE_SECONDS, SaveTroubles
from app.chat.request_builder import ReplyRequest, RequestBuilder
from app.chat.router import RequestRouter
from app.chat.turns import all_or_none
from app.comparisons.model import Comparison, ComparisonCell, ComparisonKind
from app.domain.conversations import Conversation
from app.domain.messages import Message, MessageStatus, Role
from app.domain.tabs import TabState
from app.errors import (
    AppError,
    ComparisonGone,
    ConversationGone,
    ModelFileError,
    ModelUnavailable,
    StorageError,
    lazy,
)
from app.models.host.local_models import LocalModels
from app.storage.history import History
from engine.client.request import Request
from engine.messages.errors import NoModelLoaded
from engine.messages.events import Channel, Finished, TextDelta
from engine.messages.request_options import Rank

FRAME_SECONDS = 1 / 10  # many answers grow at once
MAX_REMOTE = 8  # concurrent cells, if another machine answers some of them
MAX_ROWS_AT_ONCE = 4  # concurrent rows of a list, which runs in the background
USUAL_AT_ONCE = 4
MAX_FAILURES = 3  # consecutive failures after which a list stops


class CellChanged(msgspec.Struct, frozen=True):
    """A changed cell; ``state`` is its activity, None if it does not run."""

    comparison_id: str
    cell: ComparisonCell
    state: TabState | None = None


ReportCell = Callable[[CellChanged], None]


class _Run(msgspec.Struct):
    """A running comparison, its base conversation, and the cells not yet asked."""

    comparison: Comparison
    base: Conversation
    report: ReportCell
    waiting: deque[ComparisonCell]
    requests: dict[int, Request] = msgspec.field(default_factory=dict)
    stopped_ids: set[int] = msgspec.field(default_factory=set)
    engine_ids: set[str] = msgspec.field(default_factory=set)
    is_stopped: bool = False
    failure_count: int = 0
    lacks_model: bool = False  # of a list: a row has failed because its model can't be loaded
    models: tuple[str, ...] = ()  # digests of the models of this computer; "" is the default one
    later: frozenset[str] = frozenset()  # those that follow in the background

    @property
    def is_list(self) -> bool:
        """Whether its cells are rows of a list."""
        return self.comparison.kind is ComparisonKind.ROWS

    def show(self, cell: ComparisonCell, state: TabState | None = None) -> None:
        """Report a cell."""
        self.report(CellChanged(self.comparison.id, cell, state))


class ComparisonRunner:
    """Runs any number of comparisons; each cell is stored while it grows and when it ends.

    There are as many concurrent cells as slots, so that a chat's request comes before the
    remaining cells. Models that fit into memory together answer together; the others follow one
    after the other. These and lists have background priority. ``on_trouble`` gets errors of
    storing, which stop no cell.
    """

    def __init__(
        self,
        history: History,
        requests: RequestBuilder,
        router: RequestRouter,
        models: LocalModels,
        on_trouble: Callable[[AppError], None],
    ) -> None:
        self._history = history
        self._requests = requests
        self._router = router
        self._models = models
        self._troubles = SaveTroubles(on_trouble)
        self._running: dict[str, _Run] = {}
        self._stopped_ids: set[str] = set()  # stopped before their cells were read
        self._unstored: dict[str, list[ComparisonCell]] = {}  # cells whose end could not be stored

    def is_running(self, comparison_id: str) -> bool:
        """Return whether cells of a comparison are being asked."""
        return comparison_id in self._running

    async def run(self, comparison_id: str, report: ReportCell) -> None:
        """Ask all open cells; return when the last one has ended.

        If cancelled, a running cell is stored as INTERRUPTED, a row as not asked. Raises
        StorageError before anything is asked.
        """
        if comparison_id in self._running:
            return
        self._stopped_ids.discard(comparison_id)
        comparison = await self._history.comparisons.get(comparison_id)
        if comparison is None:
            return
        base = await self._base(comparison)
        waiting = await self._open_cells(comparison)
        if comparison_id in self._stopped_ids:
            return
        running = _Run(comparison, base, report, waiting)
        self._running[comparison_id] = running
        try:
            await self._arrange(running)
            # Workers instead of batches: after a short answer the next cell is asked at once.
            count = min(len(running.waiting), self._at_once(running))
            await all_or_none([self._work(running, number) for number in range(count)])
        finally:
            del self._running[comparison_id]
            for engine_id in running.engine_ids:
                self._router.discard(engine_id)  # these ids are not used again

    async def needs_default_model(self, comparison_id: str) -> bool:
        """Return whether the default model answers open cells. Raises StorageError."""
        comparison = await self._history.comparisons.get(comparison_id)
        if comparison is None:
            return False
        try:
            base = await self._base(comparison)
        except ConversationGone:
            return False  # running it says so
        return any(self._model_of(base, each) == "" for each in comparison.cells if each.is_open)

    async def stop_cell(self, comparison_id: str, cell_id: int) -> None:
        """Stop one cell; its text is kept, and a waiting cell is not asked."""
        running = self._running.get(comparison_id)
        if running is None:
            return
        # Recorded, because there may be no request to cancel yet.
        running.stopped_ids.add(cell_id)
        if cell_id in running.requests:
            running.requests[cell_id].cancel()
        for cell in tuple(running.waiting):
            if cell.id == cell_id:
                running.waiting.remove(cell)
                stopped = replace(cell.emptied(), status=MessageStatus.CANCELLED)
                await self._store(comparison_id, stopped)
                running.show(stopped)

    async def stop(self, comparison_id: str) -> None:
        """Stop all cells; waiting cells and running rows stay open."""
        running = self._running.get(comparison_id)
        if running is not None:
            running.is_stopped = True
            running.waiting.clear()
            for request in running.requests.values():
                request.cancel()
        else:
            self._stopped_ids.add(comparison_id)
        await self._history.comparisons.set_stopped(comparison_id, is_stopped=True)

    async def _open_cells(self, comparison: Comparison) -> deque[ComparisonCell]:
        """Return the cells without an answer."""
        ends = {each.id: each for each in self._unstored.pop(comparison.id, ())}
        found: deque[ComparisonCell] = deque()
        for cell in comparison.cells:
            # It does not run: its end could not be stored, and is still in memory or lost.
            is_left = cell.status is MessageStatus.STREAMING
            if is_left and cell.id in ends:
                await self._store(comparison.id, ends[cell.id])
                is_left = ends[cell.id].is_open
            if is_left or cell.is_open:
                found.append(cell)
        return found

    async def _base(self, comparison: Comparison) -> Conversation:
        """Return the base conversation: the branch before the message that is asked again."""
        route = self._requests.settings.default_route
        base = Conversation("", "", comparison.created_at, ())
        if comparison.conversation_id is not None:
            found = await self._history.conversations.get(comparison.conversation_id)
            if found is None or comparison.message_id is None:
                raise ConversationGone(lazy("The message to be asked again was deleted."))
            branch = await self._history.comparisons.branch(comparison.message_id)
            base, route = replace(found, messages=branch), found.options.chat.route
        chat = base.options.chat
        # The consents are for this comparison only, not for its chat.
        consents = (*chat.consents, *comparison.consents)
        options = replace(base.options, chat=replace(chat, route=route, consents=consents))
        return replace(base, options=options)

    async def _arrange(self, running: _Run) -> None:
        """Put the cells of models that do not fit with the others at the end, model by model."""
        by_model = {each.id: self._model_of(running.base, each) for each in running.waiting}
        running.models = tuple(
            dict.fromkeys(each for each in by_model.values() if each is not None)
        )
        if len(running.models) < 2:
            return
        try:
            order = await self._models.order_of(running.models)
        except (ModelUnavailable, ModelFileError):
            return  # the cells of a missing model say so
        running.later = frozenset(running.models[at] for at in order.later)
        places = {
            model: at + 1 for at, model in enumerate(running.models) if model in running.later
        }
        running.waiting = deque(
            sorted(running.waiting, key=lambda cell: places.get(by_model[cell.id] or "", 0))
        )

    def _model_of(self, base: Conversation, cell: ComparisonCell) -> str | None:
        """Return the model of this computer that answers a cell; None for another machine."""
        options = cell.options.over(base.options)
        is_here = self._requests.destination(options.chat) is None
        return options.model.digest if is_here else None

    def _at_once(self, running: _Run) -> int:
        """Return the number of concurrent cells."""
        soon = (each for each in running.models if each not in running.later)
        known = [self._router.state(each).known_model for each in soon]
        # Until a model was loaded, its number of slots is unknown.
        count = sum(USUAL_AT_ONCE if each is None else max(1, each.slot_count) for each in known)
        chats = (cell.options.over(running.base.options).chat for cell in running.waiting)
        if any(self._requests.destination(chat) is not None for chat in chats):
            count = max(count, MAX_REMOTE)
        return min(count, MAX_ROWS_AT_ONCE) if running.is_list else count

    async def _work(self, running: _Run, number: int) -> None:
        """Ask cells in sequence until none is left."""
        while running.waiting:
            cell = running.waiting.popleft()
            # The rows of a list reuse few slots: each row shares the prefix of the previous one.
            suffix = f"row{number}" if running.is_list else str(cell.position)
            engine_id = f"{running.comparison.id}+{suffix}"
            running.engine_ids.add(engine_id)
            try:
                await self._ask(running, cell, engine_id)
            except ComparisonGone:
                running.waiting.clear()  # it was deleted in the meantime

    async def _ask(self, running: _Run, cell: ComparisonCell, engine_id: str) -> None:
        await self._history.comparisons.begin(cell.id)
        answer = _Answer(replace(cell.emptied(), status=MessageStatus.STREAMING))
        is_ended = False
        try:
            running.show(answer.cell, TabState())
            async with self._submitted(running, answer, engine_id) as (asked, request):
                await self._follow(running, answer, asked, request)
            is_ended = True
        except AppError as error:
            answer.fail(str(error))
            answer.lacks_model = isinstance(error, ModelUnavailable | ModelFileError)
            is_ended = True
        finally:
            running.requests.pop(cell.id, None)
            if not is_ended:
                answer.interrupt()
            await _to_its_end(self._end(running, answer.cell, lacks_model=answer.lacks_model))

    @asynccontextmanager
    async def _submitted(
        self, running: _Run, answer: "_Answer", engine_id: str
    ) -> AsyncIterator[tuple[ReplyRequest, Request]]:
        """Submit a request, and cancel it if it is not followed to its end."""
        asked = await self._request(running, answer.cell)
        request = self._router.submit(
            engine_id,
            asked.prompt.messages,
            asked.sampling,
            asked.options,
            destination=asked.destination,
            model=asked.model,
        )
        running.requests[answer.cell.id] = request
        if running.is_stopped or answer.cell.id in running.stopped_ids:
            request.cancel()
        try:
            yield asked, request
        finally:
            request.cancel()

    async def _request(self, running: _Run, cell: ComparisonCell) -> ReplyRequest:
        options, source = cell.options.over(running.base.options), running.base.source
        wanted = cell.options.source
        if wanted is not None:
            source = None
            if wanted.source_id:
                source = await self._history.sources.link(wanted.source_id, wanted.number)
        # An answer of a comparison is one reply, which no call can continue.
        options = replace(options, chat=replace(options.chat, tools=()))
        base = replace(running.base, options=options, source=source)
        messages = base.messages or (_question(running.comparison, cell),)
        await self._router.note(options.model.digest)
        asked = await self._requests.build(base, messages)
        # The router checks consents only, and there is no net process while offline.
        if asked.destination is not None and self._requests.settings.is_offline:
            raise while_offline(asked.destination)
        if running.is_list or self._model_of(running.base, cell) in running.later:
            background = msgspec.structs.replace(asked.options, rank=Rank.BACKGROUND)
            return replace(asked, options=background)
        return asked

    async def _follow(
        self, running: _Run, answer: "_Answer", asked: ReplyRequest, request: Request
    ) -> None:
        """Report the answer until it has finished."""
        progress = self._new_progress(asked)
        saved = time.monotonic()
        async with aclosing(request.events()) as events:
            async for event in events:
                progress.follow(event)
                if isinstance(event, Finished):
                    answer.finish(event, progress, asked.sampling.max_tokens)
                    return
                if isinstance(event, TextDelta):
                    answer.grow(event, progress)
                running.show(answer.cell, progress.state)
                if isinstance(event, TextDelta):
                    if time.monotonic() - saved > SAVE_SECONDS:
                        saved = time.monotonic()
                        await self._store(running.comparison.id, answer.cell)
                    await asyncio.sleep(FRAME_SECONDS)

    async def _end(self, running: _Run, cell: ComparisonCell, *, lacks_model: bool) -> None:
        """Store the end of a cell; an interrupted row is stored as not asked.

        So is one without its model if another one says so already.
        """
        is_cut = cell.status in (MessageStatus.CANCELLED, MessageStatus.INTERRUPTED)
        is_stopped_alone = cell.id in running.stopped_ids
        if running.is_list and is_cut and not is_stopped_alone:
            cell = cell.emptied()
            running.waiting.clear()  # the engine stopped, or all cells were stopped
        failed = cell.status is MessageStatus.FAILED
        running.failure_count = running.failure_count + 1 if failed else 0
        has_left = bool(running.waiting)
        if running.is_list and lacks_model:
            has_left = has_left or running.lacks_model
            cell = cell.emptied() if running.lacks_model else cell
            running.lacks_model = True
            running.waiting.clear()
        # An unreachable machine would fail thousands of rows in a second.
        if running.is_list and running.failure_count >= MAX_FAILURES:
            running.waiting.clear()
        await self._store(running.comparison.id, cell)
        running.show(cell)
        if failed and has_left and not running.waiting:
            # Stopped until the user resumes it: each start would fail more rows.
            with suppress(StorageError):
                await self._history.comparisons.set_stopped(running.comparison.id, is_stopped=True)

    async def _store(self, comparison_id: str, cell: ComparisonCell) -> None:
        repository = self._history.comparisons
        has_ended = cell.status is not MessageStatus.STREAMING
        save = repository.finish if has_ended else repository.save
        try:
            await save(cell)
            self._troubles.end(cell.id)
        except ComparisonGone:
            # The comparison was deleted while it ran.
            self._troubles.end(cell.id)
        except StorageError as error:
            self._troubles.begin(cell.id, error)
            if has_ended:
                self._unstored.setdefault(comparison_id, []).append(cell)

    def _new_progress(self, asked: ReplyRequest) -> Progress:
        model = partial(self._router.model, asked.destination, asked.model)
        return Progress(model, asked.prompt.dropped_before)


class _Answer:
    """The cell that one request fills."""

    def __init__(self, cell: ComparisonCell) -> None:
        self.cell = cell
        self.lacks_model = False

    def grow(self, event: TextDelta, progress: Progress) -> None:
        """Add a piece of text."""
        text, reasoning = self.cell.text, self.cell.reasoning
        if event.channel is Channel.ANSWER:
            text += event.text
        else:
            reasoning += event.text
        usage = progress.state.usage
        self.cell = replace(self.cell, text=text, reasoning=reasoning, usage=usage)

    def finish(self, event: Finished, progress: Progress, longest: int | None) -> None:
        """Record how it ended."""
        status, note = status_of(event, longest)
        self.lacks_model = event.error is not None and event.error.kind == NoModelLoaded.__name__
        usage = progress.state.usage if progress.state.usage.prompt_tokens else None
        self.cell = replace(self.cell, status=status, note=note, usage=usage)

    def fail(self, note: str) -> None:
        """Record why it could not be asked."""
        self.cell = replace(self.cell, status=MessageStatus.FAILED, note=note)

    def interrupt(self) -> None:
        """Record that the program ended in the meantime."""
        self.cell = replace(self.cell, status=MessageStatus.INTERRUPTED, note=CLOSED_NOTE)


async def _to_its_end(work: Coroutine[object, object, None]) -> None:
    """Run a coroutine to its end; a cancellation is raised afterwards."""
    task = asyncio.get_running_loop().create_task(work)
    is_cancelled = False
    while not task.done():
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:
            is_cancelled = True
    task.result()
    if is_cancelled:
        raise asyncio.CancelledError


def _question(comparison: Comparison, cell: ComparisonCell) -> Message:
    """Return the message of a question without a chat."""
    text = cell.question or comparison.question
    return Message(0, "", None, 1, Role.USER, text, MessageStatus.COMPLETE, comparison.created_at)
