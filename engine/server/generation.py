"""One request of a program, whatever API it came by: what is asked, and what comes of it."""

import asyncio
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, field, replace
from typing import TypeAlias

import msgspec

from engine.client.request import Request
from engine.messages.commands import ChatMessage, ToolCall
from engine.messages.errors import NotSendable
from engine.messages.events import (
    Channel,
    Finished,
    FinishReason,
    Started,
    TextDelta,
    TokenLogprob,
)
from engine.messages.framing import MAX_PROGRAM_FRAME_BYTES
from engine.messages.metrics import ModelInfo
from engine.messages.request_options import DEFAULT_OPTIONS, OverflowPolicy, Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.messages.usage import ReplyUsage
from engine.server.api_errors import ApiError, of_engine
from engine.server.conversations import Conversations
from engine.server.engine_link import EngineLink
from engine.server.pictures import PictureQuestions
from engine.server.program_queue import ProgramQueue, Ticket
from engine.server.tool_calls import ToolCallParser
from engine.server.tools import NO_TOOLS, Tools, told_in_words

MAX_REPLIES = 16
_TABS_SLOTS = 2  # that programs leave to the window, where there are so many


@dataclass(frozen=True, slots=True)
class Generation:
    """What a program asks for.

    Attributes:
        conversation: the one that it names; empty if none.
        count: of replies to the same prompt.
        pictures: files by the names that they have in ``messages`` until they are decoded.
    """

    messages: tuple[ChatMessage, ...]
    sampling: SamplingParams
    options: RequestOptions = DEFAULT_OPTIONS
    tools: Tools = NO_TOOLS
    conversation: str = ""
    count: int = 1
    pictures: Mapping[str, bytes] = field(default_factory=dict)

    def __post_init__(self) -> None:
        # Here, before anybody makes room for so many.
        if not 1 <= self.count <= MAX_REPLIES:
            raise ApiError(400, f"From 1 to {MAX_REPLIES} replies can be had.", param="$.n")
        # Checked before they are encoded, hashed and counted, which takes 2 ms per megabyte.
        length = sum(len(each.content) for each in self.messages)
        if length > MAX_PROGRAM_FRAME_BYTES:
            most = MAX_PROGRAM_FRAME_BYTES
            text = (
                f"The messages have {length:,} characters; at most {most:,} are supported. "
                "Shorten them."
            )
            raise ApiError(400, text, code="context_length_exceeded", param="$.messages")


@dataclass(frozen=True, slots=True)
class Begun:
    """A reply has a slot; ``usage`` knows its prompt."""

    usage: ReplyUsage


@dataclass(frozen=True, slots=True)
class Piece:
    """More of a reply's text."""

    text: str
    channel: Channel = Channel.ANSWER
    logprobs: tuple[TokenLogprob, ...] = ()


@dataclass(frozen=True, slots=True)
class Ended:
    """The last event of a reply; ``stop_string`` is the one that ended it, if one did."""

    reason: FinishReason
    usage: ReplyUsage
    reasoning_tokens: int = 0
    stop_string: str = ""


Event: TypeAlias = "Begun | Piece | ToolCall | Ended"


@dataclass(slots=True)
class Reply:
    """A reply as far as it has come."""

    text: str = ""
    reasoning: str = ""
    calls: list[ToolCall] = field(default_factory=list)
    logprobs: list[TokenLogprob] = field(default_factory=list)
    ended: Ended | None = None

    def add(self, event: Event) -> None:
        """Let it grow."""
        match event:
            case Piece(text=text, channel=Channel.REASONING):
                self.reasoning += text
            case Piece(text=text, logprobs=logprobs):
                self.text += text
                self.logprobs.extend(logprobs)
            case ToolCall():
                self.calls.append(event)
            case Ended():
                self.ended = event
            case Begun():
                pass

    @property
    def end(self) -> Ended:
        """Return how it has ended."""
        assert self.ended is not None, "a reply is whole when its events have ended"
        return self.ended


