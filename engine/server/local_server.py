"""The local server: its paths and its token, starting and stopping."""

import asyncio
import hashlib
import secrets
import socket
import ssl
import sys
from collections.abc import Callable
from contextlib import suppress
from functools import partial

import msgspec
import uvicorn
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.routing import Route
from starlette.types import ASGIApp

from engine.dialects.anthropic import MessagesExchange
from engine.dialects.completions import CompletionExchange
from engine.dialects.openai_chat import ChatExchange
from engine.dialects.responses import ResponsesExchange, StoredResponses
from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.net_messages import NetTrouble
from engine.messages.remote_messages import KeyOrigin
from engine.messages.server_messages import (
    RenewServerToken,
    ServerAnswer,
    ServerCommand,
    ServerConfig,
    ServerState,
    ServerToken,
    ShowServerToken,
    StartServer,
    StopServer,
)
from engine.net.errors import NetError
from engine.net.key_store import ANSWER_SECONDS, SILENT, UNLOCK_SECONDS, KeyStore
from engine.server.bodies import Bodies
from engine.server.connections import IDLE_SECONDS, MAX_HEADER_BYTES, LimitedProtocol
from engine.server.conversations import Conversations
from engine.server.endpoint import Answers, Endpoint, MakeExchange, Page
from engine.server.engine_link import EngineLink, channel
from engine.server.gate import Gate, Visitors, is_loopback, reject
from engine.server.generation import Generator, MediaQuestions, ProgramQueue
from engine.server.ollama_api import OllamaApi
from engine.server.served_models import ModelQuestions, Served, ServedModels, Spawn
from engine.server.status import Status
from engine.server.text_answers import TextAnswers

_WITHOUT_VERSION = ("/v1/chat/completions", "/v1/completions", "/v1/responses", "/v1/embeddings")
_NAME = "local server"
_PREFIX = "hub-"
_REPORT_SECONDS = 0.5
_BACKLOG = 128
_END_SECONDS = 1  # seconds; requests that still run are cancelled then


def application(
    models: ServedModels,
    queue: ProgramQueue,
    generator: Generator,
    visitors: Visitors,
    bodies: Bodies,
    closing: asyncio.Event,
    ping_seconds: float,
) -> ASGIApp:
    """Return the application that answers all requests until ``closing`` is set.

    A stream shows a sign of life in each pause of ``ping_seconds``.
    """
    status = Status(models, generator, queue, bodies)
    texts = TextAnswers(models, generator, bodies)
    answers = Answers(generator, models, bodies, ping_seconds)

    def writing(make: MakeExchange) -> Endpoint:
        return Endpoint(partial(answers.answer, make), closing, bodies)

    responses = partial(ResponsesExchange, stored=StoredResponses())
    posted = {
        "/v1/chat/completions": writing(ChatExchange),
        "/v1/completions": writing(CompletionExchange),
        "/v1/responses": writing(responses),
        "/v1/messages": writing(MessagesExchange),
        "/v1/messages/count_tokens": Endpoint(status.count, closing, bodies),
        "/v1/embeddings": Endpoint(texts.embeddings, closing, bodies),
        "/models/load": Endpoint(status.load, closing, bodies),
        "/models/unload": Endpoint(status.unload, closing, bodies),
        "/tokenize": Endpoint(texts.tokenize, closing, bodies),
        "/detokenize": Endpoint(texts.detokenize, closing, bodies),
        "/apply-template": Endpoint(texts.apply_template, closing, bodies),
    }
    # As in llama-server, for programs whose address lacks the version.
    posted |= {path.removeprefix("/v1"): posted[path] for path in _WITHOUT_VERSION}
    pages = {
        "/v1/models": Page(status.models),
        "/v1/models/{name:path}": Page(status.model),
        "/models": Page(status.models),
        "/health": Page(status.health),
        "/v1/health": Page(status.health),
        "/props": Page(status.props),
        "/metrics": Page(status.metrics),
        "/slots": Page(status.slots),
    }
    routes = [
        *(Route(path, each, methods=["POST"]) for path, each in posted.items()),
        *(Route(path, each, methods=["GET"]) for path, each in pages.items()),
        *OllamaApi(models, answers, texts, bodies, closing).routes(),
    ]
    rooms = Starlette(routes=routes, exception_handlers={HTTPException: reject})
    return Gate(rooms, visitors)


