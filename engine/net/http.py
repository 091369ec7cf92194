"""The only place that creates HTTP clients, and turns their errors into sentences.

Proxies and trusted certificates are the system's: HTTP_PROXY and similar variables, SSL_CERT_FILE,
the stores of Windows and macOS. Redirects are followed here, not by the library, which would read
the body of a redirect to its end; that body may be endless.
"""

import email.utils
import errno
import socket
import ssl
import time
from collections.abc import AsyncGenerator, Awaitable, Callable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from http.cookiejar import CookieJar, DefaultCookiePolicy

import httpx2

from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.net_messages import NetTrouble
from engine.net.errors import NetError

CONNECT_SECONDS = 15.0
STALL_SECONDS = 30.0  # seconds without a byte
PACE_SECONDS = 20.0
MIN_BYTES = 16 * 1024  # in PACE_SECONDS
MAX_REDIRECTS = 10
MAX_CONNECTIONS = 32
LONGEST_WAIT_SECONDS = 24 * 60 * 60.0

# Maps an origin, such as "https://huggingface.co", to the token that may be sent there.
TokenFor = Callable[[str], Awaitable[str | None]]


async def no_token(_origin: str) -> str | None:
    """Return no token for any origin."""
    return None


def make_client(
    token_for: TokenFor = no_token,
    *,
    connect_seconds: float = CONNECT_SECONDS,
    stall_seconds: float = STALL_SECONDS,
    auth: httpx2.Auth | None = None,
) -> httpx2.AsyncClient:
    """Return a client for the network; its owner closes it. Raises NetError.

    Its requests go through ``open_url``. Content arrives as sent and is not decompressed, so sizes
    are exact. A token is added to each single request, including redirects, and only if it belongs
    to that exact origin. With ``auth``, that alone decides what is sent where.
    """

    async def authorize(request: httpx2.Request) -> None:
        # First: a redirect carries the headers of the previous request to any server.
        request.headers.pop("Authorization", None)
        token = await token_for(origin_of(request.url))
        if token is not None:
            request.headers["Authorization"] = f"Bearer {token}"

    try:
        return httpx2.AsyncClient(
            headers={"User-Agent": "Hubbub", "Accept-Encoding": "identity"},
            timeout=httpx2.Timeout(stall_seconds, connect=connect_seconds, pool=None),
            limits=httpx2.Limits(max_connections=MAX_CONNECTIONS),
            event_hooks={"request": [authorize] if auth is None else []},
            auth=auth,
            cookies=CookieJar(
                DefaultCookiePolicy(allowed_domains=())
            ),  # clients are not identified
        )
    except (ValueError, ImportError) as error:
        raise NetError(
            NetTrouble.UNREACHABLE,
            lazy("The proxy of this computer can't be used: {reason}", reason=error),
        ) from error


@asynccontextmanager
async def open_url(
    client: httpx2.AsyncClient,
    url: str,
    *,
    headers: Mapping[str, str] | None = None,
    method: str = "GET",
    check: Callable[[httpx2.URL], Awaitable[None]] | None = None,
) -> AsyncGenerator[httpx2.Response]:
    """Yield the response at the end of all redirects, its body unread. Raises NetError.

    ``check`` is called before each request and may raise NetError. Errors while the body is read
    inside the block also become NetError. The status is not checked; see ``check_status``.
    """
    with as_net_errors(url):
        target = httpx2.URL(url)
        for _ in range(MAX_REDIRECTS + 1):
            if check is not None:
                await check(target)
            request = client.build_request(method, target, headers=headers)
            response = await client.send(request, stream=True)
            try:
                if not response.has_redirect_location:
                    yield response
                    return
                target = _next_target(response)
            finally:
                await response.aclose()
        raise _bad_answer(url, lazy("it redirects endlessly"))


class Pace:
    """Detects a body that arrives too slowly, which a read timeout does not."""

    def __init__(self, response: httpx2.Response, seconds: float = PACE_SECONDS) -> None:
        self._host = response.request.url.host
        self._seconds = seconds
        self._began = time.monotonic()
        self._bytes = 0

    def note(self, byte_count: int) -> None:
        """Count received bytes. Raises NetError if there were too few for the elapsed time."""
        self._bytes += byte_count
        now = time.monotonic()
        if now - self._began < self._seconds:
            return
        if self._bytes < MIN_BYTES:
            text = lazy("{host} sends too slowly. Try again later.", host=self._host)
            raise NetError(NetTrouble.TOO_SLOW, text)
        self._began, self._bytes = now, 0


async def read_at_most(
    response: httpx2.Response, most_bytes: int, *, pace_seconds: float = PACE_SECONDS
) -> bytes:
    """Return a body of at most the given length. Raises NetError; only inside ``open_url``."""
    url = str(response.request.url)
    # A compressed megabyte may expand to a gigabyte, which a limit on received bytes would not
    # detect.
    if response.headers.get("Content-Encoding", "identity") != "identity":
        raise _bad_answer(url, lazy("it has a content encoding that was not requested"))
    content = bytearray()
    pace = Pace(response, pace_seconds)
    async for piece in response.aiter_raw():
        pace.note(len(piece))
        content += piece
        if len(content) > most_bytes:
            raise _bad_answer(url, lazy("it is too long"))
    return bytes(content)


