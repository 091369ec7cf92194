"""The asyncio side of the net process: started at the first request, stopped while offline."""

import asyncio
import contextlib
import itertools
import logging
from collections.abc import Callable, Collection, Sequence
from typing import Protocol, TypeVar

from engine.client.media_answers import MediaAnswers
from engine.client.request import Request, fail
from engine.ipc.calls import Calls
from engine.ipc.entry_points import OPEN, own_command
from engine.ipc.lazy_text import LazyText, lazy
from engine.ipc.lifecycle import Heartbeat, ProcessStarted
from engine.ipc.supervisor import ProcessEnd, Program, RestartPolicy, Supervisor
from engine.messages.download_messages import AskRoom, DownloadCommand, DownloadEvent, RoomAnswered
from engine.messages.errors import EndpointUnreachable, EngineError, EngineStopped, NotSendable
from engine.messages.events import Finished, FinishReason, StepEvents
from engine.messages.framing import NET_COMMANDS, NET_EVENTS, encode_net_command
from engine.messages.media import MediaWanted, ReadMedia
from engine.messages.net_messages import (
    CancelRequest,
    FindRelease,
    HubPage,
    HubRepository,
    KeepToken,
    NetAnswer,
    NetCommand,
    NetEvent,
    NetFailed,
    NetRequest,
    NetTrouble,
    ReadRemoteHeader,
    ReleaseFound,
    RemoteHeader,
    ReportToken,
    SearchHub,
    ShowRepository,
    TokenReport,
)
from engine.messages.remote_messages import SubmitRemote
from engine.messages.server_messages import (
    KeepServedModel,
    ModelAnswer,
    ModelQuestion,
    ReleaseModel,
    ServerState,
    SetServedModels,
    UnloadServedModel,
    WantModel,
)

# Variables for the network, its certificates, the hub, and the desktop's keyring. The engine gets
# none of them.
NET_VARIABLES = frozenset(
    {
        *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"),
        *("HF_ENDPOINT", "HF_TOKEN", "HF_TOKEN_PATH", "HF_HOME"),
        *("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR"),
        *("XDG_CURRENT_DESKTOP", "KDE_FULL_SESSION", "XDG_CONFIG_HOME", "XDG_DATA_HOME"),
        *("PYTHON_KEYRING_BACKEND", "DISPLAY", "WAYLAND_DISPLAY"),
    }
)
NET = Program(lazy("The network process"), NET_COMMANDS, NET_EVENTS, NET_VARIABLES)
A = TypeVar("A", bound=NetAnswer)
_OFFLINE = lazy("Hubbub is set to work offline. Change that in the settings, under Network.")
_CLOSED = lazy("Hubbub is being closed.")
_STOPPED = lazy("The network process stopped unexpectedly. Try again.")
_log = logging.getLogger(__name__)


