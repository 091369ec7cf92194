"""The body of a request: read within limits of size, time, depth and number of values.

A body is checked while it arrives, before anything is built from it: the decoder makes all values
in one call that holds the interpreter's lock, and other programs' streams wait for that lock.
"""

import asyncio
import re
from collections.abc import AsyncGenerator, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import TypeVar

import msgspec
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request

from engine.net.server.api_errors import ApiError, Json

MAX_BODY_BYTES = 32 << 20
MAX_ALL_BODIES_BYTES = 128 << 20  # of all requests that are not answered yet
SMALL_BODY_BYTES = 256 << 10  # of each that count for nothing there: it keeps room for chats
BODY_SECONDS = 60.0  # for all of it: one that drips is never silent
MAX_DEPTH = 64
MAX_VALUES = 50_000
MAX_TEXT_BYTES = 8 << 20  # outside of base64's alphabet: escapes and wide characters take longest
MAX_OBJECT_BYTES = 64 << 10  # of what goes to a template or comes back with the answer

_INLINE_BYTES = 64 << 10  # which the decoder builds in less than a handover takes
_RETRY_SECONDS = 5
_MARKS = b'",:[]{}'
_OTHERS = bytes(each for each in range(256) if each not in _MARKS)
_BASE64 = bytes(each for each in range(128) if chr(each).isalnum()) + b"+/="
_OPENING = b"[{"
_BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_HIGH, _LOW = rb"\\u[dD][89abAB][0-9a-fA-F]{2}", rb"\\u[dD][c-fC-F][0-9a-fA-F]{2}"
_HALF_PAIR = re.compile(rb"%b(?!%b)|(?<!%b)%b" % (_HIGH, _LOW, _HIGH, _LOW))

T = TypeVar("T")


class Bodies:
    """The bodies of all requests that are being answered; lives on the server's loop."""

    def __init__(self) -> None:
        self._held_bytes = 0
        # One thread, as the decoder holds the interpreter's lock: several would keep the loop
        # waiting for each of them in turn.
        self._thread = ThreadPoolExecutor(1, "bodies")

    @asynccontextmanager
    async def read(self, request: Request, seconds: float = BODY_SECONDS) -> AsyncGenerator[bytes]:
        """Yield the whole body, which counts until the block ends. Raises ApiError."""
        # Before a byte of it is read: what is announced too large need not come at all.
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
            del body  # else there are two for as long as the answer takes
            yield whole
        finally:
            self._held_bytes -= counted

    async def made(self, make: Callable[[bytes], T], body: bytes) -> T:
        """Return what is made of a body; a large one is decoded away from the loop."""
        if len(body) <= _INLINE_BYTES:
            return make(body)
        return await asyncio.get_running_loop().run_in_executor(self._thread, make, body)

    def close(self) -> None:
        """Decode nothing more."""
        self._thread.shutdown(wait=False, cancel_futures=True)

    def _take(self, byte_count: int) -> None:
        if byte_count and self._held_bytes + byte_count > MAX_ALL_BODIES_BYTES:
            text = "The server holds too many large requests. Send this one again later."
            raise ApiError(503, text, code="busy", retry_after=_RETRY_SECONDS, closes=True)
        self._held_bytes += byte_count


