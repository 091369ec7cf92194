"""How each kind of server calls what a request wants of its tokens."""

import json
from typing import Any

from engine.ipc.lazy_text import lazy
from engine.messages.errors import InvalidSampling
from engine.messages.remote_messages import EndpointKind
from engine.messages.sampling_params import SamplingParams

Fields = dict[str, Any]

# What all servers call alike that know it at all.
_COMMON = ("temperature", "top_p", "frequency_penalty", "presence_penalty")
_ALSO: dict[EndpointKind, dict[str, str]] = {
    EndpointKind.VLLM: {
        "top_k": "top_k",
        "min_p": "min_p",
        "repeat_penalty": "repetition_penalty",
    },
    EndpointKind.SGLANG: {
        "top_k": "top_k",
        "min_p": "min_p",
        "repeat_penalty": "repetition_penalty",
    },
    EndpointKind.LM_STUDIO: {
        "top_k": "top_k",
        "min_p": "min_p",
        "repeat_penalty": "repeat_penalty",
    },
    EndpointKind.LLAMA_SERVER: {
        **{
            name: name
            for name in (
                *("dynatemp_range", "dynatemp_exponent", "top_n_sigma", "top_k", "min_p"),
                *("typical_p", "xtc_probability", "xtc_threshold", "repeat_penalty"),
            )
        },
        "penalty_window": "repeat_last_n",
    },
    EndpointKind.OLLAMA: {
        **{name: name for name in ("top_k", "min_p", "typical_p", "repeat_penalty")},
        "penalty_window": "repeat_last_n",
    },
}
# What a server may do without: left out where it says that it does not know it.
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


def sampling_fields(kind: EndpointKind, sampling: SamplingParams) -> Fields:
    """Return what goes into a request's body. Raises InvalidSampling on what nobody there can do.

    Of an Ollama server it is what goes into its ``options``.
    """
    fields: Fields = {name: getattr(sampling, name) for name in _COMMON}
    for own, theirs in _ALSO.get(kind, {}).items():
        fields[theirs] = getattr(sampling, own)
    # Zero is what they do by themselves, and some refuse a field that they do not know.
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
    """Return what makes a reply follow a schema or a grammar. Raises InvalidSampling."""
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
        # It takes texts as well, and false for never, since JSON has no infinity.
        fields["logit_bias"] = [
            [token, False if bias == float("-inf") else bias] for token, bias in sampling.logit_bias
        ]
    return fields


def _mirostat_fields(sampling: SamplingParams) -> Fields:
    assert sampling.mirostat is not None
    tau, eta = sampling.mirostat.tau, sampling.mirostat.eta
    return {"mirostat": 2, "mirostat_tau": tau, "mirostat_eta": eta}


def _bias_by_id(sampling: SamplingParams) -> dict[str, float]:
    """Return the biases of token ids, in the range that is allowed; texts mean nothing there."""
    return {
        str(token): min(100.0, max(-100.0, bias))
        for token, bias in sampling.logit_bias
        if isinstance(token, int)
    }
