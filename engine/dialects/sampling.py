"""Sampling, thinking and the form of a reply: read from programs and written for servers.

Programs send them as ``SamplingBody``; each kind of server has its own names for the fields.
"""

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from engine.dialects.bodies import small_object
from engine.dialects.errors import ApiError, invalid_value, of_engine
from engine.dialects.schemas import tidied
from engine.ipc.lazy_text import lazy
from engine.messages.errors import InvalidSampling
from engine.messages.remote_messages import EndpointKind
from engine.messages.request_options import ThinkingRequest
from engine.messages.sampling_params import MAX_WINDOW, SamplingParams

Fields = dict[str, Any]

_ALL_TOKENS = (1 << 31) - 1
_NO_THINKING = ("none", "off", "disabled", "false")
_NULL = msgspec.Raw(b"null")
_ANY_OBJECT = '{"type":"object"}'
_ANY_OBJECTS = ("json_object", "json")
# Fields of bodies by the parameter that they become.
_PLACES = {
    "repeat_penalty": ("repetition_penalty",),
    "typical_p": ("typ_p",),
    "penalty_window": ("repeat_last_n",),
    "dry": ("dry_multiplier",),
    "max_tokens": ("max_completion_tokens", "max_output_tokens"),
    "stop_strings": ("stop", "stop_sequences"),
    "logprob_count": ("top_logprobs", "logprobs"),
    "json_schema": ("response_format",),
}
_ALIKE = (
    *("temperature", "min_p", "typical_p", "repeat_penalty"),
    *("frequency_penalty", "presence_penalty", "seed"),
    *("dynatemp_range", "dynatemp_exponent", "xtc_probability", "xtc_threshold"),
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
        *("reasoning", "reasoning_content"),
    }
)


class SchemaBody(msgspec.Struct, omit_defaults=True):
    """The form that a reply must have; the schema is in one of several places."""

    type: str | None = None
    name: str | None = None
    json_schema: msgspec.Raw = _NULL
    schema: msgspec.Raw = _NULL
    grammar: str | None = None
    strict: bool | None = None


class StructuredOutputs(msgspec.Struct):
    """The form of a reply in vLLM's requests."""

    json: msgspec.Raw = _NULL
    grammar: str | None = None
    regex: str | None = None
    choice: list[str] | None = None


class ThinkingBody(msgspec.Struct):
    """The settings of thinking, as Anthropic and others send them."""

    type: str | None = None
    effort: str | None = None
    enabled: bool | None = None
    budget_tokens: int | None = None
    max_tokens: int | None = None


FormBody = SchemaBody | str | None


class SamplingBody(msgspec.Struct, kw_only=True):
    """Fields that all APIs accept; those absent or null have the model's defaults."""

    temperature: float | None = None
    top_p: float | None = None
    top_k: int | None = None
    min_p: float | None = None
    typical_p: float | None = None
    typ_p: float | None = None
    dynatemp_range: float | None = None
    dynatemp_exponent: float | None = None
    top_n_sigma: float | None = None
    xtc_probability: float | None = None
    xtc_threshold: float | None = None
    dry_multiplier: float | None = None
    dry_base: float | None = None
    dry_allowed_length: int | None = None
    dry_penalty_last_n: int | None = None
    dry_sequence_breakers: Any = None
    mirostat: int | None = None
    mirostat_tau: float | None = None
    mirostat_eta: float | None = None
    repeat_last_n: int | None = None
    repeat_penalty: float | None = None
    repetition_penalty: float | None = None
    frequency_penalty: float | None = None
    presence_penalty: float | None = None
    seed: int | None = None
    logit_bias: dict[str, float] | list[object] | None = None
    stop: str | list[str | None] | None = None
    grammar: str | None = None
    response_format: FormBody = None
    json_schema: msgspec.Raw = _NULL
    format: msgspec.Raw = _NULL
    guided_json: msgspec.Raw = _NULL
    structured_outputs: StructuredOutputs | None = None
    thinking: ThinkingBody | bool | None = None
    reasoning: ThinkingBody | None = None
    reasoning_effort: str | None = None
    think: bool | str | None = None
    enable_thinking: bool | None = None
    thinking_budget: int | None = None
    thinking_budget_tokens: int | None = None


class Constraint(msgspec.Struct, frozen=True):
    """The schema or grammar of a reply; ``place`` is that of the schema in the body.

    A reply must follow each keyword of a strict schema.
    """

    schema: str | None = None
    grammar: str | None = None
    place: str = ""
    is_strict: bool = False


NO_CONSTRAINT = Constraint()


