"""``/v1/messages`` and ``/v1/messages/count_tokens`` of Anthropic's API."""

from collections.abc import AsyncGenerator, Iterator, Sequence

import msgspec

from engine.dialects.bodies import parsed
from engine.dialects.content import (
    SEEN_ROLES,
    SentPictures,
    check_count,
    role_of,
    unread,
)
from engine.dialects.errors import ApiError, Dialect, Json, error_body
from engine.dialects.events import event
from engine.dialects.generation import (
    Begun,
    Ended,
    Event,
    Generation,
    Piece,
    Reply,
    model_id,
    new_id,
)
from engine.dialects.sampling import SamplingBody, sampling_of, thinking_of
from engine.dialects.tools import AnthropicTool, AnthropicToolChoice, Tools, use_of
from engine.messages.commands import ChatMessage, Role, ToolCall
from engine.messages.events import Channel, FinishReason
from engine.messages.media import Media
from engine.messages.metrics import ModelInfo, ReplyUsage
from engine.messages.request_options import RequestOptions

_UNREAD_BLOCKS = ("thinking", "redacted_thinking")


class Source(msgspec.Struct):
    """The source of a picture: only data in the request is read."""

    type: str
    data: str = ""


class Block(msgspec.Struct):
    """A part of a message; the used fields depend on its type."""

    type: str = "text"
    text: str | None = None
    id: str | None = None
    name: str | None = None
    input: dict[str, object] | None = None
    tool_use_id: str | None = None
    content: "str | list[Block] | None" = None
    source: Source | None = None


class Turn(msgspec.Struct):
    """A message of a chat."""

    role: str
    content: str | list[Block]


class ThinkingBody(msgspec.Struct):
    """The settings of thinking."""

    type: str
    budget_tokens: int | None = None


class MessagesBody(SamplingBody, kw_only=True):
    """The body of a request; without ``max_tokens`` it is a request to count tokens."""

    messages: list[Turn]
    system: str | list[Block] | None = None
    max_tokens: int | None = None
    stop_sequences: list[str] | None = None
    stream: bool | None = None
    tools: list[AnthropicTool] | None = None
    tool_choice: AnthropicToolChoice | None = None
    thinking: ThinkingBody | None = None


class MessagesExchange:
    """One request and the forms of its answers."""

    ping = event({"type": "ping"}, "ping")

    def __init__(self, body: bytes, model: ModelInfo, conversation: str) -> None:
        """Read a request. Raises ApiError."""
        asked = parsed(body, MessagesBody)
        if asked.max_tokens is None:
            raise ApiError(400, "`max_tokens` is required.", param="$.max_tokens")
        self.is_streamed = bool(asked.stream)
        self._id, self._model = new_id("msg_"), model_id(model)
        self.generation = generation_of(asked, model, conversation)
        self._block_count = 0
        self._open_kind = ""

    def whole(self, replies: Sequence[Reply]) -> Json:
        """Return the complete answer."""
        reply = replies[0]
        blocks: list[Json] = []
        if reply.reasoning:
            blocks.append({"type": "thinking", "thinking": reply.reasoning, "signature": ""})
        if reply.text:
            blocks.append({"type": "text", "text": reply.text})
        blocks.extend(_call_block(each) for each in reply.calls)
        end = reply.end
        head = self._message(blocks, _usage(end.usage))
        return head | _stop_fields(end, has_calls=bool(reply.calls))

    async def frames(self, events: AsyncGenerator[tuple[int, Event]]) -> AsyncGenerator[bytes]:
        """Yield the answer as a stream."""
        has_calls = False
        async for _, each in events:
            match each:
                case Begun(usage=usage):
                    message = self._message([], _usage(usage))
                    yield event({"type": "message_start", "message": message}, "message_start")
                case Piece():
                    for frame in self._text(each):
                        yield frame
                case ToolCall():
                    has_calls = True
                    for frame in self._call(each):
                        yield frame
                case Ended(usage=usage):
                    for frame in self._close():
                        yield frame
                    delta = _stop_fields(each, has_calls=has_calls)
                    body: Json = {"type": "message_delta", "delta": delta, "usage": _usage(usage)}
                    yield event(body, "message_delta")
                    yield event({"type": "message_stop"}, "message_stop")

    def error_frame(self, error: ApiError) -> bytes:
        """Return the last frame of a stream that fails."""
        return event(error_body(error, Dialect.ANTHROPIC), "error")

    def _text(self, piece: Piece) -> Iterator[bytes]:
        kind = "text" if piece.channel is Channel.ANSWER else "thinking"
        if self._open_kind != kind:
            yield from self._close()
            self._open_kind = kind
            empty: Json = {"type": kind, kind: ""}
            yield self._block("start", content_block=empty | _unsigned(kind))
        yield self._block("delta", delta={"type": f"{kind}_delta", kind: piece.text})

    def _call(self, call: ToolCall) -> Iterator[bytes]:
        yield from self._close()
        self._open_kind = "tool_use"
        empty: Json = {"type": "tool_use", "id": call.id, "name": call.name, "input": {}}
        yield self._block("start", content_block=empty)
        yield self._block(
            "delta", delta={"type": "input_json_delta", "partial_json": call.arguments}
        )
        yield from self._close()

    def _close(self) -> Iterator[bytes]:
        if self._open_kind:
            yield self._block("stop")
            self._open_kind = ""
            self._block_count += 1

    def _block(self, verb: str, **what: object) -> bytes:
        kind = f"content_block_{verb}"
        return event({"type": kind, "index": self._block_count, **what}, kind)

    def _message(self, blocks: list[Json], usage: Json) -> Json:
        return {
            "id": self._id,
            "type": "message",
            "role": "assistant",
            "model": self._model,
            "content": blocks,
            "stop_reason": None,
            "stop_sequence": None,
            "usage": usage,
        }


