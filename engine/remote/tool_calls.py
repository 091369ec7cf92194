"""Calls of tools in a stream: they come in pieces, and are shown as what the model wrote."""

import json
from collections.abc import Iterable

import msgspec

from engine.ipc.lazy_text import lazy
from engine.messages.errors import EndpointFault

MOST_CALLS = 128
MOST_LETTERS = 32 << 20  # of all calls of a reply


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

    def __init__(self, host: str) -> None:
        self._host = host
        # Names, and arguments in pieces: those of one call may be a million.
        self._calls: dict[int, tuple[list[str], list[str]]] = {}
        self._index = 0
        self._letters = 0

    def add(self, deltas: Iterable[ToolCallDelta]) -> None:
        """Take the pieces of one chunk. Raises EndpointFault where they never end."""
        for delta in deltas:
            if delta.index is not None:
                self._index = delta.index
            if len(self._calls) >= MOST_CALLS and self._index not in self._calls:
                continue
            name, arguments = self._calls.setdefault(self._index, ([], []))
            if delta.function is not None:
                name[:] = [delta.function.name] if delta.function.name else name
                arguments.append(delta.function.arguments or "")
                self._note(len(delta.function.name or "") + len(arguments[-1]))

    def flush(self) -> str:
        """Return the calls as text, and forget them; empty where there are none."""
        calls = [_text("".join(name), "".join(parts)) for name, parts in self._calls.values()]
        self._calls.clear()
        return "".join(calls)

    def _note(self, letters: int) -> None:
        self._letters += 1 + letters  # pieces in which there is nothing are kept as well
        if self._letters > MOST_LETTERS:
            raise EndpointFault(
                lazy("{host} sent an answer that is too long to be one.", host=self._host)
            )


def _text(name: str, arguments: str) -> str:
    try:
        value = json.loads(arguments or "{}")
    except (ValueError, RecursionError):
        value = arguments
    call = json.dumps({"name": name, "arguments": value}, ensure_ascii=False)
    return f"\n<tool_call>\n{call}\n</tool_call>\n"
