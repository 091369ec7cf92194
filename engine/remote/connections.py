"""Connections to endpoints: one for each reply, without a timeout while a prompt is read."""

import asyncio
import socket
import sys
import urllib.request
from collections.abc import AsyncGenerator, AsyncIterable, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx2
import msgspec

from engine.ipc.lazy_text import lazy
from engine.messages.net_messages import NetTrouble
from engine.net.errors import NetError
from engine.net.http import as_net_errors, origin_of, read_at_most

CONNECT_SECONDS = 5.0
WRITE_SECONDS = 30.0
PROBE_SECONDS = 10.0  # seconds for a complete answer
PIECE_BYTES = 256 * 1024  # bytes of a request per write; the write timeout applies to each piece
MAX_REDIRECTS = 3
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
# Path suffixes in addresses copied from servers' manuals; longest first.
_TAILS = ("/v1/chat/completions", "/chat/completions", "/api/chat", "/v1", "/api")
_LONGEST = 2000


class EndpointAddress(msgspec.Struct, frozen=True):
    """The address of an endpoint: ``root`` is the part before ``/v1`` or ``/api``."""

    root: str
    origin: str
    host: str
    is_open: bool

    def url(self, path: str) -> str:
        """Return the URL of a path, which begins with a slash."""
        return self.root + path


def parse_address(typed: str) -> EndpointAddress:
    """Return the parsed address. Raises NetError if it is invalid.

    Without a scheme it is http, the default of self-hosted servers. An address with credentials or
    a query is refused: keys are entered separately.
    """
    text = typed.strip()
    if "://" not in text:
        text = f"http://{text}"
    try:
        url = httpx2.URL(text) if len(text) <= _LONGEST else None
    except httpx2.InvalidURL:
        url = None
    if url is None or url.scheme not in ("http", "https") or not url.host or url.userinfo:
        raise _no_address(typed)
    if url.query or url.fragment:
        raise _no_address(typed)
    path = url.path.rstrip("/")
    for tail in _TAILS:
        if path.endswith(tail):
            path = path.removesuffix(tail)
            break
    root = str(url.copy_with(path=path or "/")).rstrip("/")
    is_open = url.scheme == "http" and url.host not in _LOOPBACK
    return EndpointAddress(root, origin_of(url), url.host, is_open)


def _no_address(typed: str) -> NetError:
    return NetError(
        NetTrouble.UNREACHABLE,
        lazy(
            "This is not the address of a server: {address}. It looks like http://rack:8000.",
            address=typed[:100],
        ),
    )


@dataclass(slots=True)
class Times:
    """The times of a request's steps on the loop's clock; set while it is sent."""

    began: float = 0.0
    connected: float | None = None
    sent: float | None = None

    @property
    def network_seconds(self) -> float:
        """Return the seconds that it took to send the request."""
        return max(0.0, (self.sent or self.connected or self.began) - self.began)


def keep_alive_options() -> list[tuple[int, int, int]]:
    """Return socket options that detect a lost peer within a minute.

    No timeout can do that: a long prompt is silent for minutes.
    """
    options = [(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)]
    if sys.platform == "darwin":
        options.append((socket.IPPROTO_TCP, socket.TCP_KEEPALIVE, 30))
    elif hasattr(socket, "TCP_KEEPIDLE"):
        options.append((socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, 30))
    if hasattr(socket, "TCP_KEEPINTVL"):
        options.append((socket.IPPROTO_TCP, socket.TCP_KEEPINTVL, 10))
    if hasattr(socket, "TCP_KEEPCNT"):
        options.append((socket.IPPROTO_TCP, socket.TCP_KEEPCNT, 3))
    return options


def make_endpoint_client(proxy: str | None = None) -> httpx2.AsyncClient:
    """Return a client for endpoints; its owner closes it.

    A connection is used for one request: a connection that the server has just closed would lose a
    POST, which must not be sent twice.
    """
    limits = httpx2.Limits(max_connections=None, max_keepalive_connections=0)
    transport = httpx2.AsyncHTTPTransport(
        verify=httpx2.create_ssl_context(),
        limits=limits,
        proxy=proxy,
        socket_options=keep_alive_options(),
    )
    return httpx2.AsyncClient(
        headers={"User-Agent": "Hubbub", "Accept-Encoding": "identity"},
        timeout=httpx2.Timeout(None, connect=CONNECT_SECONDS, write=WRITE_SECONDS),
        transport=transport,
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
    )


