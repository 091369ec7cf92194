"""The body of a request: read within limits of size, time and depth, checked against its type."""

import asyncio
from collections.abc import Mapping
from typing import TypeVar

import msgspec
from starlette.requests import ClientDisconnect, Request

from engine.net.server.api_errors import ApiError

MAX_BODY_BYTES = 32 << 20
BODY_SECONDS = 60.0  # for all of it: one that drips is never silent
MAX_DEPTH = 64

T = TypeVar("T")


async def read_body(request: Request, seconds: float = BODY_SECONDS) -> bytes:
    """Return the whole body. Raises ApiError."""
    # Before a byte of it is read: what is announced too large need not come at all.
    announced = request.headers.get("content-length", "")
    if announced.isdigit() and int(announced) > MAX_BODY_BYTES:
        raise _too_large()
    body = bytearray()
    try:
        async with asyncio.timeout(seconds):
            async for piece in request.stream():
                body += piece
                if len(body) > MAX_BODY_BYTES:
                    raise _too_large()
    except TimeoutError as error:
        raise ApiError(408, "The request did not arrive in time.", closes=True) from error
    except ClientDisconnect as error:
        raise ApiError(400, "The request was cut off.", closes=True) from error
    return bytes(body)


def parsed(body: bytes, kind: type[T]) -> T:
    """Return what a body says; fields that nobody knows are left out. Raises ApiError."""
    try:
        return msgspec.json.decode(body, type=kind)
    except msgspec.ValidationError as error:
        text, _, place = str(error).partition(" - at `")
        raise ApiError(400, f"{text}.", code="invalid_type", param=place.rstrip("`")) from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ApiError(400, "The body is no JSON.", code="invalid_json") from error
    # The decoder counts depth by Python's own limit, also in what it leaves out.
    except RecursionError as error:
        raise _too_deep() from error


def check_depth(value: object, depth: int = 0) -> None:
    """Raise ApiError where a value of any form is nested too deep for who works with it."""
    if depth > MAX_DEPTH:
        raise _too_deep()
    if isinstance(value, Mapping):
        for each in value.values():
            check_depth(each, depth + 1)
    elif isinstance(value, list | tuple):
        for each in value:
            check_depth(each, depth + 1)


def _too_large() -> ApiError:
    text = f"The body is larger than {MAX_BODY_BYTES >> 20} MiB."
    return ApiError(413, text, code="request_too_large", closes=True)


def _too_deep() -> ApiError:
    return ApiError(400, f"The JSON nests more than {MAX_DEPTH} deep.", code="invalid_json")
