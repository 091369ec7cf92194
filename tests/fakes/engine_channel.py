"""An engine thread with a socket, and a client of it that speaks frames by hand."""

import os
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from engine.client.listening_socket import ListeningSocket
from engine.core.client_connections import ClientConnections
from engine.core.engine import Engine
from engine.ipc.lifecycle import Shutdown
from engine.messages.commands import ChatMessage, LoadModel, Role, Submit
from engine.messages.config import EngineConfig
from engine.messages.events import (
    Event,
    Finished,
    FinishReason,
    GenerationEvent,
    ModelLoaded,
    StepEvents,
    TextDelta,
)
from engine.messages.framing import COMMANDS, EVENTS
from engine.messages.metrics import StepRecord
from engine.messages.programs import program_conversation
from engine.messages.request_options import Rank, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.scheduling.slot_auditor import AuditMode
from tests.fakes.backend import FakeBackend

PATIENCE_SECONDS = 240  # only a test that fails waits so long
PROGRAM = RequestOptions(rank=Rank.PROGRAM)


def program_request(
    request_id: int,
    text: str,
    *,
    conversation: str = "",
    sampling: SamplingParams | None = None,
    options: RequestOptions = PROGRAM,
) -> Submit:
    """Return what a program asks."""
    name = program_conversation("test", conversation or f"c{request_id}")
    messages = (ChatMessage(Role.USER, text),)
    return Submit(request_id, name, messages, sampling or SamplingParams(), options)


class RawClient:
    """A client of the second channel, with a socket that blocks."""

    def __init__(self, address: str) -> None:
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE_SECONDS)
        self.socket.connect(address)
        self._file = self.socket.makefile("rb")
        self.events: list[GenerationEvent] = []

    def send(self, command: msgspec.Struct) -> None:
        """Send a command."""
        self.socket.sendall(COMMANDS.encode(command))

    def receive(self) -> Event | None:
        """Return the next event; None when the connection has ended."""
        try:
            return EVENTS.read(self._file)
        except ConnectionError:
            return None

    def until(self, kind: type[Event]) -> Event:
        """Read on until an event of this kind."""
        while True:
            event = self.receive()
            assert event is not None, "the connection has ended"
            if isinstance(event, StepEvents):
                self.events += event.events
            if isinstance(event, kind):
                return event

    def receive_events(self) -> None:
        """Read one event, and keep what it says of requests."""
        event = self.receive()
        if isinstance(event, StepEvents):
            self.events += event.events

    def until_end(self, request_id: int) -> Finished:
        """Read on until a request has ended."""
        while True:
            for event in self.events:
                if isinstance(event, Finished) and event.request_id == request_id:
                    return event
            self.until(StepEvents)

    def until_text(self, request_id: int) -> None:
        """Read on until a request has said something."""
        while not self.text(request_id):
            self.until(StepEvents)

    def text(self, request_id: int) -> str:
        """Return what a request has said so far."""
        deltas = [each for each in self.events if isinstance(each, TextDelta)]
        return "".join(each.text for each in deltas if each.request_id == request_id)

    def is_cut(self) -> bool:
        """Read to the end of the connection, which must come."""
        while self.receive() is not None:
            pass
        return True

    def close(self) -> None:
        """Go away without a word."""
        self._file.close()
        self.socket.close()


class ChannelEngine:
    """A real engine thread on a fake model, with its window and its socket."""

    def __init__(self, backend: FakeBackend, config: EngineConfig) -> None:
        self.backend = backend
        self._arrived = threading.Condition()
        self.events: list[Event] = []
        self.listening = ListeningSocket.create()
        self._clients: list[RawClient] = []
        number = os.dup(self.listening.inherited[0])  # as another process would have it
        self._connections = connections = ClientConnections(str(number), self._report)
        self.engine = Engine(lambda *_: backend, connections.report, audit_mode=AuditMode.ASSERT)
        connections.start(self.engine)
        self._thread = threading.Thread(target=self.engine.run)
        self._thread.start()
        self.engine.submit(LoadModel("fake.gguf", config))
        self.wait_for(lambda: any(isinstance(each, ModelLoaded) for each in self.events))

    def client(self) -> RawClient:
        """Return a further client."""
        client = RawClient(self.listening.address)
        self._clients.append(client)
        return client

    def wait_for(self, condition: Callable[[], bool]) -> None:
        """Wait for what the window hears."""
        with self._arrived:
            assert self._arrived.wait_for(condition, PATIENCE_SECONDS)

    def of_requests(self) -> list[GenerationEvent]:
        """Return what the window was told of requests."""
        steps = [each for each in self.events if isinstance(each, StepEvents)]
        return [each for step in steps for each in step.events]

    @property
    def steps(self) -> list[StepRecord]:
        """Return the figures that the window was told."""
        steps = [each for each in self.events if isinstance(each, StepEvents)]
        return [each.step for each in steps if each.step is not None]

    def ask(self, request_id: int, text: str, sampling: SamplingParams | None = None) -> None:
        """Have a tab ask."""
        messages = (ChatMessage(Role.USER, text),)
        tab = Submit(request_id, f"tab {request_id}", messages, sampling or SamplingParams())
        self.engine.submit(tab)

    def ends(self, request_id: int) -> list[FinishReason]:
        """Return how a tab's request has ended, which it must once."""
        ends = [each for each in self.of_requests() if isinstance(each, Finished)]
        return [each.reason for each in ends if each.request_id == request_id]

    def close(self) -> None:
        """End the engine."""
        self.engine.submit(Shutdown())
        self._thread.join()
        self._connections.close()
        for client in self._clients:
            client.close()
        self.listening.close()

    def _report(self, event: Event) -> None:
        with self._arrived:
            self.events.append(event)
            self._arrived.notify_all()


@contextmanager
def channel_engine(
    backend: FakeBackend | None = None, config: EngineConfig | None = None
) -> Iterator[ChannelEngine]:
    """Run an engine with a second channel until the end of the block."""
    engine = ChannelEngine(backend or FakeBackend(reply_share=0), config or EngineConfig())
    try:
        yield engine
    finally:
        engine.close()
