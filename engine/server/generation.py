"""One request of a program through any API: queued, sent to the engine, and followed."""

import asyncio
import itertools
import math
import time
from collections.abc import AsyncGenerator, Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing, contextmanager

import msgspec
from msgspec.structs import replace

from engine.client.request import Request
from engine.dialects.errors import ApiError, of_engine
from engine.dialects.generation import Begun, Ended, Event, Generation, PieceReader, Reply, prepared
from engine.grammars import GrammarThreads
from engine.ipc.calls import Calls
from engine.messages.commands import ChatMessage
from engine.messages.errors import NotSendable
from engine.messages.events import Finished, FinishReason, Started, TextDelta
from engine.messages.media import Media, MediaKind, MediaRead, MediaReading, ReadMedia
from engine.messages.metrics import ModelInfo, ReplyUsage
from engine.messages.sampling_params import SamplingParams
from engine.messages.tool_format import ToolFormat
from engine.server.served_models import Served

_MAX_RETRY_SECONDS = 120
_GRAMMAR_COUNT = 2  # threads that read the schemas of requests
_WEIGHT = 0.2  # weight of the last reply in the means
# For a model of some billion parameters on a CPU; used until the first reply has ended.
_USUAL_TOKENS = 100.0
_USUAL_WRITING, _USUAL_READING = 0.05, 0.005  # seconds per token


class ReplyCosts:
    """Moving averages of seconds per token read and written, and of tokens per reply."""

    def __init__(self) -> None:
        self._tokens = _USUAL_TOKENS
        self._writing = _USUAL_WRITING
        self._reading = _USUAL_READING

    def learn(self, usage: ReplyUsage) -> None:
        """Update the averages with a reply that ended by itself."""
        self._tokens = _blend(self._tokens, usage.reply_tokens)
        if usage.reply_tokens > 1 and usage.decode_seconds > 0:
            self._writing = _blend(self._writing, usage.decode_seconds / (usage.reply_tokens - 1))
        read = usage.prompt_tokens - usage.reused_tokens
        if usage.first_token_seconds is not None and read > 0:
            seconds = max(0.0, usage.first_token_seconds - usage.queue_seconds)
            self._reading = _blend(self._reading, seconds / read)

    def seconds(self, prompt: ReplyUsage, max_tokens: int | None = None) -> float:
        """Return the expected duration of a reply to a known prompt."""
        tokens = self._tokens if max_tokens is None else min(self._tokens, max_tokens)
        read = max(0, prompt.prompt_tokens - prompt.reused_tokens)
        return read * self._reading + tokens * self._writing


class Ticket:
    """One request in the queue; call ``start`` when the engine begins it, ``end`` at its end."""

    def __init__(self, costs: ReplyCosts, on_started: Callable[[], None]) -> None:
        self._costs = costs
        self._on_started = on_started
        self.is_started = False
        self.ends_at: float | None = None  # expected end, monotonic clock

    def start(self, prompt: ReplyUsage, max_tokens: int | None = None) -> None:
        """Record that the request no longer waits, and the expected duration of its prompt."""
        if not self.is_started:
            self.is_started = True
            self.ends_at = time.monotonic() + self._costs.seconds(prompt, max_tokens)
            self._on_started()

    def end(self, usage: ReplyUsage) -> None:
        """Update the averages with this reply."""
        self.ends_at = None
        self._costs.learn(usage)


