"""Reads a chat completion's stream: chunks of all servers that speak like OpenAI's."""

import json
from typing import Any

import msgspec

from engine.ipc.lazy_text import lazy
from engine.messages.errors import EndpointFault
from engine.messages.events import FinishReason
from engine.remote.parts import NOTHING, Figures, ReplyPart
from engine.remote.refusals import error_in_stream
from engine.remote.tool_calls import ToolCallCollector, ToolCallDelta

DONE = "[DONE]"
_KNOWN_EVENTS = ("message", "error")
_MOST = 1 << 40  # of anything that is counted


class _Delta(msgspec.Struct):
    """What a chunk adds; thinking has three names."""

    content: Any = None
    reasoning_content: Any = None
    reasoning: Any = None
    thinking: Any = None
    refusal: str | None = None
    tool_calls: list[ToolCallDelta] | None = None


class _Choice(msgspec.Struct):
    index: int | None = 0
    delta: _Delta | None = None
    message: _Delta | None = None  # of a server that does not stream
    finish_reason: str | None = None


class _PromptDetails(msgspec.Struct):
    cached_tokens: float | None = None


class _ReplyDetails(msgspec.Struct):
    accepted_prediction_tokens: float | None = None
    rejected_prediction_tokens: float | None = None


class _Usage(msgspec.Struct):
    prompt_tokens: float | None = None
    completion_tokens: float | None = None
    prompt_tokens_details: _PromptDetails | None = None
    completion_tokens_details: _ReplyDetails | None = None


class _Timings(msgspec.Struct):
    """A llama-server's own times; ``prompt_n`` are the tokens that were read."""

    cache_n: float | None = None
    prompt_n: float | None = None
    prompt_ms: float | None = None
    predicted_n: float | None = None
    predicted_ms: float | None = None
    draft_n: float | None = None
    draft_n_accepted: float | None = None


class _Metrics(msgspec.Struct):
    """A vLLM's own times."""

    time_to_first_token_ms: float | None = None
    generation_time_ms: float | None = None
    queue_time_ms: float | None = None


class _Progress(msgspec.Struct):
    """How far a llama-server has read the prompt."""

    total: float | None = None
    cache: float | None = None
    processed: float | None = None
    time_ms: float | None = None


class _Chunk(msgspec.Struct):
    choices: list[_Choice] | None = None
    usage: _Usage | None = None
    timings: _Timings | None = None
    metrics: _Metrics | None = None
    prompt_progress: _Progress | None = None
    error: Any = None
    object: str | None = None
    message: Any = None
    code: Any = None


# Not strict: some servers have their figures as texts.
_decoder = msgspec.json.Decoder(_Chunk, strict=False)


class OpenAIReader:
    """Reads the events of one stream, in their order. ``read`` raises EndpointFault."""

    def __init__(self, host: str, key: str | None = None) -> None:
        """``key`` is what no error may repeat."""
        self._host = host
        self._key = key
        self._tool_calls = ToolCallCollector(host)

    def read(self, data: str, event: str = "message") -> ReplyPart:
        """Return what an event says; of an event that nobody knows what is understood of it."""
        if data.strip() == DONE:
            return ReplyPart(is_end=True, text=self._tool_calls.flush())
        try:
            chunk = _decoded(data)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            if event not in _KNOWN_EVENTS:
                return NOTHING
            raise EndpointFault(
                lazy("{host} sent an answer that nobody understands.", host=self._host)
            ) from error
        if chunk.error or event == "error" or chunk.object == "error":
            told = chunk.error or {"message": chunk.message or data, "code": chunk.code}
            return ReplyPart(error=error_in_stream(self._host, told, self._key), is_end=True)
        return self._part(chunk)

    def _part(self, chunk: _Chunk) -> ReplyPart:
        text, thinking, reason = "", "", None
        # The last chunk with usage has no choices, and some have null for them.
        for choice in chunk.choices or ():
            delta = choice.delta or choice.message
            if choice.index:
                continue  # nobody has asked for a second answer
            if delta is not None:
                thought = delta.reasoning_content or delta.reasoning or delta.thinking
                thinking += _text(thought)
                text += _text(delta.content) or delta.refusal or ""
                self._tool_calls.add(delta.tool_calls or ())
            if choice.finish_reason:
                reason = _reason(choice.finish_reason)
                text += self._tool_calls.flush()
        return ReplyPart(text=text, thinking=thinking, reason=reason, figures=_figures(chunk))


