"""The asyncio side of the engine: sends commands to its process and routes events to readers."""

import asyncio
import enum
import itertools
import os
import sys
from collections import deque
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from engine.config import EngineConfig
from engine.errors import EngineError, EngineStopped, NoModelLoaded, ProtocolError
from engine.protocol import (
    PROTOCOL_VERSION,
    Cancel,
    ChatMessage,
    EngineStarted,
    ErrorReport,
    Event,
    Finished,
    FinishReason,
    Focus,
    Forget,
    GenerationEvent,
    LoadModel,
    ModelFailed,
    ModelInfo,
    ModelLoaded,
    ModelLoading,
    Queued,
    SamplingParams,
    Started,
    StepEvents,
    StepRecord,
    Submit,
    TextDelta,
    Usage,
    encode,
)
from engine.supervisor import ProcessEnd, RestartPolicy, Supervisor

LOAD_CRASH_LIMIT = 2


class EnginePhase(enum.Enum):
    """Where the engine stands; requests wait while it is STARTING, LOADING or RESTARTING."""

    STARTING = "starting"
    EMPTY = "empty"
    LOADING = "loading"
    READY = "ready"
    RESTARTING = "restarting"
    DOWN = "down"


@dataclass(frozen=True, slots=True)
class EngineState:
    """The engine as the window shows it.

    Attributes:
        phase: whether it can answer.
        text: a sentence for the user.
        detail: the last words of a process that died; empty otherwise.
        model: what is loaded, only while READY.
        progress: share of the model file read, only while LOADING.
        failed_path: the model that could not be loaded, while EMPTY because of it.
    """

    phase: EnginePhase = EnginePhase.STARTING
    text: str = "Starting the engine …"
    detail: str = ""
    model: ModelInfo | None = None
    progress: float | None = None
    failed_path: str | None = None


class _Mailbox:
    """The events of one request on their way to its reader; the last is a Finished."""

    def __init__(self, request_id: int, conversation_id: str) -> None:
        self.request_id = request_id
        self.conversation_id = conversation_id
        self.frame = b""
        self._events: deque[GenerationEvent] = deque()
        self._arrived = asyncio.Event()
        self._usage = Usage()
        self._is_finished = False

    def put(self, event: GenerationEvent) -> None:
        """Add an event; what comes after a Finished is dropped."""
        if self._is_finished:
            return
        self._is_finished = isinstance(event, Finished)
        self._take_down(event)
        self._events.append(event)
        self._arrived.set()

    def finish(self, reason: FinishReason, error: EngineError | None = None) -> None:
        """Write the Finished that the engine can no longer send."""
        report = ErrorReport(error.kind, str(error)) if error else None
        self.put(Finished(self.request_id, reason, self._usage, report))

    async def read(self) -> AsyncGenerator[GenerationEvent, None]:
        while self._events or not self._is_finished:
            while self._events:
                yield self._events.popleft()
            if not self._is_finished:
                self._arrived.clear()
                await self._arrived.wait()

    def _take_down(self, event: GenerationEvent) -> None:
        if isinstance(event, Started):
            self._usage = Usage(
                prompt_tokens=event.prompt_tokens,
                reused_tokens=event.reused_tokens,
                dropped_messages=event.dropped_messages,
            )
        elif isinstance(event, TextDelta):
            usage = self._usage
            self._usage = Usage(
                prompt_tokens=usage.prompt_tokens,
                reused_tokens=usage.reused_tokens,
                dropped_messages=usage.dropped_messages,
                reply_tokens=event.token_count,
            )


class Request:
    """One request that was submitted. It ends in exactly one Finished, whatever happens."""

    def __init__(self, mailbox: _Mailbox, cancel: Callable[[int], None]) -> None:
        """Made by ``EngineClient.submit``."""
        self._mailbox = mailbox
        self._cancel = cancel

    @property
    def id(self) -> int:
        """Return the number that its events carry; never used twice by one client."""
        return self._mailbox.request_id

    @property
    def conversation_id(self) -> str:
        """Return the conversation that is being answered."""
        return self._mailbox.conversation_id

    def events(self) -> AsyncGenerator[GenerationEvent, None]:
        """Yield its events up to the Finished, to one reader; leaving early does not cancel it."""
        return self._mailbox.read()

    def cancel(self) -> None:
        """Ask for its end; read on until Finished(CANCELLED) to keep the text written so far."""
        self._cancel(self.id)


class EngineClient:
    """Starts, feeds, hears and restarts the engine process. Lives on one asyncio loop.

    Nothing here raises for trouble of the engine: ``state`` says it in words, and requests end
    in a Finished that carries the sentence. Its kind is ``EngineStopped`` if the process ended
    or the client was closed while the request was waiting or running.
    """

    def __init__(
        self, command: Sequence[str] | None = None, *, policy: RestartPolicy | None = None
    ) -> None:
        """Start nothing yet; ``command`` starts the engine process of a frozen build or a test."""
        self._supervisor = Supervisor(
            command or [sys.executable, "-m", "engine.process"],
            policy or RestartPolicy(),
            on_event=self._on_event,
            on_ended=self._on_ended,
        )

    @property
    def state(self) -> EngineState:
        """Return where the engine stands now."""
        raise NotImplementedError

    @property
    def process_id(self) -> int | None:
        """Return the id of the living engine process, or None."""
        raise NotImplementedError

    async def start(self) -> None:
        """Begin to keep an engine process alive; ``state`` tells how that goes."""
        raise NotImplementedError

    async def close(self) -> None:
        """End all requests and the process, which is killed if it does not end in time."""
        raise NotImplementedError

    def load(self, path: str, config: EngineConfig) -> None:
        """Load this model in place of the one there is, now and after every restart."""
        raise NotImplementedError

    def submit(
        self, conversation_id: str, messages: Iterable[ChatMessage], sampling: SamplingParams
    ) -> Request:
        """Answer the last message of a conversation; waits here until the model is READY."""
        raise NotImplementedError

    async def stream(
        self, conversation_id: str, messages: Iterable[ChatMessage], sampling: SamplingParams
    ) -> AsyncGenerator[GenerationEvent, None]:
        """Yield the events of one request; leaving early (``aclosing``) cancels it."""
        request = self.submit(conversation_id, messages, sampling)
        try:
            async with aclosing(request.events()) as events:
                async for event in events:
                    yield event
        finally:
            request.cancel()

    def forget(self, conversation_id: str) -> None:
        """Drop what the engine keeps in memory of a deleted conversation."""
        raise NotImplementedError

    def focus(self, conversation_id: str | None) -> None:
        """Name the conversation in front of the user, whose prompts are read first."""
        raise NotImplementedError

    def restart(self) -> None:
        """Start a new process now and load the model again; the way out of DOWN."""
        raise NotImplementedError

    def add_state_listener(self, listener: Callable[[EngineState], None]) -> Callable[[], None]:
        """Call ``listener`` with every new state; returns what takes it off again."""
        raise NotImplementedError

    def add_step_listener(self, listener: Callable[[StepRecord], None]) -> Callable[[], None]:
        """Call ``listener`` with the record of every step; returns what takes it off again."""
        raise NotImplementedError

    def _on_event(self, event: Event) -> None:
        raise NotImplementedError

    def _on_ended(self, end: ProcessEnd) -> None:
        raise NotImplementedError