class ServerTokens:
    """Holds the current token; ``current`` is empty until it is read or created."""

    def __init__(self, keys: KeyStore) -> None:
        self._keys = keys
        self._origin = KeyOrigin.NOWHERE
        self._lock = asyncio.Lock()  # held while the keyring is asked
        self.current = ""

    @property
    def name(self) -> str:
        """Return the prefix of conversation names: it reveals nothing of the token."""
        return hashlib.sha256(self.current.encode()).hexdigest()[:12]

    async def read(self, seconds: float = ANSWER_SECONDS) -> tuple[str, KeyOrigin]:
        """Return the token, created if there is none, and its location.

        Raises NetError, also if the keyring does not answer this or an earlier question within the
        time.
        """
        try:
            async with asyncio.timeout(seconds):
                await self._lock.acquire()
        except TimeoutError:
            raise NetError(NetTrouble.NO_KEYRING, SILENT) from None
        try:
            if not self.current:
                self.current, self._origin = await self._keys.read(_NAME, seconds)
            if not self.current:
                await self._replace()
            return self.current, self._origin
        finally:
            self._lock.release()

    async def renew(self) -> tuple[str, KeyOrigin]:
        """Replace the token; only the new one is valid from now on. Raises NetError."""
        async with self._lock:
            await self._replace()
            return self.current, self._origin

    async def _replace(self) -> None:
        token = f"{_PREFIX}{secrets.token_urlsafe(32)}"
        self._origin = await self._keys.keep(_NAME, token)
        self.current = token


class LocalServer:
    """At most one server; lives on the loop of the net process."""

    def __init__(
        self, keys: KeyStore, spawn: Spawn, report: Callable[[msgspec.Struct], None]
    ) -> None:
        """``spawn`` starts supervised tasks: their exceptions are reported."""
        self.media = MediaQuestions(report)
        self.models = ModelQuestions(report)
        self._spawn = spawn
        self._tokens = ServerTokens(keys)
        self._report = report
        self._running: _Running | None = None
        self._lock = asyncio.Lock()

    async def execute(self, command: ServerCommand) -> ServerAnswer:
        """Execute a command of the window. Raises NetError."""
        number = command.request_id
        if isinstance(command, ShowServerToken):
            return ServerToken(number, *await self._tokens.read())
        async with self._lock:
            match command:
                case RenewServerToken():
                    return ServerToken(number, *await self._tokens.renew())
                case StopServer():
                    await self._stop()
                    return ServerState(request_id=number)
                case StartServer(config=config):
                    await self._stop()
                    return await self._start(number, config)

    async def close(self) -> None:
        """Stop the server if it runs."""
        async with self._lock:
            await self._stop()

    async def _start(self, number: int, config: ServerConfig) -> ServerState:
        # The token comes first: a server that listens without one would reject every request. A new
        # one would do so to all programs that have the one in a locked keyring.
        await self._tokens.read(UNLOCK_SECONDS)
        try:
            self._running = await asyncio.to_thread(
                _Running.prepared, config, self._tokens, self.media, self.models, self._spawn
            )
        except _CannotStart as error:
            return ServerState(request_id=number, text=LazyText.of(str(error)))
        self._running.start(self._report)
        return self._running.state(number)

    async def _stop(self) -> None:
        running, self._running = self._running, None
        if running is not None:
            await running.stop()


class _CannotStart(Exception):
    """The reason why the server cannot listen."""


