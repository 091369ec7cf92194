"""Ollama's API for programs: ``/api/chat``, ``/api/generate`` and ``/api/embed``.

A request is read as one of chat completions, so that each field means the same in both. An answer
is one object, or a stream of objects in lines, of which the last one has the figures.
"""

import re
import time
from collections.abc import AsyncGenerator, Sequence
from datetime import UTC, datetime
from enum import Enum
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from engine.dialects.bodies import parsed
from engine.dialects.content import Content, ImageUrl, Part
from engine.dialects.errors import ApiError, Dialect, Json, error_body, invalid_value
from engine.dialects.events import Form
from engine.dialects.generation import Ended, Event, Generation, Piece, Reply, model_id
from engine.dialects.openai_chat import (
    CallBody,
    CalledBody,
    ChatBody,
    MessageBody,
    finish_reason,
    generation_of,
    likely_tokens,
)
from engine.dialects.texts import EmbeddingsRequest
from engine.dialects.tool_bodies import ToolBody
from engine.dialects.tool_reader import CallArguments, CallBegun, CallEnded
from engine.messages.commands import ChatMessage, Role, ToolCall
from engine.messages.events import Channel, TokenLogprob
from engine.messages.metrics import ModelInfo
from engine.messages.request_options import RequestOptions

_NANO = 1_000_000_000  # nanoseconds per second
_PICTURE = "data:;base64,"  # the kind is found in the bytes
_NULL = msgspec.Raw(b"null")
_NO_TEXT = (b"null", b"[]", b'""')
_UNITS = {"ns": 1e-9, "us": 1e-6, "µs": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}
_TIME = re.compile(r"([0-9]+\.?[0-9]*|\.[0-9]+)(ns|us|µs|ms|s|m|h)")
_MAX_KEEP_SECONDS = 1e9
_SHOWN_CHARS = 50  # of an invalid time


class _Function(msgspec.Struct):
    name: str | None = None
    arguments: object = None


class _Call(msgspec.Struct):
    function: _Function | None = None
    id: str | None = None


class _Message(msgspec.Struct):
    role: str
    content: str | None = None
    thinking: str | None = None
    images: list[str] | None = None
    tool_calls: list[_Call] | None = None
    tool_name: str | None = None
    tool_call_id: str | None = None


class _Options(msgspec.Struct):
    temperature: float | None = None
    top_p: float | None = None
    top_k: int | None = None
    min_p: float | None = None
    typical_p: float | None = None
    repeat_last_n: int | None = None
    mirostat: int | None = None
    mirostat_tau: float | None = None
    mirostat_eta: float | None = None
    repeat_penalty: float | None = None
    presence_penalty: float | None = None
    frequency_penalty: float | None = None
    seed: int | None = None
    stop: str | list[str | None] | None = None
    num_predict: int | None = None


class _Body(msgspec.Struct):
    """The fields that both kinds of requests have."""

    stream: bool | None = None
    format: msgspec.Raw = _NULL
    options: _Options | None = None
    think: bool | str | None = None
    logprobs: bool | None = None
    top_logprobs: int | None = None


class _ChatBody(_Body):
    messages: list[_Message] | None = None
    tools: list[ToolBody] | None = None


class _TextBody(_Body):
    prompt: str | None = None
    suffix: str | None = None
    system: str | None = None
    images: list[str] | None = None
    raw: bool | None = None


class _AskedChat(msgspec.Struct):
    """The field that tells whether a chat asks for an answer; it is not parsed."""

    messages: msgspec.Raw = _NULL


class _AskedText(msgspec.Struct):
    """The fields that tell whether a text asks for an answer; they are not parsed."""

    prompt: msgspec.Raw = _NULL
    images: msgspec.Raw = _NULL


class _Kept(msgspec.Struct):
    keep_alive: float | str | None = None


class _EmbedBody(msgspec.Struct):
    input: str | list[str] | None = None
    prompt: str | None = None
    dimensions: int | None = None
    truncate: bool | None = None


