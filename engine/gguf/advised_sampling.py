"""How the makers of a model advise to sample from it, where their file says so.

llama.cpp reads the same keys, and likewise only where the user has set nothing
(``common_init_sampler_from_model``; the keys are ``general.sampling.*``).
"""

import math
from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from engine.messages.errors import InvalidSampling
from engine.messages.sampling_params import SamplingParams

PREFIX = "general.sampling."
MAX_TOP_K = (1 << 31) - 1
NO_ADVICE: Mapping[str, object] = MappingProxyType({})
_NAMES = {
    "temp": "temperature",
    "top_k": "top_k",
    "top_p": "top_p",
    "min_p": "min_p",
    "xtc_probability": "xtc_probability",
    "xtc_threshold": "xtc_threshold",
    "penalty_last_n": "penalty_window",
    "penalty_repeat": "repeat_penalty",
}


def advised_sampling(values: Mapping[str, object]) -> Mapping[str, object]:
    """Return what the keys of a file advise, by the names of ``SamplingParams``.

    A value that cannot be used is left out, and so is ``sequence``: the order of samplers is fixed.
    """
    advice: dict[str, object] = {}
    for key, name in _NAMES.items():
        value = values.get(PREFIX + key)
        if not isinstance(value, int | float) or isinstance(value, bool):
            continue
        if key == "top_k":
            value = int(value) if 0 < value <= MAX_TOP_K else MAX_TOP_K
        elif isinstance(value, float):
            value = _plain(value)
        if _is_usable({name: value}):
            advice[name] = value
    if values.get(PREFIX + "mirostat") == 2:
        found = {
            name: _plain(value)
            for name in ("tau", "eta")
            if isinstance(value := values.get(f"{PREFIX}mirostat_{name}"), float)
        }
        if _is_usable({"mirostat": found}):
            advice["mirostat"] = found
    return advice


def _plain(value: float) -> float:
    """Return the number that a 32-bit float stands for, as its maker wrote it."""
    return round(value, 6) if math.isfinite(value) else value


def _is_usable(value: Mapping[str, object]) -> bool:
    try:
        msgspec.convert(value, SamplingParams)
    except (msgspec.ValidationError, InvalidSampling):
        return False
    return True
