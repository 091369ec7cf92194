"""Tools in every API: definitions, tool choice, and calls.

Tools are described by the model's template, else in the system prompt. A model that is loaded here
writes its calls as text, which ``engine.dialects.tool_reader`` finds. Calls of a remote model
arrive as events in pieces.
"""

import enum
import json
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from engine.dialects.errors import ApiError, Json, too_long
from engine.messages.commands import ChatMessage, Role, ToolCall

MAX_TOOLS = 256
MAX_CALLS = 128  # calls of a remote reply
MAX_CALL_CHARACTERS = 2 << 20  # characters of all of these calls, which are one event
_MAX_CHECKED = 16  # pieces of a call whose arguments are checked for their end
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
    """A piece of a function's name and arguments; some servers send an object, not its text."""

    name: str | None = None
    arguments: Any = None


class CallDelta(msgspec.Struct, omit_defaults=True):
    """A piece of a call; pieces of one call have the same index, and some have an id."""

    index: int | None = None
    id: str | int | None = None
    type: Any = None
    function: FunctionDelta | None = None


def written_call(call: ToolCall) -> CallDelta:
    """Return a complete call of OpenAI's chat completions."""
    return CallDelta(None, call.id, "function", FunctionDelta(call.name, call.arguments))


class Tools(msgspec.Struct, frozen=True):
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
    """Assembles calls from the pieces of a remote reply.

    An index, an id or a name may be sent with each piece, with the first, or never.
    """

    def __init__(self, host: str) -> None:
        """``host`` is named in errors."""
        self._host = host
        self._calls: list[_CollectedCall] = []
        self._places: dict[int, int] = {}  # the newest call of an index
        self._size = 0

    def add(self, deltas: Iterable[CallDelta]) -> None:
        """Add the pieces of one chunk. Raises EndpointFault if there are too many."""
        for delta in deltas:
            function = delta.function or FunctionDelta()
            arguments = _arguments_piece(function.arguments)
            # Empty pieces count as well.
            id_ = str(delta.id or "")
            self._size += 1 + len(id_) + len(function.name or "") + len(arguments)
            if self._size > MAX_CALL_CHARACTERS:
                raise too_long(self._host)
            call = self._call_of(delta)
            if call is not None:
                call.id = call.id or id_
                call.name = function.name or call.name
                call.arguments.append(arguments)

    def _call_of(self, delta: CallDelta) -> "_CollectedCall | None":
        """Return the call that a piece belongs to; None if there are too many calls."""
        last = len(self._calls) - 1
        at = last if delta.index is None else self._places.get(delta.index, -1)
        if at < 0 or self._calls[at].is_followed_by(delta):
            if len(self._calls) >= MAX_CALLS:
                return None
            self._calls.append(_CollectedCall())
            at = last + 1
        if delta.index is not None:
            self._places[delta.index] = at
        return self._calls[at]

    def take(self, *, is_cut: bool = False) -> tuple[ToolCall, ...]:
        """Return the calls and remove them; without the incomplete ones of a reply that was cut.

        Missing and repeated ids are replaced.
        """
        calls, self._calls, self._places = self._calls, [], {}
        taken: dict[str, ToolCall] = {}
        for each in calls:
            arguments = _whole("".join(each.arguments)).strip() or "{}"
            if not each.name or (is_cut and not _is_object(arguments)):
                continue
            call = ToolCall(_whole(each.id) or new_call_id(), _whole(each.name), arguments)
            if taken.get(call.id) == call:
                continue  # sent again as a whole
            if call.id in taken:
                call = msgspec.structs.replace(call, id=new_call_id())
            taken[call.id] = call
        return tuple(taken.values())


@dataclass(slots=True)
class _CollectedCall:
    """A call as far as it has arrived; its arguments may come in a million pieces."""

    id: str = ""
    name: str = ""
    arguments: list[str] = field(default_factory=list)

    def is_followed_by(self, delta: CallDelta) -> bool:
        """Return whether a piece begins another call.

        Some servers send no index, or the same with every call: each call then arrives with its
        name. Others repeat the name, or make a new id, with every piece of one call.
        """
        function = delta.function
        if function is None or not function.name or not self.name:
            return False
        has_new_id = bool(delta.id) and str(delta.id) != self.id
        if not any(self.arguments):
            return function.name != self.name or has_new_id
        # Such calls arrive in few pieces; more would take long to check again and again.
        is_complete = len(self.arguments) <= _MAX_CHECKED and _is_object("".join(self.arguments))
        return is_complete and (has_new_id or bool(function.arguments))


def _whole(text: str) -> str:
    """Return a text whose halves of surrogate pairs are joined; an unpaired one becomes U+FFFD."""
    if text.isascii():
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def new_call_id() -> str:
    """Return an id for a call, which cannot be guessed."""
    return f"call_{secrets.token_hex(12)}"


def _arguments_piece(value: object) -> str:
    """Return a piece of arguments as text; some servers send the whole object."""
    if isinstance(value, str):
        return value
    return "" if value is None else json.dumps(value, ensure_ascii=False)


def _is_object(text: str) -> bool:
    try:
        return isinstance(json.loads(text), dict)
    except (ValueError, RecursionError):
        return False


def shown_calls(calls: Iterable[ToolCall]) -> str:
    """Return calls as text, for a chat that offered no tools."""
    return "".join(f"\n{_tagged(_shown(each))}\n" for each in calls)


def _shown(call: ToolCall) -> str:
    try:
        value = json.loads(call.arguments)
    except (ValueError, RecursionError):
        value = call.arguments
    return json.dumps({"name": call.name, "arguments": value}, ensure_ascii=False)
