"""Tools in every API: definitions, tool choice, and calls as text and as events.

Tools are described by the model's template, else in the system prompt. A model that is loaded here
writes its calls as text (``<tool_call>`` or a bare object), which ``ToolCallParser`` finds. Calls
of a remote model arrive as events, and are shown as such text.
"""

import enum
import json
import re
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec

from engine.dialects.errors import ApiError, Json, too_long
from engine.messages.commands import ChatMessage, Role, ToolCall

MAX_TOOLS = 256
MAX_CALLS = 128  # calls of a remote reply
MAX_CALL_CHARACTERS = 32 << 20  # characters of all of these calls
_MAX_BARE_CALLS = 64
_OPENING, _CLOSING = "<tool_call>", "</tool_call>"
# The beginnings of an object, or of a list of objects; the rest is checked once there is a key.
_BARE = re.compile(r"\[?\s*(?:\{\s*(\".*)?)?", re.DOTALL)


class Use(enum.Enum):
    """Whether tools may, must or must not be called."""

    AUTO = "auto"
    REQUIRED = "required"
    NONE = "none"


class Function(msgspec.Struct):
    """A function as described by a program; ``parameters`` is a JSON schema.

    If it is ``strict``, calls must follow the whole schema.
    """

    name: str
    description: str | None = None
    parameters: Json | None = None
    strict: bool | None = None


class FunctionDelta(msgspec.Struct):
    """A piece of a function's name and arguments."""

    name: str | None = None
    arguments: str | None = None


class CallDelta(msgspec.Struct, omit_defaults=True):
    """A piece of a call; pieces of one call have the same index, and some have an id."""

    index: int | None = None
    id: str | None = None
    type: Any = None
    function: FunctionDelta | None = None


def written_call(call: ToolCall, index: int | None = None) -> CallDelta:
    """Return a call of OpenAI's chat completions; in a stream it has an index."""
    return CallDelta(index, call.id, "function", FunctionDelta(call.name, call.arguments))


@dataclass(frozen=True, slots=True)
class Tools:
    """The offered tools and whether one must be called; ``only`` is the one that must be."""

    functions: tuple[Function, ...] = ()
    use: Use = Use.AUTO
    only: str = ""

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

    def required_schema(self) -> str | None:
        """Return the JSON schema of a call if one is required, else None."""
        if not self.is_offered or self.use is not Use.REQUIRED:
            return None
        wanted = [each for each in self.functions if self.only in ("", each.name)]
        # If two functions have a definition of the same name, the later one applies.
        definitions: Json = {}
        for each in wanted:
            found = (each.parameters or {}).get("$defs")
            definitions |= found if isinstance(found, dict) else {}
        schema: Json = {"anyOf": [_call_schema(each) for each in wanted]}
        if definitions:
            schema["$defs"] = definitions  # references are resolved from the root
        return msgspec.json.encode(schema).decode()


NO_TOOLS = Tools()


def told_in_words(messages: Sequence[ChatMessage], tools: Tools) -> tuple[ChatMessage, ...]:
    """Return messages for a template without tools: the system message describes them.

    Calls and results become texts when the prompt is rendered (``engine.text.history``).
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


def _call_schema(function: Function) -> Json:
    parameters = {
        key: value for key, value in (function.parameters or _NOTHING).items() if key != "$defs"
    }
    return {
        "type": "object",
        "properties": {"name": {"const": function.name}, "arguments": parameters},
        "required": ["name", "arguments"],
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


class _Named(msgspec.Struct):
    name: str
    arguments: dict[str, object] | str | None = None
    parameters: dict[str, object] | None = None


class ToolCallParser:
    """Separates a streamed answer into text and calls, in their order.

    Text that may become a call is held back, and returned as text if it does not.
    """

    def __init__(self, names: frozenset[str]) -> None:
        """``names`` are the offered tools: a bare object is a call only if it names one of them."""
        self._names = names
        self._held = ""
        self._is_bare: bool | None = None  # None until the beginning of the answer decides it
        self._follows_call = False

    @property
    def held_length(self) -> int:
        """Return the number of characters held back."""
        return len(self._held)

    def feed(self, text: str) -> list[str | ToolCall]:
        """Return the events that are certain after one more piece."""
        self._held += text
        if self._is_bare is None:
            beginning = _BARE.fullmatch(self._held.lstrip())
            if beginning is not None and not beginning[1]:
                return []
            self._is_bare = beginning is not None
        return [] if self._is_bare else self._marked()

    def finish(self) -> list[str | ToolCall]:
        """Return the rest at the end of the answer."""
        held, self._held = self._held, ""
        calls: list[ToolCall] = []
        if self._is_bare:
            calls = self._bare_calls(held)
        elif held.startswith(_OPENING):
            # Its end may be cut off, or be a control token, which is not text.
            call = _converted(_decoded(held.removeprefix(_OPENING)))
            calls = [] if call is None else [call]
        return list(calls) or ([held] if held else [])

    def _marked(self) -> list[str | ToolCall]:
        found: list[str | ToolCall] = []
        while self._held:
            if self._follows_call:
                # The line break between two calls is dropped.
                self._held = self._held.lstrip("\n")
                self._follows_call = not self._held
            before, opening, rest = self._held.partition(_OPENING)
            if not opening:
                kept = _overlap(before, _OPENING)
                self._held = before[len(before) - kept :]
                found.append(before[: len(before) - kept])
                break
            inside, closing, after = rest.partition(_CLOSING)
            found.append(before)
            if not closing:
                self._held = opening + rest
                break
            call = _converted(_decoded(inside))
            found.append(opening + inside + closing if call is None else call)
            self._held = after
            self._follows_call = call is not None
        return [each for each in found if each != ""]

    def _bare_calls(self, text: str) -> list[ToolCall]:
        value = _decoded(text)
        values = value if isinstance(value, list) else [value]
        calls = [_converted(each) for each in values[:_MAX_BARE_CALLS]]
        known = [each for each in calls if each is not None and each.name in self._names]
        return known if len(known) == len(values) else []


def _decoded(text: str) -> object:
    try:
        return msgspec.json.decode(text.strip())
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _converted(value: object) -> ToolCall | None:
    try:
        named = msgspec.convert(value, _Named)
    except msgspec.ValidationError:
        return None
    given = named.arguments if named.arguments is not None else named.parameters
    arguments = given if isinstance(given, str) else msgspec.json.encode(given or {}).decode()
    return ToolCall(f"call_{secrets.token_hex(12)}", named.name, arguments)


def _overlap(text: str, marker: str) -> int:
    """Return the number of characters at the end of a text that may begin a marker."""
    for count in range(min(len(text), len(marker) - 1), 0, -1):
        if text.endswith(marker[:count]):
            return count
    return 0


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
