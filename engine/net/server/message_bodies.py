"""Messages in the form that most programs send them, and what they are in ours."""

from collections.abc import Iterable

import msgspec

from engine.net.server.api_errors import ApiError
from engine.wire.commands import ChatMessage, Role, ToolCall

_ROLES = {
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "user": Role.USER,
    "assistant": Role.ASSISTANT,
    "tool": Role.TOOL,
    "function": Role.TOOL,
}
_TEXT_PARTS = ("text", "input_text", "output_text", "refusal", "summary_text", "reasoning_text")


class Part(msgspec.Struct):
    """A part of a message; only text can be read here."""

    type: str = "text"
    text: str | None = None
    refusal: str | None = None


class CalledFunction(msgspec.Struct):
    """What an assistant has called."""

    name: str
    arguments: str = "{}"


class Call(msgspec.Struct):
    """A call of an assistant's message."""

    function: CalledFunction
    id: str = ""


class MessageBody(msgspec.Struct):
    """A message of a chat."""

    role: str
    content: str | list[Part] | None = None
    name: str | None = None
    tool_calls: list[Call] | None = None
    tool_call_id: str | None = None


def messages_of(bodies: Iterable[MessageBody]) -> tuple[ChatMessage, ...]:
    """Return messages for the engine. Raises ApiError."""
    messages = [_message(index, body) for index, body in enumerate(bodies)]
    return joined_systems(_with_tool_names(messages))


def text_of(content: str | list[Part] | None, path: str) -> str:
    """Return the text of a content. Raises ApiError on anything else."""
    if not isinstance(content, list):
        return content or ""
    for part in content:
        if part.type not in _TEXT_PARTS:
            text = f"This model reads text only, and here is a part of type “{part.type}”."
            raise ApiError(400, text, code="unsupported_content", param=path)
    return "\n".join(part.text or part.refusal or "" for part in content)


def joined_systems(messages: Iterable[ChatMessage]) -> tuple[ChatMessage, ...]:
    """Return messages with one system message at most, in front: templates insist on that."""
    first: list[str] = []
    rest: list[ChatMessage] = []
    for each in messages:
        if each.role is Role.SYSTEM and not rest:
            first.append(each.content)
        # Later ones are told in the user's turn: few templates take them anywhere else.
        elif each.role is Role.SYSTEM:
            rest.append(ChatMessage(Role.USER, each.content))
        else:
            rest.append(each)
    head = [ChatMessage(Role.SYSTEM, "\n\n".join(filter(None, first)))] if any(first) else []
    return (*head, *rest)


def _message(index: int, body: MessageBody) -> ChatMessage:
    role = _ROLES.get(body.role)
    if role is None:
        text = f"The role “{body.role}” is not known."
        raise ApiError(400, text, code="invalid_value", param=f"$.messages[{index}].role")
    calls = body.tool_calls or []
    return ChatMessage(
        role,
        text_of(body.content, f"$.messages[{index}].content"),
        tuple(ToolCall(each.id, each.function.name, each.function.arguments) for each in calls),
        body.tool_call_id or "",
        body.name or "" if role is Role.TOOL else "",
    )


def _with_tool_names(messages: Iterable[ChatMessage]) -> Iterable[ChatMessage]:
    """Yield messages; a tool's answer has the tool's name, which some templates want."""
    names: dict[str, str] = {}
    for each in messages:
        names |= {call.id: call.name for call in each.tool_calls}
        if each.role is Role.TOOL and not each.name:
            yield msgspec.structs.replace(each, name=names.get(each.tool_call_id, ""))
        else:
            yield each