def _decoded(data: str) -> _Chunk:
    try:
        return _decoder.decode(data)
    except (msgspec.DecodeError, UnicodeError):
        # Half a character that JSON spells out is refused by the quick reader alone.
        value = json.loads(data)
    try:
        return msgspec.convert(value, _Chunk, strict=False)
    except msgspec.ValidationError:
        if not isinstance(value, dict):
            raise
        # Figures that nobody understands are no reason to lose the text.
        told = {name: value[name] for name in ("choices", "error") if name in value}
        return msgspec.convert(told, _Chunk, strict=False)


def _text(content: object) -> str:
    """Return a text, also of one that comes as a list of parts."""
    if isinstance(content, str):
        return content
    if not isinstance(content, list):
        return ""
    parts = [each.get("text") for each in content if isinstance(each, dict)]
    return "".join(each for each in parts if isinstance(each, str))


def _reason(text: str) -> FinishReason:
    return FinishReason.LENGTH if text in ("length", "max_tokens") else FinishReason.STOP


def _figures(chunk: _Chunk) -> Figures | None:
    figures: Figures | None = None
    if (usage := chunk.usage) is not None:
        details, reply = usage.prompt_tokens_details, usage.completion_tokens_details
        accepted = reply.accepted_prediction_tokens if reply else None
        rejected = reply.rejected_prediction_tokens if reply else None
        figures = Figures(
            prompt_tokens=_count(usage.prompt_tokens),
            cached_tokens=_count(details.cached_tokens) if details else None,
            reply_tokens=_count(usage.completion_tokens),
            accepted_tokens=_count(accepted),
            drafted_tokens=None if accepted is None else _count(accepted + (rejected or 0)),
        )
    for more in (_timed(chunk.timings), _metered(chunk.metrics), _progressed(chunk)):
        if more is not None:
            figures = more if figures is None else figures.updated(more)
    return figures


def _timed(timings: _Timings | None) -> Figures | None:
    if timings is None:
        return None
    cached, read = _count(timings.cache_n), _count(timings.prompt_n)
    return Figures(
        prompt_tokens=None if read is None else read + (cached or 0),
        cached_tokens=cached,
        reply_tokens=_count(timings.predicted_n),
        reading_seconds=_seconds(timings.prompt_ms),
        writing_seconds=_seconds(timings.predicted_ms),
        drafted_tokens=_count(timings.draft_n),
        accepted_tokens=_count(timings.draft_n_accepted),
    )


def _metered(metrics: _Metrics | None) -> Figures | None:
    if metrics is None:
        return None
    first, queue = _seconds(metrics.time_to_first_token_ms), _seconds(metrics.queue_time_ms)
    return Figures(
        queue_seconds=queue,
        reading_seconds=None if first is None else max(0.0, first - (queue or 0.0)),
        writing_seconds=_seconds(metrics.generation_time_ms),
    )


def _progressed(chunk: _Chunk) -> Figures | None:
    progress = chunk.prompt_progress
    total = _count(progress.total) if progress is not None else None
    if progress is None or not total:
        return None
    return Figures(
        prompt_tokens=total,
        cached_tokens=_count(progress.cache),
        done_tokens=min(_count(progress.processed) or 0, total),
        done_seconds=_seconds(progress.time_ms),
    )


def _count(number: float | None) -> int | None:
    return int(number) if number is not None and 0 <= number < _MOST else None


def _seconds(milliseconds: float | None) -> float | None:
    is_known = milliseconds is not None and 0 <= milliseconds < _MOST
    return milliseconds / 1000 if milliseconds is not None and is_known else None
