"""The net process as a client of the engine process, beside the window: other programs' requests.

It connects again whenever the connection ends, and knows of the model what the engine says.
"""

import asyncio
import contextlib
import itertools
import logging
import sys
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable
from typing import TypeAlias, TypeVar

import msgspec

from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.commands import (
    Cancel,
    ChatMessage,
    CountTokens,
    Forget,
    ReportState,
    Submit,
    WeighPrompt,
)
from engine.messages.errors import EngineError, EngineStopped, ProtocolError
from engine.messages.events import (
    EngineStarted,
    ErrorReport,
    Event,
    Finished,
    FinishReason,
    GenerationEvent,
    ModelFailed,
    ModelLoaded,
    ModelLoading,
    PromptWeighed,
    Snapshot,
    StepEvents,
    TextDelta,
    TokensCounted,
)
from engine.messages.framing import (
    LENGTH_BYTES,
    PROTOCOL_VERSION,
    body_length,
    decode_event,
    encode,
    encode_program_command,
)
from engine.messages.metrics import ModelInfo
from engine.messages.programs import unnamed_conversation
from engine.messages.request_options import DEFAULT_OPTIONS, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.messages.usage import ReplyUsage

Connect: TypeAlias = Callable[[], Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]
Reply: TypeAlias = "TokensCounted | PromptWeighed | Snapshot"
R = TypeVar("R", TokensCounted, PromptWeighed, Snapshot)

_ASIDE = unnamed_conversation("link", "")  # questions belong to no conversation
_PAUSE_SECONDS = 0.5
_ANSWER_SECONDS = 10.0
_UNSENT_BYTES = 160 << 20  # what the engine may be behind with reading
_OPEN_BYTES = 128 << 20  # of requests that are not answered; with twice that the engine cuts us

_log = logging.getLogger(__name__)


class TooMuchAsked(EngineError):
    """The prompts of all programs that wait are as large as may be."""


class LinkedRequest:
    """One request; its events end in exactly one Finished, whatever happens to the engine."""

    def __init__(self, number: int, cancel: Callable[[int], None]) -> None:
        self.id = number
        self._cancel = cancel
        self._events: deque[GenerationEvent] = deque()
        self._arrived = asyncio.Event()
        self.is_finished = False

    def put(self, event: GenerationEvent) -> None:
        """Add an event; pieces of text that are not read yet become one."""
        if self.is_finished:
            return
        self.is_finished = isinstance(event, Finished)
        merged = _merged(self._events[-1], event) if self._events else None
        if merged is None:
            self._events.append(event)
        else:
            self._events[-1] = merged
        self._arrived.set()

    def fail(self, error: EngineError) -> None:
        """End it in place of the engine."""
        self.put(Finished(self.id, FinishReason.FAILED, ReplyUsage(), ErrorReport.of(error)))

    def cancel(self) -> None:
        """Ask for its end, if it has not ended."""
        if not self.is_finished:
            self._cancel(self.id)

    async def events(self) -> AsyncGenerator[GenerationEvent]:
        """Yield its events up to the Finished, to one reader."""
        while self._events or not self.is_finished:
            while self._events:
                yield self._events.popleft()
            if not self.is_finished:
                self._arrived.clear()
                await self._arrived.wait()


