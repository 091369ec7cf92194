"""The asyncio side of the engine: sends commands to its process and routes events to readers."""

import asyncio
import itertools
import logging
import os
import time
from collections.abc import Iterable, Sequence
from contextlib import suppress

import msgspec

from engine.client.crash_ledger import CrashLedger, explained_end
from engine.client.engine_watch import EngineWatch
from engine.client.listening_socket import ListeningSocket
from engine.client.media_answers import MediaAnswers, MediaGiver
from engine.client.model_loader import EnginePhase as EnginePhase
from engine.client.model_loader import EngineState as EngineState
from engine.client.model_loader import ModelLoader
from engine.client.queries import Queries
from engine.client.request import Request, fail
from engine.client.source_reader import OnProgress, SourceReader
from engine.ipc.entry_points import NETWORK, own_command
from engine.ipc.frames import BrokenFrame
from engine.ipc.lazy_text import LazyText, lazy
from engine.ipc.lifecycle import Preparing, ProcessStarted
from engine.ipc.supervisor import ProcessEnd, Program, RestartPolicy, Supervisor
from engine.listeners import Listeners
from engine.messages.commands import (
    Cancel,
    ChatMessage,
    DiscardConversation,
    Focus,
    LimitCache,
    LoadModel,
    Prewarm,
    ShareCores,
    Submit,
    UnloadModel,
)
from engine.messages.config import EngineConfig
from engine.messages.errors import EngineError, EngineStopped
from engine.messages.events import (
    Answer,
    CacheReport,
    ErrorReport,
    Event,
    Finished,
    FinishReason,
    ModelFailed,
    ModelLoaded,
    ModelLoading,
    Snapshot,
    StepEvents,
)
from engine.messages.framing import COMMANDS, EVENTS, encode_command
from engine.messages.media import MediaWanted
from engine.messages.metrics import StepRecord
from engine.messages.request_options import DEFAULT_OPTIONS, RequestOptions
from engine.messages.sampling_params import SamplingParams
from engine.messages.sources import ReadSource, SourceEnded, SourceEvent, SourceRead

_log = logging.getLogger(__name__)

ENGINE = Program(lazy("The engine"), COMMANDS, EVENTS, make_watch=EngineWatch)