class OllamaExchange:
    """One request and the forms of its answers; those of a chat have a message."""

    content_type = Form.LINES.value
    is_chat: ClassVar[bool]

    def __init__(self, body: bytes, model: ModelInfo, conversation: str) -> None:
        """Read a request. Raises ApiError."""
        asked = parsed(body, _ChatBody) if self.is_chat else parsed(body, _TextBody)
        self._began = time.monotonic()
        self._model = model_id(model)
        self._has_logprobs = bool(asked.logprobs)
        self.generation = _generation(asked, model, conversation)

    @property
    def ping(self) -> bytes:
        """Return a line without text: programs read each line as an object."""
        return self._line()

    def whole(self, replies: Sequence[Reply]) -> Json:
        """Return the complete answer."""
        (reply,) = replies
        content = self._content(reply.text, reply.reasoning, reply.calls)
        likely = self._likely(reply.logprobs)
        return self._head() | content | likely | self._figures(reply.end, len(reply.calls))

    async def frames(self, events: AsyncGenerator[tuple[int, Event]]) -> AsyncGenerator[bytes]:
        """Yield the answer as a stream; a call is in one line."""
        reply = Reply()
        async for _, each in events:
            reply.add(each)
            match each:
                case Piece(text=text, channel=Channel.ANSWER, logprobs=logprobs):
                    yield self._line(text, likely=self._likely(logprobs))
                case Piece(text=text):
                    yield self._line(reasoning=text)
                case CallEnded():
                    yield self._line(calls=reply.calls[-1:], first=len(reply.calls) - 1)
                case CallBegun() | CallArguments():
                    pass
                case Ended():
                    figures = self._figures(each, len(reply.calls))
                    yield _encoded(self._head() | self._content() | figures)

    def error_frame(self, error: ApiError) -> bytes:
        """Return the last frame of a stream that fails."""
        return _encoded(error_body(error, Dialect.OLLAMA))

    def _head(self) -> Json:
        return {"model": self._model, "created_at": timestamp()}

    def _line(
        self,
        text: str = "",
        reasoning: str = "",
        calls: Sequence[ToolCall] = (),
        first: int = 0,
        likely: Json | None = None,
    ) -> bytes:
        content = self._content(text, reasoning, calls, first)
        return _encoded(self._head() | content | (likely or {}) | {"done": False})

    def _content(
        self, text: str = "", reasoning: str = "", calls: Sequence[ToolCall] = (), first: int = 0
    ) -> Json:
        thought: Json = {"thinking": reasoning} if reasoning else {}
        if not self.is_chat:
            return {"response": text, **thought}
        written = [_call_json(first + index, each) for index, each in enumerate(calls)]
        called: Json = {"tool_calls": written} if written else {}
        return {"message": {"role": "assistant", "content": text, **thought, **called}}

    def _likely(self, logprobs: Sequence[TokenLogprob]) -> Json:
        return {"logprobs": likely_tokens(logprobs)} if self._has_logprobs and logprobs else {}

    def _figures(self, end: Ended, call_count: int) -> Json:
        usage = end.usage
        reading = max(0.0, (usage.first_token_seconds or 0.0) - usage.queue_seconds)
        reason = finish_reason(end, has_calls=call_count > 0)
        return {
            "done": True,
            "done_reason": "length" if reason == "length" else "stop",
            "total_duration": nanoseconds(time.monotonic() - self._began),
            "load_duration": nanoseconds(usage.queue_seconds),
            "prompt_eval_count": usage.prompt_tokens,
            "prompt_eval_duration": nanoseconds(reading),
            "eval_count": usage.reply_tokens,
            "eval_duration": nanoseconds(usage.decode_seconds),
        }


class OllamaChatExchange(OllamaExchange):
    """A request to ``/api/chat``."""

    is_chat = True


class OllamaTextExchange(OllamaExchange):
    """A request to ``/api/generate``."""

    is_chat = False


class ModelOrder(Enum):
    """What a request without a text asks for; the value is the reason of its end."""

    LOAD = "load"
    UNLOAD = "unload"


def model_order(body: bytes, *, is_chat: bool) -> ModelOrder | None:
    """Return what a request asks for in place of an answer; None for an answer. Raises ApiError."""
    asked = parsed(body, _AskedChat if is_chat else _AskedText)
    if any(bytes(each) not in _NO_TEXT for each in msgspec.structs.astuple(asked)):
        return None
    return ModelOrder.UNLOAD if keep_seconds(body) == 0 else ModelOrder.LOAD


def keep_seconds(body: bytes) -> float | None:
    """Return the idle time in seconds after which the model is unloaded; negative for never.

    None if the request gives none. Raises ApiError.
    """
    return _seconds(parsed(body, _Kept).keep_alive)


def _seconds(given: float | str | None) -> float | None:
    """Return a number of seconds, or a Go duration such as "1h30m", in seconds. Raises ApiError."""
    if given is None:
        return None
    seconds = given if isinstance(given, float) else _seconds_of(given.strip())
    return max(-1.0, min(seconds, _MAX_KEEP_SECONDS))