class ProgramQueue:
    """Counts requests and bounds the waiting ones. ``on_change`` is called when a count changes."""

    def __init__(self, most_waiting: int, on_change: Callable[[], None]) -> None:
        self._most_waiting = most_waiting
        self._on_change = on_change
        self._costs = ReplyCosts()
        self._tickets: set[Ticket] = set()
        self.running_count = 0
        self.waiting_count = 0

    @contextmanager
    def enter(self, slot_count: int, request_count: int = 1) -> Iterator[list[Ticket]]:
        """Yield tickets for requests until the block ends. Raises ApiError if the queue is full.

        ``slot_count`` is the number of requests that the engine answers at once, including those of
        tabs.
        """
        # A request that finds a free slot does not wait, so only the others count.
        free = max(0, slot_count - self.running_count)
        if self.waiting_count + request_count > self._most_waiting + free:
            seconds = self._retry_seconds()
            text = f"Too many requests are waiting. Try again in {seconds} seconds."
            raise ApiError(429, text, code="queue_full", retry_after=seconds)
        tickets = [Ticket(self._costs, self._note_start) for _ in range(request_count)]
        self._tickets.update(tickets)
        self.waiting_count += request_count
        self._on_change()
        try:
            yield tickets
        finally:
            started = sum(each.is_started for each in tickets)
            self._tickets.difference_update(tickets)
            self.running_count -= started
            self.waiting_count -= request_count - started
            self._on_change()

    def _note_start(self) -> None:
        self.waiting_count -= 1
        self.running_count += 1
        self._on_change()

    def _retry_seconds(self) -> int:
        """Return the expected seconds until a waiting request starts, which frees a place."""
        ends = [each.ends_at for each in self._tickets if each.ends_at is not None]
        seconds = self._costs.seconds(ReplyUsage())
        if ends:
            seconds = min(ends) - time.monotonic()
        return min(_MAX_RETRY_SECONDS, max(1, math.ceil(seconds)))


def _blend(mean: float, value: float) -> float:
    return mean + _WEIGHT * (value - mean)


class MediaQuestions:
    """Asks the parent process to describe pictures and sounds; lives on the server's loop."""

    def __init__(self, report: Callable[[msgspec.Struct], None]) -> None:
        self._report = report
        self._numbers = itertools.count(1)
        self._calls = Calls[MediaReading]()
        self._turn = asyncio.Lock()

    def answer(self, reading: MediaReading) -> None:
        """Deliver an answer; it is dropped if the request no longer waits."""
        self._calls.answer(reading.number, reading)

    async def seen(
        self, messages: tuple[ChatMessage, ...], files: Mapping[str, bytes]
    ) -> tuple[ChatMessage, ...]:
        """Return messages that include descriptions of their media. Raises ApiError."""
        if not files:
            return messages
        # The same file may be sent as a picture and as a sound, which is then refused.
        named = dict.fromkeys((one.digest, one.kind) for each in messages for one in each.media)
        found = {(name, kind): await self._read(files[name], kind) for name, kind in named}
        return tuple(
            msgspec.structs.replace(
                each, media=tuple(found[one.digest, one.kind] for one in each.media)
            )
            for each in messages
        )

    async def _read(self, content: bytes, kind: MediaKind) -> Media:
        # One at a time: the decoder is one process, and each frame may have 15 MB.
        async with self._turn:
            asked = ReadMedia(next(self._numbers), content, kind)
            reading = await self._calls.ask(asked.number, lambda: self._report(asked))
        if isinstance(reading, MediaRead):
            return reading.media
        text = str(reading.reason)
        code = "invalid_image" if kind is MediaKind.IMAGE else "invalid_audio"
        raise ApiError(400, text, code=code, param="$.messages")


class Generator:
    """Runs requests on the engines, up to the limit at once."""

    def __init__(
        self,
        queue: ProgramQueue,
        media: MediaQuestions,
    ) -> None:
        self._queue = queue
        self._media = media
        self._threads = GrammarThreads(_GRAMMAR_COUNT)

    def close(self) -> None:
        """Discard the requests whose schemas have not been read yet."""
        self._threads.shutdown()

    async def ready(self, generation: Generation, model: ModelInfo) -> Generation:
        """Return the request in the form that this model needs, its pictures and sounds decoded.

        Raises ApiError.
        """
        if generation.tools.is_offered or generation.constraint.schema is not None:
            loop = asyncio.get_running_loop()
            ready = await loop.run_in_executor(self._threads, prepared, generation, model)
        else:
            ready = prepared(generation, model)
        return replace(ready, messages=await self._media.seen(ready.messages, ready.pictures))

    async def run(
        self, generation: Generation, served: Served
    ) -> AsyncGenerator[tuple[int, Event]]:
        """Yield the events of all replies, each with the reply's index. Raises ApiError.

        Leaving early cancels unfinished replies.
        """
        model = served.model()
        ready = await self.ready(generation, model)
        async with AsyncExitStack() as stack:
            tickets = stack.enter_context(self._queue.enter(model.slot_count, ready.count))
            name = await stack.enter_async_context(
                served.conversations.used(ready.conversation, ready.messages)
            )
            copies = served.conversations.copies(ready.count - 1)
            requests: list[Request] = []
            try:
                for number, each in enumerate((name, *copies)):
                    requests.append(_submitted(served, ready, each, number))
                    # Other streams continue: each submit encodes all messages.
                    await asyncio.sleep(0)
                events = _merged(
                    [
                        _events(request, ticket, ready, model.tool_format)
                        for request, ticket in zip(requests, tickets, strict=True)
                    ]
                )
                async with aclosing(events):
                    async for indexed in events:
                        yield indexed
            finally:
                for request in requests:
                    request.cancel()
                for copy in copies:
                    served.link.discard(copy)

    async def whole(self, generation: Generation, served: Served) -> list[Reply]:
        """Return all replies once they have ended. Raises ApiError."""
        replies = [Reply() for _ in range(generation.count)]
        async with aclosing(self.run(generation, served)) as events:
            async for index, event in events:
                replies[index].add(event)
        return replies