def check_status(response: httpx2.Response) -> None:
    """Return if a response has the expected status. Raises NetError."""
    if response.is_success:
        return
    host, status = response.request.url.host, response.status_code
    wait = retry_after_seconds(response.headers)
    if status == 429:
        text = lazy("{host} received too many requests. Try again later.", host=host)
        raise NetError(NetTrouble.BUSY, text, retry_after_seconds=wait)
    if status >= 500:
        text = lazy("{host} is not working ({status}). Try again later.", host=host, status=status)
        raise NetError(NetTrouble.BUSY, text, retry_after_seconds=wait)
    # Hubs answer 401 or 403 for private content as well as for missing content.
    if status in (401, 403, 404, 410):
        text = lazy(
            "{host} does not have this, or not for you ({status}).", host=host, status=status
        )
        raise NetError(NetTrouble.NOT_FOUND, text)
    text = lazy("{host} refused the request ({status}).", host=host, status=status)
    raise NetError(NetTrouble.BAD_ANSWER, text)


def retry_after_seconds(headers: Mapping[str, str]) -> float | None:
    """Return the seconds until a retry is allowed, at most a day; None if not stated.

    A date is compared with the server's own clock: clocks of users are wrong, and jump.
    """
    said = headers.get("Retry-After", "").strip()
    if said.isascii() and said.isdigit():
        return min(float(said[:9]), LONGEST_WAIT_SECONDS)
    moment = _moment(said)
    if moment is None:
        return None
    now = _moment(headers.get("Date", "")) or time.time()
    return min(max(0.0, moment - now), LONGEST_WAIT_SECONDS)


def _moment(date: str) -> float | None:
    try:
        return email.utils.parsedate_to_datetime(date).timestamp()
    except (ValueError, TypeError, OverflowError, OSError):
        return None


def origin_of(url: httpx2.URL) -> str:
    """Return scheme, host and port of an address."""
    return f"{url.scheme}://{url.netloc.decode('ascii')}"


@contextmanager
def as_net_errors(url: str) -> Iterator[None]:
    """Raise NetError for all exceptions of the library that a network failure causes."""
    try:
        yield
    except httpx2.TimeoutException as error:
        text = lazy("{host} does not answer. Check your connection.", host=_host(url))
        raise NetError(NetTrouble.TOO_SLOW, text) from error
    except httpx2.ProxyError as error:
        text = lazy("The proxy of this computer refuses the connection: {reason}.", reason=error)
        raise NetError(NetTrouble.UNREACHABLE, text) from error
    except httpx2.RemoteProtocolError as error:
        text = lazy("The connection to {host} broke off. Try again.", host=_host(url))
        raise NetError(NetTrouble.UNREACHABLE, text) from error
    except (httpx2.NetworkError, httpx2.UnsupportedProtocol) as error:
        raise NetError(NetTrouble.UNREACHABLE, _unreachable(url, error)) from error
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        raise _bad_answer(url, lazy("it violates the rules of HTTP")) from error


def _next_target(response: httpx2.Response) -> httpx2.URL:
    """Return the target of a redirect; never from an encrypted to an unencrypted connection."""
    old = response.request.url
    new = old.join(response.headers["Location"])
    if new.scheme not in ("https", "http") or (old.scheme == "https" and new.scheme == "http"):
        raise _bad_answer(str(old), lazy("it redirects to an unencrypted address"))
    return new


def _bad_answer(url: str, reason: str) -> NetError:
    return NetError(
        NetTrouble.BAD_ANSWER,
        lazy("The answer of {host} cannot be used: {reason}.", host=_host(url), reason=reason),
    )


def _host(url: str) -> str:
    try:
        return httpx2.URL(url).host or url
    except httpx2.InvalidURL:
        return url[:100]


def _unreachable(url: str, error: httpx2.HTTPError) -> LazyText:
    """Return why a server can't be reached, as a sentence with a remedy."""
    with suppress(RuntimeError):  # there was no request
        url = str(error.request.url)  # after a redirect, another server than the one asked
    host, reason = _host(url), str(error) or type(error).__name__
    for cause in _causes(error):
        match cause:
            case ssl.SSLCertVerificationError():
                return lazy(
                    "The certificate of {host} is not trusted: {reason}.",
                    host=host,
                    reason=cause.verify_message,
                )
            case socket.gaierror():
                return lazy("{host} was not found. Check the name and your connection.", host=host)
            case ConnectionRefusedError():
                return lazy(
                    "No server answers at {address}. Check that it is running.",
                    address=_address(url),
                )
            case OSError(errno=errno.ENETUNREACH | errno.EHOSTUNREACH | errno.ENETDOWN):
                return lazy("{host} can't be reached. Check your connection.", host=host)
            case OSError(strerror=str(system_reason)):
                reason = system_reason
    return lazy("{host} can't be reached: {reason}.", host=host, reason=reason)


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an error and its causes, including those of attempts at several addresses."""
    yield error
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from _causes(each)
    cause = error.__cause__ or error.__context__
    if cause is not None:
        yield from _causes(cause)


def _address(url: str) -> str:
    parsed = httpx2.URL(url)
    return parsed.netloc.decode("ascii", "replace").rpartition("@")[2]
