"""The connection to one server: starts it, speaks the protocol, and cuts what it sends."""

import asyncio
import json
import logging
import time
from collections import deque
from collections.abc import AsyncGenerator, Awaitable, Callable, Coroutine, Iterator, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Self, TypeVar
from urllib.parse import urlsplit

import anyio
import mcp_types as types
import msgspec
from mcp import Client, MCPError
from mcp.client.auth.exceptions import OAuthFlowError
from mcp.client.session import ClientRequestContext, IncomingMessage
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client
from mcp.client.subscriptions import SubscriptionLost
from mcp.shared.message import SessionMessage
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from app.errors import LazyText, lazy
from app.tools.servers import cleaning
from app.tools.servers.addresses import NotAllowed, address_client
from app.tools.servers.cutting import MAX_LINE_BYTES, JsonLines
from app.tools.servers.messages import Launch, OfferedTool, Refusal, ToolList
from app.tools.servers.model import (
    FormAction,
    FormAnswer,
    FormField,
    PromptArgument,
    ResourceContent,
    ServerPrompt,
    ServerResource,
    speaks_sse,
)
from app.tools.servers.questions import UnknownForm, form_fields, sent_values
from app.tools.servers.server_programs import CannotStart, Program
from engine.net.errors import NetError
from engine.net.http import as_net_errors
from engine.net.key_store import KeyStore

START_SECONDS = 180.0  # npx and uvx download packages first, and report nothing of it
MAX_PAGES = 200
MAX_ENTRIES = 5_000  # resources, prompts
RELIST_SECONDS = 2.0
GOODBYE_SECONDS = 3.0
LOG_LINES = 300
LOG_LINE_CHARS = 500
_MAX_INSTRUCTION_CHARS = 8_000
_MAX_MESSAGE_CHARS = 2_000
_MAX_REASON_CHARS = 300
_QUEUE_LENGTH = 64

_log = logging.getLogger(__name__)
Item = SessionMessage | Exception
Streams = tuple["Repaired", anyio.abc.ObjectSendStream[SessionMessage]]
Progress = Callable[[float | None, str], None]
# Asks the user a question: the fields of a form, or the address of a page and whether it is open.
AskUser = Callable[[LazyText, tuple[FormField, ...], str, bool], Awaitable[FormAnswer]]
T = TypeVar("T")


