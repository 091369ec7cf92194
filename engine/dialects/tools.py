"""Tools in every API: definitions, tool choice, and calls.

Tools are described by the model's template, else in the system prompt. A model that is loaded here
writes its calls as text, which ``engine.dialects.tool_reader`` finds. Calls of a remote model
arrive as events, and are shown as such text.
"""

import enum
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from engine.dialects.errors import ApiError, Json, too_long
from engine.messages.commands import ChatMessage, Role, ToolCall

MAX_TOOLS = 256
MAX_CALLS = 128  # calls of a remote reply
MAX_CALL_CHARACTERS = 32 << 20  # characters of all of these calls
_OPENING, _CLOSING = "<tool_call>", "</tool_call>"


class Use(enum.Enum):
    """Whether tools may, must or must not be called."""

    AUTO = "auto"
    REQUIRED = "required"
    NONE = "none"


class Function(msgspec.Struct):
    """A function as described by a program; ``parameters`` is a JSON schema.

    If it is ``strict``, calls must follow the whole schema. ``place`` is that of the schema in the
    body.
    """

    name: str
    description: str | None = None
    parameters: Json | None = None
    strict: bool | None = None
    place: str = ""


class FunctionDelta(msgspec.Struct, omit_defaults=True):
    """A piece of a function's name and arguments."""

    name: str | None = None
    arguments: str | None = None


class CallDelta(msgspec.Struct, omit_defaults=True):
    """A piece of a call; pieces of one call have the same index, and some have an id."""

    index: int | None = None
    id: str | None = None
    type: Any = None
    function: FunctionDelta | None = None


def written_call(call: ToolCall) -> CallDelta:
    """Return a complete call of OpenAI's chat completions."""
    return CallDelta(None, call.id, "function", FunctionDelta(call.name, call.arguments))


@dataclass(frozen=True, slots=True)
class Tools:
    """The offered tools and whether one must be called; ``only`` is the one that must be.

    A reply has at most one call unless there ``may_be_several``.
    """

    functions: tuple[Function, ...] = ()
    use: Use = Use.AUTO
    only: str = ""
    may_be_several: bool = True

    @property
    def names(self) -> frozenset[str]:
        """Return the names of the tools that can be called."""
        return frozenset(each.name for each in self.functions) if self.is_offered else frozenset()

    @property
    def is_offered(self) -> bool:
        """Return whether the model is told of any tools."""
        return bool(self.functions) and self.use is not Use.NONE

    def check(self) -> None:
        """Raise ApiError if the tools are invalid."""
        if len(self.functions) > MAX_TOOLS:
            raise ApiError(400, f"At most {MAX_TOOLS} tools are supported.", param="$.tools")
        if self.use is Use.REQUIRED and not self.functions:
            text = "A tool must be called, but none is offered."
            raise ApiError(400, text, param="$.tool_choice")
        if self.only and self.only not in self.names:
            text = "The tool that must be called is not offered."
            raise ApiError(400, text, param="$.tool_choice")

    def descriptions(self) -> tuple[Json, ...]:
        """Return the descriptions in the form of chat templates."""
        return tuple(
            {"type": "function", "function": _description(each)} for each in self.functions
        )

    def schemas(self) -> dict[str, dict[str, object]]:
        """Return the JSON schemas of the arguments of the tools that can be called."""
        names = self.names
        return {
            each.name: each.parameters or _NOTHING for each in self.functions if each.name in names
        }


NO_TOOLS = Tools()


def told_in_words(messages: Sequence[ChatMessage], tools: Tools) -> tuple[ChatMessage, ...]:
    """Return messages for a template without tools: the system message describes them.

    Calls and results become texts when the prompt is rendered (``engine.text.history_rewriter``).
    """
    if not tools.is_offered:
        return tuple(messages)
    listed = "\n".join(msgspec.json.encode(each).decode() for each in tools.descriptions())
    text = _EXPLANATION.format(tools=listed)
    if messages and messages[0].role is Role.SYSTEM:
        return (ChatMessage(Role.SYSTEM, f"{messages[0].content}\n\n{text}"), *messages[1:])
    return (ChatMessage(Role.SYSTEM, text), *messages)


def _tagged(call: str) -> str:
    return f"{_OPENING}\n{call}\n{_CLOSING}"


def _description(function: Function) -> Json:
    return {
        "name": function.name,
        "description": function.description or "",
        "parameters": function.parameters or _NOTHING,
    }


_NOTHING: Json = {"type": "object", "properties": {}}
_EXPLANATION = """You may call functions. These are there, described between the tags:
<tools>
{tools}
</tools>
To call one, write an object with its name and its arguments between tags, and nothing else:
<tool_call>
{{"name": "the name", "arguments": {{}}}}
</tool_call>"""


class ToolCallCollector:
    """Assembles calls from pieces; an id or a name may be sent once or with each piece."""

    def __init__(self, host: str) -> None:
        """``host`` is named in errors."""
        self._host = host
        # Names, and arguments in pieces: one call may have a million.
        self._calls: dict[int, tuple[list[str], list[str]]] = {}
        self._index = 0
        self._size = 0

    def add(self, deltas: Iterable[CallDelta]) -> None:
        """Add the pieces of one chunk. Raises EndpointFault if there are too many."""
        for delta in deltas:
            if delta.index is not None:
                self._index = delta.index
            if len(self._calls) >= MAX_CALLS and self._index not in self._calls:
                continue
            name, arguments = self._calls.setdefault(self._index, ([], []))
            if delta.function is not None:
                name[:] = [delta.function.name] if delta.function.name else name
                arguments.append(delta.function.arguments or "")
                # Empty pieces count as well.
                self._size += 1 + len(delta.function.name or "") + len(arguments[-1])
                if self._size > MAX_CALL_CHARACTERS:
                    raise too_long(self._host)

    def flush(self) -> str:
        """Return the calls as text and remove them; empty if there are none."""
        calls = [_shown("".join(name), "".join(parts)) for name, parts in self._calls.values()]
        self._calls.clear()
        return "".join(calls)


def _shown(name: str, arguments: str) -> str:
    try:
        value = json.loads(arguments or "{}")
    except (ValueError, RecursionError):
        value = arguments
    call = json.dumps({"name": name, "arguments": value}, ensure_ascii=False)
    return f"\n{_tagged(call)}\n"