class NetProcess:
    """Runs from its creation to ``close``, and is restarted after a crash.

    ``is_connected`` is whether the process has sent ProcessStarted, and takes commands.
    """

    def __init__(
        self,
        command: Sequence[str],
        policy: RestartPolicy,
        *,
        on_event: Callable[[NetEvent], None],
        on_ended: Callable[[ProcessEnd], None],
        after: Collection[asyncio.Task[None]] = (),
    ) -> None:
        """Start when the previous processes have ended: two would use the same files."""
        self._policy = policy
        self._on_event = on_event
        self._on_ended = on_ended
        self._unsent: list[bytes] = []
        self._is_down = False
        self.is_connected = False
        self.supervisor = Supervisor(
            NET, command, policy, on_event=self._follow, on_ended=self._note_end
        )
        self._task = asyncio.ensure_future(self._run(tuple(after)))
        self._task.add_done_callback(self._on_done)

    def send(self, command: NetCommand) -> None:
        """Send a command as soon as there is a process; restarts one that has given up.

        Raises NotSendable on a message that no frame can hold, also before there is a process.
        """
        # Here the caller can still be told; later it would look like a fault of the process.
        frame = encode_net_command(command)
        if self.is_connected and self.supervisor.child is not None:
            self.supervisor.child.write(frame)
            return
        self._unsent.append(frame)
        if self._is_down:
            self._is_down = False
            self.supervisor.restart()

    def answer(self, command: NetCommand) -> bool:
        """Send an answer to the process; return whether it is running and a frame holds it."""
        with contextlib.suppress(NotSendable):
            if self.is_connected and self.supervisor.child is not None:
                self.supervisor.child.write(encode_net_command(command))
                return True
        return False

    async def close(self) -> None:
        """End the process, which is killed if it does not end in time."""
        self.supervisor.close()
        try:
            await asyncio.wait([self._task], timeout=self._policy.close_seconds)
        finally:
            self.supervisor.kill()
        await asyncio.wait([self._task])

    async def _run(self, after: tuple[asyncio.Task[None], ...]) -> None:
        if after:
            await asyncio.wait(after)
        await self.supervisor.run()

    def _follow(self, event: NetEvent) -> None:
        if isinstance(event, ProcessStarted):
            self.is_connected = True
            assert self.supervisor.child is not None
            for frame in self._unsent:
                self.supervisor.child.write(frame)
            self._unsent.clear()
        self._on_event(event)

    def _note_end(self, end: ProcessEnd) -> None:
        self.is_connected = False
        self._is_down = not end.will_restart
        self._unsent.clear()  # their callers are told that the process failed
        self._on_ended(end)

    def _on_done(self, task: asyncio.Task[None]) -> None:
        """Report a bug of ours to the loop's exception handler and end all waiting requests."""
        if task.cancelled() or task.exception() is None:
            return
        text = lazy("The network process stopped because of an error in Hubbub.")
        self._note_end(ProcessEnd(text, "", will_restart=False))
        context = {"message": text, "exception": task.exception(), "task": task}
        task.get_loop().call_exception_handler(context)


class DownloadListener(Protocol):
    """Receives reports of downloads."""

    def process_started(self) -> None:
        """The process has started, for the first time or again: it knows of no download yet."""

    def process_stopped(self, reason: LazyText, *, is_offline: bool) -> None:
        """The process has ended, until a request starts it again: no download resumes by itself."""

    def download_event(self, event: DownloadEvent) -> None:
        """The process reports a change of downloads."""


class ServerListener(Protocol):
    """Receives reports of the local server."""

    def process_started(self) -> None:
        """The process has started, for the first time or again: no server runs in it yet."""

    def process_ended(self) -> None:
        """The process has ended, and the server with it."""

    def server_changed(self, state: ServerState) -> None:
        """The state of the server has changed."""

    def model_wanted(self, wanted: WantModel) -> None:
        """A request of a program needs a model until it is released."""

    def model_released(self, number: int) -> None:
        """The request with this number has ended."""

    def unload_wanted(self, id_: str) -> None:
        """A program asks to unload an idle model."""

    def keep_wanted(self, id_: str, seconds: float) -> None:
        """A program has set after which idle time a model is unloaded; negative for never."""


class NetFailure(EngineError):
    """A request that failed because of the network.

    Attributes:
        trouble: the kind of failure.
        retry_after_seconds: time until the server accepts a retry, if it gave one.
        page: where the user can fix the problem; empty if there is no such page.
    """

    def __init__(self, failed: NetFailed) -> None:
        super().__init__(failed.text)
        self.trouble = failed.trouble
        self.retry_after_seconds = failed.retry_after_seconds
        self.page = failed.page