class Generator:
    """Has the engine answer, as many at once as there is room for."""

    def __init__(
        self,
        link: EngineLink,
        queue: ProgramQueue,
        conversations: Conversations,
        pictures: PictureQuestions,
    ) -> None:
        self._link = link
        self._queue = queue
        self._conversations = conversations
        self._pictures = pictures

    def model(self) -> ModelInfo:
        """Return the model that answers. Raises ApiError."""
        model = self._link.model
        if model is None:
            raise ApiError(503, self._link.trouble, code="no_model", retry_after=5)
        return model

    async def ready(self, generation: Generation, model: ModelInfo) -> Generation:
        """Return what is asked, as this model has to be asked, with its pictures decoded.

        Raises ApiError.
        """
        ready = prepared(generation, model)
        return replace(ready, messages=await self._pictures.seen(ready.messages, ready.pictures))

    async def run(self, generation: Generation) -> AsyncGenerator[tuple[int, Event]]:
        """Yield the events of all replies, each with the reply's number. Raises ApiError.

        Leaving early cancels what is not done.
        """
        model = self.model()
        ready = await self.ready(generation, model)
        async with AsyncExitStack() as stack:
            # The engine keeps this quota itself; here it only says how many wait.
            slot_count = max(1, model.slot_count - _TABS_SLOTS)
            tickets = stack.enter_context(self._queue.enter(slot_count, ready.count))
            name = await stack.enter_async_context(
                self._conversations.used(ready.conversation, ready.messages)
            )
            copies = self._conversations.copies(ready.count - 1)
            requests: list[Request] = []
            try:
                for number, each in enumerate((name, *copies)):
                    requests.append(self._submitted(ready, each, number))
                    await asyncio.sleep(
                        0
                    )  # other streams continue: each submit encodes all messages
                events = _merged(
                    [
                        _events(request, ticket, ready)
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
                    self._link.forget(copy)

    async def whole(self, generation: Generation) -> list[Reply]:
        """Return all replies when they have ended. Raises ApiError."""
        replies = [Reply() for _ in range(generation.count)]
        async with aclosing(self.run(generation)) as events:
            async for index, event in events:
                replies[index].add(event)
        return replies

    def _submitted(self, generation: Generation, name: str, number: int) -> Request:
        try:
            return self._link.submit(
                name,
                generation.messages,
                _with_own_seed(generation.sampling, number),
                generation.options,
            )
        except NotSendable as error:
            raise of_engine(error) from error


def prepared(generation: Generation, model: ModelInfo) -> Generation:
    """Return what is asked as this model has to be asked. Raises ApiError."""
    tools = generation.tools
    tools.check()
    messages, sampling = generation.messages, generation.sampling
    # The template would fail in words that say less.
    if not messages:
        raise ApiError(400, "There is no message to answer.", param="$.messages")
    if not model.sees and any(each.media for each in messages):
        text = "This model does not see pictures. Load one that does, with its projector."
        raise ApiError(400, text, code="unsupported_content", param="$.messages")
    thinking = generation.options.thinking
    if thinking.effort not in model.thinking.efforts:
        thinking = msgspec.structs.replace(thinking, effort=None)
    options = msgspec.structs.replace(
        generation.options, rank=Rank.PROGRAM, overflow=OverflowPolicy.STOP, thinking=thinking
    )
    if model.has_tools and tools.is_offered:
        options = msgspec.structs.replace(options, tools=tools.descriptions())
    elif not model.has_tools and not options.is_raw_prompt:
        messages = told_in_words(messages, tools)
    # A call that must be made is a form like any other: the model can't write anything else.
    schema = tools.required_schema()
    if schema is not None:
        sampling = msgspec.structs.replace(sampling, json_schema=schema, grammar=None)
    return replace(generation, messages=messages, sampling=sampling, options=options)


async def _events(
    request: Request, ticket: Ticket, generation: Generation
) -> AsyncGenerator[Event]:
    """Yield what comes of one request. Raises ApiError where it fails."""
    tools = generation.tools
    parser = ToolCallParser(tools.names) if tools.is_offered else None
    reasoning_tokens = 0
    async for event in request.events():
        match event:
            case Started(usage=usage):
                ticket.start(usage, generation.sampling.max_tokens)
                yield Begun(usage)
            case TextDelta(text=text, channel=channel, logprobs=logprobs, token_count=count):
                if channel is Channel.REASONING:
                    reasoning_tokens = count
                if channel is Channel.REASONING or parser is None:
                    yield Piece(text, channel, logprobs)
                    continue
                for found in parser.feed(text):
                    yield Piece(found) if isinstance(found, str) else found
            case Finished(reason=reason, usage=usage, error=error, stop_string=stop):
                if error is not None:
                    raise of_engine(error)
                if reason is FinishReason.CANCELLED:
                    raise ApiError(503, "Another model was loaded.", code="no_model", retry_after=5)
                ticket.end(usage)
                for found in parser.finish() if parser is not None else ():
                    yield Piece(found) if isinstance(found, str) else found
                yield Ended(reason, usage, reasoning_tokens, stop)
            case _:
                pass  # places in the queue, progress


async def _merged(
    streams: Sequence[AsyncGenerator[Event]],
) -> AsyncGenerator[tuple[int, Event]]:
    """Yield the events of several replies as they come; the first error ends all."""
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
    """Return the sampling of one of several replies, which are not to be all the same."""
    if number == 0 or sampling.seed is None:
        return sampling
    return msgspec.structs.replace(sampling, seed=sampling.seed + number)
