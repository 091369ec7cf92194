"""Further clients of the engine process: who connects, what they may ask, what they are told.

The window speaks to the engine by its pipes. Others connect to a socket that the window has made,
and speak the same frames, on a thread of their own. They see only what is theirs.
"""

import asyncio
import itertools
import logging
import os
import socket
import sys
import threading
from collections import defaultdict
from collections.abc import Callable, Iterable
from typing import Protocol, TypeAlias

from engine.core.client_connection import ClientConnection, Numbered
from engine.ipc.frames import BrokenFrame
from engine.ipc.lifecycle import PROTOCOL_VERSION, ProcessStarted
from engine.messages.commands import Command
from engine.messages.events import (
    Answer,
    CacheReport,
    Event,
    GenerationEvent,
    GrammarChecked,
    ModelFailed,
    ModelLoaded,
    ModelLoading,
    PromptWeighed,
    Snapshot,
    StepEvents,
    TokensCounted,
)
from engine.messages.framing import COMMANDS, decode_program_command

_log = logging.getLogger(__name__)

OPTION = "--channel="
MOST_CLIENTS = 8
FRAME_SECONDS = 30.0  # in which a frame that has begun must end
# Commands that wait for the engine's thread before a client is read on: it takes what there is
# before each step, and replies wait for that.
MOST_BACKLOG = 16
_BACKLOG_SECONDS = 0.005
_FIRST_NUMBER = 1 << 40  # of the clients' requests; the window counts from 1

Report = Callable[[Event], None]
ModelEvent: TypeAlias = ModelLoading | ModelLoaded | ModelFailed


class Commanded(Protocol):
    """Who carries out commands: the engine."""

    @property
    def backlog(self) -> int:
        """Return how many commands it has not taken yet; any thread."""

    def submit(self, command: Command) -> None:
        """Take a command; any thread."""


class ClientConnections:
    """Accepts clients on a thread of its own, where everything but ``report`` happens.

    ``report`` stands between the engine and the window: it keeps from each what is another's.
    """

    def __init__(self, address: str, to_window: Report) -> None:
        """``address`` is the number of an inherited socket that listens; the name of a pipe
        in Windows.
        """
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
        """Cut all clients and accept no more. A process that ends need not."""
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()

    def report(self, event: Event) -> None:
        """Hand an event to those whom it concerns; any thread."""
        match event:
            case StepEvents():
                self._report_step(event)
            case ModelLoading() | ModelLoaded() | ModelFailed():
                self._loop.call_soon_threadsafe(self._tell_of_model, event)
                self._to_window(event)
            case (
                Snapshot() | CacheReport() | TokensCounted() | GrammarChecked() | PromptWeighed()
            ) if event.request_id >= _FIRST_NUMBER:
                self._loop.call_soon_threadsafe(self._deliver, (event,))
            case _:
                self._to_window(event)

    def _report_step(self, event: StepEvents) -> None:
        """Divide what a step has produced; the window gets the figures of all of it."""
        others = tuple(each for each in event.events if each.request_id >= _FIRST_NUMBER)
        if not others:
            self._to_window(event)
            return
        self._loop.call_soon_threadsafe(self._deliver, others)
        own = tuple(each for each in event.events if each.request_id < _FIRST_NUMBER)
        if own or event.step is not None:
            self._to_window(StepEvents(own, event.step))

    def _deliver(self, events: Iterable[GenerationEvent | Answer | Snapshot | CacheReport]) -> None:
        """Give clients what is theirs; of those who have gone nothing is kept."""
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
        self._loop.run_until_complete(asyncio.sleep(0))  # transports end a turn later
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
        if len(self._connections) >= MOST_CLIENTS:
            _log.warning("More than %d clients: one is refused", MOST_CLIENTS)
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
        """Follow a client until it goes, or breaks a rule."""
        try:
            await self._follow(connection, reader)
        except (EOFError, ConnectionError, TimeoutError):
            pass  # it has gone, or hangs in the middle of a frame
        except BrokenFrame as error:
            _log.warning("A client is cut: %s", error)
        finally:
            self._connections.discard(connection)
            for command in connection.close():
                self._owners.pop(command.request_id, None)
                self._engine.submit(command)

    async def _follow(self, connection: ClientConnection, reader: asyncio.StreamReader) -> None:
        """Hand over what a client asks. Raises BrokenFrame, and what reading raises."""
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
            # The engine's thread tells nobody that it has taken a command.
            while self._engine.backlog > MOST_BACKLOG or connection.is_weighing:  # noqa: ASYNC110
                await asyncio.sleep(_BACKLOG_SECONDS)


def address_in(arguments: Iterable[str]) -> str | None:
    """Return where other clients connect, as the window has told this process; None: nowhere."""
    options = [each for each in arguments if each.startswith(OPTION)]
    return options[0].removeprefix(OPTION) if options else None