class BodyShape:
    """Counts the values of a JSON text and their depth while it arrives.

    Only calls that run in C look at single bytes, since there are up to 32 million of them; the
    characters inside of strings count for nothing. What is not JSON is left to the decoder.
    """

    def __init__(self) -> None:
        self._count = 0
        self._depth = 0
        self._text_bytes = 0
        self._is_in_string = False
        self._cut_escape = b""

    def feed(self, piece: bytes) -> None:
        """Take the next bytes. Raises ApiError where there are too many values, or too deep."""
        text = self._cut_escape + piece
        # A backslash at the end belongs to a byte that has not arrived, unless it is escaped.
        is_cut = (len(text) - len(text.rstrip(b"\\"))) % 2 == 1
        text, self._cut_escape = (text[:-1], b"\\") if is_cut else (text, b"")
        # In this order: the quote that follows an escaped backslash ends the string.
        unescaped = text.replace(rb"\\", b"").replace(rb"\"", b"")
        rest = unescaped.translate(None, _BASE64)
        self._text_bytes += len(text) - len(unescaped) + len(rest)
        if self._text_bytes > MAX_TEXT_BYTES:
            raise _too_long()
        parts = rest.translate(None, _OTHERS).split(b'"')
        marks = b"".join(parts[self._is_in_string :: 2])
        self._is_in_string ^= len(parts) % 2 == 0
        for each in marks.translate(None, b",:"):
            self._depth += 1 if each in _OPENING else -1
            if self._depth > MAX_DEPTH:
                raise _too_deep()
            if self._depth < 0:
                raise _no_json()
        # Each value follows one of these, and so does each key; the outermost value is free.
        self._count += len(marks.translate(None, b"]}"))
        if self._count > MAX_VALUES:
            raise _too_many()


def parsed(body: bytes, kind: type[T]) -> T:
    """Return what a body says; fields that nobody knows are left out. Raises ApiError."""
    try:
        return msgspec.json.decode(body.removeprefix(_BYTE_ORDER_MARK), type=kind)
    except msgspec.ValidationError as error:
        text, _, place = str(error).partition(" - at `")
        raise ApiError(400, f"{text}.", code="invalid_type", param=place.rstrip("`")) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _no_json(body) from error
    # The decoder counts depth by Python's own limit, also in what it leaves out.
    except RecursionError as error:
        raise _too_deep() from error


def small_object(text: msgspec.Raw, place: str) -> Json | None:
    """Return an object of a body that was left undecoded; None for none. Raises ApiError.

    Templates, grammars and answers take long over each value of it.
    """
    content = bytes(text)
    if len(content) > MAX_OBJECT_BYTES:
        refusal = f"“{place}” is larger than {MAX_OBJECT_BYTES >> 10} KiB. Shorten it."
        raise ApiError(413, refusal, code="request_too_large", param=place)
    try:
        return msgspec.json.decode(content, type=Json | None)
    except msgspec.ValidationError as error:
        reason = str(error).partition(" - at `")[0]
        raise ApiError(400, f"{reason}.", code="invalid_type", param=place) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise _no_json() from error


def _check_headers(headers: Headers) -> None:
    """Raise ApiError on a body that need not be read."""
    coding = headers.get("content-encoding", "identity")
    if coding.strip().lower() not in ("", "identity"):
        text = f"The content encoding “{coding}” is not supported. Send the body uncompressed."
        raise ApiError(415, text, code="unsupported_encoding", closes=True)
    announced = headers.get("content-length", "")
    if announced.isdigit() and int(announced) > MAX_BODY_BYTES:
        raise _too_large()


def _no_json(body: bytes = b"") -> ApiError:
    text = "The body is no JSON."
    if _HALF_PAIR.search(body):
        text = (
            "The JSON contains half of a surrogate pair (an escape from \\ud800 to \\udfff), which "
            "is not a character. Send both halves, or the character itself."
        )
    return ApiError(400, text, code="invalid_json")


def _too_large() -> ApiError:
    text = f"The body is larger than {MAX_BODY_BYTES >> 20} MiB."
    return ApiError(413, text, code="request_too_large", closes=True)


def _too_long() -> ApiError:
    text = f"The texts of the request are longer than {MAX_TEXT_BYTES >> 20} MiB. Shorten them."
    return ApiError(413, text, code="request_too_large", closes=True)


def _too_many() -> ApiError:
    text = f"The body has more than {MAX_VALUES:,} values and keys. Send less with one request."
    return ApiError(413, text, code="request_too_large", closes=True)


def _too_deep() -> ApiError:
    text = f"The JSON nests more than {MAX_DEPTH} deep."
    return ApiError(400, text, code="invalid_json", closes=True)
