"""Tools that do what the tests need, and remember their runs."""

import asyncio

from app.errors import ToolFailed
from app.tools.model import Tool, ToolProgress, ToolResult, ToolRun

_TEXT = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
_NUMBERS = {
    "type": "object",
    "properties": {"a": {"type": "integer"}, "b": {"type": "integer"}},
    "required": ["a", "b"],
}
ADD = Tool("fake/add", "add", "Add", "Add two numbers.", _NUMBERS, reads_only=True)
ECHO = Tool("fake/echo", "echo", "Echo", "Return a text.", _TEXT, reads_only=True)
MAIL = Tool("fake/mail", "mail", "Mail", "Send a text.", _TEXT, "Post", sends_to="the text")
SLOW = Tool("fake/slow", "slow", "Slow", "Never return.", _TEXT, reads_only=True)
BROKEN = Tool("fake/broken", "broken", "Broken", "Fail.", _TEXT)
ALL = (ADD, ECHO, MAIL, SLOW, BROKEN)
KEYS = tuple(each.key for each in ALL)
DIGESTS = {each.key: each.digest for each in ALL}


class FakeTools:
    """``runs`` are those that began; ``running`` is set once the slow tool runs."""

    def __init__(self, tools: tuple[Tool, ...] = ALL) -> None:
        self._tools = tools
        self.runs: list[tuple[str, dict[str, object]]] = []
        self.running = asyncio.Event()
        self.release = asyncio.Event()
        self.starts_slowly = False
        self.was_cancelled = False
        self.result: ToolResult | None = None

    def tools(self) -> tuple[Tool, ...]:
        """Return the tools."""
        return self._tools

    async def prepare(self, keys: frozenset[str]) -> None:
        """Start, which may last until the release."""
        if self.starts_slowly:
            self.running.set()
            await self.release.wait()

    async def run(self, run: ToolRun) -> ToolResult:
        """Do what the name says."""
        self.runs.append((run.tool.name, dict(run.arguments)))
        match run.tool.key:
            case "fake/add":
                return ToolResult(str(int(str(run.arguments["a"])) + int(str(run.arguments["b"]))))
            case "fake/slow":
                run.report(ToolProgress(0.5, "half"))
                self.running.set()
                try:
                    await self.release.wait()
                except asyncio.CancelledError:
                    self.was_cancelled = True
                    raise
                return ToolResult("at last")
            case "fake/broken" if run.arguments["text"] == "known":
                raise ToolFailed("The broken tool says so.")
            case "fake/broken" if run.arguments["text"] == "cancelled":
                raise asyncio.CancelledError
            case "fake/broken":
                raise RuntimeError("a bug of the tool")
        return self.result or ToolResult(str(run.arguments["text"]))