def sampling_of(
    body: SamplingBody,
    default: SamplingParams,
    *,
    max_tokens: int | None = None,
    stop: list[str | None] | None = None,
    logprob_count: int | None = None,
    constraint: Constraint = NO_CONSTRAINT,
) -> SamplingParams:
    """Return the sampling of a body; omitted fields come from ``default``. Raises ApiError.

    A reply of 0 tokens is one of a single token here: see ``Generation.is_prompt_only``.
    """
    values = {name: getattr(body, name) for name in _ALIKE}
    given: dict[str, object] = {name: each for name, each in values.items() if each is not None}
    if body.repeat_penalty is None and body.repetition_penalty is not None:
        given["repeat_penalty"] = body.repetition_penalty
    if body.top_p is not None:
        # 0 means greedy sampling in other APIs.
        given |= {"top_p": body.top_p} if body.top_p != 0 else {"top_k": 1}
    if body.top_k is not None and body.top_p != 0:
        given["top_k"] = body.top_k if body.top_k > 0 else _ALL_TOKENS
    if body.typical_p is None and body.typ_p is not None:
        given["typical_p"] = body.typ_p
    if body.top_n_sigma is not None:
        given["top_n_sigma"] = max(0.0, body.top_n_sigma)
    if body.repeat_last_n is not None:
        given["penalty_window"] = _window(body.repeat_last_n)
    given |= _dry(body) | _mirostat(body)
    if max_tokens is not None and max_tokens != -1:  # llama.cpp's value for no limit
        given["max_tokens"] = max_tokens or 1
    given |= {
        "logit_bias": _biases(body.logit_bias),
        "stop_strings": _stops(stop if stop is not None else body.stop),
        "json_schema": constraint.schema,
        "grammar": constraint.grammar,
        "logprob_count": logprob_count,
    }
    asked = _checked(given, body)
    if not given.keys().isdisjoint(_TRUNCATIONS):
        # Servers that have no mirostat apply these fields.
        default = msgspec.structs.replace(default, mirostat=None)
    return msgspec.structs.replace(default, **{name: getattr(asked, name) for name in given})


def _window(count: int) -> int:
    """Return the tokens that a penalty looks back on; -1 is the whole window in llama.cpp."""
    return MAX_WINDOW if count < 0 else min(count, MAX_WINDOW)


def _dry(body: SamplingBody) -> dict[str, object]:
    """Return the penalty on repetitions, in llama-server's fields; empty without any."""
    if body.dry_multiplier is None:
        return {}
    breakers = body.dry_sequence_breakers
    is_listed = isinstance(breakers, list) and all(isinstance(each, str) for each in breakers)
    window = body.dry_penalty_last_n
    fields: dict[str, object] = {
        "multiplier": body.dry_multiplier,
        "base": body.dry_base,
        "allowed_length": body.dry_allowed_length,
        "window": None if window is None or window < 0 else min(window, MAX_WINDOW),
        "breakers": breakers if is_listed else None,
    }
    given = {name: each for name, each in fields.items() if each is not None}
    return {"dry": given if body.dry_multiplier else None}


def _mirostat(body: SamplingBody) -> dict[str, object]:
    """Return Mirostat in llama-server's fields, version 2 for either; empty without any."""
    if body.mirostat is None:
        return {}
    fields = {"tau": body.mirostat_tau, "eta": body.mirostat_eta}
    given = {name: each for name, each in fields.items() if each is not None}
    return {"mirostat": given if body.mirostat else None}


def _checked(given: dict[str, object], body: SamplingBody) -> SamplingParams:
    """Return the given values. Raises ApiError, which names the place of the first invalid one."""
    for fields in (*({name: value} for name, value in given.items()), given):
        try:
            asked = msgspec.convert(fields, SamplingParams)
        except (InvalidSampling, msgspec.ValidationError) as error:
            name = next(iter(fields)) if len(fields) == 1 else ""
            names = (name, *_PLACES.get(name, ()))
            place = next((each for each in names if getattr(body, each, None) is not None), "")
            # A value that is checked on creation is in the cause.
            cause = error if isinstance(error, InvalidSampling) else error.__cause__
            text = str(of_engine(cause) if isinstance(cause, InvalidSampling) else f"{error}.")
            raise invalid_value(text, f"$.{place}" if place else "") from error
    return asked


