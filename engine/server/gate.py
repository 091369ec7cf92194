"""Access control: checks host and origin first, then the token.

Any web page can make a browser send requests to this computer. A page whose name resolves to this
computer (DNS rebinding) has its own name in ``Host``; other pages send an ``Origin``.
"""

import hmac
import ipaddress
import re
from collections.abc import Callable, Mapping
from urllib.parse import unquote, urlsplit

import msgspec
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from engine.dialects.errors import ApiError, Dialect, error_body
from engine.server.connections import MAX_HEADER_BYTES
from engine.server.sending import send_error

_LOOPBACK_NAMES = ("localhost",)
_OPEN_PATHS = ("/", "/health", "/v1/health")  # return only whether requests are answered
_METHODS = b"GET, POST, OPTIONS"
_PREFLIGHT_SECONDS = b"600"
_PAGE_HEADERS = (
    *("authorization", "content-type", "x-api-key", "x-hubbub-conversation"),
    *("anthropic-version", "anthropic-beta"),
)
_MAX_PAGE_HEADERS = 64
_HEADER_NAME = re.compile(r"[a-z0-9!#$%&'*+.^_`|~-]{1,100}")
_READABLE_HEADERS = b"x-hubbub-notes, retry-after"


class Visitors(msgspec.Struct, frozen=True):
    """The access rules of a server.

    Attributes:
        host: the address that it listens at.
        origins: of web pages that may ask.
        names: further names of this computer, in lower case, such as that of its container.
        token: returns the one that programs have to show now.
        is_encrypted: visitors have verified the name with the certificate.
    """

    host: str
    origins: frozenset[str]
    token: Callable[[], str]
    is_encrypted: bool = False
    names: frozenset[str] = frozenset()

    def knows_host(self, header: str) -> bool:
        """Return whether a Host header names this computer by an address of the server.

        If it listens on the network, any numeric address is accepted: a rebound name is not one.
        """
        # The port is not compared: a forwarded one differs, and a page cannot choose another name.
        name = _host_name(header)
        if name is None:
            return False
        # A page whose name was rebound to this computer has no certificate that its browser trusts.
        if name in _LOOPBACK_NAMES or name in self.names or self.is_encrypted:
            return True
        address = _address(name)
        if address is None:
            return name == self.host.lower() and not is_loopback(self.host)
        return address.is_loopback or not is_loopback(self.host)

    def knows_token(self, headers: Mapping[str, str]) -> bool:
        """Return whether the token is right, in constant time."""
        scheme, _, bearer = headers.get("authorization", "").partition(" ")
        shown = bearer.strip() if scheme.lower() == "bearer" else headers.get("x-api-key", "")
        token = self.token()
        return bool(token) and hmac.compare_digest(_bytes(shown), _bytes(token))


