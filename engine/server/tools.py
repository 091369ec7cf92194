"""The tools that a program offers: told by the model's template, else in the system prompt."""

import enum
from collections.abc import Sequence
from dataclasses import dataclass

import msgspec

from engine.messages.commands import ChatMessage, Role
from engine.server.api_errors import ApiError, Json

MAX_TOOLS = 256


class Use(enum.Enum):
    """Whether tools may, must or must not be called."""

    AUTO = "auto"
    REQUIRED = "required"
    NONE = "none"


class Function(msgspec.Struct):
    """A function as programs describe it."""

    name: str
    description: str | None = None
    parameters: dict[str, object] | None = None


@dataclass(frozen=True, slots=True)
class Tools:
    """What may be called, and whether it has to be; ``only`` is the one that it has to be."""

    functions: tuple[Function, ...] = ()
    use: Use = Use.AUTO
    only: str = ""

    @property
    def names(self) -> frozenset[str]:
        """Return what can be called."""
        return frozenset(each.name for each in self.functions) if self.is_offered else frozenset()

    @property
    def is_offered(self) -> bool:
        """Return whether the model is told of any."""
        return bool(self.functions) and self.use is not Use.NONE

    def check(self) -> None:
        """Raise ApiError where they can't be offered."""
        if len(self.functions) > MAX_TOOLS:
            raise ApiError(400, f"At most {MAX_TOOLS} tools can be offered.", param="$.tools")
        if self.use is Use.REQUIRED and not self.functions:
            text = "A tool must be called, but none is offered."
            raise ApiError(400, text, param="$.tool_choice")
        if self.only and self.only not in self.names:
            text = "The tool that must be called is not offered."
            raise ApiError(400, text, param="$.tool_choice")

    def descriptions(self) -> tuple[Json, ...]:
        """Return them as chat templates want them."""
        return tuple(
            {"type": "function", "function": _description(each)} for each in self.functions
        )

    def required_schema(self) -> str | None:
        """Return the JSON schema of a call where one must be made, else None."""
        if not self.is_offered or self.use is not Use.REQUIRED:
            return None
        wanted = [each for each in self.functions if self.only in ("", each.name)]
        # Of two functions with a definition of one name the later one's holds.
        definitions: Json = {}
        for each in wanted:
            found = (each.parameters or {}).get("$defs")
            definitions |= found if isinstance(found, dict) else {}
        schema: Json = {"anyOf": [_call_schema(each) for each in wanted]}
        if definitions:
            schema["$defs"] = definitions  # references are looked up from the root
        return msgspec.json.encode(schema).decode()


NO_TOOLS = Tools()


def told_in_words(messages: Sequence[ChatMessage], tools: Tools) -> tuple[ChatMessage, ...]:
    """Return messages for a template that knows no tools: they are described, calls are text."""
    plain = [_plain(each) for each in messages]
    if not tools.is_offered:
        return tuple(plain)
    listed = "\n".join(msgspec.json.encode(each).decode() for each in tools.descriptions())
    text = _EXPLANATION.format(tools=listed)
    if plain and plain[0].role is Role.SYSTEM:
        return (ChatMessage(Role.SYSTEM, f"{plain[0].content}\n\n{text}"), *plain[1:])
    return (ChatMessage(Role.SYSTEM, text), *plain)


def _plain(message: ChatMessage) -> ChatMessage:
    if message.role is Role.TOOL:
        text = f"<tool_response>\n{message.content}\n</tool_response>"
        return ChatMessage(Role.USER, text, media=message.media)
    if not message.tool_calls:
        return message
    calls = [
        f'<tool_call>\n{{"name": "{each.name}", "arguments": {each.arguments}}}\n</tool_call>'
        for each in message.tool_calls
    ]
    return ChatMessage(message.role, "\n".join(filter(None, [message.content, *calls])))


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
