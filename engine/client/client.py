"""The asyncio side of the engine: sends commands to its process and routes events to readers."""

import asyncio
import itertools
import os
from collections.abc import AsyncGenerator, Callable, Iterable, Sequence
from contextlib import aclosing, suppress
from pathlib import PurePath
from typing import TypeVar

import msgspec

from engine.client.cache_client import CacheClient
from engine.client.client_state import NO_MODEL
from engine.client.client_state import EnginePhase as EnginePhase
from engine.client.client_state import EngineState as EngineState
from engine.client.request import Mailbox, Request, fail
from engine.client.supervisor import ProcessEnd, RestartPolicy, Supervisor
from engine.client.token_counter import TokenCounter
from engine.wire.commands import (
    Cancel,
    ChatMessage,
    Command,
    Focus,
    Forget,
    LimitCache,
    LoadModel,
    Prewarm,
    Submit,
)
from engine.wire.config import EngineConfig
from engine.wire.errors import EngineError, EngineStopped, NoModelLoaded, ProtocolError
from engine.wire.events import (
    CacheReport,
    EngineStarted,
    Event,
    Finished,
    FinishReason,
    GenerationEvent,
    ModelFailed,
    ModelLoaded,
    ModelLoading,
    Snapshot,
    StepEvents,
    TokensCounted,
)
from engine.wire.framing import PROTOCOL_VERSION, encode
from engine.wire.lazy_text import lazy
from engine.wire.metrics import ModelInfo, StepRecord
from engine.wire.own_command import own_command
from engine.wire.request_options import DEFAULT_OPTIONS, RequestOptions
from engine.wire.sampling_params import SamplingParams

LOAD_CRASH_LIMIT = 2

_T = TypeVar("_T")