def generation_of(body: MessagesBody, model: ModelInfo, conversation: str = "") -> Generation:
    """Return the generation that a body requests. Raises ApiError."""
    check_count((each.content for each in body.messages), model)
    thinking = body.thinking
    is_on = None if thinking is None else thinking.type != "disabled"
    budget = thinking.budget_tokens if thinking is not None else None
    pictures = SentPictures()
    return Generation(
        _messages(body, pictures),
        sampling_of(
            body,
            model.defaults.sampling,
            max_tokens=body.max_tokens,
            stop=body.stop_sequences,
        ),
        RequestOptions(thinking=thinking_of(None, is_on=is_on, budget=budget)),
        _tools(body),
        conversation,
        pictures=pictures.files,
    )


def _messages(body: MessagesBody, pictures: SentPictures) -> tuple[ChatMessage, ...]:
    names: dict[str, str] = {}
    messages: list[ChatMessage] = []
    system, _ = _content(body.system, "$.system", pictures, Role.SYSTEM)
    if system:
        messages.append(ChatMessage(Role.SYSTEM, system))
    for index, turn in enumerate(body.messages):
        messages.extend(_turn(turn, names, f"$.messages[{index}]", pictures))
    return tuple(messages)


def _turn(
    turn: Turn, names: dict[str, str], path: str, pictures: SentPictures
) -> Iterator[ChatMessage]:
    """Yield the messages of a turn: a user's may contain results of tools."""
    role = role_of(turn.role, path, others=("developer", "function", "tool"))
    if isinstance(turn.content, str):
        yield ChatMessage(role, turn.content)
        return
    calls: list[ToolCall] = []
    others: list[Block] = []
    for block in turn.content:
        if block.type == "tool_use":
            arguments = msgspec.json.encode(block.input or {}).decode()
            calls.append(ToolCall(block.id or "", block.name or "", arguments))
            names[block.id or ""] = block.name or ""
        elif block.type == "tool_result":
            number = block.tool_use_id or ""
            text, media = _content(block.content, path, pictures, Role.TOOL)
            yield ChatMessage(Role.TOOL, text, (), number, names.get(number, ""), media)
        else:
            others.append(block)
    text, media = _content(others, path, pictures, role)
    if text or calls or media:
        yield ChatMessage(role, text, tuple(calls), media=media)


def _content(
    content: str | list[Block] | None, path: str, pictures: SentPictures, role: Role
) -> tuple[str, tuple[Media, ...]]:
    if not isinstance(content, list):
        return content or "", ()
    texts: list[str] = []
    media: list[Media] = []
    for block in content:
        if block.type == "text":
            texts.append(block.text or "")
        elif block.type == "image" and block.source is not None and role in SEEN_ROLES:
            # An address or an id has no data; the error names the supported source.
            is_sent = block.source.type == "base64"
            add = pictures.add if is_sent else pictures.add_url
            media.append(add(block.source.data if is_sent else "", path))
        elif block.type not in _UNREAD_BLOCKS:
            raise unread(block.type, role, path)
    return "\n".join(texts), tuple(media)


def _tools(body: MessagesBody) -> Tools:
    functions, choice = tuple(body.tools or ()), body.tool_choice
    if choice is None:
        return Tools(functions)
    only = choice.name or "" if choice.type == "tool" else ""
    return Tools(functions, use_of(choice.type, required=("any", "tool")), only)


def _call_block(call: ToolCall) -> Json:
    try:
        given = msgspec.json.decode(call.arguments)
    except msgspec.DecodeError:
        given = {}
    return {"type": "tool_use", "id": call.id, "name": call.name, "input": given}


def _unsigned(kind: str) -> Json:
    return {"signature": ""} if kind == "thinking" else {}


def _stop_fields(end: Ended, *, has_calls: bool) -> Json:
    """Return why a reply ended, and the stop string that ended it, if one did."""
    reason = "tool_use" if has_calls else "end_turn"
    if end.reason is FinishReason.LENGTH:
        reason = "max_tokens"
    elif end.stop_string and not has_calls:
        return {"stop_reason": "stop_sequence", "stop_sequence": end.stop_string}
    return {"stop_reason": reason, "stop_sequence": None}


def _usage(usage: ReplyUsage) -> Json:
    return {
        "input_tokens": usage.prompt_tokens - usage.reused_tokens,
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": usage.reused_tokens,
        "output_tokens": usage.reply_tokens,
    }
