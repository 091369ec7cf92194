"""All tools of the program: joins providers, and gives every tool a name of its own."""

import asyncio
import logging
import re
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from msgspec.structs import replace

from app.errors import ToolFailed, lazy
from app.tools.model import Permission, Tool, ToolProvider, ToolResult, ToolRun

MAX_OFFERED = 128
_MAX_NAME = 64
_NOT_IN_NAMES = re.compile(r"[^A-Za-z0-9_-]+")
_log = logging.getLogger(__name__)


class Toolbox:
    """The tools of several providers; where two have one name, that of the first provider wins."""

    def __init__(self, providers: Sequence[ToolProvider] = ()) -> None:
        """The built-in tools come first, so that no server can take their names."""
        self._providers = tuple(providers)
        self._given: tuple[tuple[Tool, ...], ...] = ()
        self._named: tuple[Tool, ...] = ()

    def tools(self) -> tuple[Tool, ...]:
        """Return all tools that can be called now; a name that is taken gets its server's."""
        given = tuple(each.tools() for each in self._providers)
        if given != self._given:  # naming thousands takes longer than comparing them
            self._given, self._named = given, _named(given)
        return self._named

    def tool(self, key: str) -> Tool | None:
        """Return the tool with this key; None if it is not available now."""
        return next((each for each in self.tools() if each.key == key), None)

    def offered(
        self, keys: Collection[str], permissions: Mapping[str, Permission]
    ) -> tuple[Tool, ...]:
        """Return those of the chosen tools that are available and not switched off."""
        if not keys:
            return ()
        chosen = (each for each in self.tools() if each.key in keys)
        kept = [each for each in chosen if permissions.get(each.key) is not Permission.NEVER]
        return tuple(kept[:MAX_OFFERED])

    async def prepare(self, keys: Collection[str]) -> None:
        """Start what the tools with these keys need; the tools of a failed provider are absent."""
        if not keys:
            return
        works = (each.prepare(frozenset(keys)) for each in self._providers)
        for result in await asyncio.gather(*works, return_exceptions=True):
            if isinstance(result, Exception):
                _log.error("Tools could not be prepared.", exc_info=result)

    async def run(self, run: ToolRun) -> ToolResult:
        """Run a call by the provider of its tool. Raises ToolFailed."""
        for provider in self._providers:
            if any(each.key == run.tool.key for each in provider.tools()):
                return await provider.run(run)
        raise ToolFailed(
            lazy("The tool “{name}” is not available now.", name=run.tool.title or run.tool.name)
        )


def _named(given: Iterable[tuple[Tool, ...]]) -> tuple[Tool, ...]:
    found: dict[str, Tool] = {}
    keys: set[str] = set()
    counts: Counter[str] = Counter()
    for tool in (tool for tools in given for tool in tools):
        if tool.key not in keys:
            keys.add(tool.key)
            name = _free_name(tool, found, counts)
            found[name] = tool if name == tool.name else replace(tool, name=name)
    return tuple(found.values())


def _free_name(tool: Tool, taken: Mapping[str, Tool], counts: Counter[str]) -> str:
    """Return a name that no other tool has, of the characters that models may write.

    ``counts`` are the tools that wanted a name with that of their server.
    """
    plain = _NOT_IN_NAMES.sub("_", tool.name)[:_MAX_NAME] or "tool"
    if plain not in taken:
        return plain
    server = _NOT_IN_NAMES.sub("_", tool.key.partition("/")[0])
    name = longer = f"{server}_{plain}"[:_MAX_NAME]
    while name in taken:
        counts[longer] += 1
        name = f"{longer[: _MAX_NAME - 5]}_{counts[longer] + 1}"
    return name
