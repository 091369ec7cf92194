"""Calls of tools in a stream: they come in pieces, and are shown as what the model wrote."""

import json
from collections.abc import Iterable

import msgspec

MOST_CALLS = 128


class FunctionDelta(msgspec.Struct):
    """A piece of a function's name and arguments."""

    name: str | None = None
    arguments: str | None = None


class ToolCallDelta(msgspec.Struct):
    """A piece of a call; those of one call have the same index, and perhaps an id."""

    index: int | None = None
    id: str | None = None
    function: FunctionDelta | None = None


class ToolCallCollector:
    """Puts calls together; an id may come once or each time, a name whole or again and again."""

    def __init__(self) -> None:
        self._calls: dict[int, list[str]] = {}
        self._index = 0

    def add(self, deltas: Iterable[ToolCallDelta]) -> None:
        """Take the pieces of one chunk."""
        for delta in deltas:
            if delta.index is not None:
                self._index = delta.index
            if len(self._calls) >= MOST_CALLS and self._index not in self._calls:
                continue
            call = self._calls.setdefault(self._index, ["", ""])
            if delta.function is not None:
                call[0] = delta.function.name or call[0]
                call[1] += delta.function.arguments or ""

    def flush(self) -> str:
        """Return the calls as text, and forget them; empty where there are none."""
        calls = [_text(name, arguments) for name, arguments in self._calls.values()]
        self._calls.clear()
        return "".join(calls)


def _text(name: str, arguments: str) -> str:
    try:
        value = json.loads(arguments or "{}")
    except (ValueError, RecursionError):
        value = arguments
    call = json.dumps({"name": name, "arguments": value}, ensure_ascii=False)
    return f"\n<tool_call>\n{call}\n</tool_call>\n"
