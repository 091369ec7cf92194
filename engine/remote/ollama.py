"""Ollama's own protocol: what is asked of it, and its stream of lines."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.ipc.lazy_text import lazy
from engine.messages.commands import ChatMessage
from engine.messages.errors import EndpointFault
from engine.messages.events import FinishReason
from engine.messages.remote_messages import EndpointKind, SubmitRemote
from engine.messages.thinking import ThinkingRequest
from engine.remote.openai_request import message_fields
from engine.remote.parts import Figures, ReplyPart
from engine.remote.refusals import error_in_stream
from engine.remote.sampling_fields import form_fields, sampling_fields
from engine.remote.tool_calls import FunctionDelta, ToolCallCollector, ToolCallDelta

CHAT_PATH = "/api/chat"
USUAL_WINDOW = 16_384  # where a model could hold far more: its memory is that of their machine
_NANO = 1e-9


def ollama_body(
    command: SubmitRemote,
    model: str,
    messages: Sequence[ChatMessage],
    window: int | None,
    pictures: Mapping[str, str],
) -> dict[str, Any]:
    """Return the body. Raises InvalidSampling.

    ``pictures`` are those of the messages by their digests: PNG files in base64.
    ``num_ctx`` is always named: without it a model has 4,096 tokens or so, and drops what is more
    without a word. It is the same each time, since another one loads the model anew.
    """
    body: dict[str, Any] = {
        "model": model,
        "messages": [_message(each, pictures) for each in messages],
        "stream": True,
        "options": sampling_fields(EndpointKind.OLLAMA, command.sampling),
        **form_fields(EndpointKind.OLLAMA, command.sampling),
    }
    if window is not None:
        body["options"]["num_ctx"] = window
    think = _think(command.options.thinking)
    if think is not None:
        body["think"] = think
    if command.options.tools:
        body["tools"] = list(command.options.tools)
    return body


def _message(message: ChatMessage, pictures: Mapping[str, str]) -> dict[str, Any]:
    fields = message_fields(message)
    if message.media:
        fields["images"] = [pictures[each.digest] for each in message.media]
    for call in fields.get("tool_calls", ()):
        try:
            call["function"]["arguments"] = json.loads(call["function"]["arguments"] or "{}")
        except ValueError:
            call["function"]["arguments"] = {}
    return fields


def _think(thinking: ThinkingRequest) -> bool | str | None:
    if thinking.is_on is False:
        return False
    return thinking.effort or thinking.is_on


class _Message(msgspec.Struct):
    content: str | None = None
    thinking: str | None = None
    tool_calls: list[dict[str, Any]] | None = None


class _Line(msgspec.Struct):
    message: _Message | None = None
    done: bool = False
    done_reason: str | None = None
    error: Any = None
    load_duration: float | None = None
    prompt_eval_count: float | None = None
    prompt_eval_duration: float | None = None
    eval_count: float | None = None
    eval_duration: float | None = None


_decoder = msgspec.json.Decoder(_Line, strict=False)


class OllamaReader:
    """Reads the lines of one stream, in their order. ``read`` raises EndpointFault."""

    def __init__(self, host: str, key: str | None = None) -> None:
        """``key`` is what no error may repeat."""
        self._host = host
        self._key = key
        self._tool_calls = ToolCallCollector(host)

    def read(self, data: str, event: str = "message") -> ReplyPart:
        """Return what a line says."""
        try:
            line = _decoded(data)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            fault = lazy("{host} sent an answer that nobody understands.", host=self._host)
            raise EndpointFault(fault) from error
        if line.error:
            problem = error_in_stream(self._host, line.error, self._key)
            return ReplyPart(error=problem, is_end=True)
        message = line.message or _Message()
        for index, call in enumerate(message.tool_calls or ()):
            self._tool_calls.add((_call(index, call),))
        text = (message.content or "") + (self._tool_calls.flush() if line.done else "")
        return ReplyPart(
            text=text,
            thinking=message.thinking or "",
            reason=_reason(line) if line.done else None,
            figures=_figures(line) if line.done else None,
            is_end=line.done,
        )


def _decoded(data: str) -> _Line:
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError):
        return msgspec.convert(json.loads(data), _Line, strict=False)


def _call(index: int, call: dict[str, Any]) -> ToolCallDelta:
    function = call.get("function")
    function = function if isinstance(function, dict) else {}
    arguments = json.dumps(function.get("arguments", {}), ensure_ascii=False)
    return ToolCallDelta(index, None, FunctionDelta(str(function.get("name", "")), arguments))


def _reason(line: _Line) -> FinishReason:
    return FinishReason.LENGTH if line.done_reason == "length" else FinishReason.STOP


def _figures(line: _Line) -> Figures:
    return Figures(
        prompt_tokens=_count(line.prompt_eval_count),
        reply_tokens=_count(line.eval_count),
        queue_seconds=_seconds(line.load_duration),
        reading_seconds=_seconds(line.prompt_eval_duration),
        writing_seconds=_seconds(line.eval_duration),
    )


def _count(number: float | None) -> int | None:
    return int(number) if number is not None and 0 <= number < 1 << 40 else None


def _seconds(nanoseconds: float | None) -> float | None:
    return None if nanoseconds is None or nanoseconds < 0 else nanoseconds * _NANO
