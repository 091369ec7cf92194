"""The built-in tools as a provider of tools; each module next to this one has some of them."""

from collections.abc import Callable

from msgspec.structs import replace

from app.settings import Settings
from app.storage.history import History
from app.tools.built_in.clock import clock_tools
from app.tools.built_in.conversations import conversation_tools
from app.tools.built_in.files import file_tools
from app.tools.built_in.programs import program_tools
from app.tools.built_in.web import SEARCH_KEY, search_destination, web_tools
from app.tools.model import Tool, ToolResult, ToolRun
from engine.client.net_client import NetClient


class BuiltInTools:
    """Tools that need no server; they start nothing until one of them runs."""

    def __init__(self, history: History, net: NetClient, settings: Callable[[], Settings]) -> None:
        """``settings`` returns the current settings: the search engine and the language."""
        found = (
            *clock_tools(),
            *program_tools(),
            *web_tools(net, settings),
            *conversation_tools(history),
            *file_tools(history),
        )
        self._settings = settings
        self._tools = {each.tool.key: each for each in found}

    def tools(self) -> tuple[Tool, ...]:
        """Return all of them, also those that need the network while it is switched off."""
        destination = search_destination(self._settings())
        return tuple(
            replace(each.tool, sends_to=destination) if each.tool.key == SEARCH_KEY else each.tool
            for each in self._tools.values()
        )

    async def prepare(self, keys: frozenset[str]) -> None:
        """Do nothing: each call starts what it needs."""

    async def run(self, run: ToolRun) -> ToolResult:
        """Run a call. Raises ToolFailed."""
        return await self._tools[run.tool.key].run(run)
