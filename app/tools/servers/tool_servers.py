"""The tools of MCP servers, and the servers' states, as the window and the chats see them."""

import asyncio
import itertools
import logging
import os
import re
import time
import uuid
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from typing import Protocol, TypeVar

import msgspec
from msgspec.structs import replace

from app.errors import FileNotTaken, LazyText, StorageError, ToolFailed, lazy
from app.media.formats import format_of, sound_format_of
from app.media.pictures import Picture
from app.media.sounds import Sound
from app.tools.model import Tool, ToolProgress, ToolResult, ToolRun
from app.tools.servers.cleaning import clean_name, clean_text, model_name
from app.tools.servers.config_files import with_secret_texts
from app.tools.servers.messages import (
    SERVERS_COMMANDS,
    SERVERS_EVENTS,
    AnswerQuestion,
    CallProgressed,
    CallTool,
    CancelRequest,
    CloseServer,
    DiscardAccess,
    Done,
    GetPrompt,
    KeepSecret,
    Launch,
    ListPrompts,
    ListResources,
    LogRead,
    OfferedTool,
    OpenServer,
    PromptsListed,
    QuestionAsked,
    QuestionWithdrawn,
    ReadLog,
    ReadResource,
    ResourcesListed,
    Returned,
    ServerEnded,
    ServerOpened,
    ServersAnswer,
    ServersCommand,
    ServersEvent,
    ServersFailed,
    ServersRequest,
    ToolList,
    ToolsChanged,
)
from app.tools.servers.model import (
    FormAction,
    FormAnswer,
    ListedTool,
    ResourceContent,
    ServerKind,
    ServerPrompt,
    ServerQuestion,
    ServerReport,
    ServerResource,
    ServerState,
    ToolServer,
    UnusableTool,
    secret_reference,
)
from app.tools.servers.server_programs import end_family
from engine.ipc.calls import Calls
from engine.ipc.entry_points import own_command
from engine.ipc.frames import BrokenFrame
from engine.ipc.lifecycle import ProcessStarted
from engine.ipc.supervisor import ProcessEnd, Program, RestartPolicy, Supervisor
from engine.listeners import Listeners

