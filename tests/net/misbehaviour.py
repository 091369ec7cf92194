"""What servers do to downloads: ways in which the tests' hub misbehaves, to be given to it."""

import random
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeAlias

from tests.net.hub_files import BytesContent, FileContent
from tests.net.hub_server import Reply, Request

# Of a reply, never of the connection.
Change: TypeAlias = Callable[[Request, Reply], Reply]

_PAGE = b"<html><body>Sign in to this network</body></html>"


class DamagedContent:
    """A file with other bytes in one place."""

    def __init__(self, content: FileContent, start: int, count: int) -> None:
        self._content, self._start, self._stop = content, start, start + count

    @property
    def size_bytes(self) -> int:
        return self._content.size_bytes

    @property
    def sha256(self) -> str:
        return self._content.sha256  # what is promised

    def read(self, start: int, count: int) -> bytes:
        data = bytearray(self._content.read(start, count))
        first, last = max(self._start - start, 0), max(0, min(self._stop - start, len(data)))
        data[first:last] = bytes(byte ^ 0xFF for byte in data[first:last])
        return bytes(data)


def is_file(request: Request) -> bool:
    """Return whether a request is for the bytes of a file."""
    return request.host == "cdn"


def asks_for_rest(request: Request) -> bool:
    """Return whether a request is for a part of a file."""
    return is_file(request) and "range" in request.headers


def cuts_after(count: int) -> Change:
    """Close the connection after so many bytes of a body."""
    return lambda _, reply: replace(reply, cut_after_bytes=count)


def ends_after(count: int) -> Change:
    """End the body after so many bytes, all of which the client gets before it hears of the end."""
    return lambda _, reply: replace(
        reply,
        stop=min(reply.start + count, reply.start + reply.body_bytes),
        declared_bytes=reply.body_bytes,
    )


def ends_anywhere(dice: random.Random, most_bytes: int) -> Change:
    """End bodies after any number of bytes."""
    return lambda request, reply: ends_after(dice.randrange(most_bytes))(request, reply)


def cuts_anywhere(dice: random.Random, most_bytes: int) -> Change:
    """Close connections after any number of bytes."""
    return lambda _, reply: replace(reply, cut_after_bytes=dice.randrange(most_bytes))


def ignores_range(_request: Request, reply: Reply) -> Reply:
    """Send the whole file, whatever was asked for."""
    headers = {name: each for name, each in reply.headers.items() if name != "Content-Range"}
    return replace(reply, status=200, headers=headers, start=0, stop=None)


def says(status: int, headers: Mapping[str, str] | None = None) -> Change:
    """Refuse with a status."""
    return lambda _, reply: Reply(status, headers or {}, BytesContent(b"no"))


def sends_page(_request: Request, _reply: Reply) -> Reply:
    """Send the page of a network that wants a sign-in."""
    return Reply(200, {"Content-Type": "text/html; charset=utf-8"}, BytesContent(_PAGE))


def sends_damaged(start: int, count: int = 1) -> Change:
    """Send other bytes in one place of the file."""
    return lambda _, reply: replace(reply, content=DamagedContent(reply.content, start, count))


def names_etag(etag: str) -> Change:
    """Say that the file is of this version; an empty one says nothing."""

    def change(_request: Request, reply: Reply) -> Reply:
        headers = {name: each for name, each in reply.headers.items() if name != "ETag"}
        return replace(reply, headers=headers | ({"ETag": etag} if etag else {}))

    return change


def adds_headers(**headers: str) -> Change:
    """Answer with further headers, or others of these names; ``Content_Range`` is one of them."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return lambda _, reply: replace(reply, headers={**reply.headers, **named})


def is_slow(bytes_per_second: float) -> Change:
    """Send no faster than this."""
    return lambda _, reply: replace(reply, bytes_per_second=bytes_per_second)