class _Running:
    """A listening server and the objects it needs."""

    def __init__(
        self,
        config: ServerConfig,
        tokens: ServerTokens,
        media: MediaQuestions,
        models: ModelQuestions,
        spawn: Spawn,
        listener: socket.socket,
        context: ssl.SSLContext | None,
    ) -> None:
        self._config = config
        self._spawn = spawn
        self._listener = listener
        self._address = _address_of(listener, is_encrypted=context is not None)
        self._changed = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._link = EngineLink(channel(config.channel), self._note_change)
        self._queue = ProgramQueue(config.most_waiting, self._note_change)
        conversations = Conversations(lambda: tokens.name, self._link.discard)
        served = ServedModels(
            Served(self._link, conversations), config.channel, models, lambda: tokens.name, spawn
        )
        visitors = Visitors(
            config.host,
            frozenset(config.origins),
            lambda: tokens.current,
            is_encrypted=context is not None,
            names=frozenset(map(str.lower, config.host_names)),
        )
        self._closing = asyncio.Event()
        self._generator = generator = Generator(self._queue, media)
        self._bodies = Bodies()
        rooms = application(
            served,
            self._queue,
            generator,
            visitors,
            self._bodies,
            self._closing,
            config.ping_seconds,
        )
        self._server = uvicorn.Server(_uvicorn_config(rooms, context))

    @classmethod
    def prepared(
        cls,
        config: ServerConfig,
        tokens: ServerTokens,
        media: MediaQuestions,
        models: ModelQuestions,
        spawn: Spawn,
    ) -> "_Running":
        """Return a server that listens already. Raises _CannotStart."""
        context = _tls(config)
        return cls(config, tokens, media, models, spawn, _listener(config), context)

    def start(self, report: Callable[[msgspec.Struct], None]) -> None:
        """Begin to answer requests and to report changes."""
        work = (self._server.serve([self._listener]), self._link.run(), self._follow(report))
        self._tasks = [self._spawn(each) for each in work]

    async def stop(self) -> None:
        """Cancel all requests and close all connections."""
        # Answers end now; uvicorn alone would wait until the replies are complete.
        self._closing.set()
        self._server.should_exit = True
        serving, *others = self._tasks
        await asyncio.wait([serving], timeout=_END_SECONDS + 2)
        for task in (serving, *others):
            task.cancel()
        await asyncio.gather(serving, *others, return_exceptions=True)
        self._listener.close()
        self._bodies.close()
        self._generator.close()

    def state(self, number: int = 0) -> ServerState:
        """Return the current state."""
        return ServerState(
            request_id=number,
            is_running=True,
            address=self._address,
            text=self._note(),
            model=self._link.model.name if self._link.model is not None else "",
            running_count=self._queue.running_count,
            waiting_count=self._queue.waiting_count,
        )

    def _note(self) -> LazyText:
        if is_loopback(self._config.host) or self._config.certificate:
            return LazyText()
        return lazy(
            "Others on the network can read what is asked and answered, since it is not encrypted."
        )

    def _note_change(self) -> None:
        self._changed.set()

    async def _follow(self, report: Callable[[msgspec.Struct], None]) -> None:
        while True:
            await self._changed.wait()
            self._changed.clear()
            report(self.state())
            await asyncio.sleep(_REPORT_SECONDS)


def _address_of(listener: socket.socket, *, is_encrypted: bool) -> str:
    host, port = listener.getsockname()[:2]
    scheme = "https" if is_encrypted else "http"
    return f"{scheme}://{f'[{host}]' if ':' in host else host}:{port}"


def _uvicorn_config(rooms: "object", context: ssl.SSLContext | None) -> uvicorn.Config:
    config = uvicorn.Config(
        rooms,  # type: ignore[arg-type]  # an ASGI application, in the types of starlette
        loop="none",
        http=LimitedProtocol,
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        log_level="error",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=MAX_HEADER_BYTES,
        timeout_keep_alive=int(IDLE_SECONDS),
        timeout_graceful_shutdown=_END_SECONDS,
        backlog=_BACKLOG,
    )
    config.load()
    config.ssl = context
    return config


def _tls(config: ServerConfig) -> ssl.SSLContext | None:
    if not config.certificate:
        return None
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        # A key with a password is refused; otherwise OpenSSL asks for it on a terminal.
        context.load_cert_chain(config.certificate, config.key_file, password=lambda: "")
    except (OSError, ssl.SSLError) as error:
        text = lazy("The certificate can't be used: {reason}.", reason=error)
        raise _CannotStart(text) from error
    return context


def _listener(config: ServerConfig) -> socket.socket:
    """Return a listening socket. Raises _CannotStart."""
    try:
        found = socket.getaddrinfo(
            config.host, config.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, kind, protocol, _, address = found[0]
        listener = socket.socket(family, kind, protocol)
    except (OSError, UnicodeError) as error:
        text = lazy(
            "{host} is not an address of this computer: {reason}.", host=config.host, reason=error
        )
        raise _CannotStart(text) from error
    try:
        # In Windows this would let another program take over the port.
        if sys.platform != "win32":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            # An address of one family means that family: :: alone does not include IPv4.
            with suppress(OSError):
                listener.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listener.bind(address)
        listener.listen(_BACKLOG)
        listener.setblocking(False)
    except OSError as error:
        listener.close()
        text = lazy(
            "Nothing can listen at {host}, port {port}: {reason}.",
            host=config.host,
            port=config.port,
            reason=error,
        )
        raise _CannotStart(text) from error
    return listener