class ServerFailure(Exception):
    """A server could not do what was asked; the text is a sentence.

    ``last_lines`` is the end of its stderr if it has ended.
    """

    def __init__(self, text: LazyText, last_lines: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.last_lines = last_lines


class Surroundings(msgspec.Struct, frozen=True):
    """The objects that all connections share.

    Attributes:
        user: the environment of the user's login shell, without which no program is started.
        token: begins the marker of all programs of this process.
    """

    user: Callable[[], Awaitable[Mapping[str, str]]]
    keys: KeyStore
    token: str


@dataclass(slots=True)
class _Clock:
    """The patience of one call."""

    seconds: float
    last: float = field(default_factory=time.monotonic)

    def reset(self) -> None:
        self.last = time.monotonic()

    @property
    def rest(self) -> float:
        return self.last + self.seconds - time.monotonic()


class Repaired:
    """The messages of a server, changed so that the library accepts what they can mean."""

    def __init__(self, stream: Any, change: Callable[[Item], None]) -> None:
        self._stream = stream
        self._change = change

    @property
    def last_context(self) -> object:
        """Return the context of the last message, which the library reads."""
        return getattr(self._stream, "last_context", None)

    async def receive(self) -> Item:
        item: Item = await self._stream.receive()
        self._change(item)
        return item

    async def aclose(self) -> None:
        await self._stream.aclose()

    def __aiter__(self) -> Self:
        return self

    async def __anext__(self) -> Item:
        try:
            return await self.receive()
        except anyio.EndOfStream:
            raise StopAsyncIteration from None

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.aclose()


class Connection:
    """One server from ``open`` to ``close``. Lives on one loop."""

    def __init__(
        self,
        launch: Launch,
        surroundings: Surroundings,
        ask: AskUser,
        *,
        on_tools: Callable[[ToolList], None],
        on_ended: Callable[[ServerFailure], None],
    ) -> None:
        """``launch`` has no references any more. ``on_ended`` is not called by ``close``."""
        self.launch = launch
        self._surroundings = surroundings
        self._ask = ask
        self._on_tools = on_tools
        self._on_ended = on_ended
        self._client: Client | None = None
        self._program: Program | None = None
        self._refused: dict[str, LazyText] = {}
        self._lines: deque[str] = deque(maxlen=LOG_LINES)
        self._open_questions = 0
        self._last_sign = time.monotonic()
        self._status = 0
        self._ready: asyncio.Future[ToolList] = asyncio.get_running_loop().create_future()
        self._closing = asyncio.Event()
        self._news = asyncio.Event()  # it is gone, has other tools, or is to be closed
        self._is_stale = False
        self._is_gone = False
        self._live_task: asyncio.Task[None] | None = None

    # --- life ---------------------------------------------------------------------------------

    async def open(self) -> ToolList:
        """Start the server and return its tools. Raises ServerFailure."""
        self._live_task = asyncio.ensure_future(self._live())
        clock = _Clock(max(START_SECONDS, self.launch.patience_seconds))
        try:
            return await self._patiently(asyncio.shield(self._ready), clock)
        except _Impatient:
            failure = self._failure(lazy("“{name}” did not answer.", name=self.launch.name))
        except ServerFailure as error:
            failure = error
        await self.close()
        raise failure

    async def close(self) -> None:
        """End the server and its tree; returns when it has ended."""
        is_first = not self._closing.is_set()
        self._closing.set()
        self._news.set()
        if self._live_task is not None:
            if is_first and not self._ready.done():
                self._live_task.cancel()  # once: a second time it would cut the end short
            if not self.launch.is_program:
                # It says goodbye to the server, which may not answer.
                await asyncio.wait([self._live_task], timeout=GOODBYE_SECONDS)
                self._live_task.cancel()
            await asyncio.wait([self._live_task])
        if self._ready.done() and not self._ready.cancelled():
            self._ready.exception()  # its reader may have been cancelled

    @property
    def protocol(self) -> str:
        """Return the negotiated version."""
        return self._client.protocol_version if self._client else ""

    @property
    def instructions(self) -> str:
        """Return the server's instructions for the model, cleaned."""
        text = (self._client.session.instructions if self._client else None) or ""
        return cleaning.clean_text(text, _MAX_INSTRUCTION_CHARS)

    @property
    def has_resources(self) -> bool:
        """Return whether the server has resources."""
        return bool(self._client and self._client.server_capabilities.resources)

    @property
    def has_prompts(self) -> bool:
        """Return whether the server has prompts."""
        return bool(self._client and self._client.server_capabilities.prompts)

    @property
    def process_id(self) -> int | None:
        """Return the id of its process; None for an address."""
        return self._program.child.process_id if self._program else None

    @property
    def log_text(self) -> str:
        """Return its recent log, with the end of its stderr."""
        tail = self._program.child.stderr_tail if self._program else ""
        return "\n".join(filter(None, (*self._lines, tail)))

    async def _live(self) -> None:
        failure = None
        try:
            try:
                await self._live_once("auto")
            except _EndedEarly:
                # Some servers end at the first question that they do not know.
                await self._live_once("legacy")
        except ServerFailure as error:
            failure = error
        except Exception as error:  # the library raises any error on what servers send
            failure = self._failure_of(error)
        finally:
            if not self._ready.done():
                unknown = self._failure(lazy("“{name}” was ended.", name=self.launch.name))
                self._ready.set_exception(failure or unknown)
            elif failure is not None and not self._closing.is_set():
                self._on_ended(failure)

    async def _live_once(self, mode: str) -> None:
        self._is_gone = False
        async with AsyncExitStack() as stack:
            transport = (self._program_streams if self.launch.is_program else self._web_streams)()
            client = Client(
                transport,
                mode=mode,
                cache=None,
                log_level="info",
                client_info=types.Implementation(name="hubbub", version="1"),
                elicitation_callback=self._answer_form if self.launch.can_ask else None,
                logging_callback=self._keep_log,
                message_handler=self._follow,
            )
            try:
                await stack.enter_async_context(client)
            except (MCPError, ExceptionGroup) as error:
                is_mcp = isinstance(_leaf(error), MCPError)
                if mode == "auto" and is_mcp and self._is_gone and self.launch.is_program:
                    raise _EndedEarly from error
                raise
            self._client = client
            try:
                tools = await self._list_tools()
                self._ready.set_result(tools)
                await self._watch(client)
            finally:
                self._client = None
            if self._is_gone and not self._closing.is_set():
                raise self._failure(self._end_text())

    async def _watch(self, client: Client) -> None:
        """Wait for the end, and list the tools again when they change."""
        async with anyio.create_task_group() as group:
            if client.protocol_version in MODERN_PROTOCOL_VERSIONS:
                group.start_soon(self._listen, client)
            while not (self._closing.is_set() or self._is_gone):
                await self._news.wait()
                self._news.clear()
                if self._is_stale and not (self._closing.is_set() or self._is_gone):
                    self._is_stale = False
                    await self._list_again()
                    with anyio.move_on_after(RELIST_SECONDS):
                        await self._closing.wait()
            group.cancel_scope.cancel()

    async def _list_again(self) -> None:
        listing = asyncio.ensure_future(self._list_tools())
        closing = asyncio.ensure_future(self._closing.wait())
        try:
            await asyncio.wait(
                {listing, closing},
                timeout=self.launch.patience_seconds,
                return_when=asyncio.FIRST_COMPLETED,
            )
            if listing.done():
                self._on_tools(listing.result())
        except (MCPError, ValidationError) as error:
            self._note(f"tools/list: {error}")
        finally:
            listing.cancel()
            closing.cancel()
            await asyncio.wait({listing, closing})

    async def _listen(self, client: Client) -> None:
        """Follow the changes that a server of 2026 reports only on request."""
        try:
            async with client.listen(tools_list_changed=True) as changes:
                async for _ in changes:
                    self._is_stale = True
                    self._news.set()
        except (MCPError, SubscriptionLost, TimeoutError) as error:
            _log.info("%s reports no changes: %s", self.launch.name, error)

    # --- requests -----------------------------------------------------------------------------

    async def call(
        self, tool: str, arguments: dict[str, Any], report: Progress
    ) -> tuple[tuple[ResourceContent, ...], bool]:
        """Call a tool; return its result and whether that is an error. Raises ServerFailure.

        If the task is cancelled, the server is told, and its answer is ignored.
        """
        clock = _Clock(self.launch.patience_seconds)

        async def saw(progress: float, total: float | None, message: str | None) -> None:
            clock.reset()
            share = min(max(progress / total, 0.0), 1.0) if total and total > 0 else None
            report(share, cleaning.clean_text(message or "", 500, keeps_lines=False))

        client = self._connected()

        async def called() -> types.CallToolResult:
            try:
                return await client.call_tool(tool, arguments, progress_callback=saw)
            except MCPError as error:
                if not await self._has_opened_pages(error):
                    raise
                return await client.call_tool(tool, arguments, progress_callback=saw)

        result = await self._answer_of(called(), clock)
        return cleaning.bounded(_parts_of(result)), bool(result.is_error)

    async def resources(self) -> tuple[ServerResource, ...]:
        """Return the resources. Raises ServerFailure."""
        client = self._connected()

        async def all_pages() -> list[types.Resource]:
            found: list[types.Resource] = []
            async for page in _pages(lambda cursor: client.list_resources(cursor=cursor)):
                found += page.resources
            return found

        found = await self._answer_of(all_pages(), _Clock(self.launch.patience_seconds))
        return _within_limit(
            ServerResource(
                self.launch.name,
                str(each.uri),
                cleaning.clean_text(each.title or each.name, 200, keeps_lines=False),
                cleaning.clean_text(each.description or "", _MAX_MESSAGE_CHARS),
                each.mime_type or "",
                each.size if each.size is not None and each.size < 1 << 62 else None,
            )
            for each in found
        )

    async def read_resource(self, address: str) -> tuple[ResourceContent, ...]:
        """Return the parts of a resource. Raises ServerFailure."""
        client = self._connected()
        clock = _Clock(self.launch.patience_seconds)
        result = await self._answer_of(client.read_resource(address), clock)
        return cleaning.bounded(_resource(each) for each in result.contents)

    async def prompts(self) -> tuple[ServerPrompt, ...]:
        """Return the prompts. Raises ServerFailure."""
        client = self._connected()

        async def all_pages() -> list[types.Prompt]:
            found: list[types.Prompt] = []
            async for page in _pages(lambda cursor: client.list_prompts(cursor=cursor)):
                found += page.prompts
            return found

        found = await self._answer_of(all_pages(), _Clock(self.launch.patience_seconds))
        return _within_limit(
            ServerPrompt(
                self.launch.name,
                each.name,
                cleaning.clean_text(each.title or each.name, 200, keeps_lines=False),
                cleaning.clean_text(each.description or "", _MAX_MESSAGE_CHARS),
                tuple(
                    PromptArgument(
                        argument.name,
                        cleaning.clean_text(
                            argument.title or argument.name, 200, keeps_lines=False
                        ),
                        cleaning.clean_text(argument.description or "", _MAX_MESSAGE_CHARS),
                        bool(argument.required),
                    )
                    for argument in (each.arguments or [])[:100]
                ),
            )
            for each in found
        )

    async def prompt(self, name: str, arguments: dict[str, str]) -> tuple[ResourceContent, ...]:
        """Return the parts of a prompt. Raises ServerFailure."""
        client = self._connected()
        clock = _Clock(self.launch.patience_seconds)
        result = await self._answer_of(client.get_prompt(name, arguments), clock)
        return cleaning.bounded(_block(each.content) for each in result.messages)

    def _connected(self) -> Client:
        if self._client is None:
            raise self._failure(lazy("“{name}” is not running.", name=self.launch.name))
        return self._client

    async def _answer_of(self, work: Coroutine[Any, Any, T], clock: _Clock) -> T:
        """Return the result of ``work``. Raises ServerFailure."""
        try:
            return await self._patiently(work, clock)
        except _Impatient as error:
            text = lazy(
                "“{name}” showed no progress for {seconds:,} seconds and was stopped. The limit "
                "can be raised in its settings.",
                name=self.launch.name,
                seconds=round(clock.seconds),
            )
            raise self._failure(text) from error
        except Exception as error:  # the library raises any error on what servers send
            raise self._failure_of(error) from error

    async def _patiently(self, work: Awaitable[T], clock: _Clock) -> T:
        """Return the result of ``work``. Raises _Impatient, and what ``work`` raises."""
        task = asyncio.ensure_future(work)
        try:
            while not task.done():
                await asyncio.wait({task}, timeout=max(0.01, clock.rest))
                clock.last = max(clock.last, self._last_sign)
                if self._open_questions:
                    clock.reset()
                if not task.done() and clock.rest <= 0:
                    raise _Impatient
            return task.result()
        finally:
            if not task.done():
                task.cancel()
                await asyncio.wait({task})

    # --- notifications and questions ----------------------------------------------------------

    async def _follow(self, message: IncomingMessage) -> None:
        if isinstance(message, Exception):
            self._note(f"{type(message).__name__}: {message}")
        elif isinstance(message, types.ToolListChangedNotification):
            self._is_stale = True
            self._news.set()

    async def _keep_log(self, params: types.LoggingMessageNotificationParams) -> None:
        self._last_sign = time.monotonic()
        text = params.data if isinstance(params.data, str) else msgspec.json.encode(params.data)
        self._note(f"{params.level}: {text if isinstance(text, str) else text.decode()}")

    def _note(self, text: str) -> None:
        self._lines.append(cleaning.clean_text(text, LOG_LINE_CHARS, keeps_lines=False))

    async def _answer_form(
        self, context: ClientRequestContext, params: types.ElicitRequestParams
    ) -> types.ElicitResult | types.ErrorData:
        del context
        text = cleaning.clean_text(params.message, _MAX_MESSAGE_CHARS)
        self._open_questions += 1
        try:
            if isinstance(params, types.ElicitRequestURLParams):
                if urlsplit(params.url).scheme not in ("https", "http"):
                    raise UnknownForm(lazy("Only web pages can be opened."))
                answer = await self._ask(LazyText.of(text), (), params.url, False)
                return types.ElicitResult(action=answer.action.value)
            fields = form_fields(params.requested_schema)
            answer = await self._ask(LazyText.of(text), fields, "", False)
        except UnknownForm as error:
            return types.ErrorData(code=types.INVALID_PARAMS, message=str(error))
        finally:
            self._open_questions -= 1
            self._last_sign = time.monotonic()
        if answer.action is not FormAction.ACCEPT:
            return types.ElicitResult(action=answer.action.value)
        return types.ElicitResult(action="accept", content=sent_values(fields, answer.values))

    async def _has_opened_pages(self, error: MCPError) -> bool:
        """Return whether the user has opened all pages without which a call was refused."""
        if error.error.code != types.URL_ELICITATION_REQUIRED or not self.launch.can_ask:
            return False
        try:
            data = types.ElicitationRequiredErrorData.model_validate(error.error.data)
        except ValidationError:
            return False
        for each in data.elicitations[:3]:
            text = LazyText.of(cleaning.clean_text(each.message, _MAX_MESSAGE_CHARS))
            if urlsplit(each.url).scheme not in ("https", "http"):
                return False
            if not await self._may_open(text, each.url):
                return False
        return bool(data.elicitations)

    async def _may_open(self, text: LazyText, address: str, *, is_open: bool = False) -> bool:
        self._open_questions += 1
        try:
            return (await self._ask(text, (), address, is_open)).action is FormAction.ACCEPT
        finally:
            self._open_questions -= 1
            self._last_sign = time.monotonic()

    async def _list_tools(self) -> ToolList:
        client = self._client
        assert client is not None
        self._refused = {}
        tools: list[OfferedTool] = []
        names = set[str]()
        byte_count = 0
        is_cut = False
        async for page in _pages(lambda cursor: client.list_tools(cursor=cursor)):
            for each in page.tools:
                if each.name in names:
                    continue
                names.add(each.name)
                tool = _offered(each)
                byte_count += len(msgspec.json.encode(tool))
                is_cut = len(tools) >= cleaning.MAX_TOOLS or byte_count > cleaning.MAX_LIST_BYTES
                if is_cut:
                    break
                tools.append(tool)
            if is_cut:
                break
        if is_cut:
            limit = lazy("only the first {count:,} tools are used", count=len(tools))
            self._refused["…"] = limit
        refused = tuple(Refusal(name, reason) for name, reason in self._refused.items())
        return ToolList(tuple(tools), refused[: cleaning.MAX_TOOLS])

    # --- transports ---------------------------------------------------------------------------

    @asynccontextmanager
    async def _program_streams(self) -> AsyncGenerator[Any]:
        user = await self._surroundings.user()
        try:
            program = await Program.start(self.launch, user, _log, self._surroundings.token)
        except CannotStart as error:
            raise ServerFailure(error.args[0]) from error
        self._program = program
        to_session, arrived = anyio.create_memory_object_stream[Item](_QUEUE_LENGTH)
        to_server, sent = anyio.create_memory_object_stream[SessionMessage]()
        async with arrived, to_server, anyio.create_task_group() as group:
            group.start_soon(self._read_program, program, to_session)
            group.start_soon(self._write_program, program, sent)
            try:
                yield Repaired(arrived, self._repair), to_server
            finally:
                with anyio.CancelScope(shield=True):
                    await program.end()
                group.cancel_scope.cancel()

    async def _read_program(
        self, program: Program, to_session: anyio.abc.ObjectSendStream[Item]
    ) -> None:
        lines = JsonLines()
        async with to_session:
            try:
                while chunk := await program.child.read():
                    for line in lines.feed(chunk):
                        for item in self._items(line):
                            await to_session.send(item)
            except anyio.BrokenResourceError:
                while await program.child.read():  # else its pipe fills, and it can't end
                    pass
        self._is_gone = True
        self._news.set()

    async def _write_program(
        self, program: Program, sent: anyio.abc.ObjectReceiveStream[SessionMessage]
    ) -> None:
        async with sent:
            async for each in sent:
                line = each.message.model_dump_json(by_alias=True, exclude_unset=True)
                await program.child.send(line.encode() + b"\n")

    def _items(self, line: bytes) -> Iterator[SessionMessage]:
        """Yield the messages in a line of a program; other lines go to its log."""
        text = line.strip()
        if not text:
            return
        try:
            value = _value(text.decode("utf-8", "replace"))
        except (ValueError, RecursionError):
            self._note(text[: 4 * LOG_LINE_CHARS].decode("utf-8", "replace"))
            return
        for each in value if isinstance(value, list) else [value]:
            try:
                message = types.jsonrpc_message_adapter.validate_python(each, by_name=False)
            except ValidationError:
                self._note(text[: 4 * LOG_LINE_CHARS].decode("utf-8", "replace"))
            else:
                yield SessionMessage(message)

    @asynccontextmanager
    async def _web_streams(self) -> AsyncGenerator[Any]:
        launch = self.launch

        def saw(status: int) -> None:
            self._status = status

        async with AsyncExitStack() as stack:
            client = await stack.enter_async_context(
                address_client(
                    launch.name,
                    launch.address,
                    launch.headers,
                    self._surroundings.keys,
                    self._may_open,
                    saw,
                )
            )
            if speaks_sse(launch.address):
                transport = sse_client(
                    launch.address,
                    httpx_client_factory=lambda *_, **__: nullcontext(client),  # type: ignore[arg-type]
                )
            else:
                transport = streamable_http_client(
                    launch.address, http_client=client, max_sse_event_size=2 * MAX_LINE_BYTES
                )
            arrived, to_server = await stack.enter_async_context(transport)
            yield Repaired(arrived, self._repair), to_server

    def _repair(self, item: Item) -> None:
        if isinstance(item, Exception):
            return
        message = item.message
        if isinstance(message, types.JSONRPCResponse) and isinstance(message.result, dict):
            cleaning.repaired_result(message.result, self._refused)
        elif (
            isinstance(message, types.JSONRPCRequest) and message.method == "sampling/createMessage"
        ):
            self._note("The server asked for a reply of a model. Hubbub gives none.")

    # --- failures -----------------------------------------------------------------------------

    def _end_text(self) -> LazyText:
        if self._program is None or self._program.child.is_alive:
            return lazy("“{name}” closed the connection.", name=self.launch.name)
        return self._program.child.exit_message

    def _failure(self, text: LazyText) -> ServerFailure:
        child = self._program.child if self._program else None
        has_ended = child is not None and (self._is_gone or not child.is_alive)
        return ServerFailure(text, child.stderr_tail if child and has_ended else "")

    def _failure_of(self, error: Exception) -> ServerFailure:
        name = self.launch.name
        error = _leaf(error)
        if isinstance(error, ServerFailure):
            return error
        if isinstance(error, MCPError):
            if error.error.code == types.CONNECTION_CLOSED:
                return self._failure(self._end_text())
            text = cleaning.clean_text(error.error.message, _MAX_MESSAGE_CHARS)
            if self._status >= 400:
                return self._failure(
                    lazy(
                        "“{name}” refused the request ({status}): {reason}",
                        name=name,
                        status=self._status,
                        reason=text,
                    )
                )
            return self._failure(lazy("“{name}” reports: {reason}", name=name, reason=text))
        if isinstance(error, NotAllowed):
            return self._failure(error.args[0])
        if isinstance(error, OAuthFlowError):
            reason = error.args[0]
            if not isinstance(reason, LazyText):  # of the library, perhaps with a whole page
                reason = cleaning.clean_text(str(reason), _MAX_REASON_CHARS, keeps_lines=False)
            return self._failure(
                lazy("Signing in to “{name}” failed: {reason}", name=name, reason=reason)
            )
        if isinstance(error, ValidationError):
            _log.info("%s broke the protocol: %s", name, error)
            return self._failure(
                lazy("The answer of “{name}” violates the protocol. Update the server.", name=name)
            )
        try:
            with as_net_errors(self.launch.address):
                raise error
        except NetError as known:
            return self._failure(LazyText.of(str(known)))
        except Exception:  # the library raises any error on what servers send
            _log.warning("%s failed", name, exc_info=error)
            reason = str(error) or type(error).__name__
            return self._failure(lazy("“{name}” failed: {reason}", name=name, reason=reason[:500]))


class _Impatient(Exception):
    """A server showed no progress for too long."""


class _EndedEarly(Exception):
    """A server ended before it answered anything."""


def _value(text: str) -> Any:
    """Return a JSON value without NaN and halves of characters. Raises ValueError."""
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        value = json.loads(text, parse_constant=lambda _: None)
        return json.loads(cleaning.whole_characters(json.dumps(value, ensure_ascii=False)))


def _leaf(error: Exception) -> Exception:
    """Return the first error in a group, which the library makes of a single one."""
    while isinstance(error, ExceptionGroup):
        error = error.exceptions[0]
    return error


async def _pages(read: Callable[[str | None], Awaitable[Any]]) -> AsyncGenerator[Any]:
    """Yield the pages of a list; a server may repeat them endlessly."""
    cursor: str | None = None
    seen = set[str]()
    for _ in range(MAX_PAGES):
        page = await read(cursor)
        yield page
        cursor = page.next_cursor
        if cursor is None or cursor in seen:
            return
        seen.add(cursor)


def _within_limit(entries: Iterator[T]) -> tuple[T, ...]:
    """Return the first entries, as many as a frame holds."""
    kept: list[T] = []
    byte_count = 0
    for each in entries:
        byte_count += len(msgspec.json.encode(each))
        if len(kept) >= MAX_ENTRIES or byte_count > cleaning.MAX_LIST_BYTES:
            break
        kept.append(each)
    return tuple(kept)


def _offered(tool: types.Tool) -> OfferedTool:
    hints = tool.annotations
    title = tool.title or (hints.title if hints else None) or tool.name
    return OfferedTool(
        tool.name,
        cleaning.clean_text(title, 200, keeps_lines=False) or cleaning.clean_name(tool.name),
        cleaning.clean_text(tool.description or "", cleaning.MAX_DESCRIPTION_CHARS),
        tool.input_schema,
        bool(hints and hints.read_only_hint),
    )


def _parts_of(result: types.CallToolResult) -> Iterator[ResourceContent]:
    has_text = False
    for each in result.content:
        part = _block(each)
        has_text = has_text or bool(part.text)
        yield part
    if not has_text and result.structured_content is not None:
        text = msgspec.json.encode(result.structured_content).decode()
        yield ResourceContent("", "application/json", text)


def _block(block: types.ContentBlock) -> ResourceContent:
    match block:
        case types.TextContent():
            return ResourceContent("", "text/plain", block.text)
        case types.ImageContent():
            return cleaning.decoded("picture", block.mime_type, block.data)
        case types.AudioContent():
            return cleaning.decoded("sound", block.mime_type, block.data)
        case types.EmbeddedResource():
            return _resource(block.resource)
        case types.ResourceLink():
            facts = [block.title or block.name, str(block.uri), block.mime_type, block.description]
            return ResourceContent("", "text/plain", "\n".join(filter(None, facts)))


def _resource(
    resource: types.TextResourceContents | types.BlobResourceContents,
) -> ResourceContent:
    name = cleaning.clean_name(str(resource.uri).rstrip("/").rpartition("/")[2] or "resource")
    if isinstance(resource, types.TextResourceContents):
        return ResourceContent(name, resource.mime_type or "text/plain", resource.text)
    return cleaning.decoded(name, resource.mime_type or "application/octet-stream", resource.blob)
