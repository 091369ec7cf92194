"""Sampling, thinking and the form of a reply: read from programs and written for servers.

Programs send them as ``SamplingBody``; each kind of server has its own names for the fields.
"""

import json
from typing import Any

import msgspec

from engine.dialects.bodies import small_object
from engine.dialects.errors import ApiError, invalid_value, of_engine
from engine.ipc.lazy_text import lazy
from engine.messages.errors import InvalidSampling
from engine.messages.remote_messages import EndpointKind
from engine.messages.request_options import ThinkingRequest
from engine.messages.sampling_params import SamplingParams

Fields = dict[str, Any]

_ALL_TOKENS = (1 << 31) - 1
_NO_THINKING = ("none", "off", "disabled")
_ANY_OBJECT = '{"type":"object"}'
_ALIKE = (
    *("temperature", "min_p", "typical_p", "repeat_penalty"),
    *("frequency_penalty", "presence_penalty", "seed"),
)
_TRUNCATIONS = {"top_k", "top_p", "min_p", "typical_p"}
_SWITCH = ("enable_thinking", "thinking")  # Qwen's and most templates; DeepSeek's

# Fields that have the same name on all servers that support them.
_COMMON = ("temperature", "top_p", "frequency_penalty", "presence_penalty")
_SOME = ("top_k", "min_p", "repeat_penalty")
_VLLM = {"top_k": "top_k", "min_p": "min_p", "repeat_penalty": "repetition_penalty"}
_LLAMA_SERVER = (
    *("dynatemp_range", "dynatemp_exponent", "top_n_sigma", "top_k", "min_p"),
    *("typical_p", "xtc_probability", "xtc_threshold", "repeat_penalty"),
)
# Our field names and the servers'.
_ALSO: dict[EndpointKind, dict[str, str]] = {
    EndpointKind.VLLM: _VLLM,
    EndpointKind.SGLANG: _VLLM,
    EndpointKind.LM_STUDIO: {name: name for name in _SOME},
    EndpointKind.LLAMA_SERVER: {name: name for name in _LLAMA_SERVER}
    | {"penalty_window": "repeat_last_n"},
    EndpointKind.OLLAMA: {name: name for name in ("top_k", "min_p", "typical_p", "repeat_penalty")}
    | {"penalty_window": "repeat_last_n"},
}
# Optional fields: omitted after a server has reported that it does not know them.
OPTIONAL = frozenset(
    {
        *("temperature", "top_p", "top_k", "min_p", "typical_p", "repetition_penalty", "seed"),
        *("repeat_penalty", "frequency_penalty", "presence_penalty", "stop", "logit_bias"),
        *("chat_template_kwargs", "reasoning_effort", "thinking_token_budget", "think"),
        *("reasoning_budget_tokens", "session_id", "cache_salt", "stream_options", "id_slot"),
        *("separate_reasoning", "timings_per_token", "return_progress", "metrics"),
        *("max_tokens", "max_completion_tokens", "continue_final_message", "add_generation_prompt"),
    }
)


