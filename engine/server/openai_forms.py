"""What answers in OpenAI's APIs have in common: usage, times, likelihoods, how a reply ended."""

import secrets
import time
from collections.abc import Iterable, Sequence
from pathlib import PurePath

from engine.messages.commands import ToolCall
from engine.messages.events import FinishReason, TokenLogprob
from engine.messages.metrics import ModelInfo
from engine.messages.usage import ReplyUsage
from engine.server.api_errors import Json
from engine.server.generation import Ended, Reply


def model_id(model: ModelInfo) -> str:
    """Return what programs call a model: the name of its file."""
    return PurePath(model.path).stem or model.name


def new_id(prefix: str) -> str:
    """Return an id that nobody can guess."""
    return f"{prefix}{secrets.token_hex(12)}"


def now() -> int:
    """Return the time as the APIs have it."""
    return int(time.time())


def finish_reason(end: Ended, calls: Sequence[ToolCall]) -> str:
    """Return why a reply ended, in the word of the APIs, which have none for repetition."""
    if end.reason in (FinishReason.LENGTH, FinishReason.REPETITION):
        return "length"
    return "tool_calls" if calls else "stop"


def usage_of(ends: Iterable[Ended]) -> Json:
    """Return what replies to one prompt cost."""
    each = list(ends)
    prompt = max((end.usage.prompt_tokens for end in each), default=0)
    completion = sum(end.usage.reply_tokens for end in each)
    cached = max((end.usage.reused_tokens for end in each), default=0)
    reasoning = sum(end.reasoning_tokens for end in each)
    return {
        "prompt_tokens": prompt,
        "completion_tokens": completion,
        "total_tokens": prompt + completion,
        "prompt_tokens_details": {"cached_tokens": cached},
        "completion_tokens_details": {"reasoning_tokens": reasoning},
    }


def timings_of(usage: ReplyUsage) -> Json:
    """Return the times of a reply, under the names that llama-server has for them."""
    first = usage.first_token_seconds or 0.0
    reading = max(0.0, first - usage.queue_seconds)
    read = usage.prompt_tokens - usage.reused_tokens
    return {
        "cache_n": usage.reused_tokens,
        "prompt_n": read,
        "prompt_ms": round(1000 * reading, 3),
        "prompt_per_second": round(read / reading, 3) if reading > 0 else None,
        "predicted_n": usage.reply_tokens,
        "predicted_ms": round(1000 * usage.decode_seconds, 3),
        "predicted_per_second": round(usage.tokens_per_second or 0.0, 3),
        "queue_ms": round(1000 * usage.queue_seconds, 3),
        "draft_n": usage.drafted_tokens,
        "draft_n_accepted": usage.accepted_tokens,
    }


def call_json(call: ToolCall) -> Json:
    """Return a tool call in a message."""
    function = {"name": call.name, "arguments": call.arguments}
    return {"id": call.id, "type": "function", "function": function}


def logprobs_json(logprobs: Iterable[TokenLogprob]) -> Json:
    """Return how likely tokens were, as chat completions have it."""
    return {"content": [_token(each) for each in logprobs], "refusal": None}


def message_json(reply: Reply) -> Json:
    """Return a whole reply as a message."""
    message: Json = {"role": "assistant", "content": reply.text, "refusal": None}
    if reply.reasoning:
        message["reasoning_content"] = reply.reasoning
    if reply.calls:
        message["tool_calls"] = [call_json(each) for each in reply.calls]
        message["content"] = reply.text or None
    return message


def _token(each: TokenLogprob) -> Json:
    return {
        "token": each.text,
        "logprob": each.logprob,
        "bytes": list(each.content),
        "top_logprobs": [
            {"token": other.text, "logprob": other.logprob, "bytes": list(other.content)}
            for other in each.top
        ],
    }
