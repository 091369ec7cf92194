"""What a server at an address can do wrong, or to the user's network."""

import asyncio
import gzip
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any

import pytest

from app.errors import ToolFailed
from app.tools.model import ToolRun
from app.tools.servers.cleaning import MAX_TEXT_CHARS
from app.tools.servers.model import ServerKind, ServerState, ToolServer
from app.tools.servers.tool_servers import ToolServers

Call = Callable[["Site", asyncio.StreamWriter, Any], Awaitable[None]]


@dataclass
class Site:
    """A server in plain HTTP; ``call`` answers the calls of its tool."""

    call: Call
    is_redirect: str = ""
    metadata: str = ""  # where its 401 says that access is granted
    heads: list[str] = field(default_factory=list)
    port: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode()
            self.heads.append(head)
            length = next(
                (
                    int(line[15:])
                    for line in head.lower().splitlines()
                    if line[:15] == "content-length:"
                ),
                0,
            )
            body = await reader.readexactly(length)
            await self.respond(writer, json.loads(body) if body else {})
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    async def respond(self, writer: asyncio.StreamWriter, message: Any) -> None:
        if self.heads[-1].startswith("DELETE"):
            await asyncio.sleep(60)
        elif self.heads[-1].startswith("GET"):
            write(writer, b"", status="405 Method Not Allowed")
        elif self.is_redirect:
            write(writer, b"", status="307 Moved", location=self.is_redirect)
        elif self.metadata:
            challenge = f'Bearer resource_metadata="{self.metadata}"'
            write(writer, b"", status="401 Unauthorized", **{"WWW-Authenticate": challenge})
        elif message.get("method") == "initialize":
            result = {
                "protocolVersion": "2025-06-18",
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "site", "version": "1"},
            }
            write_answer(writer, message, result, **{"Mcp-Session-Id": "1"})
        elif message.get("method") == "tools/list":
            write_answer(writer, message, {"tools": [{"name": "do", "inputSchema": {}}]})
        elif message.get("method") == "tools/call":
            await self.call(self, writer, message)
        elif "id" in message:
            error = {"code": -32601, "message": "unknown"}
            write(
                writer, json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": error}).encode()
            )
        else:
            write(writer, b"", status="202 Accepted")


def write(
    writer: asyncio.StreamWriter, body: bytes, status: str = "200 OK", **headers: str
) -> None:
    lines = {"Content-Type": "application/json", "Content-Length": str(len(body))} | headers
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    writer.write(f"HTTP/1.1 {status}\r\n{head}Connection: close\r\n\r\n".encode() + body)


def write_answer(writer: asyncio.StreamWriter, message: Any, result: Any, **headers: str) -> None:
    body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": result}).encode()
    write(writer, body, **headers)


async def never(_site: Site, _writer: asyncio.StreamWriter, _message: Any) -> None:
    raise AssertionError


@asynccontextmanager
async def opened(site: Site, **headers: str) -> AsyncIterator[ToolServers]:
    listening = await asyncio.start_server(site.serve, "127.0.0.1", 0)
    site.port = listening.sockets[0].getsockname()[1]
    address = f"http://127.0.0.1:{site.port}/mcp"
    servers = ToolServers(
        [ToolServer("site", ServerKind.ADDRESS, address=address, headers=headers)]
    )
    try:
        await servers.start("site")
        yield servers
    finally:
        await servers.close()
        listening.close()


async def run(servers: ToolServers) -> str:
    (tool,) = servers.tools()
    return (await servers.run(ToolRun(tool, {}, "chat", lambda _: None))).text


async def test_headers_reach_the_server() -> None:
    async def call(site: Site, writer: asyncio.StreamWriter, message: Any) -> None:
        write_answer(writer, message, {"content": [{"type": "text", "text": site.heads[-1]}]})

    async with opened(Site(call), **{"Authorization": "Bearer k1", "X-Team": "blue"}) as servers:
        head = (await run(servers)).lower()
    assert "authorization: bearer k1" in head
    assert "x-team: blue" in head
    assert "accept-encoding: identity" in head