def thinking_of(body: SamplingBody, *others: ThinkingBody | None) -> ThinkingRequest:
    """Return the thinking settings of a body in the forms of several servers.

    ``others`` are in fields that only one API has. The effort "none" turns thinking off.
    """
    own = body.thinking if isinstance(body.thinking, ThinkingBody) else None
    found = [each for each in (own, body.reasoning, *others) if each is not None]
    words = (body.think, body.reasoning_effort, *(each.effort for each in found))
    effort = next((each for each in words if isinstance(each, str) and each), None)
    truths = (
        *(body.thinking, body.think, body.enable_thinking),
        *(each.enabled for each in found),
        *(each.type not in _NO_THINKING for each in found if each.type is not None),
    )
    is_on = next((each for each in truths if isinstance(each, bool)), None)
    if effort in _NO_THINKING:
        return ThinkingRequest(is_on=False)
    budgets = (
        body.thinking_budget,
        body.thinking_budget_tokens,
        *(each.budget_tokens for each in found),
        *(each.max_tokens for each in found),
    )
    budget = next((each for each in budgets if each is not None and each >= 0), None)
    return ThinkingRequest(is_on, effort, None if budget is None else min(budget, _ALL_TOKENS))


def constraint_of(body: SamplingBody, forms: Sequence[tuple[str, FormBody]] = ()) -> Constraint:
    """Return the schema and the grammar that a reply must follow. Raises ApiError.

    Programs send schemas in many places; ``forms`` are those of fields that only one API has. One
    of them has to be followed; two that differ, and a form that is not supported, are refused with
    their place.
    """
    found: dict[str, str] = {}  # schemas by their places
    is_object, is_strict, grammar = False, False, body.grammar
    for place, form in (("$.response_format", body.response_format), *forms):
        told = SchemaBody(form) if isinstance(form, str) else form or SchemaBody()
        if told.type == "text":
            continue
        own = _schema(told.schema, f"{place}.schema")
        own = own or _schema(told.json_schema, f"{place}.json_schema")
        if own:
            found |= own
            is_strict = is_strict or bool(told.strict) or _is_strict(told.json_schema)
        elif told.type in _ANY_OBJECTS:
            is_object = True
        elif told.type == "json_schema":
            raise invalid_value("The response format has no schema.", f"{place}.json_schema")
        elif told.grammar is not None:
            grammar = told.grammar
        elif told.type is not None:
            text = f"The response format “{told.type}” is not supported."
            raise invalid_value(text, f"{place}.type")
    vllm = body.structured_outputs or StructuredOutputs()
    for name in ("regex", "choice"):
        if getattr(vllm, name) is not None:
            text = f"`{name}` is not supported. Use a schema with `pattern` or `enum`."
            raise invalid_value(text, f"$.structured_outputs.{name}")
    grammar = grammar if grammar is not None else vllm.grammar
    is_word = bytes(body.format)[:1] == b'"'  # Ollama's, "json" or empty
    is_object = is_object or bytes(body.format) == b'"json"'
    further = {
        "$.json_schema": body.json_schema,
        "$.format": _NULL if is_word else body.format,
        "$.guided_json": body.guided_json,
        "$.structured_outputs.json": vllm.json,
    }
    for place, raw in further.items():
        found |= _schema(raw, place)
    for place, schema in found.items():
        first = next(iter(found))
        if schema != found[first]:
            raise invalid_value(f"This schema differs from that of “{first}”. Send one.", place)
    any_object = _ANY_OBJECT if is_object else None
    schema_text = next(iter(found.values()), any_object)
    return Constraint(schema_text, grammar, next(iter(found), ""), is_strict)


def _is_strict(raw: msgspec.Raw) -> bool:
    found = small_object(raw, "") or {}
    return found.get("strict") is True


def _schema(raw: msgspec.Raw, place: str) -> dict[str, str]:
    """Return a schema as text by its place; empty without one.

    It may be in an object with its name.
    """
    found = small_object(raw, place)
    if found is None:
        return {}
    schema: object = found
    # No schema has a keyword of these names.
    if "schema" in found or isinstance(found.get("name"), str):
        schema, place = found.get("schema") or {}, f"{place}.schema"
    if not isinstance(schema, dict):
        raise ApiError(400, "The schema must be an object.", code="invalid_type", param=place)
    return {place: msgspec.json.encode(tidied(schema)).decode()}


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
    if sampling.lark is not None:
        raise InvalidSampling(lazy("This server can't follow a Lark grammar. Remove it."))
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


def _biases(biases: dict[str, float] | list[object] | None) -> list[tuple[int, float]]:
    given = biases or {}
    try:
        if isinstance(given, list):
            raise ValueError("only an empty list is an empty object")
        return [(int(token), bias) for token, bias in given.items()]
    except ValueError as error:
        text = "`logit_bias` must map token ids to numbers."
        raise invalid_value(text, "$.logit_bias") from error


def _stops(stop: str | Sequence[str | None] | None) -> list[str]:
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