def _submitted(served: Served, generation: Generation, name: str, number: int) -> Request:
    try:
        return served.link.submit(
            name,
            generation.messages,
            _with_own_seed(generation.sampling, number),
            generation.options,
        )
    except NotSendable as error:
        raise of_engine(error) from error


async def _events(
    request: Request, ticket: Ticket, generation: Generation, form: ToolFormat | None
) -> AsyncGenerator[Event]:
    """Yield the events of one request to a model that writes calls so. Raises ApiError on failure.

    A reply whose last call is incomplete ends with LENGTH.
    """
    reader = PieceReader(generation.tools, form)
    async for event in request.events():
        match event:
            case Started(usage=usage, rewrites=rewrites):
                ticket.start(usage, generation.sampling.max_tokens)
                yield Begun(usage, (*generation.notes, *rewrites))
            case TextDelta() if not generation.is_prompt_only:
                for piece in reader.feed(event):
                    yield piece
            case Finished(reason=reason, usage=usage, error=error, stop_string=stop):
                if error is not None:
                    raise of_engine(error, generation.constraint.place)
                if reason is FinishReason.CANCELLED:
                    raise ApiError(503, "The model was unloaded.", code="no_model", retry_after=5)
                if generation.is_prompt_only:
                    # The engine always samples a token, which is not part of the cached prompt.
                    yield Ended(FinishReason.LENGTH, replace(usage, reply_tokens=0))
                    return
                ticket.end(usage)
                for piece in reader.finish(is_cut=reason is FinishReason.LENGTH):
                    yield piece
                if reader.is_unfinished:
                    reason = FinishReason.LENGTH
                yield Ended(reason, usage, reader.reasoning_tokens, stop)
            case _:
                pass  # queue positions and progress


async def _merged(
    streams: Sequence[AsyncGenerator[Event]],
) -> AsyncGenerator[tuple[int, Event]]:
    """Yield the events of several replies in the order of arrival; the first error ends all."""
    if len(streams) == 1:
        async with aclosing(streams[0]) as only:
            async for event in only:
                yield 0, event
        return
    found: asyncio.Queue[tuple[int, Event] | Exception | None] = asyncio.Queue(maxsize=64)

    async def follow(index: int, stream: AsyncGenerator[Event]) -> None:
        try:
            async with aclosing(stream):
                async for event in stream:
                    await found.put((index, event))
            await found.put(None)
        except ApiError as error:
            await found.put(error)

    tasks = [asyncio.ensure_future(follow(*each)) for each in enumerate(streams)]
    try:
        left = len(streams)
        while left:
            each = await found.get()
            if isinstance(each, Exception):
                raise each
            if each is None:
                left -= 1
            else:
                yield each
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _with_own_seed(sampling: SamplingParams, number: int) -> SamplingParams:
    """Return the sampling of one of several replies, with its own seed so that replies differ."""
    if number == 0 or sampling.seed is None:
        return sampling
    return msgspec.structs.replace(sampling, seed=sampling.seed + number)
