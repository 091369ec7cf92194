"""``/v1/chat/completions``: what most programs speak."""

from collections.abc import AsyncGenerator, Sequence

import msgspec

from engine.messages.commands import ToolCall
from engine.messages.events import Channel
from engine.messages.metrics import ModelInfo
from engine.messages.request_options import RequestOptions
from engine.server.api_errors import ApiError, Dialect, Json, error_body
from engine.server.bodies import parsed, small_object
from engine.server.generation import Begun, Ended, Event, Generation, Piece, Reply
from engine.server.message_bodies import MessageBody, messages_of
from engine.server.openai_forms import (
    call_json,
    finish_reason,
    logprobs_json,
    message_json,
    model_id,
    new_id,
    now,
    timings_of,
    usage_of,
)
from engine.server.pictures import SentPictures
from engine.server.sampling_body import SamplingBody, sampling_of, thinking_of
from engine.server.sending import event
from engine.server.tools import Function, Tools, Use

DONE = b"data: [DONE]\n\n"
_ANY_OBJECT = '{"type":"object"}'


class ToolBody(msgspec.Struct):
    """A tool that is offered; only functions are known."""

    function: Function | None = None
    type: str = "function"


class ChosenFunction(msgspec.Struct):
    """The function that has to be called."""

    name: str


class ToolChoice(msgspec.Struct):
    """Which tool has to be called."""

    function: ChosenFunction


class NamedSchema(msgspec.Struct):
    """A JSON schema with a name."""

    schema: msgspec.Raw = msgspec.Raw(b"{}")


class ResponseFormat(msgspec.Struct):
    """What form a reply must have."""

    type: str
    json_schema: NamedSchema | None = None


class StreamOptions(msgspec.Struct):
    """What a stream tells besides."""

    include_usage: bool | None = None


class ChatBody(SamplingBody, kw_only=True):
    """The body of a request."""

    messages: list[MessageBody]
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    n: int | None = None
    max_tokens: int | None = None
    max_completion_tokens: int | None = None
    logprobs: bool | None = None
    top_logprobs: int | None = None
    response_format: ResponseFormat | None = None
    tools: list[ToolBody] | None = None
    tool_choice: str | ToolChoice | None = None
    reasoning_effort: str | None = None
    chat_template_kwargs: msgspec.Raw = msgspec.Raw(b"null")
    end_repetition: bool | None = None


class ChatExchange:
    """One request and the forms of its answers."""

    ping = b": keep-alive\n\n"

    def __init__(self, body: bytes, model: ModelInfo, conversation: str) -> None:
        """Read a request. Raises ApiError."""
        self._body = asked = parsed(body, ChatBody)
        self.is_streamed = bool(asked.stream)
        self._head: Json = {"id": new_id("chatcmpl-"), "created": now(), "model": model_id(model)}
        # Many programs switch thinking by the name that most templates have for it.
        arguments = small_object(asked.chat_template_kwargs, "$.chat_template_kwargs") or {}
        thinking = thinking_of(asked.reasoning_effort, is_on=arguments.pop("enable_thinking", None))
        limit = asked.max_completion_tokens
        pictures = SentPictures()
        self.generation = Generation(
            messages_of(asked.messages, model, pictures),
            sampling_of(
                asked,
                max_tokens=asked.max_tokens if limit is None else limit,
                schema=schema_of(asked.response_format),
                logprob_count=(asked.top_logprobs or 0) if asked.logprobs else None,
            ),
            RequestOptions(
                thinking=thinking,
                template_arguments=arguments,
                ends_repetition=bool(asked.end_repetition),
            ),
            _tools(asked),
            conversation,
            1 if asked.n is None else asked.n,
            pictures.files,
        )

    def whole(self, replies: Sequence[Reply]) -> Json:
        """Return the answer in one piece."""
        return self._head | {
            "object": "chat.completion",
            "choices": [self._choice_json(*each) for each in enumerate(replies)],
            "usage": usage_of(each.end for each in replies),
            "timings": timings_of(replies[0].end.usage),
        }

    async def frames(self, events: AsyncGenerator[tuple[int, Event]]) -> AsyncGenerator[bytes]:
        """Yield the answer as a stream."""
        calls: dict[int, list[ToolCall]] = {}
        ends: list[Ended] = []
        async for index, each in events:
            made = calls.setdefault(index, [])
            match each:
                case Begun():
                    yield self._chunk(index, {"role": "assistant", "content": ""})
                case Piece(text=text, channel=channel, logprobs=logprobs):
                    name = "content" if channel is Channel.ANSWER else "reasoning_content"
                    likely = logprobs_json(logprobs) if logprobs else None
                    yield self._chunk(index, {name: text}, logprobs=likely)
                case ToolCall():
                    call = {"index": len(made), **call_json(each)}
                    made.append(each)
                    yield self._chunk(index, {"tool_calls": [call]})
                case Ended():
                    ends.append(each)
                    yield self._chunk(index, {}, reason=finish_reason(each, made), end=each)
        options = self._body.stream_options
        if options is not None and options.include_usage:
            yield event(self._chunk_head() | {"choices": [], "usage": usage_of(ends)})
        yield DONE

    def error_frame(self, error: ApiError) -> bytes:
        """Return what ends a stream that fails."""
        return event(error_body(error, Dialect.OPENAI))

    def _choice_json(self, index: int, reply: Reply) -> Json:
        return {
            "index": index,
            "message": message_json(reply),
            "finish_reason": finish_reason(reply.end, reply.calls),
            "logprobs": logprobs_json(reply.logprobs) if self._body.logprobs else None,
        }

    def _chunk_head(self) -> Json:
        return self._head | {"object": "chat.completion.chunk"}

    def _chunk(
        self,
        index: int,
        delta: Json,
        *,
        logprobs: Json | None = None,
        reason: str | None = None,
        end: Ended | None = None,
    ) -> bytes:
        choice = {"index": index, "delta": delta, "finish_reason": reason, "logprobs": logprobs}
        chunk = self._chunk_head() | {"choices": [choice]}
        # Where llama-server has them, too: in the chunk that says why the reply ended.
        if end is not None:
            chunk["timings"] = timings_of(end.usage)
        return event(chunk)


def schema_of(form: ResponseFormat | None) -> str | None:
    """Return the schema that a reply must follow, None for none. Raises ApiError."""
    if form is None or form.type == "text":
        return None
    if form.type == "json_object":
        return _ANY_OBJECT
    if form.type == "json_schema" and form.json_schema is not None:
        schema = small_object(form.json_schema.schema, "$.response_format") or {}
        return msgspec.json.encode(schema).decode()
    text = f"The form “{form.type}” of a reply is not known."
    raise ApiError(400, text, code="invalid_value", param="$.response_format")


def use_of(word: str) -> Use:
    """Return how tools are to be used. Raises ApiError."""
    words = {"auto": Use.AUTO, "none": Use.NONE, "required": Use.REQUIRED, "any": Use.REQUIRED}
    if word not in words:
        text = f"The tool choice “{word}” is not known."
        raise ApiError(400, text, code="invalid_value", param="$.tool_choice")
    return words[word]


def _tools(body: ChatBody) -> Tools:
    functions = tuple(each.function for each in body.tools or [] if each.function is not None)
    match body.tool_choice:
        case ToolChoice(function=chosen):
            return Tools(functions, Use.REQUIRED, chosen.name)
        case str(word):
            return Tools(functions, use_of(word))
    return Tools(functions)
