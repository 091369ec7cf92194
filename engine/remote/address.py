"""The address of an endpoint, as it was typed, and the addresses of what it offers."""

from dataclasses import dataclass

import httpx2

from engine.ipc.lazy_text import lazy
from engine.messages.net_messages import NetTrouble
from engine.net.errors import NetError
from engine.net.http import origin_of

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
