"""Ollama's own protocol: request bodies and streams of JSON lines."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from engine.dialects.errors import error_in_stream, not_understood
from engine.dialects.events import read_json
from engine.dialects.generation import Figures, ReplyPart, count_of, seconds_of
from engine.dialects.openai_chat import message_fields
from engine.dialects.sampling import form_fields, ollama_think, sampling_fields
from engine.dialects.tools import CallDelta, FunctionDelta, ToolCallCollector
from engine.messages.commands import ChatMessage
from engine.messages.events import FinishReason
from engine.messages.remote_messages import EndpointKind, SubmitRemote

USUAL_WINDOW = 16_384  # tokens, for models that could hold more: memory elsewhere is limited
_NANO = 1e9  # nanoseconds per second


def ollama_body(
    command: SubmitRemote,
    model: str,
    messages: Sequence[ChatMessage],
    window: int | None,
    pictures: Mapping[str, str],
) -> dict[str, Any]:
    """Return the body. Raises InvalidSampling.

    ``pictures`` are those of the messages by their digests: PNG files in base64. ``num_ctx`` is
    always set: without it a model has about 4,096 tokens and silently drops the rest. It stays the
    same, since a changed value reloads the model.
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
    think = ollama_think(command.options.thinking)
    if think is not None:
        body["think"] = think
    if command.options.tools:
        body["tools"] = list(command.options.tools)
    return body


def _message(message: ChatMessage, pictures: Mapping[str, str]) -> dict[str, Any]:
    fields = message_fields(message)
    if message.name:
        fields["tool_name"] = message.name
    if message.reasoning:
        fields["thinking"] = message.reasoning
    if message.media:
        fields["images"] = [pictures[each.digest] for each in message.media]
    if message.tool_calls:  # arguments are an object, not text
        fields["tool_calls"] = [
            {
                "id": call.id,
                "type": "function",
                "function": {"name": call.name, "arguments": _arguments(call.arguments)},
            }
            for call in message.tool_calls
        ]
    return fields


def _arguments(text: str) -> object:
    try:
        return json.loads(text or "{}")
    except ValueError:
        return {}


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


class OllamaReader:
    """Reads the lines of one stream in order. ``read`` raises EndpointFault."""

    def __init__(self, host: str, key: str | None = None) -> None:
        """``key`` is removed from errors."""
        self._host = host
        self._key = key
        self._tool_calls = ToolCallCollector(host)

    def read(self, data: str, event: str = "message") -> ReplyPart:
        """Return the content of a line."""
        try:
            line = read_json(data, _Line)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise not_understood(self._host) from error
        if line.error:
            problem = error_in_stream(self._host, line.error, self._key)
            return ReplyPart(error=problem, is_end=True)
        message = line.message or _Message()
        self._tool_calls.add(map(_call, message.tool_calls or ()))
        return ReplyPart(
            text=message.content or "",
            thinking=message.thinking or "",
            reason=_reason(line) if line.done else None,
            figures=_figures(line) if line.done else None,
            is_end=line.done,
            calls=self._tool_calls.take() if line.done else (),
        )

    def finish(self) -> ReplyPart:
        """Return what is left at the end of a whole stream without an event that ends it."""
        return ReplyPart(calls=self._tool_calls.take())


def _call(call: dict[str, Any]) -> CallDelta:
    """Return a call, which is complete; the index in its function may be missing or wrong."""
    function = call.get("function")
    function = function if isinstance(function, dict) else {}
    given = function.get("arguments") or {}
    arguments = given if isinstance(given, str) else json.dumps(given, ensure_ascii=False)
    return CallDelta(
        id=call.get("id"), function=FunctionDelta(str(function.get("name", "")), arguments)
    )


def _reason(line: _Line) -> FinishReason:
    return FinishReason.LENGTH if line.done_reason == "length" else FinishReason.STOP


def _figures(line: _Line) -> Figures:
    return Figures(
        prompt_tokens=count_of(line.prompt_eval_count),
        reply_tokens=count_of(line.eval_count),
        queue_seconds=seconds_of(line.load_duration, _NANO),
        reading_seconds=seconds_of(line.prompt_eval_duration, _NANO),
        writing_seconds=seconds_of(line.eval_duration, _NANO),
    )
