"""How a program wants tokens chosen, in the words of its API, and what that is in ours."""

import msgspec

from engine.messages.errors import InvalidSampling
from engine.messages.sampling_params import SamplingParams
from engine.messages.thinking import ThinkingRequest
from engine.server.api_errors import ApiError, of_engine

_ALL_TOKENS = (1 << 31) - 1
_NO_THINKING = ("none", "off", "disabled")


class SamplingBody(msgspec.Struct, kw_only=True):
    """What all APIs may say; what is absent or null is as Hubbub has it."""

    temperature: float | None = None
    top_p: float | None = None
    top_k: int | None = None
    min_p: float | None = None
    typical_p: float | None = None
    repeat_penalty: float | None = None
    frequency_penalty: float | None = None
    presence_penalty: float | None = None
    seed: int | None = None
    logit_bias: dict[str, float] | None = None
    stop: str | list[str] | None = None
    grammar: str | None = None


def sampling_of(
    body: SamplingBody,
    *,
    max_tokens: int | None = None,
    stop: list[str] | None = None,
    schema: str | None = None,
    logprob_count: int | None = None,
) -> SamplingParams:
    """Return what a body asks for. Raises ApiError."""
    names = ("temperature", "min_p", "typical_p", "repeat_penalty", "frequency_penalty")
    values = {name: getattr(body, name) for name in (*names, "presence_penalty", "seed")}
    given: dict[str, object] = {name: each for name, each in values.items() if each is not None}
    if body.top_p is not None:
        # 0 is what others take for the likeliest token alone.
        given |= {"top_p": body.top_p} if body.top_p != 0 else {"top_k": 1}
    if body.top_k is not None and body.top_p != 0:
        given["top_k"] = body.top_k if body.top_k > 0 else _ALL_TOKENS
    if max_tokens is not None and max_tokens != -1:  # llama.cpp's word for no limit
        given["max_tokens"] = max_tokens
    try:
        return msgspec.convert(
            given
            | {
                "logit_bias": _biases(body.logit_bias or {}),
                "stop_strings": _stops(stop if stop is not None else body.stop),
                "json_schema": schema,
                "grammar": body.grammar if schema is None else None,
                "logprob_count": logprob_count,
            },
            SamplingParams,
        )
    except InvalidSampling as error:
        raise of_engine(error) from error
    except msgspec.ValidationError as error:
        # Where a value is checked on creation, that is the cause.
        cause = error.__cause__
        raise (
            of_engine(cause)
            if isinstance(cause, InvalidSampling)
            else ApiError(400, f"{error}.", code="invalid_value")
        ) from error


def thinking_of(
    effort: str | None, *, is_on: object = None, budget: int | None = None
) -> ThinkingRequest:
    """Return how to think; "none" is the word for not at all."""
    wanted = is_on if isinstance(is_on, bool) else None
    if effort in _NO_THINKING:
        return ThinkingRequest(is_on=False)
    return ThinkingRequest(is_on=wanted, effort=effort, budget=budget)


def _biases(biases: dict[str, float]) -> list[tuple[int, float]]:
    try:
        return [(int(token), bias) for token, bias in biases.items()]
    except ValueError as error:
        text = "A bias takes a token's id, and a number."
        raise ApiError(400, text, code="invalid_value", param="$.logit_bias") from error


def _stops(stop: str | list[str] | None) -> list[str]:
    stops = [stop] if isinstance(stop, str) else stop or []
    return [each for each in stops if each]
