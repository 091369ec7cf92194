"""``/v1/messages`` and ``/v1/messages/count_tokens`` of Anthropic's API."""

from collections.abc import AsyncGenerator, Iterator, Sequence

import msgspec

from engine.dialects.bodies import parsed
from engine.dialects.content import (
    Content,
    EarlierCalls,
    SentPictures,
    arguments_text,
    check_count,
    content_of,
    parts_of,
    role_of,
)
from engine.dialects.errors import ApiError, Dialect, Json, error_body
from engine.dialects.events import EVENT_STREAM, event
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
from engine.dialects.notes import Notes
from engine.dialects.sampling import (
    FormBody,
    SamplingBody,
    ThinkingBody,
    constraint_of,
    sampling_of,
    thinking_of,
)
from engine.dialects.tool_bodies import Choice, ToolBody, tools_of
from engine.dialects.tool_reader import CallArguments, CallBegun, CallEnded
from engine.messages.commands import ChatMessage, Role, ToolCall
from engine.messages.events import Channel, FinishReason
from engine.messages.media import Media
from engine.messages.metrics import ModelInfo, ReplyUsage
from engine.messages.request_options import RequestOptions

_BILLING = "x-anthropic-billing-header:"


class Turn(msgspec.Struct):
    """A message of a chat."""

    role: str
    content: Content = None


class OutputConfig(msgspec.Struct):
    """The form of a reply and the effort."""

    format: FormBody = None
    effort: str | None = None


class MessagesBody(SamplingBody, kw_only=True):
    """The body of a request; without ``max_tokens`` it is a request to count tokens."""

    messages: list[Turn]
    system: Content = None
    max_tokens: int | None = None
    stop_sequences: list[str | None] | None = None
    stream: bool | None = None
    tools: list[ToolBody] | None = None
    tool_choice: Choice = None
    output_format: FormBody = None
    output_config: OutputConfig | None = None


class MessagesExchange:
    """One request and the forms of its answers."""

    ping = event({"type": "ping"}, "ping")
    content_type = EVENT_STREAM

    def __init__(self, body: bytes, model: ModelInfo, conversation: str) -> None:
        """Read a request. Raises ApiError."""
        asked = parsed(body, MessagesBody)
        if asked.max_tokens is None:
            raise ApiError(400, "`max_tokens` is required.", param="$.max_tokens")
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
                case CallBegun():
                    has_calls = True
                    for frame in self._call(each):
                        yield frame
                case CallArguments(text=text):
                    part = {"type": "input_json_delta", "partial_json": text}
                    yield self._block("delta", delta=part)
                case CallEnded():
                    for frame in self._close():
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

    def _call(self, call: CallBegun) -> Iterator[bytes]:
        yield from self._close()
        self._open_kind = "tool_use"
        empty: Json = {"type": "tool_use", "id": call.id, "name": call.name, "input": {}}
        yield self._block("start", content_block=empty)

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
    pictures, notes = SentPictures(), Notes()
    messages = _messages(body, pictures, notes)
    config = body.output_config or OutputConfig()
    tools = tools_of(body.tools, body.tool_choice, notes)
    constraint = constraint_of(
        body,
        [("$.output_config.format", config.format), ("$.output_format", body.output_format)],
    )
    return Generation(
        messages,
        sampling_of(
            body,
            model.defaults.sampling,
            max_tokens=body.max_tokens,
            stop=body.stop_sequences,
            constraint=constraint,
        ),
        RequestOptions(thinking=thinking_of(body, ThinkingBody(effort=config.effort))),
        tools,
        conversation,
        pictures=pictures.files,
        is_prompt_only=body.max_tokens == 0,
        notes=notes.sentences(),
        constraint=constraint,
    )


def _messages(body: MessagesBody, pictures: SentPictures, notes: Notes) -> tuple[ChatMessage, ...]:
    earlier = EarlierCalls()
    messages: list[ChatMessage] = []
    parts = [each for _, each in parts_of(body.system, "$.system")]
    # Claude Code's first part differs in each request, so no prompt would continue a cached one.
    kept = [each for each in parts if not (each.text or "").startswith(_BILLING)]
    if len(kept) < len(parts):
        notes.leave_out("parts", "billing header")
    system, _ = content_of([*kept], "$.system", Role.SYSTEM, pictures, notes)
    if system:
        messages.append(ChatMessage(Role.SYSTEM, system))
    for index, turn in enumerate(body.messages):
        messages.extend(_turn(turn, earlier, f"$.messages[{index}]", pictures, notes))
    return tuple(messages)


def _turn(
    turn: Turn, earlier: EarlierCalls, path: str, pictures: SentPictures, notes: Notes
) -> Iterator[ChatMessage]:
    """Yield the messages of a turn: a user's may contain results of tools."""
    role = role_of(turn.role, path, others=("developer", "function", "tool"))
    if isinstance(turn.content, str):
        yield ChatMessage(role, turn.content)
        return
    calls: list[ToolCall] = []
    texts: list[str] = []
    thoughts: list[str] = []
    media: list[Media] = []
    is_calling = any(part.kind == "tool_use" for _, part in parts_of(turn.content, path))
    for place, part in parts_of(turn.content, f"{path}.content"):
        if part.kind == "tool_use":
            arguments = arguments_text(part.input, f"{place}.input")
            calls.append(earlier.add(part.id, part.name, arguments))
        elif part.kind == "tool_result":
            content = part.content
            text, seen = content_of(content, f"{place}.content", Role.TOOL, pictures, notes)
            yield earlier.result(part.tool_use_id, text, seen)
        elif part.kind == "thinking" and isinstance(part.thinking, str) and is_calling:
            thoughts.append(part.thinking)
        else:
            text, seen = content_of(part, place, role, pictures, notes)
            texts.append(text)
            media.extend(seen)
    text = "\n".join(filter(None, texts))
    if text or calls or media:
        reasoning = "\n".join(thoughts)
        yield ChatMessage(role, text, tuple(calls), media=tuple(media), reasoning=reasoning)


def _call_block(call: ToolCall) -> Json:
    given = msgspec.json.decode(call.arguments)
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
