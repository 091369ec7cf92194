"""Connections to endpoints: one for each reply, silent for as long as a prompt may take."""

import asyncio
import socket
import sys
import urllib.request
from collections.abc import AsyncGenerator, AsyncIterable, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx2

from engine.ipc.lazy_text import lazy
from engine.messages.net_messages import NetTrouble
from engine.net.errors import NetError
from engine.net.http import as_net_errors, origin_of, read_at_most

CONNECT_SECONDS = 5.0
WRITE_SECONDS = 30.0
PROBE_SECONDS = 10.0  # for a whole answer
PIECE_BYTES = 256 * 1024  # of a request, each of which may take the time that writing may
MAX_REDIRECTS = 3
_LOOPBACK = ("127.0.0.1", "localhost", "::1")
# What people copy along with an address from manuals of servers; longest first.
_TAILS = ("/v1/chat/completions", "/chat/completions", "/api/chat", "/v1", "/api")
_LONGEST = 2000


@dataclass(frozen=True, slots=True)
class EndpointAddress:
    """Where an endpoint is: ``root`` is what stands before ``/v1`` or ``/api``, without a slash."""

    root: str
    origin: str
    host: str
    is_open: bool

    def url(self, path: str) -> str:
        """Return the address of something there; ``path`` begins with a slash."""
        return self.root + path


def parse_address(typed: str) -> EndpointAddress:
    """Return what an address means. Raises NetError where it is none.

    Without a scheme it is http, as servers of one's own are started; with a name and a password in
    it, or with a question, it is refused: keys have a place of their own.
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
    """When a request got where, on the loop's clock; written while it is sent."""

    began: float = 0.0
    connected: float | None = None
    sent: float | None = None

    @property
    def network_seconds(self) -> float:
        """Return what it took to get the request there."""
        return max(0.0, (self.sent or self.connected or self.began) - self.began)


def keep_alive_options() -> list[tuple[int, int, int]]:
    """Return what has the system notice within a minute that the other end is gone.

    Nothing else does: a long prompt is silent for minutes, so that no silence is too long.
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
    """Return a client for endpoints, to be closed by its owner.

    A connection is used for one request: one that the server has just closed would lose a POST,
    which nobody may send twice.
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
    """Return the system's proxy for an address, None for the way without one.

    A proxy would read what is sent in the open, and knows nothing of the machine in the next room:
    it is for https alone.
    """
    if not address.origin.startswith("https://") or urllib.request.proxy_bypass(address.host):
        return None
    return urllib.request.getproxies().get("https")


class InPieces:
    """The body of a request that may be large, and may have to be sent again elsewhere."""

    def __init__(self, content: bytes) -> None:
        self._content = content

    async def __aiter__(self) -> AsyncGenerator[bytes]:
        """Yield it; written at once, a picture on a slow line would take too long."""
        for start in range(0, len(self._content), PIECE_BYTES):
            yield self._content[start : start + PIECE_BYTES]

    @property
    def headers(self) -> dict[str, str]:
        """Return what goes with it: not all servers take chunks."""
        return {"Content-Type": "application/json", "Content-Length": str(len(self._content))}


@asynccontextmanager
async def send(
    client: httpx2.AsyncClient,
    request: httpx2.Request,
    address: EndpointAddress,
    times: Times | None = None,
) -> AsyncGenerator[httpx2.Response]:
    """Yield the response, its body unread. Raises NetError.

    A redirect is followed within the endpoint's own origin only: neither the key nor what is in a
    chat goes to anybody whom the user has not named.
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
    raise NetError(NetTrouble.BAD_ANSWER, lazy("{host} redirects for ever.", host=address.host))


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
    """Return the header that carries a key."""
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
            "{host} sends on to {other}. If you trust that one, enter its address instead.",
            host=address.host,
            other=origin_of(target)[:100],
        )
        raise NetError(NetTrouble.BAD_ANSWER, text)
    if request.method != "GET" and response.status_code not in (307, 308):
        text = lazy("{host} answers at another address: {other}", host=address.host, other=target)
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