PREPARE_SECONDS = 30.0
SLOW_SECONDS = 10.0
RETRY_SECONDS = 30.0  # after which a server that failed is tried again for a chat
UNNEEDED_SECONDS = 60.0
_VARIABLES = frozenset(
    {
        *("HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "SSL_CERT_FILE", "SSL_CERT_DIR"),
        *("DBUS_SESSION_BUS_ADDRESS", "XDG_RUNTIME_DIR", "XDG_CURRENT_DESKTOP", "KDE_FULL_SESSION"),
        *("XDG_CONFIG_HOME", "XDG_DATA_HOME", "PYTHON_KEYRING_BACKEND", "DISPLAY"),
        *("WAYLAND_DISPLAY", "SHELL", "USER", "LOGNAME", "USERNAME", "SSH_AUTH_SOCK"),
        *("NODE_EXTRA_CA_CERTS", "REQUESTS_CA_BUNDLE", "COMSPEC", "PROGRAMFILES", "PROGRAMDATA"),
        *("HOMEDRIVE", "HOMEPATH", "PROCESSOR_ARCHITECTURE", "DOCKER_HOST"),
    }
)
_PROGRAM = Program(lazy("The tool server process"), SERVERS_COMMANDS, SERVERS_EVENTS, _VARIABLES)
_POLICY = RestartPolicy(back_off_seconds=(), close_seconds=12.0)
_VARIABLE = re.compile(r"\$\{env:([^}:]+)")
_OFFLINE = lazy("Hubbub is set to work offline. Change that in the settings, under Network.")
_CLOSED = lazy("Hubbub is being closed.")
_STOPPED = lazy("The tool server process stopped unexpectedly. Try again.")
_NOT_SET_UP = lazy("The server of this tool is not set up any more.")

_log = logging.getLogger(__name__)
A = TypeVar("A", bound=ServersAnswer)
AskUser = Callable[[ServerQuestion], Awaitable[FormAnswer]]


class MediaKeeper(Protocol):
    """Stores pictures and sounds that tools return."""

    async def keep(self, name: str, content: bytes) -> Picture:
        """Store a picture. Raises PictureRefused, StorageError."""

    async def keep_sound(self, name: str, content: bytes) -> Sound:
        """Store a sound. Raises SoundRefused, StorageError."""


class _Server(msgspec.Struct):
    """A server: its settings, its report and tools, and the start or calls that are in progress."""

    setting: ToolServer
    report: ServerReport
    offered: dict[str, OfferedTool] = msgspec.field(default_factory=dict)  # by key
    tools: dict[str, Tool] = msgspec.field(default_factory=dict)  # by key, hidden ones as well
    opening: asyncio.Task[None] | None = None
    failed_at: float = 0.0
    slow_count: int = 0
    call_count: int = 0
    opening_number: int = 0  # of the request
    awaited_from: float = 0.0  # when chats began to wait for its start
    reported_start: int = 0  # the start whose failure was reported by ``missed``
    start_count: int = 0  # of starts and ends: an end makes an earlier start's outcome obsolete
    closing: asyncio.TimerHandle | None = None

    @property
    def is_open(self) -> bool:
        return self.report.state in (ServerState.READY, ServerState.SLOW) and self.opening is None


class ToolServers:
    """The servers of the settings; a ``ToolProvider``.

    Nothing is started before a chat, or the user, needs a server. One process speaks to all of
    them, and ends with the last one. Lives on one asyncio loop.

    Attributes:
        changed: called with the name of a server whose report or tools have changed.
        ask: shows a question of a server to the user, opens the page of one with an address if the
            user accepts, and returns the answer; if its task is cancelled, the question is
            withdrawn. None declines all questions.
        missed: called once for each start with the name of a server that failed, or that a chat
            does not wait for any longer; the chat continues without its tools.
    """

    def __init__(
        self,
        servers: Iterable[ToolServer] = (),
        *,
        keys: str = "",
        media: MediaKeeper | None = None,
        ask: AskUser | None = None,
        is_offline: bool = False,
        command: Sequence[str] | None = None,
    ) -> None:
        """Start nothing. ``keys`` is the folder for secrets that no keyring takes."""
        self.changed: Listeners[[str]] = Listeners()
        self.missed: Listeners[[str]] = Listeners()
        self.ask = ask
        self._keys = keys
        self._media = media
        self._is_offline = is_offline
        self._command = tuple(command or own_command("app.tools.servers.process"))
        self._servers: dict[str, _Server] = {}
        self._process: _Process | None = None
        self._needed: frozenset[str] = frozenset()
        self._calls = Calls[ServersAnswer]()
        self._open_count = 0
        self._request_ids = itertools.count(1)
        self._progress: dict[int, Callable[[ToolProgress], None]] = {}
        self._questions: dict[int, asyncio.Task[None]] = {}
        self._endings: set[asyncio.Task[None]] = set()
        self._is_closed = False
        self.set_servers(servers)

    # --- settings -----------------------------------------------------------------------------

    def set_servers(self, servers: Iterable[ToolServer]) -> None:
        """Use other settings; servers that were removed, switched off or changed are ended."""
        wanted = {each.name: each for each in servers}
        for name in list(self._servers):
            old = self._servers[name].setting
            new = wanted.get(name)
            if new is None or not new.is_on or _launch_parts(new) != _launch_parts(old):
                self._end_server(name)
            if new is None:
                del self._servers[name]
                self.changed.notify(name)
        for name, new in wanted.items():
            known = self._servers.get(name)
            if known is None:
                self._servers[name] = _Server(new, ServerReport(name))
            elif known.setting != new:
                if _launch_parts(new) != _launch_parts(known.setting):
                    known.report, known.failed_at = ServerReport(name), 0.0
                    known.offered = {}
                known.setting = new
                self._rebuild(known)
            else:
                continue
            self.changed.notify(name)

    def set_offline(self, is_offline: bool) -> None:
        """End the servers at addresses, or allow them again, which starts nothing."""
        self._is_offline = is_offline
        for name, server in self._servers.items():
            if is_offline and server.setting.kind is ServerKind.ADDRESS:
                self._end_server(name)

    def set_needed(self, keys: Iterable[str]) -> None:
        """Say which tools the open chats offer; servers of no other tool end after a while.

        A server that ``prepare`` or ``start`` has started counts as needed until the next call.
        """
        self._needed = frozenset(map(_server_of, keys))
        loop = asyncio.get_running_loop()
        for name, server in self._servers.items():
            if server.closing is not None:
                server.closing.cancel()
                server.closing = None
            if name not in self._needed and server.is_open:
                server.closing = loop.call_later(UNNEEDED_SECONDS, self._end_unneeded, name)

    async def keep_secrets(self, server: ToolServer) -> ToolServer:
        """Move what looks like a secret to the keyring; return the server for the settings.

        Raises ToolFailed.
        """
        found: dict[str, str] = {}

        def hide(text: str) -> str:
            if "${" in text:
                return text
            secret_id = uuid.uuid4().hex
            found[secret_id] = text
            return secret_reference(secret_id)

        hidden = with_secret_texts(server, hide)
        for secret_id, secret in found.items():
            await self._ask(KeepSecret(self._number(), secret_id, secret), Done)
        self._end_process_if_unused()
        return hidden

    async def remove_secrets(
        self, server: ToolServer, still_used: ToolServer | None = None
    ) -> None:
        """Remove the secrets of a server that was deleted or changed. Raises ToolFailed."""
        gone = server.secret_ids - (still_used.secret_ids if still_used else frozenset())
        for secret_id in gone:
            await self._ask(KeepSecret(self._number(), secret_id, ""), Done)
        place = (server.kind, server.address)
        is_moved = still_used is None or (still_used.kind, still_used.address) != place
        if server.kind is ServerKind.ADDRESS and is_moved:
            await self._ask(DiscardAccess(self._number(), server.name), Done)
        self._end_process_if_unused()

    async def sign_out(self, name: str) -> None:
        """End a server and discard what the user granted in the browser. Raises ToolFailed."""
        await self.stop(name)
        await self._ask(DiscardAccess(self._number(), name), Done)
        self._end_process_if_unused()

    # --- states -------------------------------------------------------------------------------

    def reports(self) -> tuple[ServerReport, ...]:
        """Return the states of all servers, in the order of the settings."""
        return tuple(each.report for each in self._servers.values())

    def listed_tools(self, name: str) -> tuple[ListedTool, ...]:
        """Return the tools of a server for the settings, hidden ones included."""
        server = self._servers.get(name)
        if server is None:
            return ()
        return tuple(
            ListedTool(server.tools[key], each.name, each.name in server.setting.hidden_tools)
            for key, each in server.offered.items()
        )

    async def start(self, name: str) -> None:
        """Start a server unless it runs, and wait for it; its report says how that ended."""
        server = self._servers.get(name)
        if server is not None and not server.is_open:
            await self._opened(server)

    async def restart(self, name: str) -> None:
        """End a server if it runs, and start it."""
        await self.stop(name)
        await self.start(name)

    async def stop(self, name: str) -> None:
        """End a server; returns when its process tree has ended."""
        if name in self._servers:
            self._end_server(name)
        while self._endings:
            await asyncio.wait(self._endings)

    async def log(self, name: str) -> str:
        """Return the recent log of a server, with the end of its stderr."""
        server = self._servers.get(name)
        if server is None or self._process is None or not server.is_open:
            return server.report.last_lines if server else ""
        try:
            return (await self._ask(ReadLog(self._number(), name), LogRead)).text
        except ToolFailed:
            return server.report.last_lines

    # --- tools --------------------------------------------------------------------------------

    def tools(self) -> tuple[Tool, ...]:
        """Return the tools of all servers that are on, as far as they are known."""
        return tuple(
            tool
            for server in self._servers.values()
            if self._is_usable(server)
            for key, tool in server.tools.items()
            if server.offered[key].name not in server.setting.hidden_tools
        )

    async def prepare(self, keys: frozenset[str]) -> None:
        """Start the servers of these tools, and wait for them.

        All chats together wait half a minute at most for a start, and longer while a server asks
        the user.
        """
        names = frozenset(map(_server_of, keys)) & self._servers.keys()
        self._needed |= names
        wanted = [self._servers[name] for name in names if self._may_start(self._servers[name])]
        opening = {self._start_opening(each) for each in wanted}
        while opening:
            now = time.monotonic()
            if self._questions:
                for each in wanted:
                    each.awaited_from = now
            rest = max(each.awaited_from for each in wanted) + PREPARE_SECONDS - now
            if rest <= 0.0:
                break
            _, opening = await asyncio.wait(opening, timeout=min(rest, 1.0))
        for each in wanted:
            if not each.is_open and each.reported_start != each.start_count:
                each.reported_start = each.start_count
                self.missed.notify(each.setting.name)

    async def run(self, run: ToolRun) -> ToolResult:
        """Call a tool. Cancelling the task tells the server, whose answer is then ignored.

        Raises ToolFailed.
        """
        server = self._servers.get(_server_of(run.tool.key))
        if server is None:
            raise ToolFailed(_NOT_SET_UP)
        if not server.is_open:
            await self._opened(server)
        offered = server.offered.get(run.tool.key)
        if not server.is_open or offered is None:
            name = server.setting.name
            text = lazy("“{name}” has no tool “{tool}” now.", name=name, tool=run.tool.title)
            raise ToolFailed(server.report.problem or text)
        number = self._number()
        self._progress[number] = run.report
        loop = asyncio.get_running_loop()
        began = loop.time()
        watch = loop.call_later(SLOW_SECONDS, self._mark_slow, server, 1)
        server.call_count += 1
        try:
            returned = await self._ask(
                CallTool(number, server.setting.name, offered.name, dict(run.arguments)), Returned
            )
        finally:
            server.call_count -= 1
            self._progress.pop(number, None)
            watch.cancel()
            if loop.time() - began >= SLOW_SECONDS:  # the loop inside Qt's knows no ``when``
                self._mark_slow(server, -1)
        return await self._result(run.tool.title, returned)

    # --- resources and prompts ----------------------------------------------------------------

    async def resources(self, name: str) -> tuple[ServerResource, ...]:
        """Return the resources of a server. Raises ToolFailed."""
        await self._running(name)
        asked = ListResources(self._number(), name)
        return (await self._ask(asked, ResourcesListed)).resources

    async def read_resource(self, name: str, address: str) -> tuple[ResourceContent, ...]:
        """Return the parts of a resource, which can be attached as files. Raises ToolFailed."""
        await self._running(name)
        return (await self._ask(ReadResource(self._number(), name, address), Returned)).parts

    async def prompts(self, name: str) -> tuple[ServerPrompt, ...]:
        """Return the prompts of a server. Raises ToolFailed."""
        await self._running(name)
        return (await self._ask(ListPrompts(self._number(), name), PromptsListed)).prompts

    async def prompt(self, name: str, prompt: str, arguments: Mapping[str, str]) -> str:
        """Return the text of a prompt. Raises ToolFailed."""
        await self._running(name)
        asked = GetPrompt(self._number(), name, prompt, dict(arguments))
        parts = (await self._ask(asked, Returned)).parts
        return "\n\n".join(part.text for part in parts if part.text)

    async def close(self) -> None:
        """End all servers and the process; returns when they have ended."""
        self._is_closed = True
        for task in self._questions.values():
            task.cancel()
        for server in self._servers.values():
            if server.closing is not None:
                server.closing.cancel()
        self._end_process(_CLOSED)
        while self._endings:
            await asyncio.wait(self._endings)

    # --- opening and closing ------------------------------------------------------------------

    async def _running(self, name: str) -> None:
        server = self._servers.get(name)
        if server is None:
            raise ToolFailed(_NOT_SET_UP)
        if not server.is_open:
            await self._opened(server)
        if not server.is_open:
            raise ToolFailed(server.report.problem)

    def _may_start(self, server: _Server) -> bool:
        """Return whether a chat may start a server that does not run."""
        if not server.setting.is_on or server.is_open or self._is_offline_for(server):
            return False
        return not server.failed_at or time.monotonic() - server.failed_at >= RETRY_SECONDS

    def _start_opening(self, server: _Server) -> asyncio.Task[None]:
        """Start a server; several callers share one start, which none of them may cancel."""
        if server.opening is None:
            self._needed |= {server.setting.name}
            server.start_count += 1
            server.awaited_from = time.monotonic()
            server.opening = asyncio.ensure_future(self._open(server, server.start_count))
        return server.opening

    async def _opened(self, server: _Server) -> None:
        """Start a server, and wait for the outcome."""
        await asyncio.shield(self._start_opening(server))

    async def _open(self, server: _Server, start: int) -> None:
        name = server.setting.name
        watch = asyncio.get_running_loop().call_later(SLOW_SECONDS, self._mark_starting, server)
        try:
            if self._is_offline_for(server):
                raise _Failed(_OFFLINE)
            if missing := server.setting.missing_inputs:
                names = ", ".join(missing)
                raise _Failed(lazy("“{name}” needs values first: {names}.", name=name, names=names))
            self._set(server, state=ServerState.STARTING, problem="", last_lines="")
            launch = _launch(server.setting, can_ask=self.ask is not None)
            server.opening_number = self._number()
            opened = await self._ask(OpenServer(server.opening_number, launch), ServerOpened)
        except _Failed as error:
            if server.start_count == start:
                server.opening = None
                self._set_failed(server, error.text, error.last_lines)
        else:
            if server.start_count == start:
                server.opening = None
                server.failed_at = 0.0
                self._take_tools(server, opened.tools)
                self._set(
                    server,
                    state=ServerState.READY,
                    protocol=opened.protocol,
                    instructions=opened.instructions,
                    has_resources=opened.has_resources,
                    has_prompts=opened.has_prompts,
                )
        finally:
            watch.cancel()

    def _take_tools(self, server: _Server, listed: ToolList) -> None:
        server.offered = {}
        for each in listed.tools:
            key = base = f"{server.setting.name}/{clean_name(each.name)}"
            for number in itertools.count(2):
                if key not in server.offered:
                    break
                key = f"{base}-{number}"
            server.offered[key] = each
        self._rebuild(server)
        unusable = tuple(
            UnusableTool(each.tool, lazy("“{name}”: {reason}.", name=each.tool, reason=each.reason))
            for each in listed.refused
        )
        server.report = replace(server.report, tool_count=len(server.offered), unusable=unusable)

    def _rebuild(self, server: _Server) -> None:
        setting = server.setting
        taken = set[str]()
        server.tools = {
            key: Tool(
                key,
                model_name(each.name, taken),
                each.title,
                each.description,
                each.parameters,
                setting.name,
                each.reads_only and setting.trusts_hints,
                lazy("the arguments to {server}", server=setting.name),
            )
            for key, each in server.offered.items()
        }

    def _end_server(self, name: str) -> None:
        server = self._servers[name]
        if server.closing is not None:
            server.closing.cancel()
            server.closing = None
        was_running = server.is_open or server.opening is not None
        if server.opening is not None and self._process is not None:
            self._process.send(CancelRequest(server.opening_number))
            ended = lazy("“{name}” was ended.", name=name)
            self._calls.answer(server.opening_number, ServersFailed(server.opening_number, ended))
        server.start_count += 1
        server.opening = None
        self._set(server, state=ServerState.OFF, problem="", last_lines="")
        server.failed_at = 0.0
        if was_running and self._process is not None:
            self._keep_ending(asyncio.ensure_future(self._closed(name)))

    async def _closed(self, name: str) -> None:
        try:
            await self._ask(CloseServer(self._number(), name), Done)
        except ToolFailed as error:
            _log.info("%s was not ended: %s", name, error)
        self._end_process_if_unused()

    def _end_unneeded(self, name: str) -> None:
        server = self._servers.get(name)
        if server is not None and name not in self._needed:
            server.closing = None
            if server.call_count:
                loop = asyncio.get_running_loop()
                server.closing = loop.call_later(UNNEEDED_SECONDS, self._end_unneeded, name)
            else:
                self._end_server(name)

    def _end_process_if_unused(self) -> None:
        is_used = any(each.is_open or each.opening for each in self._servers.values())
        if not is_used and not self._open_count:
            self._end_process(_STOPPED)

    def _end_process(self, reason: LazyText) -> None:
        process, self._process = self._process, None
        if process is not None:
            self._calls.fail_all(lambda _number: _Failed(reason))
            self._keep_ending(asyncio.ensure_future(process.close()))

    def _keep_ending(self, task: asyncio.Task[None]) -> None:
        self._endings.add(task)
        task.add_done_callback(self._endings.discard)

    # --- reports ------------------------------------------------------------------------------

    def _is_usable(self, server: _Server) -> bool:
        is_known = server.report.state is not ServerState.FAILED
        return server.setting.is_on and is_known and not self._is_offline_for(server)

    def _is_offline_for(self, server: _Server) -> bool:
        return self._is_offline and server.setting.kind is ServerKind.ADDRESS

    def _set(self, server: _Server, **changes: object) -> None:
        server.report = replace(server.report, **changes)
        self.changed.notify(server.setting.name)

    def _set_failed(self, server: _Server, text: LazyText, last_lines: str = "") -> None:
        server.failed_at = time.monotonic()
        lines = "\n".join(clean_text(each, 500) for each in last_lines.splitlines())
        self._set(server, state=ServerState.FAILED, problem=text, last_lines=lines)
        self._end_process_if_unused()

    def _mark_starting(self, server: _Server) -> None:
        if server.report.state is ServerState.STARTING:
            self._set(server, state=ServerState.SLOW)

    def _mark_slow(self, server: _Server, change: int) -> None:
        server.slow_count = max(0, server.slow_count + change)
        if server.is_open:
            state = ServerState.SLOW if server.slow_count else ServerState.READY
            self._set(server, state=state)

    # --- results ------------------------------------------------------------------------------

    async def _result(self, title: str, returned: Returned) -> ToolResult:
        texts: list[str] = []
        media: list[Picture | Sound] = []
        for part in returned.parts:
            if part.text is not None:
                texts.append(part.text)
                continue
            kept = await self._kept(title, part)
            if isinstance(kept, str):
                texts.append(kept)
            else:
                media.append(kept)
        return ToolResult("\n".join(texts), tuple(media), returned.is_error)

    async def _kept(self, title: str, part: ResourceContent) -> Picture | Sound | str:
        """Store a picture or sound; return a text about it if that is impossible."""
        content = part.content
        name = f"{title} {part.name}" if part.name in ("picture", "sound") else part.name
        try:
            if self._media is not None and sound_format_of(content) is not None:
                return await self._media.keep_sound(name, content)
            if self._media is not None and format_of(content) is not None:
                return await self._media.keep(name, content)
        except (FileNotTaken, StorageError) as error:
            return f"[{error}]"
        return lazy(
            "[File “{name}” of type {kind} with {count:,} bytes]",
            name=name,
            kind=part.media_type,
            count=len(content),
        )

    # --- the process --------------------------------------------------------------------------

    def _number(self) -> int:
        return next(self._request_ids)

    async def _ask(self, command: ServersRequest, kind: type[A]) -> A:
        """Return the answer to a command. Raises _Failed."""
        if self._is_closed:
            raise _Failed(_CLOSED)
        number = command.request_id
        self._open_count += 1
        try:
            found = await self._calls.ask(number, lambda: self._running_process().send(command))
        except BrokenFrame as error:
            raise _Failed(LazyText.of(str(error))) from error
        except asyncio.CancelledError:
            if self._process is not None:
                self._process.send(CancelRequest(number))
            raise
        finally:
            self._open_count -= 1
        if isinstance(found, ServersFailed):
            raise _Failed(found.text, found.last_lines)
        assert isinstance(found, kind)
        return found

    def _running_process(self) -> "_Process":
        if self._process is None:
            self._process = _Process(
                self._command, self._keys, self._follow, self._on_process_ended
            )
        return self._process

    def _follow(self, event: ServersEvent) -> None:
        match event:
            case ServerEnded(server=name):
                server = self._servers.get(name)
                if server is not None and server.is_open:
                    self._set_failed(server, event.text, event.last_lines)
            case ToolsChanged(server=name):
                server = self._servers.get(name)
                if server is not None and server.is_open:
                    self._take_tools(server, event.tools)
                    self.changed.notify(name)
            case CallProgressed(request_id=number):
                report = self._progress.get(number)
                if report is not None:
                    report(ToolProgress(event.share, event.text))
            case QuestionAsked(question_id=number):
                self._questions[number] = asyncio.ensure_future(self._answer(event))
            case QuestionWithdrawn(question_id=number):
                if number in self._questions:
                    self._questions[number].cancel()
            case _:
                if isinstance(event, ServersAnswer):
                    self._calls.answer(event.request_id, event)

    async def _answer(self, asked: QuestionAsked) -> None:
        answer = FormAnswer(FormAction.DECLINE)
        try:
            if self.ask is not None:
                answer = await self.ask(
                    ServerQuestion(
                        asked.server, asked.message, asked.fields, asked.address, asked.is_open
                    )
                )
        finally:
            self._questions.pop(asked.question_id, None)
            if self._process is not None:
                values = dict(answer.values)
                self._process.send(AnswerQuestion(asked.question_id, answer.action, values))

    def _on_process_ended(self, process: "_Process") -> None:
        if self._process is not process:
            return
        self._process = None
        for server in self._servers.values():
            if server.is_open:
                self._set(server, state=ServerState.OFF)
        for task in self._questions.values():
            task.cancel()
        self._calls.fail_all(lambda _number: _Failed(_STOPPED))


class _Failed(ToolFailed):
    """The process or a server could not do what was asked."""

    def __init__(self, text: LazyText, last_lines: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.last_lines = last_lines


class _Process:
    """One process of servers from its creation to its end; it is not started again.

    A new one starts at the next use. Programs that an ended one has left running are ended here.
    """

    def __init__(
        self,
        command: Sequence[str],
        keys: str,
        on_event: Callable[[ServersEvent], None],
        on_ended: Callable[["_Process"], None],
    ) -> None:
        self._token = uuid.uuid4().hex
        self._on_event = on_event
        self._on_ended = on_ended
        self._unsent: list[bytes] = []
        self._is_connected = False
        self._supervisor = Supervisor(
            _PROGRAM,
            [*command, self._token, *([keys] if keys else [])],
            _POLICY,
            on_event=self._follow,
            on_ended=self._note_end,
        )
        self._task = asyncio.ensure_future(self._run())

    def send(self, command: ServersCommand) -> None:
        """Send a command as soon as the process takes them. Raises BrokenFrame."""
        frame = SERVERS_COMMANDS.encode(command)
        if self._is_connected and self._supervisor.child is not None:
            self._supervisor.child.write(frame)
        else:
            self._unsent.append(frame)

    async def close(self) -> None:
        """Ask the process to end; it is killed if it does not, and what it left is ended."""
        self._supervisor.close()
        try:
            await asyncio.wait([self._task], timeout=_POLICY.close_seconds)
        finally:
            self._supervisor.kill()
        await asyncio.wait([self._task])

    async def _run(self) -> None:
        try:
            await self._supervisor.run()
        finally:
            await asyncio.to_thread(end_family, self._token)

    def _follow(self, event: ServersEvent) -> None:
        if isinstance(event, ProcessStarted):
            self._is_connected = True
            assert self._supervisor.child is not None
            for frame in self._unsent:
                self._supervisor.child.write(frame)
            self._unsent.clear()
        self._on_event(event)

    def _note_end(self, end: ProcessEnd) -> None:
        _log.warning("The tool server process ended: %s %s", end.text, end.detail)
        self._supervisor.close()
        self._on_ended(self)


def _server_of(key: str) -> str:
    return key.partition("/")[0]


def _launch_parts(server: ToolServer) -> tuple[object, ...]:
    """Return the settings that only take effect when the server is started again."""
    return (
        *(server.kind, server.command, server.arguments, server.environment, server.folder),
        *(server.address, server.headers, server.patience_seconds),
    )


def _launch(server: ToolServer, *, can_ask: bool) -> Launch:
    named = (name for text in server.texts for name in _VARIABLE.findall(text))
    return Launch(
        server.name,
        server.kind is ServerKind.PROGRAM,
        server.command,
        server.arguments,
        server.environment,
        server.folder,
        server.address,
        server.headers,
        server.patience_seconds,
        {name: os.environ[name] for name in named if name in os.environ},
        can_ask,
    )
