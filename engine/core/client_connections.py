"""Further clients of the engine process: their connections, permitted commands and events.

The window uses the engine's pipes. Others connect to a socket that the window has created, and use
the same frames, on a separate thread. They see only their own requests.
"""

import asyncio
import itertools
import logging
import os
import socket
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeAlias

import msgspec

from engine.ipc.frames import BrokenFrame
from engine.ipc.lazy_text import lazy
from engine.ipc.lifecycle import PROTOCOL_VERSION, ProcessStarted
from engine.messages.commands import (
    Cancel,
    CheckGrammar,
    Command,
    CountTokens,
    DetokenizeTokens,
    DiscardConversation,
    EmbedTexts,
    RenderPrompt,
    ReportCache,
    ReportState,
    Submit,
    TextQuestion,
    TokenizeText,
    WeighPrompt,
)
from engine.messages.events import (
    Answer,
    CacheReport,
    Event,
    Finished,
    GenerationEvent,
    GrammarChecked,
    ModelFailed,
    ModelLoaded,
    ModelLoading,
    PromptRendered,
    PromptWeighed,
    Snapshot,
    StepEvents,
    TextsEmbedded,
    TextTokenized,
    TokensCounted,
    TokensDetokenized,
)
from engine.messages.framing import COMMANDS, EVENTS, decode_program_command
from engine.messages.programs import is_program
from engine.messages.request_options import Rank

_log = logging.getLogger(__name__)

OPTION = "--channel="
MAX_CLIENTS = 8
FRAME_SECONDS = 30.0  # maximum duration of a frame that has begun
# Maximum commands waiting for the engine thread before the client is read again: the engine takes
# all of them before each step, and replies wait meanwhile.
MAX_BACKLOG = 16
_BACKLOG_SECONDS = 0.005
_FIRST_NUMBER = 1 << 40  # of the clients' requests; the window counts from 1

Report = Callable[[Event], None]
ModelEvent: TypeAlias = ModelLoading | ModelLoaded | ModelFailed
MAX_OPEN = 1024  # requests and questions without an answer yet
MAX_WEIGHED = 4  # prompts and texts that the worker makes or divides, which also makes the tabs'
MAX_OPEN_BYTES = 256 << 20  # of them
MAX_UNREAD_BYTES = 8 << 20  # unread by a client; a client that exceeds it is disconnected

Numbered: TypeAlias = GenerationEvent | Answer | Snapshot | CacheReport
_Asking: TypeAlias = (
    Submit | CountTokens | CheckGrammar | WeighPrompt | ReportState | ReportCache | TextQuestion
)


class ClientConnection:
    """The requests of a client, by the engine's numbers, which are unique."""

    def __init__(self, writer: asyncio.StreamWriter, numbers: Iterator[int]) -> None:
        self._writer = writer
        self._numbers = numbers
        self._own: dict[int, int] = {}  # its numbers by the engine's
        self._ours: dict[int, int] = {}  # the engine's by its numbers
        self._bytes: dict[int, int] = {}
        self._weighed: set[int] = set()

    def accept(self, command: Command, byte_count: int) -> Command | None:
        """Return the command for the engine; None for none. Raises BrokenFrame.

        A client that breaks a rule is disconnected without an answer.
        """
        match command:
            case Submit() | CountTokens() | CheckGrammar() | WeighPrompt():
                _check(command)
                return self._opened(command, byte_count)
            case (
                ReportState()
                | ReportCache()
                | TokenizeText()
                | DetokenizeTokens()
                | RenderPrompt()
                | EmbedTexts()
            ):
                return self._opened(command, byte_count)
            case Cancel():
                number = self._ours.get(command.request_id)
                return None if number is None else Cancel(number)
            case DiscardConversation() if is_program(command.conversation_id):
                return command
        raise _refusal()

    @property
    def is_weighing(self) -> bool:
        """Return whether it has reached the limit of weighed prompts, which delay those of tabs."""
        return len(self._weighed) >= MAX_WEIGHED

    def is_open(self, number: int) -> bool:
        """Return whether it waits for the request with this number of the engine."""
        return number in self._own

    def deliver(self, events: Iterable[Numbered]) -> list[int]:
        """Send events with the client's numbers; return the engine's numbers of ended requests."""
        of_step: list[GenerationEvent] = []
        ended: list[int] = []
        for event in events:
            number = event.request_id
            own = msgspec.structs.replace(event, request_id=self._own[number])
            match own:
                case Snapshot():
                    self.send(_seen_snapshot(own))
                case CacheReport():
                    self.send(_seen_report(own))
                case _ if isinstance(own, GenerationEvent):
                    of_step.append(own)
                case _:
                    self.send(own)
            if not isinstance(event, GenerationEvent) or isinstance(event, Finished):
                ended.append(number)
        if of_step:
            self.send(StepEvents(tuple(of_step)))
        for number in ended:
            del self._ours[self._own.pop(number)]
            del self._bytes[number]
            self._weighed.discard(number)
        return ended

    def send(self, event: msgspec.Struct) -> None:
        """Send an event; a client with too many unread bytes is disconnected."""
        transport = self._writer.transport
        if transport.is_closing():
            return
        self._writer.write(EVENTS.encode(event))
        if transport.get_write_buffer_size() > MAX_UNREAD_BYTES:
            transport.abort()

    def close(self) -> list[Cancel]:
        """Close the connection; return commands to end its requests, and its open questions."""
        self._writer.transport.abort()
        return [Cancel(number) for number in self._own]

    def _opened(self, command: _Asking, byte_count: int) -> Command:
        """Return a question with a number of the engine."""
        own = command.request_id
        is_too_much = sum(self._bytes.values()) + byte_count > MAX_OPEN_BYTES
        if own in self._ours or len(self._own) >= MAX_OPEN or is_too_much:
            raise _refusal()
        number = next(self._numbers)
        self._own[number], self._ours[own] = own, number
        self._bytes[number] = byte_count
        if isinstance(command, WeighPrompt | TokenizeText | RenderPrompt):
            self._weighed.add(number)
        return msgspec.structs.replace(command, request_id=number)


