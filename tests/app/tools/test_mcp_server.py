"""``hubbub serve --mcp`` as a program finds it: the SDK's client, a real process, an open window.

A window is open on the same folder in each test: its lock is held, and so is its database.
"""

import asyncio
import os
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp_types import TextContent

from app.data_folders import Paths
from app.instance_lock import InstanceLock
from app.storage.history import History
from app.tools.mcp_server import FRESH_SECONDS, PIECE
from tests.house.source_files import ROOT
from tests.models.talker import TALKER

READING = {
    *("list_conversations", "search_conversations", "read_conversation"),
    *("list_sources", "read_source"),
}


@dataclass
class Window:
    """What the window has: its folders, its lock and its open histories."""

    folder: Path
    history: History
    conversation_id: str


@pytest.fixture
async def window(tmp_path: Path) -> AsyncGenerator[Window]:
    folder = tmp_path / "data"
    paths = Paths.under(folder)
    paths.database.parent.mkdir(parents=True)
    lock = InstanceLock(paths.lock_file)
    lock.acquire()
    history = await History.open(paths.database)
    conversation = await history.conversations.create("About harbours")
    await history.turns.start(conversation.id, "Which harbour is the oldest?")
    yield Window(folder, history, conversation.id)
    await history.close()
    lock.release()


@asynccontextmanager
async def client_of(window: Window, *arguments: str) -> AsyncGenerator[ClientSession]:
    """Yield the client of a server that is started on the window's folder."""
    command = ["-m", "app", "serve", "--mcp", "--data", str(window.folder), *arguments]
    server = StdioServerParameters(
        command=sys.executable, args=command, cwd=ROOT, env=dict(os.environ)
    )
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        yield session


async def result(client: ClientSession, tool: str, **arguments: object) -> Any:
    """Return the structured result of a call; a text if it is an error."""
    answer = await client.call_tool(tool, dict(arguments))
    if answer.is_error:
        (text,) = answer.content
        assert isinstance(text, TextContent)
        return text.text
    content = answer.structured_content
    assert content is not None
    return content.get("result", content)


async def test_conversations_are_read_next_to_an_open_window(window: Window) -> None:
    async with client_of(window) as client:
        offered = (await client.list_tools()).tools
        assert {each.name for each in offered} == READING
        assert all(each.annotations and each.annotations.read_only_hint for each in offered)
        (listed,) = await result(client, "list_conversations")
        assert (listed["id"], listed["title"]) == (window.conversation_id, "About harbours")
        (found,) = await result(client, "search_conversations", words="oldest")
        assert found["conversation_id"] == window.conversation_id
        read = await result(client, "read_conversation", conversation_id=window.conversation_id)
        assert "Which harbour is the oldest?" in read["text"]
        assert read["next_start"] is None


async def test_what_the_window_writes_later_is_found(window: Window) -> None:
    async with client_of(window) as client:
        assert len(await result(client, "list_conversations")) == 1
        other = await window.history.conversations.create("About lighthouses")
        await window.history.turns.start(other.id, "Who built it?")
        await asyncio.sleep(FRESH_SECONDS)
        newest, _ = await result(client, "list_conversations")
        assert newest["title"] == "About lighthouses"


async def test_a_long_source_is_read_in_pieces(window: Window) -> None:
    text = "".join(f"Line {number}.\n" for number in range(12_000))
    source = await window.history.sources.create("Log", text)
    async with client_of(window) as client:
        (listed,) = await result(client, "list_sources")
        assert (listed["id"], listed["byte_count"]) == (source.id, len(text))
        parts, start = [], 0
        while start is not None:
            piece = await result(client, "read_source", source_id=source.id, start=start)
            parts.append(piece["text"])
            start = piece["next_start"]
    assert "".join(parts) == text
    assert max(map(len, parts)) <= PIECE


async def test_unknown_ids_and_missing_histories_are_said_in_words(window: Window) -> None:
    async with client_of(window) as client:
        answer = await result(client, "read_conversation", conversation_id="x")
        assert "There is no conversation with this id." in answer
        answer = await result(client, "read_source", source_id="x")
        assert "There is no source with this id." in answer
    await window.history.close()
    Paths.under(window.folder).database.unlink()
    async with client_of(window) as client:
        answer = await result(client, "list_conversations")
        assert "There are no conversations yet." in answer


async def test_reading_starts_no_process_and_writes_no_copy(
    window: Window, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    temporary = tmp_path / "temporary"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))
    before = {each.pid for each in psutil.Process().children(recursive=True)}
    async with client_of(window) as client:
        await result(client, "list_conversations")
        started = [e for e in psutil.Process().children(recursive=True) if e.pid not in before]
        assert len(started) == 1
        assert not started[0].net_connections()
        assert not list(temporary.iterdir())


def test_the_library_is_loaded_for_this_only() -> None:
    code = "import app.serve, sys; sys.exit('mcp' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT, check=False).returncode == 0


async def test_the_model_answers_only_if_that_is_allowed(window: Window) -> None:
    async with client_of(window, "--allow-asking", "--model", str(TALKER)) as client:
        assert {each.name for each in (await client.list_tools()).tools} == {*READING, "ask_model"}
        assert (await result(client, "ask_model", question="What is a tab?")).strip()
