"""Servers that people use: two of PyPI, two of npm, one of them also over streamable HTTP."""

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from pathlib import Path

import psutil
import pytest

from app.tools.model import ToolProgress, ToolResult, ToolRun
from app.tools.servers.config_files import read
from app.tools.servers.model import (
    FormAction,
    FormAnswer,
    ServerKind,
    ServerQuestion,
    ServerState,
    ToolServer,
)
from app.tools.servers.tool_servers import ToolServers
from tests.app.tools.servers.test_library_servers import Media

NODE = pytest.mark.usefixtures("_npm_registry")
EVERYTHING = "@modelcontextprotocol/server-everything@2026.8.31"
FILES = "@modelcontextprotocol/server-filesystem@2026.8.31"


@pytest.fixture(scope="module")
def _npm_registry() -> None:
    """Skip the test without Node.js, or if the registry of its packages does not answer."""
    if shutil.which("npx") is None:
        pytest.skip("Node.js is not installed")
    look = ("npm", "view", EVERYTHING, "version")
    try:
        subprocess.run(look, capture_output=True, check=True, timeout=60)
    except (subprocess.CalledProcessError, subprocess.TimeoutExpired):
        pytest.skip("the registry of Node.js packages does not answer")


@asynccontextmanager
async def opened(text: str, **more: object) -> AsyncIterator[ToolServers]:
    """Start the one server of a pasted text."""
    (server,) = read(text).servers
    servers = ToolServers([server], **more)  # type: ignore[arg-type]
    try:
        await servers.start(server.name)
        (report,) = servers.reports()
        assert report.state is ServerState.READY, report
        yield servers
    finally:
        await servers.close()


async def run(servers: ToolServers, name: str, **arguments: object) -> ToolResult:
    seen: list[ToolProgress] = []
    tool = next(each for each in servers.tools() if each.key.endswith(f"/{name}"))
    return await servers.run(ToolRun(tool, arguments, "chat", seen.append))


def listening_port(process_id: int) -> int | None:
    """Return the port at which a program or one that it started listens; None without one."""
    with suppress(psutil.NoSuchProcess):
        program = psutil.Process(process_id)
        for each in (program, *program.children(recursive=True)):
            for connection in each.net_connections("inet"):
                if connection.status == psutil.CONN_LISTEN:
                    port: int = connection.laddr.port
                    return port
    return None


def running(process: psutil.Process) -> str:
    """Describe a process that has not ended. One that waits for its parent's look has."""
    with suppress(psutil.NoSuchProcess):
        if process.status() != psutil.STATUS_ZOMBIE:
            return f"{process.pid}: {' '.join(process.cmdline())}"
    return ""


def python_server(module: str, *arguments: str) -> str:
    words = ["-m", module, *arguments]
    return json.dumps({"mcpServers": {"it": {"command": sys.executable, "args": words}}})


def node_server(package: str, *arguments: str) -> str:
    return json.dumps(
        {"mcpServers": {"it": {"command": "npx", "args": ["-y", package, *arguments]}}}
    )


async def test_the_time_server() -> None:
    async with opened(python_server("mcp_server_time", "--local-timezone=UTC")) as servers:
        found = await run(
            servers,
            "convert_time",
            source_timezone="Asia/Tokyo",
            time="12:00",
            target_timezone="UTC",
        )
        assert json.loads(found.text)["target"]["datetime"].endswith("T03:00:00+00:00")


async def test_the_git_server(tmp_path: Path) -> None:
    git = ["git", "-c", "user.name=A", "-c", "user.email=a@b.c", "-C", str(tmp_path)]
    for words in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "The first one"]):
        await asyncio.to_thread(subprocess.run, [*git, *words], check=True)
    text = python_server("mcp_server_git", "--repository", str(tmp_path))
    async with opened(text) as servers:
        found = await run(servers, "git_log", repo_path=str(tmp_path))
        assert "The first one" in found.text
        elsewhere = await run(servers, "git_log", repo_path="/")
        assert elsewhere.is_error


@NODE
async def test_the_files_server_and_its_whole_tree(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("water the plants", "utf-8")
    others = psutil.Process().children(recursive=True)
    async with opened(node_server(FILES, str(tmp_path))) as servers:
        found = await run(servers, "read_text_file", path=str(tmp_path / "a.txt"))
        assert found.text == "water the plants"
        outside = await run(servers, "read_text_file", path="/etc/hostname")
        assert outside.is_error
        tree = set(psutil.Process().children(recursive=True)) - set(others)
        assert any("server-filesystem" in " ".join(each.cmdline()) for each in tree)
    for _ in range(100):  # a killed process needs a moment to give its memory back
        if not any(map(running, tree)):
            break
        await asyncio.sleep(0.05)
    assert not [text for each in tree if (text := running(each))]


@NODE
async def test_the_server_of_everything() -> None:
    asked: list[ServerQuestion] = []

    async def ask(question: ServerQuestion) -> FormAnswer:
        asked.append(question)
        return FormAnswer(FormAction.ACCEPT, {"name": "Ada"})

    async with opened(node_server(EVERYTHING, "stdio"), media=Media(), ask=ask) as servers:
        assert (await run(servers, "echo", message="hi")).text == "Echo: hi"
        assert len((await run(servers, "get-tiny-image")).media) == 1
        links = await run(servers, "get-resource-links", count=2)
        assert "demo://resource/dynamic" in links.text
        weather = await run(servers, "get-structured-content", location="Chicago")
        assert "temperature" in weather.text
        assert "Ada" in (await run(servers, "trigger-elicitation-request")).text
        assert {each.kind.value for each in asked[0].fields} >= {"text", "integer", "yes or no"}
        assert len(await servers.resources("it")) >= 7
        text = await servers.prompt("it", "args-prompt", {"city": "Köln"})
        assert "Köln" in text


@asynccontextmanager
async def everything_at_an_address() -> AsyncIterator[int]:
    """Yield the port of the server of everything."""
    process = await asyncio.create_subprocess_exec(
        *("npx", "-y", EVERYTHING, "streamableHttp"),
        # Any free one: a number that is chosen here may be taken before the program is fetched.
        env={**psutil.Process().environ(), "PORT": "0"},
        stdout=asyncio.subprocess.DEVNULL,
        stderr=asyncio.subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        while (port := listening_port(process.pid)) is None:
            assert process.returncode is None, "it ended before it listened"
            await asyncio.sleep(0.1)
        yield port
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        await process.wait()


@pytest.mark.nightly  # npm fetches its program each time, which once took over three minutes
@pytest.mark.timeout(900)
@NODE
async def test_the_server_of_everything_at_an_address() -> None:
    async with everything_at_an_address() as port:
        address = f"http://127.0.0.1:{port}/mcp"
        servers = ToolServers(
            [ToolServer("it", ServerKind.ADDRESS, address=address)], media=Media()
        )
        try:
            await servers.start("it")
            assert servers.reports()[0].state is ServerState.READY, servers.reports()
            assert (await run(servers, "echo", message="hi")).text == "Echo: hi"
            assert len((await run(servers, "get-tiny-image")).media) == 1
            work = await run(servers, "trigger-long-running-operation", duration=1, steps=3)
            assert "completed" in work.text
        finally:
            await servers.close()
