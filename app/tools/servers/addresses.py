"""Servers at an address: the HTTP client for one of them, and its access by OAuth."""

import asyncio
import ipaddress
import socket
import sys
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Protocol, TypeVar
from urllib.parse import parse_qs, urlsplit

import httpx2
import msgspec
from mcp.client.auth import OAuthClientProvider
from mcp.client.auth.exceptions import OAuthFlowError
from mcp.shared.auth import (
    AuthorizationCodeResult,
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthMetadata,
    OAuthToken,
    ProtectedResourceMetadata,
)
from pydantic import AnyUrl, BaseModel, ValidationError

from app.errors import LazyText, lazy
from app.tools.servers.cutting import JsonLines
from engine.net.http import make_client, origin_of
from engine.net.key_store import KeyStore
from engine.net.public_addresses import is_public

NEVER_SECONDS = 24 * 60 * 60.0  # a stream may be silent until the server has something to say
SIGN_IN_SECONDS = 10 * 60.0
_CALLBACK = "/callback"
_MAX_REQUEST_BYTES = 16 * 1024
_PAGE = "<!doctype html><meta charset=utf-8><title>Hubbub</title><p>"
_ANSWERED = "Hubbub has the answer. This page can be closed."
_FAILED = "The sign-in did not succeed. Hubbub shows the reason. This page can be closed."
_UNEXPECTED = "Hubbub does not wait for this answer. Start the sign-in in Hubbub again."
# The parts of the metadata that refreshing a token needs; a keyring may take 1,280 characters.
_ENDPOINTS = {
    *("issuer", "authorization_endpoint", "token_endpoint"),
    "authorization_response_iss_parameter_supported",
}
_RESOURCE = {"resource", "authorization_servers"}
M = TypeVar("M", bound=BaseModel)


class AskToOpen(Protocol):
    """Asks the user to open a page in the browser; returns whether it was opened.

    With ``is_open`` the page was opened before: the user can open it again, or cancel. If the task
    is cancelled, the question is withdrawn.
    """

    async def __call__(self, text: LazyText, address: str, *, is_open: bool = False) -> bool: ...


class NotAllowed(Exception):
    """A request to an address that the user did not enter; the text is a sentence."""


@asynccontextmanager
async def address_client(
    name: str,
    address: str,
    headers: Mapping[str, str],
    keys: KeyStore,
    ask: AskToOpen,
    saw_status: Callable[[int], None],
) -> AsyncGenerator[httpx2.AsyncClient]:
    """Yield a client for one server. Raises NetError.

    ``headers`` go to the origin of the address only. Private addresses are reached only if the
    address itself is one, so that no server can have requests sent into the user's network. Without
    an Authorization header the user is asked to sign in when the server demands it.
    """
    origin = origin_of(httpx2.URL(address))
    access = None
    if not any(each.casefold() == "authorization" for each in headers):
        access = await Access.load(name, address, keys, ask)
    client = make_client(
        stall_seconds=NEVER_SECONDS, auth=access.provider if access else httpx2.Auth()
    )

    async def check(request: httpx2.Request) -> None:
        if origin_of(request.url) == origin:
            request.headers.update(headers)
        else:
            await _check_public(request.url)

    async def bound(response: httpx2.Response) -> None:
        if response.request.method == "POST":  # others are optional for a server
            saw_status(response.status_code)
        response.stream = _CutStream(response)

    client.event_hooks = {"request": [check], "response": [bound]}
    try:
        async with client:
            yield client
    finally:
        if access is not None:
            await access.close()


async def _check_public(url: httpx2.URL) -> None:
    """Raise NotAllowed for a host that is not on the internet, or that has no encryption."""
    if url.scheme != "https":
        raise NotAllowed(lazy("{url} is not encrypted and was not opened.", url=str(url)))
    try:
        found = await asyncio.get_running_loop().getaddrinfo(url.host, url.port or 443)
    except OSError:
        return  # a proxy may know it; without one the connection fails as well
    for *_, place in found:
        if not is_public(ipaddress.ip_address(str(place[0]).partition("%")[0])):
            text = lazy(
                "The server redirected to {host}, which is in a private network. It was not "
                "opened.",
                host=url.host,
            )
            raise NotAllowed(text)