class Gate:
    """Checks requests before the application sees them."""

    def __init__(self, application: ASGIApp, visitors: Visitors) -> None:
        self._application = application
        self._visitors = visitors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request to the application, or reject it with the reason."""
        headers = Headers(scope=scope)
        authority, scope = _without_authority(scope)
        dialect = dialect_of(scope["path"], headers)
        try:
            _check_size(scope)
            self._check_host(headers, authority)
            origin = self._allowed_origin(headers)
            # A browser sends its preflight request before the token, and so without it.
            if origin is not None:
                send = _with_origin(send, origin)
                if scope["method"] == "OPTIONS":
                    await _answer_preflight(headers, send)
                    return
            self._check_token(scope["path"], headers)
        except ApiError as error:
            await send_error(send, error, dialect)
            return
        await self._application(scope, receive, send)

    def _check_host(self, headers: Headers, authority: str | None) -> None:
        # With two headers, a proxy in between may have checked the other one.
        hosts = headers.getlist("host")
        is_known = len(hosts) == 1 and self._visitors.knows_host(hosts[0])
        if authority is not None:
            is_known = is_known and self._visitors.knows_host(authority)
        if not is_known:
            text = (
                "The Host header must name this computer, as 127.0.0.1 or localhost. Other names "
                "can be allowed in Hubbub's settings, under Other programs, or with "
                "`hubbub serve --allow-host NAME`."
            )
            raise ApiError(403, text, code="wrong_host", closes=True)

    def _allowed_origin(self, headers: Headers) -> str | None:
        """Return the origin of the web page; None if the request has none. Raises ApiError."""
        origin = headers.get("origin")
        if origin is None:
            return None
        if origin not in self._visitors.origins:
            text = "Web pages of this origin may not ask. It can be allowed in the settings."
            raise ApiError(403, text, code="wrong_origin", closes=True)
        return origin

    def _check_token(self, path: str, headers: Headers) -> None:
        if path not in _OPEN_PATHS and not self._visitors.knows_token(headers):
            text = (
                "The token is missing or wrong. It is in Hubbub's settings, under Other programs."
            )
            raise ApiError(401, text, code="invalid_api_key", closes=True)


def _without_authority(scope: Scope) -> tuple[str | None, Scope]:
    """Return the authority of a request target in absolute form, and the scope without it.

    None and the same scope for other targets. RFC 9112, section 3.2.2: a server must accept the
    absolute form, although clients send it to proxies only.
    """
    target = scope["raw_path"].decode("latin-1")
    scheme, separator, rest = target.partition("://")
    if not separator or scheme.lower() not in ("http", "https"):
        return None, scope
    authority, slash, path = rest.partition("/")
    raw_path = f"/{path}" if slash else "/"
    changed = {"path": unquote(raw_path), "raw_path": raw_path.encode("latin-1")}
    return authority, {**scope, **changed}


def _check_size(scope: Scope) -> None:
    """Raise ApiError on headers that arrived whole, which the size limit on arrival did not see."""
    size = len(scope["query_string"]) + len(scope["raw_path"])
    if size + sum(len(name) + len(value) for name, value in scope["headers"]) > MAX_HEADER_BYTES:
        raise ApiError(431, "The headers are too long.", closes=True)


def is_loopback(host: str) -> bool:
    """Return whether an address can be reached only from this computer."""
    address = _address(host)
    return address.is_loopback if address is not None else host.lower() in _LOOPBACK_NAMES


def dialect_of(path: str, headers: Mapping[str, str]) -> Dialect:
    """Return the API of a request."""
    if path.startswith("/api/"):
        return Dialect.OLLAMA
    is_other = path.startswith("/v1/messages") or "anthropic-version" in headers
    return Dialect.ANTHROPIC if is_other else Dialect.OPENAI


def _host_name(header: str) -> str | None:
    """Return the name in a Host header in lower case; None if the header is invalid."""
    if any(letter in header for letter in "/@?#\\ \t"):
        return None
    try:
        parts = urlsplit(f"//{header}")
        _ = parts.port  # is checked when it is read
    except ValueError:
        return None
    return parts.hostname


def _address(name: str) -> "ipaddress.IPv4Address | ipaddress.IPv6Address | None":
    try:
        return ipaddress.ip_address(name.strip("[]"))
    except ValueError:
        return None


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "surrogateescape")


def _with_origin(send: Send, origin: str) -> Send:
    """Return a ``send`` that allows only this page's browser to read the answer."""
    also = (
        (b"access-control-allow-origin", origin.encode("latin-1")),
        (b"access-control-expose-headers", _READABLE_HEADERS),
        (b"vary", b"Origin"),
    )

    async def send_with_origin(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message["headers"], *also]
        await send(message)

    return send_with_origin


async def _answer_preflight(asked: Headers, send: Send) -> None:
    headers = [
        (b"access-control-allow-methods", _METHODS),
        (b"access-control-allow-headers", _allowed_headers(asked)),
        (b"access-control-max-age", _PREFLIGHT_SECONDS),
        # Browsers also request this if a page of the internet accesses this computer.
        (b"access-control-allow-private-network", b"true"),
    ]
    await send({"type": "http.response.start", "status": 204, "headers": headers})
    await send({"type": "http.response.body", "body": b""})


def _allowed_headers(asked: Headers) -> bytes:
    """Return the usual headers and those that the page asks for; SDKs add many of their own."""
    wanted = asked.get("access-control-request-headers", "").lower().split(",")
    names = (each.strip() for each in wanted[:_MAX_PAGE_HEADERS])
    others = (each for each in names if _HEADER_NAME.fullmatch(each))
    return ", ".join(dict.fromkeys((*_PAGE_HEADERS, *others))).encode()


async def reject(request: Request, error: Exception) -> Response:
    """Answer a request for an unknown path, in the form of the program's API."""
    assert isinstance(error, HTTPException)
    status = error.status_code
    text = "There is nothing at this path." if status == 404 else f"{error.detail}."
    body = error_body(ApiError(status, text), dialect_of(request.url.path, request.headers))
    # The rest of the body is not read.
    headers = {**(error.headers or {}), "connection": "close"}
    content = msgspec.json.encode(body)
    return Response(content, status, headers, media_type="application/json")