async def test_the_proxy_of_the_system_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    proxy = Site(never)
    listening = await asyncio.start_server(proxy.serve, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    monkeypatch.setenv("HTTP_PROXY", f"http://127.0.0.1:{port}")
    servers = ToolServers(
        [ToolServer("site", ServerKind.ADDRESS, address="http://mcp.example/mcp")]
    )
    await servers.start("site")
    assert servers.reports()[0].state is ServerState.READY
    assert proxy.heads[0].startswith("POST http://mcp.example/mcp HTTP/1.1")
    await servers.close()
    listening.close()


@pytest.mark.parametrize("is_stream", [False, True])
async def test_a_long_answer_is_cut_while_it_arrives(is_stream: bool) -> None:
    async def call(_site: Site, writer: asyncio.StreamWriter, message: Any) -> None:
        kind = "text/event-stream" if is_stream else "application/json"
        writer.write(
            f"HTTP/1.1 200 OK\r\nContent-Type: {kind}\r\nConnection: close\r\n\r\n".encode()
        )
        begin = (
            f'{{"jsonrpc":"2.0","id":{message["id"]},"result":{{"content":[{{"type":"text","text":"'
        )
        writer.write(b"event: message\ndata: " * is_stream + begin.encode())
        for _ in range(40):
            writer.write(b"0123456789" * 100_000)
            await writer.drain()
        writer.write(b'"}]}}' + b"\n\n" * is_stream)

    async with opened(Site(call)) as servers:
        text = await run(servers)
    assert MAX_TEXT_CHARS <= len(text) < MAX_TEXT_CHARS + 100


async def test_an_encoding_that_was_not_requested_is_refused() -> None:
    async def call(_site: Site, writer: asyncio.StreamWriter, message: Any) -> None:
        body = json.dumps({"jsonrpc": "2.0", "id": message["id"], "result": {"content": []}})
        write(writer, gzip.compress(body.encode()), **{"Content-Encoding": "gzip"})

    async with opened(Site(call)) as servers:
        with pytest.raises(ToolFailed):
            await run(servers)


async def test_no_redirect_leads_elsewhere() -> None:
    elsewhere = Site(never)
    listening = await asyncio.start_server(elsewhere.serve, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    async with opened(Site(never, f"http://127.0.0.1:{port}/mcp"), Authorization="k") as servers:
        (report,) = servers.reports()
        assert report.state is ServerState.FAILED
        assert "not followed" in report.problem
    assert elsewhere.heads == []
    listening.close()


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        ("https://127.0.0.1:{port}/x", "in a private network"),
        ("http://a.example/x", "not encrypted"),
    ],
)
async def test_a_server_sends_no_request_into_the_network_of_the_user(
    target: str, sentence: str
) -> None:
    elsewhere = Site(never)
    listening = await asyncio.start_server(elsewhere.serve, "127.0.0.1", 0)
    port = listening.sockets[0].getsockname()[1]
    async with opened(Site(never, metadata=target.format(port=port))) as servers:
        assert sentence in servers.reports()[0].problem
    assert elsewhere.heads == []
    listening.close()


async def test_an_error_of_a_tool_is_no_error_of_the_web() -> None:
    async def call(_site: Site, writer: asyncio.StreamWriter, message: Any) -> None:
        error = {"code": -32602, "message": "no such city"}
        write(writer, json.dumps({"jsonrpc": "2.0", "id": message["id"], "error": error}).encode())

    site = Site(call)
    async with opened(site) as servers:
        while not any(each.startswith("GET") for each in site.heads):  # noqa: ASYNC110
            await asyncio.sleep(0.05)
        with pytest.raises(ToolFailed, match=r"^“site” reports: no such city$"):
            await run(servers)
        async with asyncio.timeout(40):
            await servers.stop("site")
    assert any(each.startswith("DELETE") for each in site.heads)


async def test_a_connection_that_breaks_off_is_said() -> None:
    async def call(_site: Site, writer: asyncio.StreamWriter, _message: Any) -> None:
        writer.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
        )

    async with opened(Site(call)) as servers:
        with pytest.raises(ToolFailed):
            await run(servers)
