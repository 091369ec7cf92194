"""What ``/v1/responses`` is asked: items of several kinds, or a text, and what went before."""

from collections.abc import Iterable

import msgspec

from engine.messages.commands import ChatMessage, Role, ToolCall
from engine.messages.metrics import ModelInfo
from engine.server.api_errors import ApiError
from engine.server.chat import NamedSchema, ResponseFormat, schema_of, use_of
from engine.server.message_bodies import Part, check_count, content_of, part_count
from engine.server.pictures import SentPictures
from engine.server.sampling_body import SamplingBody
from engine.server.tools import Function, Tools, Use

_ROLES = {
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "user": Role.USER,
    "assistant": Role.ASSISTANT,
}
_UNREAD_ITEMS = ("reasoning", "item_reference")  # what a model thought is not shown to it again


class Item(msgspec.Struct):
    """One item of the input; what it means depends on its type."""

    type: str = "message"
    role: str | None = None
    content: str | list[Part] | None = None
    call_id: str | None = None
    name: str | None = None
    arguments: str | None = None
    output: str | list[Part] | None = None


class FormatBody(msgspec.Struct):
    """What form a reply must have."""

    type: str = "text"
    schema: msgspec.Raw = msgspec.Raw(b"null")


class TextBody(msgspec.Struct):
    """How the text of a reply has to be."""

    format: FormatBody | None = None


class ReasoningBody(msgspec.Struct):
    """How hard to think."""

    effort: str | None = None


class ToolBody(msgspec.Struct):
    """A tool that is offered; only functions are known."""

    type: str = "function"
    name: str | None = None
    description: str | None = None
    parameters: dict[str, object] | None = None


class ToolChoice(msgspec.Struct):
    """Which function has to be called."""

    name: str
    type: str = "function"


class ResponsesBody(SamplingBody, kw_only=True):
    """The body of a request."""

    input: str | list[Item]
    instructions: str | None = None
    stream: bool | None = None
    max_output_tokens: int | None = None
    text: TextBody | None = None
    reasoning: ReasoningBody | None = None
    tools: list[ToolBody] | None = None
    tool_choice: str | ToolChoice | None = None
    previous_response_id: str | None = None
    store: bool | None = None
    metadata: msgspec.Raw = msgspec.Raw(b"null")
    top_logprobs: int | None = None


def items_as_messages(
    given: str | list[Item], model: ModelInfo, pictures: SentPictures
) -> tuple[ChatMessage, ...]:
    """Return what an input says; calls belong to one message of the assistant. Raises ApiError."""
    if isinstance(given, str):
        return (ChatMessage(Role.USER, given),)
    check_count(sum(part_count(each.content) for each in given), model)
    names: dict[str, str] = {}
    messages: list[ChatMessage] = []
    calls: list[ToolCall] = []  # of the message that is not whole yet
    for index, item in enumerate(given):
        match item.type:
            case "message":
                _add_calls(messages, calls)
                messages.append(_message(item, f"$.input[{index}]", pictures))
            case "function_call":
                call = ToolCall(item.call_id or "", item.name or "", item.arguments or "{}")
                names[call.id] = call.name
                calls.append(call)
            case "function_call_output":
                _add_calls(messages, calls)
                call_id = item.call_id or ""
                path = f"$.input[{index}].output"
                text, media = content_of(item.output, path, pictures, Role.TOOL)
                name = names.get(call_id, "")
                messages.append(ChatMessage(Role.TOOL, text, (), call_id, name, media))
            case kind if kind not in _UNREAD_ITEMS:
                text = f"Items of the type “{kind}” are not known."
                raise ApiError(400, text, code="unsupported_content", param=f"$.input[{index}]")
    _add_calls(messages, calls)
    return tuple(messages)


def tools_of(body: ResponsesBody) -> Tools:
    """Return the functions that may be called. Raises ApiError."""
    functions = tuple(_functions(body.tools or ()))
    match body.tool_choice:
        case ToolChoice(name=name):
            return Tools(functions, Use.REQUIRED, name)
        case str(word):
            return Tools(functions, use_of(word))
    return Tools(functions)


def form_of(body: ResponsesBody) -> str | None:
    """Return the schema that the reply must follow, None for none. Raises ApiError."""
    form = body.text.format if body.text is not None else None
    if form is None:
        return None
    schema = NamedSchema(form.schema) if bytes(form.schema) != b"null" else None
    return schema_of(ResponseFormat(form.type, schema))


def _functions(tools: Iterable[ToolBody]) -> Iterable[Function]:
    for index, tool in enumerate(tools):
        if tool.type != "function" or not tool.name:
            text = f"Tools of the type “{tool.type}” are not there; functions are."
            raise ApiError(400, text, code="unsupported_tool", param=f"$.tools[{index}]")
        yield Function(tool.name, tool.description, tool.parameters)


def _message(item: Item, path: str, pictures: SentPictures) -> ChatMessage:
    role = _ROLES.get(item.role or "")
    if role is None:
        text = f"The role “{item.role}” is not known."
        raise ApiError(400, text, code="invalid_value", param=f"{path}.role")
    text, media = content_of(item.content, f"{path}.content", pictures, role)
    return ChatMessage(role, text, media=media)


def _add_calls(messages: list[ChatMessage], calls: list[ToolCall]) -> None:
    """Move calls into the assistant's message; all at once, since there may be ever so many."""
    if not calls:
        return
    last = messages[-1] if messages else None
    if last is not None and last.role is Role.ASSISTANT:
        messages[-1] = msgspec.structs.replace(last, tool_calls=(*last.tool_calls, *calls))
    else:
        messages.append(ChatMessage(Role.ASSISTANT, "", tuple(calls)))
    calls.clear()
