"""The header of a model file, read before it is fetched: what fits is computed from it."""

import asyncio
import io
import re
from collections.abc import Callable

import httpx2

from engine.gguf.header import MAGIC, BadHeader, GgufHeader, HeaderCutShort, read_header
from engine.gguf.packed import packed_header
from engine.ipc.lazy_text import LazyText, lazy
from engine.messages.net_events import NetTrouble, RemoteHeader
from engine.net.errors import NetError
from engine.net.http import Pace, open_url

_MEBIBYTE = 1 << 20
# How much of the beginning is read, until the header is whole.
STEPS = (1 * _MEBIBYTE, 4 * _MEBIBYTE, 16 * _MEBIBYTE, 64 * _MEBIBYTE)
_CONTENT_RANGE = re.compile(r"bytes (\d{1,18})-\d+/(?:\d+|\*)")


async def read_remote_header(
    client: httpx2.AsyncClient,
    url: str,
    *,
    request_id: int,
    name: str,
    check: Callable[[httpx2.Response], None],
    pace_seconds: float,
) -> RemoteHeader:
    """Return the header of the file at this address, or why it is not known. Raises NetError.

    Nothing is read twice but from a server that knows no ranges; that one is cut short.
    """
    beginning = bytearray()
    read_bytes = 0
    for step in STEPS:
        had = len(beginning)
        async with open_url(client, url, headers=_range(had, step)) as response:
            if response.status_code == 416:
                break  # the file ends where it was read to
            check(response)
            # A server that knows no ranges begins again, and so do we.
            if not _goes_on(response, had):
                beginning.clear()
            pace = Pace(response, pace_seconds)
            async for piece in response.aiter_raw():
                pace.note(len(piece))
                read_bytes += len(piece)
                beginning += piece
                if len(beginning) >= step:
                    break
        try:
            header = await asyncio.to_thread(_parsed, bytes(beginning))
        except BadHeader as error:
            reason = lazy("“{name}” {reason}.", name=name, reason=error)
            return RemoteHeader(request_id, b"", reason, read_bytes)
        if header is not None:
            return RemoteHeader(request_id, packed_header(header), read_bytes=read_bytes)
        # Shorter than was asked for: that was all of the file.
        if len(beginning) < step:
            break
    return RemoteHeader(request_id, b"", _unknown(name, len(beginning)), read_bytes)


def _parsed(beginning: bytes) -> GgufHeader | None:
    """Return the header that a file begins with, None if more of it is needed. Raises BadHeader."""
    if not beginning.startswith(MAGIC):
        raise BadHeader(lazy("is not a GGUF model file"))
    try:
        return read_header(io.BytesIO(beginning))
    except HeaderCutShort:
        return None


def _range(start: int, stop: int) -> dict[str, str]:
    return {"Range": f"bytes={start}-{stop - 1}"}


def _goes_on(response: httpx2.Response, had: int) -> bool:
    """Return whether the body begins where we stand; False is at the beginning. Raises NetError."""
    if response.status_code != 206:
        return False
    match = _CONTENT_RANGE.fullmatch(response.headers.get("Content-Range", ""))
    if match is None or int(match[1]) != had:
        text = lazy("{host} sent another part of the file.", host=response.request.url.host)
        raise NetError(NetTrouble.BAD_ANSWER, text)
    return True


def _unknown(name: str, read_bytes: int) -> LazyText:
    if read_bytes < STEPS[-1]:
        return lazy("“{name}” is incomplete: it ends within its header.", name=name)
    return lazy("The header of “{name}” is too long to be read in advance.", name=name)