def _check(command: Submit | CountTokens | CheckGrammar | WeighPrompt) -> None:
    """Raise BrokenFrame if a command concerns anything other than programs' requests."""
    if isinstance(command, CheckGrammar):
        return
    if not is_program(command.conversation_id):
        raise _refusal()
    # Tab ranks are reserved for the window: with one, a program could keep the user waiting.
    if isinstance(command, Submit) and command.options.rank is Rank.TAB:
        raise _refusal()


def _refusal() -> BrokenFrame:
    return BrokenFrame(lazy("This request is not allowed."))


def _seen_snapshot(snapshot: Snapshot) -> Snapshot:
    """Return the snapshot for a program: chats of the window have no names."""
    slots = tuple(
        msgspec.structs.replace(each, conversation_id=_seen(each.conversation_id))
        for each in snapshot.slots
    )
    waiting = tuple(_seen(each) or "" for each in snapshot.waiting)
    return msgspec.structs.replace(snapshot, slots=slots, waiting=waiting, steps=())


def _seen(conversation_id: str | None) -> str | None:
    return conversation_id if conversation_id is None or is_program(conversation_id) else ""


def _seen_report(report: CacheReport) -> CacheReport:
    entries = tuple(each for each in report.entries if is_program(each.conversation_id))
    return msgspec.structs.replace(report, entries=entries)


class Commanded(Protocol):
    """The engine, which carries out commands."""

    @property
    def backlog(self) -> int:
        """Return the number of commands that it has not taken yet; any thread."""

    def submit(self, command: Command) -> None:
        """Take a command; any thread."""