def proxy_of(address: EndpointAddress) -> str | None:
    """Return the system's proxy for an address; None for a direct connection.

    A proxy could read unencrypted requests, and cannot reach machines of the local network: it is
    used only for https.
    """
    if not address.origin.startswith("https://") or urllib.request.proxy_bypass(address.host):
        return None
    return urllib.request.getproxies().get("https")


class InPieces:
    """The body of a request; it may be large, and may be sent again after a redirect."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    async def __aiter__(self) -> AsyncGenerator[bytes]:
        """Yield pieces; one write of a picture on a slow line would exceed the timeout."""
        for start in range(0, len(self._content), PIECE_BYTES):
            yield self._content[start : start + PIECE_BYTES]

    @property
    def headers(self) -> dict[str, str]:
        """Return the headers of the body: not all servers accept chunks."""
        return {"Content-Type": "application/json", "Content-Length": str(len(self._content))}


@asynccontextmanager
async def send(
    client: httpx2.AsyncClient,
    request: httpx2.Request,
    address: EndpointAddress,
    times: Times | None = None,
) -> AsyncGenerator[httpx2.Response]:
    """Yield the response, its body unread. Raises NetError.

    Redirects are followed only within the endpoint's origin: the key and the chat are sent to no
    other server.
    """
    with as_net_errors(str(request.url)):
        for _ in range(MAX_REDIRECTS + 1):
            if times is not None:
                request.extensions["trace"] = _tracer(times)
            response = await client.send(request, stream=True)
            try:
                if not response.has_redirect_location:
                    yield response
                    return
                request = _redirected(client, request, response, address)
            finally:
                await response.aclose()
    raise NetError(NetTrouble.BAD_ANSWER, lazy("{host} redirects endlessly.", host=address.host))


async def get_json(
    client: httpx2.AsyncClient,
    address: EndpointAddress,
    path: str,
    key: str | None,
    *,
    body: object = None,
    most_bytes: int = 4 << 20,
) -> tuple[int, bytes]:
    """Return the status and the body of a small answer. Raises NetError."""
    method = "GET" if body is None else "POST"
    request = client.build_request(method, address.url(path), json=body, headers=bearer(key))
    try:
        async with asyncio.timeout(PROBE_SECONDS), send(client, request, address) as response:
            return response.status_code, await read_at_most(response, most_bytes)
    except TimeoutError as error:
        text = lazy("{host} does not answer. Check your connection.", host=address.host)
        raise NetError(NetTrouble.TOO_SLOW, text) from error


def bearer(key: str | None) -> dict[str, str]:
    """Return the header that contains a key."""
    return {"Authorization": f"Bearer {key}"} if key else {}


def _redirected(
    client: httpx2.AsyncClient,
    request: httpx2.Request,
    response: httpx2.Response,
    address: EndpointAddress,
) -> httpx2.Request:
    target = request.url.join(response.headers["Location"])
    if origin_of(target) != address.origin:
        text = lazy(
            "{host} redirects to {other}. If you trust that one, enter its address instead.",
            host=address.host,
            other=origin_of(target)[:100],
        )
        raise NetError(NetTrouble.BAD_ANSWER, text)
    if request.method != "GET" and response.status_code not in (307, 308):
        text = lazy("{host} uses another address: {other}", host=address.host, other=target)
        raise NetError(NetTrouble.BAD_ANSWER, text)
    headers = {
        name: request.headers[name]
        for name in ("Authorization", "Content-Type", "Content-Length", "Accept")
        if name in request.headers
    }
    content = request.stream if request.method != "GET" else None
    assert content is None or isinstance(content, AsyncIterable)
    return client.build_request(request.method, target, headers=headers, content=content)


def _tracer(times: Times) -> Callable[[str, object], Awaitable[None]]:
    clock = asyncio.get_running_loop().time

    async def note(name: str, _info: object) -> None:
        if name in ("connection.connect_tcp.complete", "connection.start_tls.complete"):
            times.connected = clock()
        elif name == "http11.send_request_body.complete":
            times.sent = clock()

    return note
