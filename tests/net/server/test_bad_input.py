"""What is sent by mistake or with bad intent: cut, huge, deep, slow, not text, a thousand times."""

import asyncio

import pytest

from tests.net.server.running import RunningServer

pytestmark = pytest.mark.asyncio(loop_scope="package")

PATH = "/v1/chat/completions"
HELLO = {"messages": [{"role": "user", "content": "Hello"}], "max_tokens": 1}


async def still_answers(server: RunningServer) -> None:
    assert (await server.ask("/health", token="")).status == 200


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"null",
        b"[]",
        b'{"messages": 1e400}',
        b'{"messages": [{"role": "user", "content": "\\ud800"}]}',
        b'{"messages": [{"role": "user", "content": "\xff"}]}',
        b'{"messages": [{"role": "user", "content": "half \xe4"}]}',
        b'{"x": ' + b"[" * 100_000 + b"]" * 100_000 + b', "messages": []}',
        b'{"messages": ' + b'[{"role":' * 5000 + b"1" + b"}]" * 5000 + b"}",
        b'{"messages": [{"role": "user", "content": "x"}], "max_tokens": 99999999999999999999}',
    ],
)
async def test_what_is_no_request_is_the_programs_fault(server: RunningServer, body: bytes) -> None:
    answer = await server.ask(PATH, body)
    assert answer.status == 400, answer.body
    assert answer.json["error"]["type"] == "invalid_request_error"  # type: ignore[index]


async def test_a_deep_schema_reaches_no_engine(server: RunningServer) -> None:
    schema: dict[str, object] = {}
    for _ in range(100):
        schema = {"properties": {"a": schema}}
    tool = {"type": "function", "function": {"name": "f", "parameters": schema}}
    form = {"type": "json_schema", "json_schema": {"schema": schema}}
    for fields in (
        {"tools": [tool]},
        {"response_format": form},
        {"chat_template_kwargs": schema},
    ):
        answer = await server.ask(PATH, HELLO | fields)
        assert answer.status == 400
        assert "deep" in answer.json["error"]["message"]  # type: ignore[index]


async def test_letters_of_any_kind_are_answered(server: RunningServer) -> None:
    for text in ("\x00", "😀" * 50, "\u202e\ufeff", "<|im_end|>", "a" * 900):
        messages = [{"role": "user", "content": text}]
        answer = await server.ask(PATH, HELLO | {"messages": messages})
        assert answer.status in (200, 400), answer.body


async def test_a_body_of_a_gigabyte_is_not_awaited(server: RunningServer) -> None:
    answer = await server.send(server.request(PATH, b"", Content_Length=str(1 << 30)) + b"{" * 1000)
    assert answer.status == 413
    assert answer.headers["connection"] == "close"


async def test_nor_one_whose_pieces_never_end(server: RunningServer) -> None:
    _, writer = connection = await server.connect()
    head = server.request(PATH, Transfer_Encoding="chunked", method="POST")
    writer.write(head)
    piece = b"100000\r\n" + b" " * (1 << 20) + b"\r\n"
    try:
        for _ in range(64):
            writer.write(piece)
            await writer.drain()
        answer = await connection[0].read(64)
    except ConnectionError:
        answer = b" 413 "
    assert b" 413 " in answer
    writer.close()
    await still_answers(server)


async def test_headers_have_an_end(server: RunningServer) -> None:
    answer = await server.send(server.request("/health", X_Long="x" * 100_000))
    assert answer.status == 431
    await still_answers(server)


async def test_requests_that_are_cut_anywhere_leave_nothing(server: RunningServer) -> None:
    whole = server.request(PATH, HELLO)
    for end in range(0, len(whole), 7):
        _, writer = await server.connect()
        writer.write(whole[:end])
        await writer.drain()
        writer.transport.abort()
    await still_answers(server)
    # The reports are half a second apart: the last one may be of a test before.
    await server.becomes(lambda state: state.running_count + state.waiting_count == 0)
    assert (await server.chat("Hello")).status == 200


@pytest.mark.parametrize(
    "request_bytes",
    [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" + bytes(100),  # TLS
        b"GET / HTTP/9.9\r\n\r\n",
        b"\r\n\r\n\r\n",
        b"POST /v1/messages HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
        b"POST /v1/messages HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1\r\n"
        b"Content-Length: 2\r\n\r\nxx",
        b"GET http://evil.example/ HTTP/1.1\r\nHost: evil.example\r\n\r\n",
        b"CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n",
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET / HTTP/1.1\r\nHost: localhost\r\nA: \x00b\r\n\r\n",
    ],
)
async def test_what_is_no_http_of_ours_is_refused(
    server: RunningServer, request_bytes: bytes
) -> None:
    reader, writer = await server.connect()
    writer.write(request_bytes)
    writer.write_eof()
    answer = await reader.read(-1)
    assert not answer.startswith(b"HTTP/1.1 2")
    writer.close()
    await still_answers(server)


async def test_a_thousand_connections_leave_room_when_they_are_gone(
    server: RunningServer,
) -> None:
    connections = await asyncio.gather(*(server.connect() for _ in range(1000)))
    full = await asyncio.gather(*(_is_full(reader) for reader, _ in connections))
    for _, writer in connections:
        writer.transport.abort()
    assert any(full)  # how many depends on how long the first ones were waited for
    await asyncio.sleep(0)
    for _ in range(200):
        if (await server.send(server.request("/health", Connection="close"))).status == 200:
            break
        await asyncio.sleep(0.05)
    await still_answers(server)


async def _is_full(reader: asyncio.StreamReader) -> bool:
    try:
        async with asyncio.timeout(1):
            return b" 503 " in (await reader.read(64)) or reader.at_eof()
    except (TimeoutError, ConnectionError):
        return False


MANY = 9_000
SAID = {"role": "user", "content": "Hello"}
EMPTY = {"type": "text", "text": ""}
CALL = {"function": {"name": "f"}}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        (PATH, {"messages": [SAID] * MANY}),
        (PATH, {"messages": [{"role": "user", "content": [EMPTY] * MANY}]}),
        (PATH, {"messages": [SAID, {"role": "assistant", "tool_calls": [CALL] * MANY}]}),
        ("/v1/responses", {"input": [SAID] * MANY}),
        ("/v1/responses", {"input": [SAID, *[{"type": "function_call"}] * MANY]}),
        ("/v1/messages", {"messages": [SAID] * MANY, "max_tokens": 1}),
        ("/v1/messages", {"messages": [SAID | {"content": [EMPTY] * MANY}], "max_tokens": 1}),
        ("/v1/messages/count_tokens", {"messages": [SAID] * MANY}),
    ],
)
async def test_more_messages_than_tokens_fit_are_not_read(
    server: RunningServer, path: str, body: object
) -> None:
    answer = await server.ask(path, body)
    assert answer.status == 400
    assert f"{MANY:,}"[:2] in answer.json["error"]["message"]  # type: ignore[index]
    await still_answers(server)


async def test_what_comes_back_with_the_answer_is_not_deep_either(server: RunningServer) -> None:
    deep: dict[str, object] = {}
    for _ in range(200):
        deep = {"a": deep}
    answer = await server.ask("/v1/responses", {"input": "Hello", "metadata": deep})
    assert answer.status == 400
    used = {"type": "tool_use", "id": "1", "name": "f", "input": deep}
    messages = [{"role": "assistant", "content": [used]}, {"role": "user", "content": "Hello"}]
    answer = await server.ask("/v1/messages", {"messages": messages, "max_tokens": 1})
    assert answer.status == 400
    assert "deep" in answer.json["error"]["message"]  # type: ignore[index]