class EngineClient:
    """Starts the engine process, sends it commands, reads its events, restarts it.

    Lives on one asyncio loop. No method raises an engine failure: ``state`` describes it, and
    requests end in a Finished that carries the sentence. Its kind is ``EngineStopped`` if the
    process ended or the client was closed while the request was waiting or running.

    Attributes:
        channel_address: where other clients of the engine connect; empty if there is no channel.
        queries: questions to the engine other than replies.
        discard_source: removes the cached state of a deleted source, by its key.
        sandbox: restrictions of the process, for the user; empty before it has started.
        states, steps, snapshots: listeners of every new state, step record and snapshot.
    """

    def __init__(
        self,
        command: Sequence[str] | None = None,
        *,
        policy: RestartPolicy | None = None,
        folders: Sequence[str] = (),
        channel: ListeningSocket | None = None,
        give_media: MediaGiver | None = None,
    ) -> None:
        """Start nothing yet; ``command`` starts the engine process of a test.

        ``folders`` are the only folder that a sandboxed process writes to, and that of the GPU
        backends; without them there is no sandbox. At ``channel`` other clients connect; it is
        closed with this client. ``give_media`` is called on this loop for the content of a picture
        or sound with a digest; it returns GiveMedia or RefuseMedia, or raises an EngineError.
        """
        self._policy = policy or RestartPolicy()
        self._channel = channel or ListeningSocket("", None)
        self.channel_address = self._channel.address
        extra = (*folders, *self._channel.arguments)
        self._command = [*(command or own_command("engine.core.process")), *extra]
        self._supervisor = Supervisor(
            ENGINE,
            self._command,
            self._policy,
            on_event=self._on_event,
            on_ended=self._on_ended,
            inherited=self._channel.inherited,
        )
        self._supervision: asyncio.Task[None] | None = None
        self._focused_id: str | None = None
        self._cores = ShareCores()
        self._request_ids = itertools.count(1)
        self._waiting: dict[int, Request] = {}
        self._running: dict[int, Request] = {}
        self._crashes = CrashLedger()
        self._is_connected = False
        self._is_closed = False
        self._used_at = time.monotonic()
        self.sandbox = LazyText()
        self._sources = SourceReader(self._send, self._waiting)
        self._loader = ModelLoader(self._supervisor.send, self._sources.fail_waiting)
        self.discard_source = self._sources.discard
        self.queries = Queries(self._send)
        self._media = MediaAnswers(self._send, give_media)
        self.states = self._loader.states
        # The first listener: one that submits when a model is ready must not overtake earlier
        # waiting requests.
        self.states.add(self._on_state)
        self.steps = Listeners[StepRecord]()
        self.snapshots = Listeners[Snapshot]()

    @property
    def state(self) -> EngineState:
        """Return the current state of the engine."""
        return self._loader.state

    @property
    def model_path(self) -> str:
        """Return the file of the model that answers now or after loading; empty for none."""
        return self._loader.wanted_path

    @property
    def process_id(self) -> int | None:
        """Return the id of the running engine process, or None."""
        return self._supervisor.process_id

    @property
    def idle_seconds(self) -> float | None:
        """Return how long the loaded model has been idle; None while it is in use."""
        is_needed = self._running or self._waiting or self.state.model is None
        is_needed = is_needed or self._sources.is_reading
        return None if is_needed else time.monotonic() - self._used_at

    async def start(self) -> None:
        """Keep an engine process running from now on; ``state`` reports its progress."""
        assert not self._is_closed, "a closed client is not started again"
        if self._supervision is None:
            self._supervision = asyncio.get_running_loop().create_task(self._supervisor.run())
            self._supervision.add_done_callback(self._on_supervision_done)

    async def close(self) -> None:
        """End all requests and the process, which is killed if it does not end in time."""
        if not self._is_closed:
            self._is_closed = True
            # The client ends them itself: events of the process are not followed from now on.
            self._fail_all(EngineStopped(lazy("The engine was closed.")))
            self._loader.become(EngineState(EnginePhase.DOWN, lazy("The engine is closed.")))
            self._supervisor.close()
            self._channel.close()
        if self._supervision is None:
            return
        try:
            await asyncio.wait([self._supervision], timeout=self._policy.close_seconds)
        finally:
            # Also if the caller is cancelled while it waits: no process outlives its client.
            self._supervisor.kill()
        await asyncio.wait([self._supervision])

    def load(self, path: str, config: EngineConfig) -> None:
        """Load this model, replacing the current one, now and after every restart."""
        if self._is_closed:
            return
        self._crashes.clear_all()
        # A relative path is meaningless to a process that runs in another folder.
        self._loader.want(LoadModel(os.path.abspath(path), config))
        # The permissions of a process are fixed at its start: another one reaches other computers.
        if self._supervisor.use([*self._command, *([NETWORK] if config.rpc_servers else [])]):
            self._loader.become(EngineState(EnginePhase.RESTARTING))
        elif self._is_connected:
            self._loader.load()
        # In DOWN no process is started unasked, so waiting for the model would never end.
        elif self.state.phase is EnginePhase.DOWN:
            self.restart()

    def sleep(self) -> None:
        """Free the model until the next request, unless it is in use."""
        if self.idle_seconds is not None:
            self._loader.sleep()

    def leave_unloaded(self, path: str, text: str) -> None:
        """Load no model until one is asked for; the state then says why this one is missing.

        A load in progress is stopped, and a loaded model is freed.
        """
        self._loader.leave(path, text)
        self._free()

    def rest(self, text: str) -> None:
        """Stop a load until ``load``; the state is then SLEEPING, with this text."""
        self._loader.rest(text)
        self._free()

    def _free(self) -> None:
        if self._is_connected:
            self._supervisor.send(UnloadModel())
            self._loader.load()

    def submit(
        self,
        conversation_id: str,
        messages: Iterable[ChatMessage],
        sampling: SamplingParams,
        options: RequestOptions = DEFAULT_OPTIONS,
        *,
        request: Request | None = None,
    ) -> Request:
        """Answer the last message of a conversation; waits here until the model is READY.

        ``request`` is the one to return, if its reader had it before this client was known.
        """
        number = next(self._request_ids)
        if request is None:
            request = Request(number, conversation_id, self._cancel)
        else:
            request.hand_over(number, self._cancel)
        command = Submit(number, conversation_id, tuple(messages), sampling, options)
        try:
            # Encoded first: a message that no frame can hold fails now, also while a model is
            # loading.
            frame = encode_command(command)
            self._loader.check()
            self._crashes.check(conversation_id)
        except EngineError as error:
            request.finish(FinishReason.FAILED, error)
            return request
        if self.state.phase is EnginePhase.READY and self._supervisor.child is not None:
            self._running[number] = request
            self._supervisor.child.write(frame)
        else:
            request.submission = frame
            self._waiting[number] = request
            request.queue_at(len(self._waiting))
            self._loader.wake()
        return request

    def discard(self, conversation_id: str) -> None:
        """Remove the cached state of a deleted conversation."""
        self._send(DiscardConversation(conversation_id))

    async def read_source(
        self, source_key: str, system: str, options: RequestOptions, on_progress: OnProgress
    ) -> SourceRead | SourceEnded:
        """Read a long text in the background, for chats whose system message begins with it.

        If cancelled, the part that was read is kept, and the next call resumes there.
        """
        command = ReadSource(next(self._request_ids), source_key, system, options)
        try:
            self._loader.check()
        except EngineError as error:
            return SourceEnded(command.request_id, ErrorReport.of(error))
        self._loader.wake()
        is_ready = self.state.phase is EnginePhase.READY
        return await self._sources.read(command, on_progress, is_ready=is_ready)

    def focus(self, conversation_id: str | None) -> None:
        """Set the conversation that the user sees; its prompts are read first."""
        self._focused_id = conversation_id
        self._send(Focus(conversation_id))

    def share_cores(self, engine_count: int, *, takes_rest: bool = False) -> None:
        """Compute on a part of the processor, which ``engine_count`` engines use now."""
        cores = ShareCores(engine_count, takes_rest)
        if cores != self._cores:
            self._cores = cores
            self._send(cores)

    def prewarm(
        self,
        conversation_id: str,
        messages: Iterable[ChatMessage],
        options: RequestOptions = DEFAULT_OPTIONS,
    ) -> None:
        """Read the certain part of a conversation's next prompt while the model is idle.

        ``messages`` are the existing ones; without a model it does nothing.
        """
        if self.state.phase is EnginePhase.READY:
            self._used_at = time.monotonic()
            self._send(Prewarm(conversation_id, tuple(messages), options))

    def limit_cache(self, cache_bytes: int | None) -> None:
        """Change the disk limit of cached conversations; None is the default, 0 nothing."""
        self._loader.limit_cache(cache_bytes)
        self._send(LimitCache(cache_bytes))

    def restart(self) -> None:
        """Start a new process now and load the model again; the only way out of DOWN."""
        if self._is_closed or self._supervision is None:
            return
        self._loader.discard_crashes()
        self._supervisor.restart()

    def _on_state(self, state: EngineState) -> None:
        if state.phase is not EnginePhase.READY or self._supervisor.child is None:
            return
        self._used_at = time.monotonic()
        # Before any request: the state that crashed the last process may be in a file.
        for conversation_id in self._crashes.quarantined_ids:
            self._supervisor.send(DiscardConversation(conversation_id, is_suspect=True))
        for request in self._waiting.values():
            self._supervisor.child.write(request.submission)
            request.submission = b""
        self._running |= self._waiting
        self._waiting.clear()
        self._sources.begin_all()

    def _cancel(self, request_id: int) -> None:
        request = self._waiting.pop(request_id, None)
        if request is not None:
            request.finish(FinishReason.CANCELLED)
            for position, other in enumerate(self._waiting.values(), 1):
                other.queue_at(position)
        # The request stays in the list: only the engine's Finished carries the reply's cost.
        elif request_id in self._running:
            self._supervisor.send(Cancel(request_id))

    def _send(self, command: msgspec.Struct) -> bool:
        """Send a command if a process can take it; return whether one can."""
        with suppress(BrokenFrame):  # too long to be read ahead, or an incomplete character
            if self._is_connected:
                self._supervisor.send(command)
                return True
        return False

    def _fail_all(self, error: EngineError) -> None:
        self.queries.give_up()
        self._media.give_up()
        self._sources.end_sent(error)
        fail(self._running, error)
        self._sources.fail_waiting(error)

    def _on_event(self, event: Event) -> None:
        if self._is_closed:
            return
        match event:
            case StepEvents(events, step):
                for each in events:
                    request = self._running.get(each.request_id)
                    if request is None:
                        continue  # it was ended here before the engine was told
                    request.put(each)
                    if isinstance(each, Finished):
                        del self._running[each.request_id]
                        self._used_at = time.monotonic()
                        if each.reason is not FinishReason.FAILED:
                            self._crashes.clear(request.conversation_id)
                if step is not None:
                    self._used_at = time.monotonic()  # perhaps by another program
                    self.steps.notify(step)
            case Snapshot() if event.request_id:
                self.queries.answer(event)
            case Snapshot():
                self.snapshots.notify(event)
            case _ if isinstance(event, Answer | CacheReport):
                self.queries.answer(event)
            case MediaWanted():
                self._media.answer(event)
            case _ if isinstance(event, SourceEvent):
                self._sources.follow(event)
            case Preparing(text=text):
                self._loader.prepare(text)
            case ProcessStarted():
                self._on_started(event)
            case ModelLoading() | ModelLoaded() | ModelFailed():
                self._loader.follow(event)
            case _:
                pass  # heartbeats concern the supervisor only

    def _on_started(self, event: ProcessStarted) -> None:
        self._is_connected = True
        self.sandbox = event.sandbox
        _log.info("Engine process %d: %s", event.process_id, event.sandbox)
        # A new process does not know which conversation is in front.
        self._send(Focus(self._focused_id))
        if self._cores != ShareCores():
            self._send(self._cores)
        self._loader.load()

    def _on_ended(self, end: ProcessEnd) -> None:
        self._is_connected = False
        self.queries.give_up()
        self._media.give_up()
        end = explained_end(end, self._loader.servers)
        if end.is_crash and not end.is_elsewhere:
            self._crashes.note_crash(each.conversation_id for each in self._running.values())
        # Requests that wait for a model keep waiting: the next process answers them.
        self._sources.end_sent(EngineStopped(end.text))
        fail(self._running, EngineStopped(end.text))
        self._loader.end(end)

    def _on_supervision_done(self, task: asyncio.Task[None]) -> None:
        """End all requests; report a bug to the loop's exception handler."""
        self._is_connected = False
        if task.cancelled() or task.exception() is None:
            self._fail_all(EngineStopped(lazy("The engine was closed.")))
            return
        text = lazy("The engine stopped because of an error in Hubbub. Start Hubbub again.")
        self._fail_all(EngineStopped(text))
        self._loader.become(EngineState(EnginePhase.DOWN, text))
        context = {"message": text, "exception": task.exception(), "task": task}
        task.get_loop().call_exception_handler(context)
