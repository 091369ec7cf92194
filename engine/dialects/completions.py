"""``/v1/completions``: continues a text without a chat, as editors request it."""

from collections.abc import AsyncGenerator, Sequence
from itertools import accumulate

from engine.dialects.bodies import parsed
from engine.dialects.errors import ApiError, Dialect, Json, error_body
from engine.dialects.events import DONE_FRAME, EVENT_STREAM, KEEP_ALIVE, event
from engine.dialects.generation import (
    Ended,
    Event,
    Generation,
    Piece,
    Reply,
    model_id,
    new_id,
    now,
)
from engine.dialects.openai_chat import StreamOptions, finish_reason, timings_of, usage_of
from engine.dialects.sampling import SamplingBody, constraint_of, sampling_of
from engine.messages.commands import ChatMessage, Role
from engine.messages.events import TokenLogprob
from engine.messages.metrics import ModelInfo
from engine.messages.request_options import RequestOptions

_USUAL_TOKENS = 16  # OpenAI's default


class CompletionBody(SamplingBody, kw_only=True):
    """The body of a request."""

    prompt: str | list[str]
    stream: bool | None = None
    stream_options: StreamOptions | None = None
    n: int | None = None
    max_tokens: int | None = None
    logprobs: int | None = None
    echo: bool | None = None
    suffix: str | None = None


class CompletionExchange:
    """One request and the forms of its answers."""

    ping = KEEP_ALIVE
    content_type = EVENT_STREAM

    def __init__(self, body: bytes, model: ModelInfo, conversation: str) -> None:
        """Read a request. Raises ApiError."""
        self._body = asked = parsed(body, CompletionBody)
        self._echo = _prompt(asked) if asked.echo else ""
        self._head: Json = {
            "id": new_id("cmpl-"),
            "object": "text_completion",
            "created": now(),
            "model": model_id(model),
        }
        constraint = constraint_of(asked)
        limit = _USUAL_TOKENS if asked.max_tokens is None else asked.max_tokens
        self.generation = Generation(
            (ChatMessage(Role.USER, _prompt(asked)),),
            sampling_of(
                asked,
                model.defaults.sampling,
                max_tokens=limit,
                logprob_count=asked.logprobs,
                constraint=constraint,
            ),
            RequestOptions(is_raw_prompt=True),
            conversation=conversation,
            count=1 if asked.n is None else asked.n,
            is_prompt_only=limit == 0,
            constraint=constraint,
        )

    def whole(self, replies: Sequence[Reply]) -> Json:
        """Return the complete answer."""
        choices = [
            _choice_json(
                index,
                self._echo
                + each.reasoning
                + each.text,  # without a chat, reasoning is part of the text
                each.logprobs,
                len(self._echo + each.reasoning),
                each.end,
            )
            for index, each in enumerate(replies)
        ]
        return self._head | {
            "choices": choices,
            "usage": usage_of(each.end for each in replies),
            "timings": timings_of(replies[0].end.usage),
        }

    async def frames(self, events: AsyncGenerator[tuple[int, Event]]) -> AsyncGenerator[bytes]:
        """Yield the answer as a stream."""
        ends: list[Ended] = []
        offsets: dict[int, int] = {}  # text offset of the next token, of each reply that has text
        async for index, each in events:
            echo = "" if index in offsets else self._echo
            match each:
                case Piece(text=text, logprobs=logprobs):
                    start = offsets.get(index, len(echo))
                    offsets[index] = start + sum(len(token.text) for token in logprobs)
                    choice = _choice_json(index, echo + text, logprobs, start)
                    yield event(self._head | {"choices": [choice]})
                case Ended():
                    ends.append(each)
                    choice = _choice_json(index, echo, end=each)
                    yield event(self._head | {"choices": [choice]})
                case _:
                    pass
        options = self._body.stream_options
        if options is not None and options.include_usage:
            yield event(self._head | {"choices": [], "usage": usage_of(ends)})
        yield DONE_FRAME

    def error_frame(self, error: ApiError) -> bytes:
        """Return the last frame of a stream that fails."""
        return event(error_body(error, Dialect.OPENAI))


def _prompt(body: CompletionBody) -> str:
    # Several prompts would be several conversations, and token ids would be another model's.
    prompts = [body.prompt] if isinstance(body.prompt, str) else body.prompt
    if len(prompts) != 1:
        raise ApiError(400, "Only one prompt per request is supported.", param="$.prompt")
    if body.suffix:
        raise ApiError(400, "`suffix` is not supported.", param="$.suffix")
    return prompts[0]


def _choice_json(
    index: int,
    text: str,
    logprobs: Sequence[TokenLogprob] = (),
    offset: int = 0,
    end: Ended | None = None,
) -> Json:
    reason = finish_reason(end) if end is not None else None
    likely = _logprobs(logprobs, offset) if logprobs else None
    return {"index": index, "text": text, "logprobs": likely, "finish_reason": reason}


def _logprobs(logprobs: Sequence[TokenLogprob], offset: int) -> Json:
    """Return the log probabilities; ``offset`` is the first token's offset in the whole answer."""
    ends = accumulate((len(each.text) for each in logprobs), initial=offset)
    return {
        "tokens": [each.text for each in logprobs],
        "token_logprobs": [each.logprob for each in logprobs],
        "top_logprobs": [{top.text: top.logprob for top in each.top} for each in logprobs],
        "text_offset": list(ends)[:-1],
    }