class _CutStream(httpx2.AsyncByteStream):
    """The body of a response; strings that are too long are cut while it arrives."""

    def __init__(self, response: httpx2.Response) -> None:
        assert isinstance(response.stream, httpx2.AsyncByteStream)
        self._stream = response.stream
        # No encoding was requested; a compressed megabyte may become a gigabyte.
        self._is_encoded = response.headers.get("Content-Encoding", "identity") != "identity"

    async def __aiter__(self) -> AsyncIterator[bytes]:
        if self._is_encoded:
            raise httpx2.DecodingError("it has a content encoding that was not requested")
        lines = JsonLines()
        async for chunk in self._stream:
            if found := lines.feed(chunk):
                yield b"".join(found)
        if rest := lines.finish():
            yield b"".join(rest)

    async def aclose(self) -> None:
        await self._stream.aclose()


class _Stored(msgspec.Struct, frozen=True, omit_defaults=True):
    """The entry in the keyring.

    Attributes:
        address: the server that gets the tokens; no other one of the same name does.
        port: the one of the registration, where the browser's answer arrives.
        expires_at: the end of the access token in seconds since the epoch; 0 if it is not known.
        client, tokens, endpoints, resource: as the library dumps them.
    """

    address: str = ""
    port: int = 0
    expires_at: float = 0.0
    client: dict[str, Any] = {}
    tokens: dict[str, Any] = {}
    endpoints: dict[str, Any] = {}
    resource: dict[str, Any] = {}


