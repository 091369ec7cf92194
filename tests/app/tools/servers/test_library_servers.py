"""Servers made with the official library: contents, questions, resources, prompts, HTTP."""

import asyncio
import hashlib
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import psutil
import pytest

from app.errors import ToolFailed
from app.media.pictures import Picture
from app.media.sounds import Sound
from app.tools.model import ToolProgress, ToolResult, ToolRun
from app.tools.servers.model import (
    FieldKind,
    FormAction,
    FormAnswer,
    FormField,
    ServerKind,
    ServerQuestion,
    ServerState,
    ToolServer,
)
from app.tools.servers.tool_servers import ToolServers

SCRIPT = str(Path(__file__).with_name("sdk_server.py"))
PROGRAM = ToolServer("lib", command=sys.executable, arguments=(SCRIPT, "stdio"))
LATEST = "2026-07-28"


class Media:
    """Keeps what tools return, as the attachments of a chat do, without decoding it."""

    async def keep(self, name: str, content: bytes) -> Picture:
        digest = hashlib.sha256(content).hexdigest()
        return Picture(name, digest, len(content), 8, 8, digest)

    async def keep_sound(self, name: str, content: bytes) -> Sound:
        digest = hashlib.sha256(content).hexdigest()
        return Sound(name, digest, len(content), 8000, digest)


@asynccontextmanager
async def opened(server: ToolServer, **more: object) -> AsyncIterator[ToolServers]:
    servers = ToolServers([server], **more)  # type: ignore[arg-type]
    try:
        await servers.start("lib")
        (report,) = servers.reports()
        assert report.state is ServerState.READY, report
        yield servers
    finally:
        await servers.close()


async def run(
    servers: ToolServers,
    name: str,
    report: Callable[[ToolProgress], None] = lambda _: None,
    **arguments: object,
) -> ToolResult:
    tool = next(each for each in servers.tools() if each.key == f"lib/{name}")
    return await servers.run(ToolRun(tool, arguments, "chat", report))


@asynccontextmanager
async def listening(mode: str) -> AsyncIterator[ToolServer]:
    """Run the server at an address."""
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, SCRIPT, mode, str(port)), stderr=asyncio.subprocess.DEVNULL
    )
    try:
        for _ in range(600):
            if reachable(port):
                break
            await asyncio.sleep(0.1)
        address = f"http://127.0.0.1:{port}/{'sse' if mode == 'sse' else 'mcp'}"
        yield ToolServer("lib", ServerKind.ADDRESS, address=address)
    finally:
        process.kill()
        await process.wait()


def reachable(port: int) -> bool:
    with socket.socket() as found:
        return found.connect_ex(("127.0.0.1", port)) == 0


async def test_every_kind_of_content_arrives() -> None:
    async with opened(PROGRAM, media=Media()) as servers:
        assert servers.reports()[0].protocol == LATEST
        assert (await run(servers, "add", a=2, b=3)).text == "5"
        result = await run(servers, "show", what="large")
        picture, sound = result.media
        assert isinstance(picture, Picture)
        assert isinstance(sound, Sound)
        assert picture.name == "show picture"
        assert result.text.splitlines() == [
            "a text",
            "inner",
            "[File “report.pdf” of type application/pdf with 5 bytes]",
            "link.md",
            "file:///a/link.md",
        ]
        wrong = await run(servers, "add", a="x")
        assert wrong.is_error
        assert "validation error" in wrong.text


async def test_progress_of_a_server_of_the_latest_revision() -> None:
    async with opened(PROGRAM) as servers:
        seen: list[ToolProgress] = []
        assert (await run(servers, "work", seen.append, steps=3)).text == "done"
        assert seen[0].text == "step 1"
        assert seen[-1] == ToolProgress(1.0, "step 3")


async def test_a_server_asks_the_user() -> None:
    asked: list[ServerQuestion] = []
    answers = [
        FormAnswer(FormAction.ACCEPT, {"count": 2, "note": "", "is_gift": True}),
        FormAnswer(FormAction.DECLINE),
    ]

    async def ask(question: ServerQuestion) -> FormAnswer:
        asked.append(question)
        return answers[len(asked) - 1]

    async with opened(PROGRAM, ask=ask) as servers:
        assert (await run(servers, "order", kind="pizza")).text == "2 pizza  True"
        assert (asked[0].server, asked[0].message) == ("lib", "Order a pizza?")
        assert asked[0].fields == (
            FormField(
                *("count", "How many?", FieldKind.INTEGER),
                is_required=True,
                minimum=1,
                maximum=9,
            ),
            FormField("note", "Note", FieldKind.TEXT, default=""),
            FormField("is_gift", "Is Gift", FieldKind.YES_NO, default=False),
        )
        assert (await run(servers, "order", kind="pizza")).is_error


