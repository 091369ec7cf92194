"""All engines on other machines: answers queries about them, and runs requests on them."""

import asyncio
import getpass
import hashlib
import socket
from collections.abc import Callable, Coroutine

import httpx2
import msgspec

from engine.dialects.openai_chat import Affinity
from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.errors import EndpointFault, EngineError
from engine.messages.events import Finished, FinishReason, GenerationEvent
from engine.messages.metrics import ReplyUsage
from engine.messages.net_messages import NetTrouble
from engine.messages.remote_messages import (
    Endpoint,
    EndpointFound,
    KeepKey,
    KeyOrigin,
    KeyReport,
    ProbeEndpoint,
    RemoteAnswer,
    RemoteQuestion,
    ReportKey,
    SubmitRemote,
)
from engine.net.errors import NetError
from engine.net.key_store import KeyStore
from engine.remote.connections import EndpointAddress, make_endpoint_client, parse_address, proxy_of
from engine.remote.pictures import PictureStore
from engine.remote.probe import probe
from engine.remote.reply import RemoteReply
from engine.remote.reply_reader import StepReporter
from engine.remote.servers import Servers


class RemoteEngines:
    """Lives on the loop of the net process; ``pictures`` receive the window's answers."""

    def __init__(self, report: Callable[[msgspec.Struct], None], keys: KeyStore) -> None:
        """Create it without opening a connection."""
        self._keys = keys
        self._known_keys: dict[str, tuple[str, KeyOrigin]] = {}
        self._open: set[int] = set()  # active requests
        self._reporter = StepReporter(report)
        self._servers = Servers()
        self._clients: dict[str | None, httpx2.AsyncClient] = {}
        self.pictures = PictureStore(report)

    async def close(self) -> None:
        """Close all connections, after the last request has ended."""
        await self.pictures.close()
        for client in self._clients.values():
            await client.aclose()

    async def answer(self, question: RemoteQuestion) -> RemoteAnswer:
        """Answer a query about an endpoint. Raises NetError."""
        address = parse_address(question.endpoint.address)
        match question:
            case ProbeEndpoint():
                return await self._probe(question, address)
            case KeepKey():
                return await self._keep(question, address)
            case ReportKey():
                _, origin = await self._key(question.endpoint, address)
                return _key_report(question.request_id, origin)

    async def key_of(self, endpoint: Endpoint) -> str:
        """Return the key of an endpoint; empty without one. Raises NetError."""
        key, _ = await self._key(endpoint, parse_address(endpoint.address))
        return _usable(key) or ""

    def begin(
        self,
        command: SubmitRemote,
        create_task: Callable[[Coroutine[None, None, None]], asyncio.Task[None]],
    ) -> asyncio.Task[None]:
        """Run one request; its events are reported, and the last is a Finished.

        This holds even if the task is cancelled before its first step.
        """
        number = command.request_id
        self._open.add(number)
        task = create_task(self._reply(command))
        task.add_done_callback(lambda _: self._put(_cancelled(number)))
        return task

    def _put(self, event: GenerationEvent) -> None:
        if event.request_id in self._open:
            if isinstance(event, Finished):
                self._open.discard(event.request_id)
            self._reporter.put(event)

    async def _reply(self, command: SubmitRemote) -> None:
        try:
            address = parse_address(command.endpoint.address)
            key, _ = await self._key(command.endpoint, address)
            client = self._client(address)
        except EngineError as error:
            self._put(Finished.failed(command.request_id, EndpointFault(str(error))))
            return
        reply = RemoteReply(
            command,
            client=client,
            address=address,
            key=_usable(key),
            affinity=Affinity(command.session, _salt(key)),
            servers=self._servers,
            pictures=self.pictures,
            put=self._put,
        )
        await reply.run()

    async def _probe(self, question: ProbeEndpoint, address: EndpointAddress) -> EndpointFound:
        endpoint = question.endpoint
        key = question.key
        if key is None:
            key, _ = await self._key(endpoint, address)
        found = await probe(self._client(address), address, endpoint.kind, _usable(key.strip()))
        self._servers.note(endpoint, address, found)
        return EndpointFound(
            question.request_id,
            found.kind,
            found.version,
            found.models,
            found.latency_seconds,
            found.warnings,
        )

    async def _keep(self, question: KeepKey, address: EndpointAddress) -> KeyReport:
        name, key = _key_name(question.endpoint, address), question.key.strip()
        if key:
            _usable(key)
        origin = await self._keys.keep(name, key)
        self._known_keys[name] = (key, origin)
        return _key_report(question.request_id, origin)

    async def _key(self, endpoint: Endpoint, address: EndpointAddress) -> tuple[str, KeyOrigin]:
        # Cached, since a keyring may prompt the user each time.
        name = _key_name(endpoint, address)
        if name not in self._known_keys:
            self._known_keys[name] = await self._keys.read(name)
        return self._known_keys[name]

    def _client(self, address: EndpointAddress) -> httpx2.AsyncClient:
        """Return the client for an address. Raises NetError."""
        proxy = proxy_of(address)
        if proxy not in self._clients:
            try:
                self._clients[proxy] = make_endpoint_client(proxy)
            except (ValueError, ImportError) as error:
                text = lazy("The proxy of this computer can't be used: {reason}", reason=error)
                raise NetError(NetTrouble.UNREACHABLE, text) from error
        return self._clients[proxy]


def _cancelled(request_id: int) -> Finished:
    return Finished(request_id, FinishReason.CANCELLED, ReplyUsage())


def _key_name(endpoint: Endpoint, address: EndpointAddress) -> str:
    """Return a key's name in the store; it contains the address, so another has no key."""
    return f"endpoint {endpoint.id} {address.origin}"


def _usable(key: str) -> str | None:
    """Return a key in the form of a header; None without one. Raises NetError."""
    if not key:
        return None
    if not key.isascii() or not key.isprintable():
        text = lazy("This key contains characters that are not valid in a key. Copy it again.")
        raise NetError(NetTrouble.KEY_REFUSED, text)
    return key


def _key_report(request_id: int, origin: KeyOrigin) -> KeyReport:
    text = LazyText()
    if origin is KeyOrigin.FILE:
        text = lazy(
            "This computer has no usable keyring. The key is in a file that only you can read."
        )
    return KeyReport(request_id, origin is not KeyOrigin.NOWHERE, origin, text)


def _salt(key: str) -> str:
    """Return the salt that separates this user's caches from those of others on the same server."""
    try:
        user = getpass.getuser()
    except (OSError, KeyError):
        user = ""
    told = f"hubbub:{key}:{user}:{socket.gethostname()}"
    return hashlib.sha256(told.encode("utf-8", "replace")).hexdigest()[:32]