class SamplingBody(msgspec.Struct, kw_only=True):
    """Sampling fields that all APIs accept; those absent or null have the model's defaults."""

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
    default: SamplingParams,
    *,
    max_tokens: int | None = None,
    stop: list[str] | None = None,
    schema: str | None = None,
    logprob_count: int | None = None,
) -> SamplingParams:
    """Return the sampling of a body; omitted fields come from ``default``. Raises ApiError."""
    values = {name: getattr(body, name) for name in _ALIKE}
    given: dict[str, object] = {name: each for name, each in values.items() if each is not None}
    if body.top_p is not None:
        # 0 means greedy sampling in other APIs.
        given |= {"top_p": body.top_p} if body.top_p != 0 else {"top_k": 1}
    if body.top_k is not None and body.top_p != 0:
        given["top_k"] = body.top_k if body.top_k > 0 else _ALL_TOKENS
    if max_tokens is not None and max_tokens != -1:  # llama.cpp's value for no limit
        given["max_tokens"] = max_tokens
    given |= {
        "logit_bias": _biases(body.logit_bias or {}),
        "stop_strings": _stops(stop if stop is not None else body.stop),
        "json_schema": schema,
        "grammar": body.grammar if schema is None else None,
        "logprob_count": logprob_count,
    }
    try:
        asked = msgspec.convert(given, SamplingParams)
        if not given.keys().isdisjoint(_TRUNCATIONS):
            default = msgspec.structs.replace(
                default, mirostat=None
            )  # servers that would ignore the fields
        return msgspec.structs.replace(default, **{name: getattr(asked, name) for name in given})
    except InvalidSampling as error:
        raise of_engine(error) from error
    except msgspec.ValidationError as error:
        # A value that is checked on creation is in the cause.
        cause = error.__cause__
        raise (
            of_engine(cause)
            if isinstance(cause, InvalidSampling)
            else ApiError(400, f"{error}.", code="invalid_value")
        ) from error


def thinking_of(
    effort: str | None, *, is_on: object = None, budget: int | None = None
) -> ThinkingRequest:
    """Return the thinking settings; "none" turns thinking off."""
    wanted = is_on if isinstance(is_on, bool) else None
    if effort in _NO_THINKING:
        return ThinkingRequest(is_on=False)
    return ThinkingRequest(is_on=wanted, effort=effort, budget=budget)


class NamedSchema(msgspec.Struct):
    """A JSON schema with a name."""

    schema: msgspec.Raw = msgspec.Raw(b"{}")


class ResponseFormat(msgspec.Struct):
    """The form of a reply."""

    type: str
    json_schema: NamedSchema | None = None


def schema_of(form: ResponseFormat | None) -> str | None:
    """Return the schema that a reply must follow; None without one. Raises ApiError."""
    if form is None or form.type == "text":
        return None
    if form.type == "json_object":
        return _ANY_OBJECT
    if form.type == "json_schema" and form.json_schema is not None:
        schema = small_object(form.json_schema.schema, "$.response_format") or {}
        return msgspec.json.encode(schema).decode()
    raise invalid_value(f"The response format “{form.type}” is not supported.", "$.response_format")


def sampling_fields(kind: EndpointKind, sampling: SamplingParams) -> Fields:
    """Return the sampling fields of a request's body. Raises InvalidSampling on unsupported ones.

    For an Ollama server they belong into its ``options``.
    """
    fields: Fields = {name: getattr(sampling, name) for name in _COMMON}
    for own, theirs in _ALSO.get(kind, {}).items():
        fields[theirs] = getattr(sampling, own)
    # Zero is the servers' default, and some refuse an unknown field.
    for name in ("frequency_penalty", "presence_penalty"):
        if not fields[name]:
            del fields[name]
    if sampling.seed is not None:
        fields["seed"] = sampling.seed
    if sampling.stop_strings:
        fields["stop"] = list(sampling.stop_strings)
    if sampling.max_tokens is not None:
        is_ollama = kind is EndpointKind.OLLAMA
        fields["num_predict" if is_ollama else "max_tokens"] = sampling.max_tokens
    if kind is EndpointKind.LLAMA_SERVER:
        fields |= _llama_server_fields(sampling)
    elif kind is EndpointKind.OLLAMA and sampling.mirostat is not None:
        fields |= _mirostat_fields(sampling)
    elif bias := _bias_by_id(sampling):
        fields["logit_bias"] = bias
    return fields


