"""Connections that drip or read nothing are closed; what is quick enough is served."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager

import pytest
import uvicorn
from starlette.requests import Request
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from engine.dialects.errors import ApiError
from engine.server import bodies, connections
from engine.server.connections import LimitedProtocol
from engine.server.gate import dialect_of
from engine.server.sending import send_error, send_json, send_text

HEAD = b"POST / HTTP/1.1\r\nHost: localhost\r\n"
PATIENCE_SECONDS = 120
READER = bodies.Bodies()


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Read a body and say how long it was; at /long say very much."""
    request = Request(scope, receive)
    if scope["path"] == "/unread":
        await send_json(send, {})
        return
    if scope["path"] == "/long":
        for _ in range(100):
            await send_text(send, "x" * (64 << 20), "text/plain")
        return
    try:
        async with READER.read(request, 0.3 if scope["path"] == "/" else 60) as body:
            await send_json(send, {"length": len(body)})
    except ApiError as error:
        await send_error(send, error, dialect_of("/", request.headers))


@pytest.fixture(autouse=True)
def _hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "HEADER_SECONDS", 0.3)
    monkeypatch.setattr(connections, "WRITE_SECONDS", 0.3)
    monkeypatch.setattr(bodies, "MAX_BODY_BYTES", 1000)


@asynccontextmanager
async def connected(
    *, stays: bool = False
) -> AsyncGenerator[tuple[asyncio.StreamReader, asyncio.StreamWriter]]:
    """Connect; afterwards the server must have let go, also of one that ``stays``."""
    config = uvicorn.Config(
        application, loop="none", ws="none", lifespan="off", log_config=None, log_level="critical"
    )
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(
        lambda: LimitedProtocol(config, state, {}), "127.0.0.1", 0
    )
    reader, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            yield reader, writer
            if not stays:
                writer.close()
            while state.connections or state.tasks:  # noqa: ASYNC110  # nothing tells of it
                await asyncio.sleep(0.01)
    finally:
        writer.close()
        server.close()


async def drip(writer: asyncio.StreamWriter, content: bytes) -> None:
    """Write a byte now and then for as long as somebody reads."""
    for byte in content:
        if writer.is_closing():
            return
        writer.write(bytes([byte]))
        await asyncio.sleep(0.05)


async def test_one_that_says_nothing_is_closed() -> None:
    async with connected() as (reader, _):
        assert await reader.read(-1) == b""


async def test_one_whose_headers_drip_is_closed() -> None:
    async with connected() as (reader, writer):
        dripping = asyncio.ensure_future(drip(writer, HEAD + b"A: b\r\n" * 1000))
        assert await _rest(reader) == b""
        dripping.cancel()


async def test_also_in_the_second_request() -> None:
    async with connected() as (reader, writer):
        writer.write(HEAD + b"Content-Length: 2\r\n\r\nab")
        assert b'{"length":2}' in await reader.readuntil(b"}")
        dripping = asyncio.ensure_future(drip(writer, HEAD * 100))
        assert await _rest(reader) == b""
        dripping.cancel()


async def test_one_whose_body_drips_is_told_and_closed() -> None:
    async with connected() as (reader, writer):
        writer.write(HEAD + b"Content-Length: 900\r\n\r\n")
        dripping = asyncio.ensure_future(drip(writer, b"x" * 900))
        assert b" 408 " in await _rest(reader)
        dripping.cancel()


async def test_also_where_nobody_wants_the_body() -> None:
    async with connected() as (reader, writer):
        writer.write(HEAD.replace(b"/ ", b"/unread ", 1) + b"Content-Length: 900\r\n\r\n")
        dripping = asyncio.ensure_future(drip(writer, b"x" * 900))
        assert b" 200 " in await _rest(reader)
        dripping.cancel()


async def test_its_refusal_arrives_though_much_is_on_its_way() -> None:
    async with connected() as (reader, writer):
        writer.write(HEAD + b"Content-Length: 9000000\r\n\r\n" + b"x" * 4_000_000)
        assert b" 413 " in await _rest(reader)


async def test_one_that_reads_nothing_is_closed() -> None:
    async with connected(stays=True) as (_, writer):
        writer.write(b"GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n")


async def test_two_quick_requests_are_answered() -> None:
    async with connected() as (reader, writer):
        for _ in range(2):
            writer.write(HEAD + b"Content-Length: 2\r\n\r\nab")
            assert b'{"length":2}' in await reader.readuntil(b"}")
            await asyncio.sleep(0.2)


async def _rest(reader: asyncio.StreamReader) -> bytes:
    try:
        return await reader.read(-1)
    except ConnectionError:
        return b""


@pytest.mark.parametrize("size", [1, 3])
async def test_chunks_of_a_few_bytes_are_refused_with_a_reason(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(bodies, "MAX_BODY_BYTES", 1 << 20)
    async with connected() as (reader, writer):
        writer.write(HEAD.replace(b"/ ", b"/patient ", 1) + b"Transfer-Encoding: chunked\r\n\r\n")
        writer.write((b"%x\r\n" % size + b" " * size + b"\r\n") * 100_000)
        answer = await _rest(reader)
        assert b" 400 " in answer
        assert b"too small" in answer


async def test_chunks_of_usual_size_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bodies, "MAX_BODY_BYTES", 4 << 20)
    async with connected() as (reader, writer):
        writer.write(HEAD.replace(b"/ ", b"/patient ", 1) + b"Transfer-Encoding: chunked\r\n\r\n")
        writer.write((b"2000\r\n" + b" " * 0x2000 + b"\r\n") * 256 + b"0\r\n\r\n")
        assert b'{"length":2097152}' in await reader.readuntil(b"}")


async def test_requests_that_arrive_in_one_piece_are_answered_in_turn() -> None:
    request = (
        HEAD.replace(b"/ ", b"/patient ", 1)
        + b"Content-Length: 2\r\nX-Long: "
        + b"x" * 3000
        + b"\r\n\r\nab"
    )
    async with connected() as (reader, writer):
        writer.write(request * 20)
        for _ in range(20):
            assert b'{"length":2}' in await reader.readuntil(b"}")
