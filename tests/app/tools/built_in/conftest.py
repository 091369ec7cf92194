"""The built-in tools on a real history and a real net process."""

import sys
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from app.settings import Settings
from app.storage.history import History
from app.tools.built_in.built_in_tools import BuiltInTools
from app.tools.model import ToolProgress, ToolResult, ToolRun
from engine.client.net_client import NetClient
from tests.app.tools.built_in.web_server import WebServer, running_server


class Asked:
    """Calls tools by name; ``settings`` may be replaced, ``progress`` is what tools report."""

    def __init__(self, history: History, net: NetClient) -> None:
        self.settings = Settings()
        self.progress: list[ToolProgress] = []
        self.history, self.net = history, net
        self.tools = BuiltInTools(history, net, lambda: self.settings)
        self.conversation_id = ""

    async def __call__(self, name: str, /, **arguments: object) -> ToolResult:
        """Call a tool. Raises ToolFailed."""
        (tool,) = (each for each in self.tools.tools() if each.name == name)
        run = ToolRun(tool, arguments, self.conversation_id, self.progress.append)
        return await self.tools.run(run)


@pytest.fixture
async def history(tmp_path: Path) -> AsyncIterator[History]:
    """An empty history."""
    history = await History.open(tmp_path / "hubbub.db")
    yield history
    await history.close()


@pytest.fixture
async def net(tmp_path: Path) -> AsyncIterator[NetClient]:
    """A real net process that may connect to the tests' server."""
    command = [sys.executable, "-m", "tests.fakes.public_net_process", str(tmp_path / "keys")]
    net = NetClient(command=command)
    yield net
    await net.close()


@pytest.fixture
async def ask(history: History, net: NetClient) -> Asked:
    """The tools."""
    return Asked(history, net)


@pytest.fixture
async def server() -> AsyncIterator[WebServer]:
    """A server without pages."""
    async with running_server(WebServer()) as server:
        yield server
