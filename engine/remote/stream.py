"""The events of a response's body: server-sent ones, lines of JSON, or one whole answer."""

from collections.abc import AsyncGenerator

import httpx2

from engine.ipc.lazy_text import lazy
from engine.messages.errors import EndpointFault
from engine.remote.refusals import LONGEST_BODY

LONGEST_EVENT = 32 << 20  # bytes; calls of tools may be long

Told = tuple[str, str]


async def events_of(response: httpx2.Response, key: str | None = None) -> AsyncGenerator[Told]:
    """Yield the type and the data of each event. Raises EndpointFault, which leaves out the key.

    Comments, with which servers keep connections alive, are none.
    """
    kind = response.headers.get("Content-Type", "").partition(";")[0].strip().lower()
    response.encoding = "utf-8"  # whatever it says: that is what both forms are written in
    if kind == "text/event-stream":
        # Raises for an event that is too long, before all of it is in memory.
        async for event in httpx2.EventSource(response, max_event_size=LONGEST_EVENT):
            if event.data:
                yield event.event, event.data
    elif kind in ("application/x-ndjson", "application/ndjson", "application/jsonl"):
        async for line in _lines(response):
            yield "message", line
    elif kind == "application/json":
        yield "message", await _whole(response)
    else:
        text = (await beginning_of(response)).decode("utf-8", "replace")
        raise EndpointFault(
            lazy(
                "{host} answered with something else than a reply: {text}",
                host=response.request.url.host,
                text=" ".join((text.replace(key, "…") if key else text).split())[:200],
            )
        )


async def beginning_of(response: httpx2.Response) -> bytes:
    """Return the first bytes of a body, which may be endless."""
    content = bytearray()
    async for piece in response.aiter_bytes():
        content += piece
        if len(content) >= LONGEST_BODY:
            break
    return bytes(content[:LONGEST_BODY])


async def _lines(response: httpx2.Response) -> AsyncGenerator[str]:
    parts: list[str] = []
    length = 0
    async for piece in response.aiter_text():
        *ended, rest = piece.split("\n")
        for line in ended:
            parts.append(line)
            whole = "".join(parts).strip()
            parts, length = [], 0
            if whole:
                yield whole
        parts.append(rest)
        length += len(rest)
        if length > LONGEST_EVENT:
            raise _too_long(response)
    if last := "".join(parts).strip():
        yield last


async def _whole(response: httpx2.Response) -> str:
    parts: list[str] = []
    length = 0
    async for piece in response.aiter_text():
        parts.append(piece)
        length += len(piece)
        if length > LONGEST_EVENT:
            raise _too_long(response)
    return "".join(parts)


def _too_long(response: httpx2.Response) -> EndpointFault:
    host = response.request.url.host
    return EndpointFault(lazy("{host} sent an answer that is too long to be one.", host=host))
