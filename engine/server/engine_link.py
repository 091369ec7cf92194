"""The net process as a client of the engine process, for other programs' requests.

It reconnects whenever the connection ends. The engine reports the model.
"""

import asyncio
import contextlib
import itertools
import logging
import sys
from collections.abc import Awaitable, Callable
from typing import TypeAlias, TypeVar

from msgspec.structs import replace

from engine.client.request import Request, fail
from engine.ipc.calls import Calls
from engine.ipc.frames import BrokenFrame
from engine.ipc.lazy_text import LazyText, lazy
from engine.ipc.lifecycle import PROTOCOL_VERSION, ProcessStarted
from engine.messages.commands import (
    Cancel,
    ChatMessage,
    CountTokens,
    DiscardConversation,
    EmbedTexts,
    ReportState,
    Submit,
    TextQuestion,
    WeighPrompt,
)
from engine.messages.errors import EngineError, EngineStopped
from engine.messages.events import (
    Event,
    FinishReason,
    GenerationEvent,
    ModelFailed,
    ModelLoaded,
    ModelLoading,
    PromptRendered,
    PromptWeighed,
    Snapshot,
    StepEvents,
    TextAnswer,
    TextsEmbedded,
    TextTokenized,
    TokensCounted,
    TokensDetokenized,
)
from engine.messages.framing import EVENTS, encode_command, encode_program_command
from engine.messages.metrics import ModelInfo
from engine.messages.programs import unnamed_conversation
from engine.messages.request_options import DEFAULT_OPTIONS, RequestOptions
from engine.messages.sampling_params import SamplingParams

Connect: TypeAlias = Callable[[], Awaitable[tuple[asyncio.StreamReader, asyncio.StreamWriter]]]
Reply: TypeAlias = TokensCounted | PromptWeighed | Snapshot | TextAnswer
R = TypeVar("R", bound=Reply)

_ASIDE = unnamed_conversation("link", "")  # queries belong to no conversation
_PAUSE_SECONDS = 0.5
_ANSWER_SECONDS = 10.0
_UNSENT_BYTES = 160 << 20  # bytes that the engine may have left to read
_OPEN_BYTES = 128 << 20  # of unanswered requests; at twice this the engine disconnects us

_log = logging.getLogger(__name__)


class TooMuchAsked(EngineError):
    """The pending prompts of all programs have reached the size limit."""


