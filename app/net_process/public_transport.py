"""A client for pages of the web that connects to public addresses only.

A name is looked up once, and the connection goes to an address that was checked, so that a second
answer of the name's server changes nothing (DNS rebinding). Every redirect is a request of its own
and is checked as well.
"""

import asyncio
import ipaddress
import re
import socket
import urllib.request
from collections.abc import Callable
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx2

from engine.ipc.lazy_text import lazy
from engine.messages.net_messages import NetTrouble
from engine.net.errors import NetError
from engine.net.http import CONNECT_SECONDS, STALL_SECONDS
from engine.net.public_addresses import IpAddress, is_public

AGENT = "Hubbub (+https://github.com/hubbub-chat/hubbub)"
_MAX_TRIES = 3  # addresses of one name
_LAST_PORT = (1 << 16) - 1
# A name that only a proxy may know: with a dot, and not a number at its end, which is an address.
_PUBLIC_NAME = re.compile(r"(?:[\w-]+\.)+(?=[\w-]*[^\W\d])[\w-]+\.?")
_LOCAL_NAMES = (".localhost", ".local", ".internal", ".lan", ".home.arpa", ".intranet")


class PublicTransport(httpx2.AsyncBaseTransport):
    """Sends requests through the system's proxy, or to checked addresses.

    A proxy looks names up itself, so what its network forbids is up to it. Names that this computer
    knows to be private are refused there as well.
    """

    def __init__(self, is_allowed: Callable[[IpAddress], bool] = is_public) -> None:
        self._is_allowed = is_allowed
        # A kept connection belongs to an address, which several host names may share.
        limits = httpx2.Limits(max_connections=None, max_keepalive_connections=0)
        self._direct = httpx2.AsyncHTTPTransport(limits=limits)
        self._proxied: dict[str, httpx2.AsyncHTTPTransport] = {}

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request. Raises NetError for an address that is not public."""
        # In ASCII: sockets and TLS encode other names by older rules, to those of other websites.
        host = request.url.raw_host.decode("ascii")
        if not 0 < (request.url.port or _port_of(request.url)) <= _LAST_PORT:
            text = lazy("This is not the address of a page: {address}.", address=request.url)
            raise NetError(NetTrouble.BAD_ANSWER, text)
        proxy = _proxy_of(request.url)
        if proxy is not None:
            await self._checked(host, request.url.port, is_proxied=True)
            return await self._proxy(proxy).handle_async_request(request)
        addresses = await self._checked(host, request.url.port or _port_of(request.url))
        failure: Exception | None = None
        for address in addresses[:_MAX_TRIES]:
            sent = httpx2.Request(
                request.method,
                request.url.copy_with(host=str(address)),
                headers=request.headers,
                stream=request.stream,
                extensions={**request.extensions, "sni_hostname": host},
            )
            try:
                return await self._direct.handle_async_request(sent)
            except (httpx2.ConnectError, httpx2.ConnectTimeout) as error:
                failure = error
        assert failure is not None
        raise failure

    async def aclose(self) -> None:
        """Close all connections."""
        for each in (self._direct, *self._proxied.values()):
            await each.aclose()

    def _proxy(self, proxy: str) -> httpx2.AsyncHTTPTransport:
        if proxy not in self._proxied:
            try:
                self._proxied[proxy] = httpx2.AsyncHTTPTransport(proxy=proxy)
            except (ValueError, ImportError) as error:
                text = lazy("The proxy of this computer can't be used: {reason}", reason=error)
                raise NetError(NetTrouble.UNREACHABLE, text) from error
        return self._proxied[proxy]

    async def _checked(
        self, host: str, port: int | None, *, is_proxied: bool = False
    ) -> list[IpAddress]:
        """Return the addresses of a name. Raises NetError if one of them is not public."""
        if f".{host.lower().rstrip('.')}".endswith(_LOCAL_NAMES) or not host:
            raise _not_public(host)
        try:
            loop = asyncio.get_running_loop()
            found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (socket.gaierror, UnicodeError) as error:
            if is_proxied and _PUBLIC_NAME.fullmatch(host):
                return []
            text = lazy("{host} was not found. Check the name and your connection.", host=host)
            raise NetError(NetTrouble.UNREACHABLE, text) from error
        texts = dict.fromkeys(str(each[4][0]).partition("%")[0] for each in found)
        addresses = [ipaddress.ip_address(each) for each in texts]
        if not all(map(self._is_allowed, addresses)):
            raise _not_public(host)
        return addresses


def make_page_client(transport: httpx2.AsyncBaseTransport) -> httpx2.AsyncClient:
    """Return a client for pages: it identifies no user and asks for uncompressed content."""
    return httpx2.AsyncClient(
        headers={"User-Agent": AGENT, "Accept-Encoding": "identity"},
        timeout=httpx2.Timeout(STALL_SECONDS, connect=CONNECT_SECONDS, pool=None),
        transport=transport,
        cookies=CookieJar(DefaultCookiePolicy(allowed_domains=())),
    )


def _proxy_of(url: httpx2.URL) -> str | None:
    if urllib.request.proxy_bypass(url.host):
        return None
    proxies = urllib.request.getproxies()
    found = proxies.get(url.scheme) or proxies.get("all")
    return found if not found or "://" in found else f"http://{found}"


def _port_of(url: httpx2.URL) -> int:
    return 443 if url.scheme == "https" else 80


def _not_public(host: str) -> NetError:
    text = lazy("{host} is not a public address. Only public web pages can be read.", host=host)
    return NetError(NetTrouble.BAD_ANSWER, text)