async def test_a_question_of_a_cancelled_call_is_withdrawn_and_the_server_answers_on() -> None:
    asked, withdrawn = asyncio.Event(), asyncio.Event()

    async def ask(_question: ServerQuestion) -> FormAnswer:
        asked.set()
        try:
            await asyncio.sleep(600)
        except asyncio.CancelledError:
            withdrawn.set()
            raise
        return FormAnswer(FormAction.CANCEL)

    async with opened(PROGRAM, ask=ask) as servers:
        calling = asyncio.create_task(run(servers, "order", kind="pizza"))
        await asyncio.wait_for(asked.wait(), 60)
        calling.cancel()
        await asyncio.wait_for(withdrawn.wait(), 60)
        with pytest.raises(asyncio.CancelledError):
            await calling
        assert (await run(servers, "add", a=2, b=3)).text == "5"


async def test_resources_and_prompts_are_listed_and_read() -> None:
    async with opened(PROGRAM) as servers:
        today, picture = await servers.resources("lib")
        assert (today.address, today.description) == ("notes://today", "What to do today.")
        (part,) = await servers.read_resource("lib", today.address)
        assert (part.name, part.text) == ("today", "water the plants")
        (part,) = await servers.read_resource("lib", picture.address)
        assert part.content.startswith(b"\x89PNG")
        (prompt,) = await servers.prompts("lib")
        assert [(each.name, each.is_required) for each in prompt.arguments] == [
            ("code", True),
            ("language", False),
        ]
        text = await servers.prompt("lib", "review", {"code": "x = 1"})
        assert text == "Review this Python code: x = 1"
        with pytest.raises(ToolFailed, match="“lib” reports: "):
            await servers.read_resource("lib", "notes://nowhere")


async def test_a_server_at_an_address_is_used_but_not_while_offline() -> None:
    others = set(psutil.Process().children())  # of earlier tests in this process
    async with listening("http") as server, opened(server, media=Media()) as servers:
        assert servers.reports()[0].protocol == LATEST
        assert (await run(servers, "add", a=2, b=3)).text == "5"
        assert len((await run(servers, "show")).media) == 2
        seen: list[ToolProgress] = []
        assert (await run(servers, "work", seen.append, steps=2)).text == "done"
        assert seen[-1] == ToolProgress(1.0, "step 2")
        tool = servers.tools()[0]
        servers.set_offline(True)
        assert servers.tools() == ()
        with pytest.raises(ToolFailed, match="work offline"):
            await servers.run(ToolRun(tool, {"a": 1, "b": 1}, "chat", lambda _: None))
        await servers.stop("lib")
        # What is left is the server itself, which the test has started.
        assert len(set(psutil.Process().children()) - others) == 1


async def test_a_server_of_the_older_transport_is_used() -> None:
    async with listening("sse") as server, opened(server, media=Media()) as servers:
        assert (await run(servers, "add", a=2, b=3)).text == "5"
        assert len((await run(servers, "show")).media) == 2


async def test_an_address_without_a_server_is_said() -> None:
    servers = ToolServers(
        [
            ToolServer("lib", ServerKind.ADDRESS, address="http://127.0.0.1:9/mcp"),
            ToolServer("name", ServerKind.ADDRESS, address="http://no-such-host.invalid/mcp"),
        ]
    )
    await servers.prepare(frozenset({"lib/x", "name/x"}))
    here, name = servers.reports()
    assert here.problem.startswith("No server answers at 127.0.0.1:9.")
    assert name.problem.startswith("no-such-host.invalid was not found.")
    await servers.close()


async def test_a_page_that_is_no_server_is_said() -> None:
    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        body = b"<html>Not here"
        head = f"Content-Type: text/html\r\nContent-Length: {len(body)}\r\n"
        writer.write(f"HTTP/1.1 404 Not Found\r\n{head}Connection: close\r\n\r\n".encode() + body)
        await writer.drain()
        writer.close()

    page = await asyncio.start_server(serve, "127.0.0.1", 0)
    address = f"http://127.0.0.1:{page.sockets[0].getsockname()[1]}/"
    servers = ToolServers([ToolServer("lib", ServerKind.ADDRESS, address=address)])
    await servers.start("lib")
    assert servers.reports()[0].problem == "“lib” refused the request (404): Not Found"
    await servers.close()
    page.close()