class EngineLink:
    """Lives on one loop; ``run`` keeps it connected until it is cancelled.

    Attributes:
        model: the loaded model; None while there is none.
        trouble: why no model is loaded, in words.
    """

    def __init__(self, connect: Connect, on_change: Callable[[], None] = lambda: None) -> None:
        """Create the link without connecting; ``on_change`` is called when the model changes."""
        self._connect = connect
        self._on_change = on_change
        self._writer: asyncio.StreamWriter | None = None
        self._numbers = itertools.count(1)
        self._running: dict[int, Request] = {}
        self._sizes: dict[int, int] = {}
        self._calls = Calls[Reply]()
        self._loaded = asyncio.Event()
        self.model: ModelInfo | None = None
        self.trouble: LazyText = _NO_ENGINE

    async def run(self) -> None:
        """Stay connected until the task is cancelled."""
        while True:
            try:
                reader, self._writer = await self._connect()
                await self._listen(reader)
            except (OSError, BrokenFrame) as error:
                _log.info("No connection to the engine: %s", error)
            finally:
                self._lose()
            await asyncio.sleep(_PAUSE_SECONDS)

    async def until_loaded(self, seconds: float) -> None:
        """Wait until the engine has reported its model, but no longer than this."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._loaded.wait()

    def submit(
        self,
        conversation_id: str,
        messages: tuple[ChatMessage, ...],
        sampling: SamplingParams,
        options: RequestOptions = DEFAULT_OPTIONS,
    ) -> Request:
        """Request a reply to the last message of a conversation. Raises NotSendable."""
        number = next(self._numbers)
        request = Request(number, conversation_id, self._send_cancel)
        frame = encode_program_command(Submit(number, conversation_id, messages, sampling, options))
        # Not queued until a model is loaded: the program gets an error with the reason and can
        # retry.
        if self._writer is None or self.model is None:
            request.finish(FinishReason.FAILED, EngineStopped(self.trouble))
            return request
        if sum(self._sizes.values()) + len(frame) > _OPEN_BYTES:
            error = TooMuchAsked(lazy("Too many long requests are waiting."))
            request.finish(FinishReason.FAILED, error)
            return request
        self._running[number], self._sizes[number] = request, len(frame)
        self._write(frame)
        return request

    def discard(self, conversation_id: str) -> None:
        """Discard the cached state of a conversation that will not be used again."""
        if self._writer is not None:
            self._write(encode_command(DiscardConversation(conversation_id)))

    async def count_tokens(self, text: str) -> TokensCounted:
        """Return the number of tokens of a text. Raises EngineStopped, NotSendable."""
        number = next(self._numbers)
        return await self._ask(number, CountTokens(number, _ASIDE, text), TokensCounted)

    async def weigh(
        self, messages: tuple[ChatMessage, ...], options: RequestOptions
    ) -> PromptWeighed:
        """Return the number of tokens of these messages' prompt. Raises like ``count_tokens``."""
        number = next(self._numbers)
        return await self._ask(
            number, WeighPrompt(number, _ASIDE, messages, options), PromptWeighed
        )

    async def state(self) -> Snapshot:
        """Return a snapshot of the engine. Raises like ``count_tokens``."""
        number = next(self._numbers)
        return await self._ask(number, ReportState(number), Snapshot)

    async def ask_about_text(self, command: TextQuestion, kind: type[R]) -> R:
        """Return the answer to a question, whose number is set here.

        Raises like ``count_tokens``.
        """
        number = next(self._numbers)
        return await self._ask(number, replace(command, request_id=number), kind)

    async def embed(self, command: EmbedTexts) -> TextsEmbedded:
        """Return the embeddings of texts, which may take minutes; a cancelled caller ends them.

        The number of the command is set here. Raises like ``count_tokens``.
        """
        number = next(self._numbers)
        command = replace(command, request_id=number)
        try:
            return await self._ask(number, command, TextsEmbedded, seconds=None)
        except asyncio.CancelledError:
            if self._writer is not None:
                self._write(encode_command(Cancel(number)))
            raise

    async def _ask(
        self,
        number: int,
        command: CountTokens | WeighPrompt | ReportState | TextQuestion,
        kind: type[R],
        *,
        seconds: float | None = _ANSWER_SECONDS,
    ) -> R:
        frame = encode_program_command(command)
        if self._writer is None or self.model is None:
            raise EngineStopped(self.trouble)
        try:
            async with asyncio.timeout(seconds):
                found = await self._calls.ask(number, lambda: self._write(frame))
        except TimeoutError as error:
            raise EngineStopped(lazy("The engine does not answer.")) from error
        assert isinstance(found, kind)
        return found

    def _send_cancel(self, number: int) -> None:
        if number in self._running and self._writer is not None:
            self._write(encode_command(Cancel(number)))

    def _write(self, frame: bytes) -> None:
        """Send without waiting; an engine that does not read counts as stopped."""
        assert self._writer is not None
        transport = self._writer.transport
        if not transport.is_closing():
            self._writer.write(frame)
            if transport.get_write_buffer_size() > _UNSENT_BYTES:
                transport.abort()

    async def _listen(self, reader: asyncio.StreamReader) -> None:
        """Process the engine's messages until the connection ends. Raises BrokenFrame."""
        with contextlib.suppress(EOFError):
            while True:
                self._follow(await EVENTS.receive(reader))

    def _follow(self, event: Event) -> None:
        match event:
            case ProcessStarted(protocol_version=version):
                if version != PROTOCOL_VERSION:
                    raise BrokenFrame(lazy("The engine is of another version of Hubbub."))
                # If a model is loaded, the next message says so.
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
            case (
                Snapshot()
                | TokensCounted()
                | PromptWeighed()
                | TextTokenized()
                | TokensDetokenized()
                | PromptRendered()
                | TextsEmbedded()
            ):
                self._calls.answer(event.request_id, event)
            case _:
                pass

    def _deliver(self, event: GenerationEvent) -> None:
        request = self._running.get(event.request_id)
        if request is None:
            return  # of the window, or already ended here
        request.put(event)
        if request.is_finished:
            del self._running[event.request_id], self._sizes[event.request_id]

    def _become(self, model: ModelInfo | None, trouble: LazyText) -> None:
        if (model, trouble) != (self.model, self.trouble):
            self.model, self.trouble = model, trouble
            (self._loaded.clear if model is None else self._loaded.set)()
            self._on_change()

    def _lose(self) -> None:
        """End all pending requests after the loss of the engine or the connection."""
        writer, self._writer = self._writer, None
        if writer is not None:
            with contextlib.suppress(OSError):
                writer.close()
        error = EngineStopped(_GONE)
        fail(self._running, error)
        self._sizes.clear()
        self._calls.fail_all(lambda _number: error)
        self._become(None, _NO_ENGINE)


def channel(address: str) -> Connect:
    """Return a factory of connections to the engine process at this address."""

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


_NO_ENGINE = lazy("The engine is not running.")
_NO_MODEL = lazy("No model is loaded.")
_LOADING = lazy("The model is being loaded.")
_GONE = lazy("The engine stopped while this was being answered.")