class Access:
    """The access to one server that the user granted in the browser; a ``TokenStorage``."""

    @classmethod
    async def load(cls, name: str, address: str, keys: KeyStore, ask: AskToOpen) -> "Access":
        """Read the entry, and take a port for the browser's answer."""
        text, _ = await keys.read(access_key(name))
        try:
            stored = msgspec.json.decode(text or "{}", type=_Stored)
        except msgspec.DecodeError:
            stored = _Stored()
        if stored.address != address:
            stored = _Stored(address)
        return cls(name, keys, ask, _with_free_port(stored))

    def __init__(self, name: str, keys: KeyStore, ask: AskToOpen, stored: _Stored) -> None:
        """Called by ``load`` only."""
        self._name = name
        self._keys = keys
        self._ask = ask
        self._stored = stored
        self._server: asyncio.Server | None = None
        self._answer: asyncio.Future[AuthorizationCodeResult] | None = None
        self._page = ""  # where the user signs in
        self.provider = self._provider()

    async def close(self) -> None:
        """Stop listening for the browser."""
        if self._server is not None:
            self._server.close()

    async def get_tokens(self) -> OAuthToken | None:
        """Return the stored tokens."""
        return _parsed(OAuthToken, self._stored.tokens)

    async def set_tokens(self, tokens: OAuthToken) -> None:
        """Store tokens, with what refreshing them after a restart needs. Raises NetError."""
        context = self.provider.context
        await self._keep(
            msgspec.structs.replace(
                self._stored,
                tokens=_dumped(tokens),
                expires_at=context.token_expiry_time or 0.0,
                endpoints=_dumped(context.oauth_metadata, _ENDPOINTS),
                resource=_dumped(context.protected_resource_metadata, _RESOURCE),
            )
        )

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        """Return the stored registration."""
        return _parsed(OAuthClientInformationFull, self._stored.client)

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        """Store a registration. Raises NetError."""
        await self._keep(msgspec.structs.replace(self._stored, client=_dumped(client_info)))

    def _provider(self) -> OAuthClientProvider:
        """Return the object that authorizes requests; it knows when the stored token expires."""
        provider = OAuthClientProvider(
            self._stored.address,
            OAuthClientMetadata(
                client_name="Hubbub",
                redirect_uris=[AnyUrl(f"http://127.0.0.1:{self._stored.port}{_CALLBACK}")],
                token_endpoint_auth_method="none",
            ),
            self,
            self._open_page,
            self._wait_for_answer,
        )
        context = provider.context
        context.token_expiry_time = self._stored.expires_at or None
        context.oauth_metadata = _parsed(OAuthMetadata, self._stored.endpoints)
        resource = _parsed(ProtectedResourceMetadata, self._stored.resource)
        if resource is not None:
            context.protected_resource_metadata = resource
            context.auth_server_url = str(resource.authorization_servers[0])
        return provider

    async def _keep(self, stored: _Stored) -> None:
        self._stored = stored
        await self._keys.keep(access_key(self._name), msgspec.json.encode(stored).decode())

    async def _open_page(self, address: str) -> None:
        if urlsplit(address).scheme not in ("https", "http"):
            raise OAuthFlowError(lazy("The server named a page that is not a web address."))
        self._page = address
        self._answer = asyncio.get_running_loop().create_future()
        self._server = await asyncio.start_server(
            self._serve, "127.0.0.1", self._stored.port, limit=_MAX_REQUEST_BYTES
        )
        text = lazy("“{name}” asks you to sign in with your browser.", name=self._name)
        if not await self._ask(text, address):
            await self.close()
            raise OAuthFlowError(lazy("The sign-in was refused."))

    async def _wait_for_answer(self) -> AuthorizationCodeResult:
        """Wait for the browser's answer; meanwhile the user can open the page again, or cancel."""
        answer = self._answer
        assert answer is not None
        cancelling = asyncio.ensure_future(self._offer_page())
        ends: set[asyncio.Future[Any]] = {answer, cancelling}
        try:
            await asyncio.wait(ends, timeout=SIGN_IN_SECONDS, return_when=asyncio.FIRST_COMPLETED)
            if answer.done():
                return answer.result()
            if cancelling.done():
                cancelling.result()
                raise OAuthFlowError(lazy("The sign-in was cancelled."))
            raise OAuthFlowError(
                lazy(
                    "The browser gave no answer within {count:,} minutes.",
                    count=round(SIGN_IN_SECONDS / 60),
                )
            )
        finally:
            cancelling.cancel()
            await asyncio.wait({cancelling})
            await self.close()

    async def _offer_page(self) -> None:
        """Return when the user cancels."""
        text = lazy("“{name}” waits until you have signed in with your browser.", name=self._name)
        while await self._ask(text, self._page, is_open=True):
            pass

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the browser's request, which carries the code."""
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            status, text = self._response(head.decode("ascii", "replace"))
            body = f"{_PAGE}{text}".encode()
            head_lines = (
                f"HTTP/1.1 {status}",
                "Content-Type: text/html; charset=utf-8",
                f"Content-Length: {len(body)}",
                "Cache-Control: no-store",
                "Connection: close",
            )
            writer.write("\r\n".join((*head_lines, "", "")).encode() + body)
            await writer.drain()
        except (OSError, ValueError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            pass  # a browser that gives up, or no browser
        finally:
            writer.close()

    def _response(self, head: str) -> tuple[str, str]:
        """Return the status and text of a page; takes the answer to the sign-in in progress."""
        parts = head.split(maxsplit=2)
        target = urlsplit(parts[1] if len(parts) > 1 else "")
        query = {name: values[0] for name, values in parse_qs(target.query).items()}
        if parts[:1] != ["GET"] or target.path != _CALLBACK or not query.keys() & {"code", "error"}:
            return "404 Not Found", _UNEXPECTED
        answer, state = self._answer, query.get("state")
        wanted = parse_qs(urlsplit(self._page).query).get("state", [None])[0]
        # Any page on the web can send the browser here: such an answer ends no sign-in.
        if answer is None or answer.done() or state != wanted:
            return "400 Bad Request", _UNEXPECTED
        if "code" in query:
            code, issuer = query["code"], query.get("iss")
            answer.set_result(AuthorizationCodeResult(code=code, state=state, iss=issuer))
            return "200 OK", _ANSWERED
        reason: str = query.get("error_description") or query["error"]
        if query["error"] == "access_denied":
            reason = lazy("Access was refused in the browser.")
        answer.set_exception(OAuthFlowError(reason))
        return "200 OK", _FAILED


def _with_free_port(stored: _Stored) -> _Stored:
    """Choose a port: a registration is valid for its own only."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as found:
        if sys.platform != "win32":  # there it would take a port that is in use
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind(("127.0.0.1", stored.port))
        except OSError:
            found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    if port == stored.port:
        return stored
    return msgspec.structs.replace(stored, port=port, client={})


def _dumped(value: BaseModel | None, fields: set[str] | None = None) -> dict[str, Any]:
    if value is None:
        return {}
    return value.model_dump(mode="json", include=fields, exclude_none=True)


def _parsed(kind: type[M], value: dict[str, Any]) -> M | None:
    try:
        return kind.model_validate(value) if value else None
    except ValidationError:
        return None


def access_key(name: str) -> str:
    """Return the name of a server's access in the keyring."""
    return f"tool server {name}"