def _seconds_of(text: str) -> float:
    unsigned = text.removeprefix("-") if text.startswith("-") else text.removeprefix("+")
    parts = _TIME.findall(unsigned)
    if not parts or "".join(number + unit for number, unit in parts) != unsigned:
        try:
            return float(text)
        except ValueError:
            shown = text[:_SHOWN_CHARS]
            problem = f'“{shown}” is not a duration. Use seconds (300), "5m", or -1 for no limit.'
            raise invalid_value(problem, "$.keep_alive") from None
    seconds = sum(float(number) * _UNITS[unit] for number, unit in parts)
    return -seconds if text.startswith("-") else seconds


def order_json(model: str, order: ModelOrder, *, is_chat: bool) -> Json:
    """Return the answer to a request that only loads or unloads a model."""
    return _answer_without_text(model, is_chat=is_chat) | {"done": True, "done_reason": order.value}


def _answer_without_text(model: str, *, is_chat: bool) -> Json:
    content: Json = (
        {"message": {"role": "assistant", "content": ""}} if is_chat else {"response": ""}
    )
    return {"model": model, "created_at": timestamp()} | content


def empty_line(model: str, *, is_chat: bool) -> bytes:
    """Return a line of a stream without text, for a model that is not loaded yet."""
    return _encoded(_answer_without_text(model, is_chat=is_chat) | {"done": False})


def embeddings_request(body: bytes, model: ModelInfo) -> EmbeddingsRequest | None:
    """Read a request for embeddings, of ``/api/embed`` or of the older path. Raises ApiError.

    None if it has no text and only loads the model.
    """
    asked = parsed(body, _EmbedBody)
    texts = asked.input or asked.prompt
    if not texts:
        return None
    given = {"input": texts, "dimensions": asked.dimensions}
    request = EmbeddingsRequest.of(msgspec.json.encode(given), model)
    return replace(request, truncates=asked.truncate is not False)


def timestamp() -> str:
    """Return the time now, as all answers have it."""
    return datetime.now(UTC).isoformat().replace("+00:00", "Z")


def _generation(asked: _ChatBody | _TextBody, model: ModelInfo, conversation: str) -> Generation:
    """Return the request as that of chat completions. Raises ApiError."""
    if isinstance(asked, _ChatBody):
        messages, tools = [_message(each) for each in asked.messages or ()], asked.tools
    else:
        messages, tools = _text_messages(asked), None
    options = asked.options or _Options()
    limit = options.num_predict
    fields = msgspec.structs.asdict(options)
    del fields["num_predict"]
    generation = generation_of(
        ChatBody(
            messages=messages,
            max_tokens=None if limit is None or limit < 0 else limit,  # -1 and -2: without limit
            format=asked.format,
            tools=tools,
            think=asked.think,
            logprobs=asked.logprobs,
            top_logprobs=asked.top_logprobs,
            **fields,
        ),
        model,
        conversation,
    )
    if not isinstance(asked, _TextBody) or not asked.raw:
        return generation
    return replace(
        generation,
        messages=(ChatMessage(Role.USER, asked.prompt or ""),),
        options=RequestOptions(is_raw_prompt=True),
    )


def _text_messages(asked: _TextBody) -> list[MessageBody]:
    """Return a text as messages. Raises ApiError."""
    if asked.suffix:
        raise ApiError(400, "`suffix` is not supported.", param="$.suffix")
    messages = [MessageBody("system", asked.system)] if asked.system else []
    return [*messages, MessageBody("user", _content(asked.prompt or "", asked.images))]


def _message(message: _Message) -> MessageBody:
    functions = [(each.id, each.function) for each in message.tool_calls or ()]
    calls = [
        CallBody(None if each is None else CalledBody(each.name, each.arguments), id=id_)
        for id_, each in functions
    ]
    return MessageBody(
        message.role,
        _content(message.content or "", message.images),
        reasoning_content=message.thinking,
        name=message.tool_name,
        tool_calls=calls or None,
        tool_call_id=message.tool_call_id,
    )


def _content(text: str, images: list[str] | None) -> Content:
    if not images:
        return text
    urls = (each if each.startswith("data:") else f"{_PICTURE}{each}" for each in images)
    pictures = [Part("image_url", image_url=ImageUrl(each)) for each in urls]
    return [*pictures, Part("text", text)]


def _call_json(index: int, call: ToolCall) -> Json:
    arguments = msgspec.Raw(call.arguments.encode())
    return {
        "id": call.id,
        "function": {"index": index, "name": call.name, "arguments": arguments},
    }


def _encoded(body: Json) -> bytes:
    return msgspec.json.encode(body) + b"\n"


def nanoseconds(seconds: float) -> int:
    """Return a duration in nanoseconds, the unit of Ollama's answers."""
    return int(seconds * _NANO)