class NetClient:
    """Sends requests to the net process, and starts it at the first one.

    Lives on one asyncio loop. Every request ends in its answer or in NetFailure; cancelling a
    waiting caller also cancels the request in the process. While ``is_offline`` there is no
    process, and so no connection. ``media`` gives pictures that are sent to another machine, each
    of which is cached there for some time, and reads those of programs.
    """

    def __init__(
        self,
        *,
        folder: str = "",
        keys: str = "",
        is_confined: bool = True,
        is_offline: bool = False,
        command: Sequence[str] | None = None,
        policy: RestartPolicy | None = None,
    ) -> None:
        """Start nothing yet; ``folder`` is for models, ``keys`` for keys that no keyring takes.

        The process writes to no other folders.
        """
        places = [folder, *([keys] if keys else []), *([] if is_confined else [OPEN])]
        places = places if folder else []
        self._command = command or [*own_command("app.net_process.process"), *places]
        self._policy = policy or RestartPolicy()
        self.is_offline = is_offline
        self._is_closed = False
        self._process: NetProcess | None = None
        self._endings: set[asyncio.Task[None]] = set()
        self._request_ids = itertools.count(1)
        self._calls = Calls[NetAnswer]()
        self._replies: dict[int, Request] = {}
        self._listener: DownloadListener | None = None
        self._server: ServerListener | None = None
        self.media = MediaAnswers(
            lambda answer: self._process is not None and self._process.answer(answer)
        )

    @property
    def process_id(self) -> int | None:
        """Return the id of the process, None while there is none."""
        return self._process.supervisor.process_id if self._process else None

    def set_offline(self, is_offline: bool) -> None:
        """Switch the network off, which ends the process at once, or on, which starts nothing."""
        self.is_offline = is_offline
        if is_offline:
            self._end_process(NetTrouble.OFFLINE, _OFFLINE)
            if self._listener is not None:
                self._listener.process_stopped(_OFFLINE, is_offline=True)

    async def close(self) -> None:
        """End all requests and the process; return when it has ended."""
        self._is_closed = True
        self.media.give_up()
        self._end_process(NetTrouble.STOPPED, _CLOSED)
        if self._endings:
            await asyncio.wait(self._endings)

    async def search(self, text: str, cursor: str = "", most_results: int = 30) -> HubPage:
        """Search for models; ``cursor`` is that of the previous page. Raises NetFailure."""
        number = self.next_request_id()
        return await self.ask(SearchHub(number, text, cursor, most_results), HubPage)

    async def show(self, repository: str, revision: str = "") -> HubRepository:
        """Return the contents of a repository. Raises NetFailure."""
        number = self.next_request_id()
        return await self.ask(ShowRepository(number, repository, revision), HubRepository)

    async def read_header(self, repository: str, commit: str, path: str) -> RemoteHeader:
        """Return the header of a file that is not downloaded. Raises NetFailure."""
        number = self.next_request_id()
        command = ReadRemoteHeader(number, repository, commit, path)
        return await self.ask(command, RemoteHeader)

    async def find_release(self, address: str) -> str:
        """Return the newest version of Hubbub, as "1.2.3". Raises NetFailure."""
        number = self.next_request_id()
        return (await self.ask(FindRelease(number, address), ReleaseFound)).version

    async def report_token(self) -> TokenReport:
        """Return the source of the hub's access token. Raises NetFailure."""
        return await self.ask(ReportToken(self.next_request_id()), TokenReport)

    async def keep_token(self, token: str) -> TokenReport:
        """Store the hub's access token in the keyring, empty to remove it. Raises NetFailure."""
        return await self.ask(KeepToken(self.next_request_id(), token), TokenReport)

    def next_request_id(self) -> int:
        """Return a number for a command; each is returned only once."""
        return next(self._request_ids)

    async def ask(self, command: NetRequest, kind: type[A]) -> A:
        """Return the answer to a command, which is of this kind. Raises NetFailure."""
        if self._is_closed:
            raise NetFailure(NetFailed(command.request_id, NetTrouble.STOPPED, _CLOSED))
        if self.is_offline:
            raise NetFailure(NetFailed(command.request_id, NetTrouble.OFFLINE, _OFFLINE))
        try:
            found = await self._calls.ask(
                command.request_id, lambda: self._running_process().send(command)
            )
        except NotSendable as error:
            text = LazyText.of(str(error))
            raise NetFailure(
                NetFailed(command.request_id, NetTrouble.NOT_SENDABLE, text)
            ) from error
        except asyncio.CancelledError:
            if self._process is not None:
                self._process.send(CancelRequest(command.request_id))
            raise
        if isinstance(found, NetFailed):
            raise NetFailure(found)
        assert isinstance(found, kind)
        return found

    async def ask_room(self, folder: str, needed_bytes: int) -> RoomAnswered:
        """Return the free space of a folder, and whether it is enough. Raises NetFailure."""
        number = self.next_request_id()
        return await self.ask(AskRoom(number, folder, needed_bytes), RoomAnswered)

    def submit(self, request: Request, command: SubmitRemote) -> None:
        """Let another machine answer a request; its events always end in a Finished."""
        try:
            if self._is_closed:
                raise EngineStopped(_CLOSED)
            if self.is_offline:
                raise EndpointUnreachable(_OFFLINE)
            self._running_process().send(command)
        except EngineError as error:
            request.finish(FinishReason.FAILED, error)
        else:
            self._replies[request.id] = request

    def cancel(self, request_id: int) -> None:
        """Stop a reply; it still ends in its Finished."""
        # After its command, also if that still waits for the process to start.
        if self._process is not None and request_id in self._replies:
            self._process.send(CancelRequest(request_id))

    def listen(self, listener: DownloadListener) -> None:
        """Notify a listener of downloads and of each start of the process."""
        self._listener = listener

    def tell(self, command: ModelAnswer | SetServedModels) -> None:
        """Send what has no answer, if the process runs."""
        if self._process is not None:
            self._process.answer(command)

    def listen_to_server(self, listener: ServerListener) -> None:
        """Notify a listener of the local server."""
        self._server = listener

    def send_download(self, command: DownloadCommand) -> None:
        """Send a command without an answer; dropped while offline, when nothing is downloaded."""
        if not (self._is_closed or self.is_offline):
            self._running_process().send(command)

    def _running_process(self) -> NetProcess:
        if self._process is None:
            self._process = NetProcess(
                self._command,
                self._policy,
                on_event=self._on_event,
                on_ended=self._on_ended,
                after=self._endings,
            )
        return self._process

    def _end_process(self, trouble: NetTrouble, text: LazyText) -> None:
        process, self._process = self._process, None
        self._fail_all(trouble, text)
        if self._server is not None:
            self._server.process_ended()
        if process is not None:
            ending = asyncio.ensure_future(process.close())
            self._endings.add(ending)
            ending.add_done_callback(self._endings.discard)

    def _fail_all(self, trouble: NetTrouble, text: LazyText) -> None:
        is_offline = trouble is NetTrouble.OFFLINE
        fail(self._replies, EndpointUnreachable(text) if is_offline else EngineStopped(text))
        self._calls.fail_all(lambda number: NetFailure(NetFailed(number, trouble, text)))

    def _on_event(self, event: NetEvent) -> None:
        if isinstance(event, ProcessStarted | Heartbeat):
            for each in (self._listener, self._server):
                if each is not None and isinstance(event, ProcessStarted):
                    each.process_started()
            return
        if isinstance(event, DownloadEvent):
            if self._listener is not None:
                self._listener.download_event(event)
            return
        if isinstance(event, StepEvents):
            self._deliver(event)
            return
        if isinstance(event, MediaWanted | ReadMedia):
            self.media.answer(event)
            return
        if isinstance(event, ModelQuestion):
            self._on_model_event(event)
            return
        # Answers too: their readers resume later, when a newer state may have arrived.
        if isinstance(event, ServerState) and self._server is not None:
            self._server.server_changed(event)
        self._calls.answer(event.request_id, event)

    def _on_model_event(self, event: ModelQuestion) -> None:
        if self._server is None:
            return
        match event:
            case WantModel():
                self._server.model_wanted(event)
            case ReleaseModel(number=number):
                self._server.model_released(number)
            case UnloadServedModel(id=id_):
                self._server.unload_wanted(id_)
            case KeepServedModel(id=id_, seconds=seconds):
                self._server.keep_wanted(id_, seconds)

    def _deliver(self, step: StepEvents) -> None:
        for each in step.events:
            request = self._replies.get(each.request_id)
            if request is not None:
                request.put(each)
                if isinstance(each, Finished):
                    del self._replies[each.request_id]

    def _on_ended(self, end: ProcessEnd) -> None:
        _log.warning("The net process ended: %s %s", end.text, end.detail)
        self._fail_all(NetTrouble.STOPPED, _STOPPED)
        if self._server is not None:
            self._server.process_ended()
        if self._listener is not None and not end.will_restart:
            self._listener.process_stopped(_STOPPED, is_offline=False)
