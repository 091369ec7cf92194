"""Sends answers to a program: as one JSON document, or as a stream of events."""

import asyncio
from collections.abc import AsyncGenerator, Iterable, Sequence
from contextlib import aclosing
from typing import Protocol

import msgspec
from starlette.types import Send

from engine.dialects.errors import ApiError, Dialect, Json, error_body

NOTES_HEADER = b"x-hubbub-notes"
MAX_NOTES_LENGTH = 1000  # characters; proxies limit the size of all headers

_JSON = (b"content-type", b"application/json")
_UNSTORED = (b"cache-control", b"no-store")
_SAFE = (b"x-content-type-options", b"nosniff")


async def send_json(
    send: Send, body: Json | Sequence[Json], status: int = 200, notes: Iterable[str] = ()
) -> None:
    """Send a complete answer, with notes on the request in a header."""
    await _send_whole(send, msgspec.json.encode(body), status, [_JSON, *_noted(notes)])


async def send_text(send: Send, text: str, kind: str) -> None:
    """Send an answer that is not JSON."""
    await _send_whole(send, text.encode(), 200, [(b"content-type", kind.encode())])


async def send_error(send: Send, error: ApiError, dialect: Dialect) -> None:
    """Send the error of a refused request."""
    headers = [_JSON]
    if error.retry_after is not None:
        headers.append((b"retry-after", str(error.retry_after).encode()))
    if error.status == 401:
        headers.append((b"www-authenticate", b"Bearer"))
    if error.closes:
        headers.append((b"connection", b"close"))
    body = msgspec.json.encode(error_body(error, dialect))
    await _send_whole(send, body, error.status, headers)


class StreamForm(Protocol):
    """The frames of a stream that are not its answer."""

    @property
    def content_type(self) -> str:
        """Return the type of the whole stream."""

    @property
    def ping(self) -> bytes:
        """Return what is sent during pauses."""

    def error_frame(self, error: ApiError) -> bytes:
        """Return the last frame of a stream that fails."""


async def send_events(
    send: Send,
    frames: AsyncGenerator[bytes],
    form: StreamForm,
    *,
    notes: Sequence[str],
    patience_seconds: float,
) -> None:
    """Send events as they come, and a ping in pauses of ``patience_seconds``.

    The status is sent with the first event, and so are the ``notes`` that there are by then. An
    error before it gets its own status: its ApiError is raised.
    """
    is_begun = False
    async with aclosing(frames):
        # One task for the next event, which the timeout in between does not cancel.
        following = asyncio.ensure_future(anext(frames, None))
        try:
            while True:
                done, _ = await asyncio.wait({following}, timeout=patience_seconds)
                try:
                    frame = following.result() if done else form.ping
                except ApiError as error:
                    if not is_begun:
                        raise
                    await _send_piece(send, form.error_frame(error))
                    break
                if not is_begun:
                    is_begun = True
                    await _begin(send, form.content_type, notes)
                if frame is None:
                    break
                if done:
                    following = asyncio.ensure_future(anext(frames, None))
                await _send_piece(send, frame)
        finally:
            following.cancel()
            await asyncio.gather(following, return_exceptions=True)
    await send({"type": "http.response.body", "body": b""})


async def _begin(send: Send, content_type: str, notes: Iterable[str]) -> None:
    kind = (b"content-type", content_type.encode())
    headers = [kind, _UNSTORED, _SAFE, (b"x-accel-buffering", b"no"), *_noted(notes)]
    await send({"type": "http.response.start", "status": 200, "headers": headers})


def _noted(notes: Iterable[str]) -> list[tuple[bytes, bytes]]:
    """Return the header that tells a program what became of its request."""
    text = "; ".join(dict.fromkeys(notes))
    if len(text) > MAX_NOTES_LENGTH:
        text = f"{text[: MAX_NOTES_LENGTH - 3]}..."
    return [(NOTES_HEADER, text.encode("ascii", "replace"))] if text else []


async def _send_piece(send: Send, frame: bytes) -> None:
    await send({"type": "http.response.body", "body": frame, "more_body": True})


async def _send_whole(
    send: Send, body: bytes, status: int, headers: list[tuple[bytes, bytes]]
) -> None:
    length = (b"content-length", str(len(body)).encode())
    whole = [*headers, length, _UNSTORED, _SAFE]
    await send({"type": "http.response.start", "status": status, "headers": whole})
    await send({"type": "http.response.body", "body": body})