class ClientConnections:
    """Accepts clients on a separate thread, where everything but ``report`` happens.

    ``report`` is between the engine and the window: each sees only its own events.
    """

    def __init__(self, address: str, to_window: Report) -> None:
        """``address`` is the number of an inherited listening socket; on Windows a pipe's name."""
        self._address = address
        self._to_window = to_window
        self._loop = asyncio.new_event_loop()
        self._numbers = itertools.count(_FIRST_NUMBER)
        self._owners: dict[int, ClientConnection] = {}
        self._connections: set[ClientConnection] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._model: ModelEvent | None = None

    def start(self, engine: Commanded) -> None:
        """Accept clients from now on."""
        self._engine = engine
        self._thread = threading.Thread(target=self._run, name="clients", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Disconnect all clients and accept no more. A process that ends need not call it."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def report(self, event: Event) -> None:
        """Pass an event to those whom it concerns; any thread."""
        match event:
            case StepEvents():
                self._report_step(event)
            case ModelLoading() | ModelLoaded() | ModelFailed():
                self._loop.call_soon_threadsafe(self._tell_of_model, event)
                self._to_window(event)
            case (
                Snapshot()
                | CacheReport()
                | TokensCounted()
                | GrammarChecked()
                | PromptWeighed()
                | TextTokenized()
                | TokensDetokenized()
                | PromptRendered()
                | TextsEmbedded()
            ) if event.request_id >= _FIRST_NUMBER:
                self._loop.call_soon_threadsafe(self._deliver, (event,))
            case _:
                self._to_window(event)

    def _report_step(self, event: StepEvents) -> None:
        """Divide the events of a step; the window gets all of its figures."""
        others = tuple(each for each in event.events if each.request_id >= _FIRST_NUMBER)
        if not others:
            self._to_window(event)
            return
        self._loop.call_soon_threadsafe(self._deliver, others)
        own = tuple(each for each in event.events if each.request_id < _FIRST_NUMBER)
        if own or event.step is not None:
            self._to_window(StepEvents(own, event.step))

    def _deliver(self, events: Iterable[Numbered]) -> None:
        """Send clients their events; events of disconnected clients are dropped."""
        shares: defaultdict[ClientConnection, list[Numbered]] = defaultdict(list)
        for event in events:
            owner = self._owners.get(event.request_id)
            if owner is not None:
                shares[owner].append(event)
        for owner, share in shares.items():
            for number in owner.deliver(share):
                del self._owners[number]

    def _tell_of_model(self, event: ModelEvent) -> None:
        self._model = event
        for connection in tuple(self._connections):
            connection.send(event)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        self._loop.run_until_complete(self._listen())
        self._loop.run_forever()
        if sys.platform != "win32":
            self._server.close()
        for task in self._tasks:
            task.cancel()
        self._loop.run_until_complete(asyncio.gather(*self._tasks, return_exceptions=True))
        self._loop.run_until_complete(asyncio.sleep(0))  # transports end in a later turn
        self._loop.close()

    async def _listen(self) -> None:
        if sys.platform == "win32":
            loop = asyncio.get_running_loop()
            assert isinstance(loop, asyncio.ProactorEventLoop)

            def protocol() -> asyncio.StreamReaderProtocol:
                return asyncio.StreamReaderProtocol(asyncio.StreamReader(), self._accept)

            await loop.start_serving_pipe(protocol, self._address)
            return
        listener = socket.socket(fileno=int(self._address))
        self._server = await asyncio.start_unix_server(self._accept, sock=listener)

    def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._connections) >= MAX_CLIENTS:
            _log.warning("More than %d clients: one is refused", MAX_CLIENTS)
            writer.transport.abort()
            return
        connection = ClientConnection(writer, self._numbers)
        self._connections.add(connection)
        connection.send(ProcessStarted(PROTOCOL_VERSION, os.getpid()))
        if self._model is not None:
            connection.send(self._model)
        task = asyncio.ensure_future(self._serve(connection, reader))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, connection: ClientConnection, reader: asyncio.StreamReader) -> None:
        """Read a client until it disconnects, or breaks a rule."""
        try:
            await self._follow(connection, reader)
        except (EOFError, ConnectionError, TimeoutError):
            pass  # it has disconnected, or hangs in the middle of a frame
        except BrokenFrame as error:
            _log.warning("A client is cut: %s", error)
        finally:
            self._connections.discard(connection)
            for command in connection.close():
                self._owners.pop(command.request_id, None)
                self._engine.submit(command)

    async def _follow(self, connection: ClientConnection, reader: asyncio.StreamReader) -> None:
        """Pass on a client's commands. Raises BrokenFrame, and the exceptions of reading."""
        while True:
            length = await COMMANDS.read_header(reader)
            async with asyncio.timeout(FRAME_SECONDS):
                body = await reader.readexactly(length)
            command = connection.accept(decode_program_command(body), length)
            if command is None:
                continue
            number = getattr(command, "request_id", 0)
            if connection.is_open(number):
                self._owners[number] = connection
            self._engine.submit(command)
            # The engine thread does not report that it has taken a command.
            while self._engine.backlog > MAX_BACKLOG or connection.is_weighing:  # noqa: ASYNC110
                await asyncio.sleep(_BACKLOG_SECONDS)


def address_in(arguments: Iterable[str]) -> str | None:
    """Return the address for other clients from the window's arguments; None if there is none."""
    options = [each for each in arguments if each.startswith(OPTION)]
    return options[0].removeprefix(OPTION) if options else None
