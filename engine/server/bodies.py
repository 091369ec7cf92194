"""Reads request bodies within limits of size, time, depth and number of values.

A body is checked while it arrives, before it is decoded: the decoder builds all values in one call
that holds the GIL, and the streams of other programs wait for the GIL.
"""

import asyncio
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar

from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request

from engine.dialects.bodies import BodyShape
from engine.dialects.errors import ApiError

MAX_BODY_BYTES = 32 << 20
MAX_ALL_BODIES_BYTES = 128 << 20  # of all unanswered requests
SMALL_BODY_BYTES = 256 << 10  # of each body are not counted, so that short chats always fit
BODY_SECONDS = 60.0  # for the whole body: a slow one never triggers a timeout of silence

_INLINE_BYTES = 64 << 10  # bytes; decoding them takes less time than handing them to a thread
_RETRY_SECONDS = 5

T = TypeVar("T")


class Bodies:
    """Reads and decodes the bodies of all requests; lives on the server's loop."""

    def __init__(self) -> None:
        self._held_bytes = 0
        # One thread: the decoder holds the GIL, so several threads would only block the loop in
        # turn.
        self._thread = ThreadPoolExecutor(1, "bodies")

    @asynccontextmanager
    async def read(self, request: Request, seconds: float = BODY_SECONDS) -> AsyncGenerator[bytes]:
        """Yield the whole body; its bytes count until the block ends. Raises ApiError."""
        # Before the first byte is read.
        _check_headers(request.headers)
        body = bytearray()
        shape = BodyShape()
        counted = 0
        try:
            try:
                async with asyncio.timeout(seconds):
                    async for piece in request.stream():
                        body += piece
                        if len(body) > MAX_BODY_BYTES:
                            raise _too_large()
                        more = max(0, len(body) - SMALL_BODY_BYTES) - counted
                        self._take(more)
                        counted += more
                        shape.feed(piece)
            except TimeoutError as error:
                raise ApiError(408, "The request did not arrive in time.", closes=True) from error
            except ClientDisconnect as error:
                raise ApiError(400, "The request was cut off.", closes=True) from error
            whole = bytes(body)
            del body  # otherwise a second copy is kept until the request is answered
            yield whole
        finally:
            self._held_bytes -= counted

    async def made(self, make: Callable[[bytes], T], body: bytes) -> T:
        """Return ``make(body)``, computed on a thread if the body is large."""
        if len(body) <= _INLINE_BYTES:
            return make(body)
        return await asyncio.get_running_loop().run_in_executor(self._thread, make, body)

    def close(self) -> None:
        """Discard the bodies that are queued for the thread."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _take(self, byte_count: int) -> None:
        if byte_count and self._held_bytes + byte_count > MAX_ALL_BODIES_BYTES:
            text = "The server holds too many large requests. Send this one again later."
            raise ApiError(503, text, code="busy", retry_after=_RETRY_SECONDS, closes=True)
        self._held_bytes += byte_count


def _check_headers(headers: Headers) -> None:
    """Raise ApiError if the headers announce a body that is not accepted."""
    coding = headers.get("content-encoding", "identity")
    if coding.strip().lower() not in ("", "identity"):
        text = f"The content encoding “{coding}” is not supported. Send the body uncompressed."
        raise ApiError(415, text, code="unsupported_encoding", closes=True)
    announced = headers.get("content-length", "")
    if announced.isdigit() and int(announced) > MAX_BODY_BYTES:
        raise _too_large()


def _too_large() -> ApiError:
    text = f"The body is larger than {MAX_BODY_BYTES >> 20} MiB."
    return ApiError(413, text, code="request_too_large", closes=True)