def form_fields(kind: EndpointKind, sampling: SamplingParams) -> Fields:
    """Return the fields that enforce a schema or a grammar. Raises InvalidSampling."""
    if sampling.json_schema is not None:
        schema = _parsed(sampling.json_schema)
        if kind is EndpointKind.OLLAMA:
            return {"format": schema}
        json_schema = {"name": "reply", "strict": True, "schema": schema}
        return {"response_format": {"type": "json_schema", "json_schema": json_schema}}
    if sampling.grammar is None:
        return {}
    match kind:
        case EndpointKind.LLAMA_SERVER:
            return {"grammar": sampling.grammar}
        case EndpointKind.VLLM:
            return {"structured_outputs": {"grammar": sampling.grammar}}
        case _:
            raise InvalidSampling(
                lazy("This server can't follow a grammar. Use a JSON schema, or remove it.")
            )


def thinking_fields(kind: EndpointKind, thinking: ThinkingRequest) -> dict[str, Any]:
    """Return the fields that control thinking; none for the default."""
    fields: dict[str, Any] = {}
    is_off = thinking.is_on is False
    if kind in (EndpointKind.LLAMA_SERVER, EndpointKind.VLLM, EndpointKind.SGLANG):
        if thinking.is_on is not None:
            fields["chat_template_kwargs"] = dict.fromkeys(_SWITCH, thinking.is_on)
        if thinking.budget is not None and not is_off:
            is_vllm = kind is EndpointKind.VLLM
            if is_vllm or kind is EndpointKind.LLAMA_SERVER:
                name = "thinking_token_budget" if is_vllm else "reasoning_budget_tokens"
                fields[name] = thinking.budget
    effort = "none" if is_off else thinking.effort
    if effort is not None:
        fields["reasoning_effort"] = effort
    return fields


def ollama_think(thinking: ThinkingRequest) -> bool | str | None:
    """Return Ollama's thinking field; None for the default."""
    if thinking.is_on is False:
        return False
    return thinking.effort or thinking.is_on


def _biases(biases: dict[str, float]) -> list[tuple[int, float]]:
    try:
        return [(int(token), bias) for token, bias in biases.items()]
    except ValueError as error:
        text = "`logit_bias` must map token ids to numbers."
        raise invalid_value(text, "$.logit_bias") from error


def _stops(stop: str | list[str] | None) -> list[str]:
    stops = [stop] if isinstance(stop, str) else stop or []
    return [each for each in stops if each]


def _parsed(schema: str) -> object:
    try:
        return json.loads(schema)
    except (ValueError, RecursionError) as error:
        text = lazy("The JSON schema can't be read: {reason}", reason=error)
        raise InvalidSampling(text) from error


def _llama_server_fields(sampling: SamplingParams) -> Fields:
    fields: Fields = {}
    if sampling.dry is not None:
        dry, window = sampling.dry, sampling.dry.window
        fields |= {
            "dry_multiplier": dry.multiplier,
            "dry_base": dry.base,
            "dry_allowed_length": dry.allowed_length,
            "dry_penalty_last_n": -1 if window is None else window,
        }
        if dry.breakers:
            fields["dry_sequence_breakers"] = list(dry.breakers)
    if sampling.mirostat is not None:
        fields |= _mirostat_fields(sampling)
    if sampling.adaptive_target is not None:
        fields["adaptive_target"] = sampling.adaptive_target
        fields["adaptive_decay"] = sampling.adaptive_decay
    if sampling.logit_bias:
        # Our API also accepts texts, and false for never, since JSON has no infinity.
        fields["logit_bias"] = [
            [token, False if bias == float("-inf") else bias] for token, bias in sampling.logit_bias
        ]
    return fields


def _mirostat_fields(sampling: SamplingParams) -> Fields:
    assert sampling.mirostat is not None
    tau, eta = sampling.mirostat.tau, sampling.mirostat.eta
    return {"mirostat": 2, "mirostat_tau": tau, "mirostat_eta": eta}


def _bias_by_id(sampling: SamplingParams) -> dict[str, float]:
    """Return the biases of token ids within the allowed range; servers do not support texts."""
    return {
        str(token): min(100.0, max(-100.0, bias))
        for token, bias in sampling.logit_bias
        if isinstance(token, int)
    }