class EngineLink:
    """Lives on one loop; ``run`` keeps it connected until it is cancelled.

    Attributes:
        model: the one that answers; None while there is none.
        trouble: why there is none, in words.
    """

    def __init__(self, connect: Connect, on_change: Callable[[], None] = lambda: None) -> None:
        """Connect to nothing yet; ``on_change`` hears that the model is another one, or gone."""
        self._connect = connect
        self._on_change = on_change
        self._writer: asyncio.StreamWriter | None = None
        self._numbers = itertools.count(1)
        self._running: dict[int, LinkedRequest] = {}
        self._sizes: dict[int, int] = {}
        self._asked: dict[int, asyncio.Future[Reply]] = {}
        self.model: ModelInfo | None = None
        self.trouble: LazyText = _NO_ENGINE

    async def run(self) -> None:
        """Stay connected; for as long as the task lives."""
        while True:
            try:
                reader, self._writer = await self._connect()
                await self._listen(reader)
            except (OSError, ProtocolError) as error:
                _log.info("No connection to the engine: %s", error)
            finally:
                self._lose()
            await asyncio.sleep(_PAUSE_SECONDS)

    def submit(
        self,
        conversation_id: str,
        messages: tuple[ChatMessage, ...],
        sampling: SamplingParams,
        options: RequestOptions = DEFAULT_OPTIONS,
    ) -> LinkedRequest:
        """Have the last message of a conversation answered. Raises ProtocolError if too large."""
        number = next(self._numbers)
        request = LinkedRequest(number, self._send_cancel)
        frame = encode_program_command(Submit(number, conversation_id, messages, sampling, options))
        # Not kept until there is one: a program is told to come again, and knows what it waits for.
        if self._writer is None or self.model is None:
            request.fail(EngineStopped(self.trouble))
            return request
        if sum(self._sizes.values()) + len(frame) > _OPEN_BYTES:
            request.fail(TooMuchAsked(lazy("Too many long requests are waiting.")))
            return request
        self._running[number], self._sizes[number] = request, len(frame)
        self._write(frame)
        return request

    def forget(self, conversation_id: str) -> None:
        """Drop what is cached of a conversation that nobody will ask for again."""
        if self._writer is not None:
            self._write(encode(Forget(conversation_id)))

    async def count_tokens(self, text: str) -> TokensCounted:
        """Return how many tokens a text has. Raises EngineStopped, ProtocolError."""
        number = next(self._numbers)
        return await self._ask(number, CountTokens(number, _ASIDE, text), TokensCounted)

    async def weigh(
        self, messages: tuple[ChatMessage, ...], options: RequestOptions
    ) -> PromptWeighed:
        """Return how many tokens the prompt of these messages has. As above."""
        number = next(self._numbers)
        return await self._ask(
            number, WeighPrompt(number, _ASIDE, messages, options), PromptWeighed
        )

    async def state(self) -> Snapshot:
        """Return the engine at a glance. As above."""
        number = next(self._numbers)
        return await self._ask(number, ReportState(number), Snapshot)

    async def _ask(self, number: int, command: msgspec.Struct, kind: type[R]) -> R:
        frame = encode_program_command(command)
        if self._writer is None or self.model is None:
            raise EngineStopped(self.trouble)
        answer: asyncio.Future[Reply] = asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        try:
            self._write(frame)
            async with asyncio.timeout(_ANSWER_SECONDS):
                found = await answer
        except TimeoutError as error:
            raise EngineStopped(lazy("The engine does not answer.")) from error
        finally:
            del self._asked[number]
        assert isinstance(found, kind)
        return found

    def _send_cancel(self, number: int) -> None:
        if number in self._running and self._writer is not None:
            self._write(encode(Cancel(number)))

    def _write(self, frame: bytes) -> None:
        """Send without waiting; an engine that reads nothing is one that is gone."""
        assert self._writer is not None
        transport = self._writer.transport
        if not transport.is_closing():
            self._writer.write(frame)
            if transport.get_write_buffer_size() > _UNSENT_BYTES:
                transport.abort()

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        """Follow what the engine says until it ends. Raises ProtocolError."""
        while True:
            try:
                header = await reader.readexactly(LENGTH_BYTES)
                body = await reader.readexactly(body_length(header))
            except (asyncio.IncompleteReadError, ConnectionError):
                return
            self._follow(decode_event(body))

    def _follow(self, event: Event) -> None:
        match event:
            case EngineStarted(protocol_version=version):
                if version != PROTOCOL_VERSION:
                    raise ProtocolError(lazy("The engine is of another version of Hubbub."))
                # What is loaded is said right behind, if anything is.
                self._become(None, _NO_MODEL)
            case ModelLoading():
                self._become(None, _LOADING)
            case ModelLoaded(info=info):
                self._become(info, LazyText())
            case ModelFailed(error=error):
                self._become(None, error.text)
            case StepEvents(events=events):
                for each in events:
                    self._deliver(each)
            case Snapshot(request_id=number) | TokensCounted(request_id=number):
                self._answer(number, event)
            case PromptWeighed(request_id=number):
                self._answer(number, event)
            case _:
                pass

    def _answer(self, number: int, answer: Reply) -> None:
        asked = self._asked.get(number)
        if asked is not None and not asked.done():
            asked.set_result(answer)

    def _deliver(self, event: GenerationEvent) -> None:
        request = self._running.get(event.request_id)
        if request is None:
            return  # of the window, or of one that was ended here
        request.put(event)
        if request.is_finished:
            del self._running[event.request_id], self._sizes[event.request_id]

    def _become(self, model: ModelInfo | None, trouble: LazyText) -> None:
        if (model, trouble) != (self.model, self.trouble):
            self.model, self.trouble = model, trouble
            self._on_change()

    def _lose(self) -> None:
        """End all that was asked: the engine has gone, or its connection."""
        writer, self._writer = self._writer, None
        if writer is not None:
            with contextlib.suppress(OSError):
                writer.close()
        error = EngineStopped(_GONE)
        for request in self._running.values():
            request.fail(error)
        self._running.clear()
        self._sizes.clear()
        for answer in self._asked.values():
            if not answer.done():
                answer.set_exception(error)
        self._become(None, _NO_ENGINE)


def channel(address: str) -> Connect:
    """Return what connects to the engine process at this address."""

    async def connect() -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        if not address:
            raise FileNotFoundError(address)
        if sys.platform == "win32":
            return await _pipe(address)
        return await asyncio.open_unix_connection(address)

    return connect


if sys.platform == "win32":

    async def _pipe(address: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        loop = asyncio.get_running_loop()
        reader = asyncio.StreamReader()
        protocol = asyncio.StreamReaderProtocol(reader)
        assert isinstance(loop, asyncio.ProactorEventLoop)
        transport, _ = await loop.create_pipe_connection(lambda: protocol, address)
        return reader, asyncio.StreamWriter(transport, protocol, reader, loop)


def _merged(unread: GenerationEvent, event: GenerationEvent) -> GenerationEvent | None:
    match unread, event:
        case TextDelta(), TextDelta() if unread.channel is event.channel:
            return msgspec.structs.replace(
                event, text=unread.text + event.text, logprobs=unread.logprobs + event.logprobs
            )
        case _:
            # Progress of a prompt and places in the queue: only the newest counts.
            return event if type(unread) is type(event) and _is_progress(event) else None


def _is_progress(event: GenerationEvent) -> bool:
    return type(event).__name__ in ("PrefillProgress", "MediaProgress", "Queued")


_NO_ENGINE = lazy("The engine is not running.")
_NO_MODEL = lazy("No model is loaded.")
_LOADING = lazy("The model is being loaded.")
_GONE = lazy("The engine stopped while this was being answered.")
