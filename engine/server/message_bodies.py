"""Messages in the form that most programs send them, and what they are in ours."""

from collections.abc import Iterable, Sequence

import msgspec

from engine.messages.commands import ChatMessage, Role, ToolCall
from engine.messages.media import Media
from engine.messages.metrics import ModelInfo
from engine.server.api_errors import ApiError
from engine.server.pictures import SentPictures

_FEWEST_COUNT = 1000  # that are read with the smallest window
_ROLES = {
    "system": Role.SYSTEM,
    "developer": Role.SYSTEM,
    "user": Role.USER,
    "assistant": Role.ASSISTANT,
    "tool": Role.TOOL,
    "function": Role.TOOL,
}
SEEN_ROLES = (Role.USER, Role.TOOL)  # whose messages can have pictures
_PICTURE_PARTS = ("image_url", "input_image")
_TEXT_PARTS = ("text", "input_text", "output_text", "refusal", "summary_text", "reasoning_text")


class ImageUrl(msgspec.Struct):
    """A picture of a chat."""

    url: str


class Part(msgspec.Struct):
    """A part of a message: text, or a picture."""

    type: str = "text"
    text: str | None = None
    refusal: str | None = None
    image_url: str | ImageUrl | None = None


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


def messages_of(
    bodies: Sequence[MessageBody], model: ModelInfo, pictures: SentPictures
) -> tuple[ChatMessage, ...]:
    """Return messages for the engine; ``pictures`` has the files of theirs. Raises ApiError."""
    check_count(
        sum(part_count(each.content) + len(each.tool_calls or ()) for each in bodies), model
    )
    messages = [_message(index, body, pictures) for index, body in enumerate(bodies)]
    return joined_systems(_with_tool_names(messages))


def check_count(count: int, model: ModelInfo) -> None:
    """Raise ApiError on more messages, parts and calls than the model's window has tokens.

    Not one of them would fit, and who reads them all keeps the process from everything else.
    """
    if count > max(_FEWEST_COUNT, model.context_window):
        text = f"These are {count:,} messages, and a chat can hold {model.context_window:,} tokens."
        raise ApiError(400, text, code="context_length_exceeded")


def part_count(content: object) -> int:
    """Return how many parts a content has; a text is one."""
    return 1 + len(content) if isinstance(content, list) else 1


def content_of(
    content: str | list[Part] | None, path: str, pictures: SentPictures, role: Role
) -> tuple[str, tuple[Media, ...]]:
    """Return the text of a content and its pictures, which stand before it. Raises ApiError."""
    if not isinstance(content, list):
        return content or "", ()
    texts: list[str] = []
    media: list[Media] = []
    for part in content:
        if part.type in _PICTURE_PARTS and role in SEEN_ROLES:
            given = part.image_url
            url = given.url if isinstance(given, ImageUrl) else given
            media.append(pictures.add_url(url or "", path))
        elif part.type in _TEXT_PARTS:
            texts.append(part.text or part.refusal or "")
        else:
            raise unread(part.type, role, path)
    return "\n".join(texts), tuple(media)


def unread(kind: str, role: Role, path: str) -> ApiError:
    """Return why a part of a message is not read."""
    text = f"Parts of the type “{kind}” are not read in messages of the role “{role.value}”."
    return ApiError(400, text, code="unsupported_content", param=path)


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


def _message(index: int, body: MessageBody, pictures: SentPictures) -> ChatMessage:
    role = _ROLES.get(body.role)
    if role is None:
        text = f"The role “{body.role}” is not known."
        raise ApiError(400, text, code="invalid_value", param=f"$.messages[{index}].role")
    calls = body.tool_calls or []
    text, media = content_of(body.content, f"$.messages[{index}].content", pictures, role)
    return ChatMessage(
        role,
        text,
        tuple(ToolCall(each.id, each.function.name, each.function.arguments) for each in calls),
        body.tool_call_id or "",
        body.name or "" if role is Role.TOOL else "",
        media,
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