class EngineClient:
    """Starts, feeds, hears and restarts the engine process. Lives on one asyncio loop.

    Nothing here raises for trouble of the engine: ``state`` says it in words, and requests end
    in a Finished that carries the sentence. Its kind is ``EngineStopped`` if the process ended
    or the client was closed while the request was waiting or running.
    """

    def __init__(
        self, command: Sequence[str] | None = None, *, policy: RestartPolicy | None = None
    ) -> None:
        """Start nothing yet; ``command`` starts the engine process of a test."""
        self._policy = policy or RestartPolicy()
        self._supervisor = Supervisor(
            command or own_command("engine.core.process"),
            self._policy,
            on_event=self._on_event,
            on_ended=self._on_ended,
        )
        self._supervision: asyncio.Task[None] | None = None
        self._state = EngineState()
        self._empty_state = NO_MODEL
        self._wanted_model: LoadModel | None = None
        self._load_crash_count = 0
        self._unanswered_load_count = 0  # sent to the living process
        self._focused_id: str | None = None
        self._cache = CacheClient(self._send)
        self.tokens = TokenCounter(self._send)
        self._request_ids = itertools.count(1)
        self._waiting: dict[int, Mailbox] = {}
        self._running: dict[int, Mailbox] = {}
        self._state_listeners: list[Callable[[EngineState], None]] = []
        self._step_listeners: list[Callable[[StepRecord], None]] = []
        self._snapshot_listeners: list[Callable[[Snapshot], None]] = []
        self._is_connected = False
        self._is_closed = False

    @property
    def state(self) -> EngineState:
        """Return where the engine stands now."""
        return self._state

    @property
    def process_id(self) -> int | None:
        """Return the id of the living engine process, or None."""
        return self._supervisor.process_id

    @property
    def cache(self) -> CacheClient:
        """Return whom to ask about conversations that are kept warm."""
        return self._cache

    async def start(self) -> None:
        """Begin to keep an engine process alive; ``state`` tells how that goes."""
        assert not self._is_closed, "a closed client is not started again"
        if self._supervision is None:
            self._supervision = asyncio.get_running_loop().create_task(self._supervisor.run())
            self._supervision.add_done_callback(self._on_supervision_done)

    async def close(self) -> None:
        """End all requests and the process, which is killed if it does not end in time."""
        if not self._is_closed:
            self._is_closed = True
            self._fail_all(EngineStopped(lazy("The engine was closed.")))
            self._set_state(EngineState(EnginePhase.DOWN, lazy("The engine is closed.")))
            self._supervisor.close()
        if self._supervision is None:
            return
        try:
            await asyncio.wait([self._supervision], timeout=self._policy.close_seconds)
        finally:
            self._supervisor.kill()
        await asyncio.wait([self._supervision])

    def load(self, path: str, config: EngineConfig) -> None:
        """Load this model in place of the one there is, now and after every restart."""
        if self._is_closed:
            return
        self._wanted_model = LoadModel(os.path.abspath(path), config)
        self._load_crash_count = 0
        self._empty_state = NO_MODEL
        if self._is_connected:
            self._send_wanted_model()
        elif self._state.phase is EnginePhase.DOWN:
            self.restart()

    def submit(
        self,
        conversation_id: str,
        messages: Iterable[ChatMessage],
        sampling: SamplingParams,
        options: RequestOptions = DEFAULT_OPTIONS,
    ) -> Request:
        """Answer the last message of a conversation; waits here until the model is READY."""
        mailbox = Mailbox(next(self._request_ids), conversation_id)
        messages = tuple(messages)
        command = Submit(mailbox.request_id, conversation_id, messages, sampling, options)
        try:
            mailbox.submission = encode(command)
            self._accept(mailbox)
        except EngineError as error:
            mailbox.finish(FinishReason.FAILED, error)
        return Request(mailbox, self._cancel)

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
        self._send(Forget(conversation_id))

    def focus(self, conversation_id: str | None) -> None:
        """Name the conversation in front of the user, whose prompts are read first."""
        self._focused_id = conversation_id
        self._send(Focus(conversation_id))

    def prewarm(
        self, conversation_id: str, messages: Iterable[ChatMessage], pinned: Iterable[int] = ()
    ) -> None:
        """Let what is certain of a conversation's next prompt be read while nobody needs the model.

        ``messages`` are those that there are; without a model it does nothing.
        """
        if self._state.phase is EnginePhase.READY:
            self._send(Prewarm(conversation_id, tuple(messages), tuple(pinned)))

    def limit_cache(self, cache_bytes: int | None) -> None:
        """Change what the disk may keep of conversations; None is the usual, 0 nothing."""
        if self._wanted_model is not None:
            config = msgspec.structs.replace(self._wanted_model.config, cache_bytes=cache_bytes)
            self._wanted_model = LoadModel(self._wanted_model.path, config)
        self._send(LimitCache(cache_bytes))

    def restart(self) -> None:
        """Start a new process now and load the model again; the way out of DOWN."""
        if self._is_closed or self._supervision is None:
            return
        self._load_crash_count = 0
        if self._state.phase is EnginePhase.DOWN:
            self._set_state(EngineState(EnginePhase.RESTARTING))
        self._supervisor.restart()

    def add_state_listener(self, listener: Callable[[EngineState], None]) -> Callable[[], None]:
        """Call ``listener`` with every new state; returns what takes it off again."""
        return _added(self._state_listeners, listener)

    def add_step_listener(self, listener: Callable[[StepRecord], None]) -> Callable[[], None]:
        """Call ``listener`` with the record of every step; returns what takes it off again."""
        return _added(self._step_listeners, listener)

    def add_snapshot_listener(self, listener: Callable[[Snapshot], None]) -> Callable[[], None]:
        """Call ``listener`` with the engine at a glance; returns what takes it off again."""
        return _added(self._snapshot_listeners, listener)

    def _accept(self, mailbox: Mailbox) -> None:
        """Send a request or let it wait. Raises EngineError if it would wait for ever."""
        if self._state.phase is EnginePhase.DOWN:
            raise EngineStopped(self._state.text)
        if self._wanted_model is None:
            raise NoModelLoaded(self._empty_state.text)
        self._waiting[mailbox.request_id] = mailbox
        if self._state.phase is EnginePhase.READY:
            self._send_waiting()
        else:
            mailbox.queue_at(len(self._waiting))

    def _send_waiting(self) -> None:
        for mailbox in self._waiting.values():
            self._supervisor.send_frame(mailbox.submission)
            mailbox.submission = b""
        self._running |= self._waiting
        self._waiting.clear()

    def _cancel(self, request_id: int) -> None:
        mailbox = self._waiting.pop(request_id, None)
        if mailbox is not None:
            mailbox.finish(FinishReason.CANCELLED)
            for place, other in enumerate(self._waiting.values(), 1):
                other.queue_at(place)
        elif request_id in self._running:
            self._supervisor.send(Cancel(request_id))

    def _send(self, command: Command) -> bool:
        """Send a command if there is a process that can take it; return whether there is."""
        with suppress(ProtocolError):  # too long to be read ahead, or half a letter
            if self._is_connected:
                self._supervisor.send(command)
                return True
        return False

    def _fail_all(self, error: EngineError) -> None:
        self._cache.give_up()
        self.tokens.give_up()
        fail(self._running, error)
        fail(self._waiting, error)

    def _on_event(self, event: Event) -> None:
        if self._is_closed:
            return
        if not self._is_connected and not isinstance(event, EngineStarted):
            raise ProtocolError(lazy("The engine did not say who it is."))
        match event:
            case StepEvents():
                self._on_step(event)
            case Snapshot():
                for listener in tuple(self._snapshot_listeners):
                    listener(event)
            case CacheReport():
                self._cache.take(event)
            case TokensCounted():
                self.tokens.take(event)
            case EngineStarted():
                self._on_started(event)
            case ModelLoading():
                self._on_loading(event.path, event.progress)
            case ModelLoaded():
                self._on_loaded(event.info)
            case ModelFailed():
                self._unanswered_load_count = max(0, self._unanswered_load_count - 1)
                if self._wanted_model and not self._unanswered_load_count:
                    self._give_up_model(event.error.text)
                    self._set_state(self._empty_state)
            case _:
                pass  # heartbeats concern the supervisor only

    def _on_step(self, step: StepEvents) -> None:
        for event in step.events:
            mailbox = self._running.get(event.request_id)
            if mailbox is None:
                continue  # it was ended here before the engine knew
            mailbox.put(event)
            if isinstance(event, Finished):
                del self._running[event.request_id]
        if step.step is not None:
            for listener in tuple(self._step_listeners):
                listener(step.step)

    def _on_started(self, event: EngineStarted) -> None:
        if event.protocol_version != PROTOCOL_VERSION:
            text = lazy("The engine belongs to another version of Hubbub. Install Hubbub again.")
            raise ProtocolError(text)
        self._is_connected = True
        self._send(Focus(self._focused_id))
        if self._wanted_model is None:
            self._set_state(self._empty_state)
        else:
            self._send_wanted_model()

    def _send_wanted_model(self) -> None:
        assert self._wanted_model
        try:
            self._supervisor.send(self._wanted_model)
        except ProtocolError:
            text = lazy("The model's file name can't be written as text. Rename it first.")
            self._give_up_model(text)
            self._set_state(self._empty_state)
        else:
            self._unanswered_load_count += 1
            self._on_loading(self._wanted_model.path, 0.0)

    def _on_loading(self, path: str, progress: float) -> None:
        text = lazy("Loading {name} …", name=PurePath(path).name)
        self._set_state(EngineState(EnginePhase.LOADING, text, progress=progress))

    def _on_loaded(self, model: ModelInfo) -> None:
        self._unanswered_load_count = max(0, self._unanswered_load_count - 1)
        if self._wanted_model is None or self._unanswered_load_count:
            return  # it gives way to the one that was asked for after it
        self._load_crash_count = 0
        text = lazy("{name} is ready.", name=model.name)
        config = self._wanted_model.config
        self._set_state(EngineState(EnginePhase.READY, text, model=model, config=config))
        self._send_waiting()

    def _give_up_model(self, text: str) -> None:
        """Want no model any more; whoever waits for one is told why."""
        assert self._wanted_model
        path = self._wanted_model.path
        self._wanted_model = None
        self._empty_state = EngineState(EnginePhase.EMPTY, text, failed_path=path)
        fail(self._waiting, NoModelLoaded(text))

    def _on_ended(self, end: ProcessEnd) -> None:
        self._is_connected = False
        self._unanswered_load_count = 0
        self._cache.give_up()
        self.tokens.give_up()
        fail(self._running, EngineStopped(end.text))
        if self._state.phase is EnginePhase.LOADING:
            self._count_load_crash()
        if end.will_restart:
            text = lazy("{end} It is being started again …", end=end.text)
            self._set_state(EngineState(EnginePhase.RESTARTING, text, end.detail))
            return
        text = lazy(
            "{end} It stopped too often and stays off until you start it again.", end=end.text
        )
        fail(self._waiting, EngineStopped(text))
        self._set_state(EngineState(EnginePhase.DOWN, text, end.detail))

    def _count_load_crash(self) -> None:
        self._load_crash_count += 1
        if self._wanted_model and self._load_crash_count >= LOAD_CRASH_LIMIT:
            text = lazy(
                "The engine crashed {count} times while loading {name}. Open it to try again.",
                count=self._load_crash_count,
                name=PurePath(self._wanted_model.path).name,
            )
            self._give_up_model(text)

    def _on_supervision_done(self, task: asyncio.Task[None]) -> None:
        """Let a bug reach the loop's exception handler and leave nobody waiting."""
        self._is_connected = False
        if task.cancelled() or task.exception() is None:
            self._fail_all(EngineStopped(lazy("The engine was closed.")))
            return
        text = lazy("The engine stopped because of an error in Hubbub. Start Hubbub again.")
        self._fail_all(EngineStopped(text))
        self._state = EngineState(EnginePhase.DOWN, text)
        context = {"message": text, "exception": task.exception(), "task": task}
        task.get_loop().call_exception_handler(context)

    def _set_state(self, state: EngineState) -> None:
        if state == self._state:
            return
        self._state = state
        for listener in tuple(self._state_listeners):
            listener(state)


def _added(listeners: list[_T], listener: _T) -> Callable[[], None]:
    listeners.append(listener)
    return lambda: listeners.remove(listener)
