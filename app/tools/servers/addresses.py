"""Servers at an address: the HTTP client for one of them, and its access by OAuth."""

import asyncio
import ipaddress
import socket
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from urllib.parse import parse_qs, urlsplit

import httpx2
import msgspec
from mcp.client.auth import OAuthClientProvider
from mcp.client.auth.exceptions import OAuthFlowError
from mcp.shared.auth import (
    AuthorizationCodeResult,
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthToken,
)
from pydantic import AnyUrl, ValidationError

from app.errors import LazyText, lazy
from app.tools.servers.cutting import JsonLines
from engine.net.http import make_client, origin_of
from engine.net.key_store import KeyStore
from engine.net.public_addresses import is_public

NEVER_SECONDS = 24 * 60 * 60.0  # a stream may be silent until the server has something to say
SIGN_IN_SECONDS = 10 * 60.0
_CALLBACK = "/callback"
_MAX_REQUEST_BYTES = 16 * 1024
_PAGE = (
    "<!doctype html><meta charset=utf-8><title>Hubbub</title>"
    "<p>Hubbub has the answer. This page can be closed."
)

# Asks the user to open a page in the browser; returns whether it was opened.
AskToOpen = Callable[[LazyText, str], Awaitable[bool]]


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
        stall_seconds=NEVER_SECONDS, auth=access.provider() if access else httpx2.Auth()
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


class _Stored(msgspec.Struct, frozen=True):
    """The entry in the keyring: the registration, with its port, and the tokens, as JSON."""

    port: int = 0
    client: str = ""
    tokens: str = ""


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
        access = cls(name, address, keys, ask, stored)
        await access._listen()
        return access

    def __init__(
        self, name: str, address: str, keys: KeyStore, ask: AskToOpen, stored: _Stored
    ) -> None:
        """Called by ``load`` only."""
        self._name = name
        self._address = address
        self._keys = keys
        self._ask = ask
        self._stored = stored
        self._server: asyncio.Server | None = None
        self._answer: asyncio.Future[AuthorizationCodeResult] | None = None

    def provider(self) -> OAuthClientProvider:
        """Return the object that authorizes requests."""
        return OAuthClientProvider(
            self._address,
            OAuthClientMetadata(
                client_name="Hubbub",
                redirect_uris=[AnyUrl(f"http://127.0.0.1:{self._stored.port}{_CALLBACK}")],
                token_endpoint_auth_method="none",
            ),
            self,
            self._open_page,
            self._wait_for_answer,
        )

    async def close(self) -> None:
        """Stop listening for the browser."""
        if self._server is not None:
            self._server.close()

    async def get_tokens(self) -> OAuthToken | None:
        """Return the stored tokens."""
        try:
            return OAuthToken.model_validate_json(self._stored.tokens or "null")
        except ValidationError:
            return None

    async def set_tokens(self, tokens: OAuthToken) -> None:
        """Store tokens. Raises NetError."""
        await self._keep(msgspec.structs.replace(self._stored, tokens=tokens.model_dump_json()))

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        """Return the stored registration."""
        try:
            return OAuthClientInformationFull.model_validate_json(self._stored.client or "null")
        except ValidationError:
            return None

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        """Store a registration. Raises NetError."""
        await self._keep(
            msgspec.structs.replace(self._stored, client=client_info.model_dump_json())
        )

    async def _keep(self, stored: _Stored) -> None:
        self._stored = stored
        await self._keys.keep(access_key(self._name), msgspec.json.encode(stored).decode())

    async def _listen(self) -> None:
        """Choose a port: a registration is valid for its own only."""
        with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as found:
            try:
                found.bind(("127.0.0.1", self._stored.port))
            except OSError:
                found.bind(("127.0.0.1", 0))
            port = found.getsockname()[1]
        if port != self._stored.port:
            self._stored = _Stored(port, "", self._stored.tokens)

    async def _open_page(self, address: str) -> None:
        if urlsplit(address).scheme not in ("https", "http"):
            raise OAuthFlowError("The server named a page that is not a web address.")
        self._answer = asyncio.get_running_loop().create_future()
        self._server = await asyncio.start_server(
            self._serve, "127.0.0.1", self._stored.port, limit=_MAX_REQUEST_BYTES
        )
        text = lazy("“{name}” asks you to sign in with your browser.", name=self._name)
        if not await self._ask(text, address):
            raise OAuthFlowError("The sign-in was refused.")

    async def _wait_for_answer(self) -> AuthorizationCodeResult:
        assert self._answer is not None
        try:
            async with asyncio.timeout(SIGN_IN_SECONDS):
                return await self._answer
        except TimeoutError as error:
            raise OAuthFlowError("The sign-in took too long.") from error
        finally:
            await self.close()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the browser's request, which carries the code."""
        try:
            line = await reader.readline()
            parts = line.decode("ascii", "replace").split()
            target = urlsplit(parts[1]) if len(parts) > 1 else urlsplit("")
            query = {name: values[0] for name, values in parse_qs(target.query).items()}
            if target.path == _CALLBACK and self._answer is not None and not self._answer.done():
                if "code" in query:
                    self._answer.set_result(
                        AuthorizationCodeResult(
                            code=query["code"], state=query.get("state"), iss=query.get("iss")
                        )
                    )
                elif "error" in query:
                    text = query.get("error_description") or query["error"]
                    self._answer.set_exception(OAuthFlowError(text[:300]))
            body = _PAGE.encode()
            head = f"Content-Type: text/html; charset=utf-8\r\nContent-Length: {len(body)}\r\n"
            writer.write(f"HTTP/1.1 200 OK\r\n{head}Connection: close\r\n\r\n".encode() + body)
            await writer.drain()
        except (OSError, ValueError):
            pass  # a browser that gives up, or no browser
        finally:
            writer.close()


def access_key(name: str) -> str:
    """Return the name of a server's access in the keyring."""
    return f"tool server {name}"
