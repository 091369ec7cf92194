"""Which layers of an architecture keep a window only, a state, or what others keep.

A header says how wide a window is, and seldom which layers have it: that is written in the library,
architecture by architecture, and here. An architecture that is missing is taken to keep everything.
"""

from dataclasses import dataclass

from engine.gguf.hyperparameters import Hyperparameters


@dataclass(frozen=True, slots=True)
class WindowRule:
    """Where sliding windows are: all but each ``period``-th layer, the last of them or the first.

    ``window`` is what the library takes where the header does not say; 0 is none at all.
    """

    period: int
    window: int = 0
    is_full_first: bool = False


_WINDOWS = {
    "gemma2": WindowRule(2, 4096),
    "gemma3": WindowRule(6),
    "gemma3n": WindowRule(5),
    "gpt-oss": WindowRule(2),
    "cohere2": WindowRule(4),
    "cohere2moe": WindowRule(4, is_full_first=True),
    "olmo2": WindowRule(4),
    "exaone4": WindowRule(4, 4096),
    "exaone-moe": WindowRule(4, 128),
    "afmoe": WindowRule(4),
    "mellum": WindowRule(4),
    "plamo3": WindowRule(8),
    "laguna": WindowRule(4, is_full_first=True),
    "muse-glimmer": WindowRule(4),
}
_FIXED_WINDOWS = {  # the header turns them off, and has no say in how wide they are
    "llama4": WindowRule(4, 8192),
    "smallthinker": WindowRule(4, 4096, is_full_first=True),
}
# These list their layers in the header.
_LISTED = frozenset({"gemma4", "dots3note", "granite_swa", "maple", "mimo2", "spark2_5", "step35"})
_EXAONE4_WITH_WINDOWS = 64  # layers; its smaller sisters see everything

_RECURRENT = frozenset({"mamba", "mamba2", "rwkv6", "rwkv6qwen2", "rwkv7", "arwkv7"})
# Recurrent are the layers without heads for keys …
_HEADLESS = frozenset(
    {"bailingmoe3", "glm5-next", "granitehybrid", "jamba", "kimi-k3", "kimi-linear", "lfm2"}
    | {"lfm2moe", "plamo2", "nemotron_h", "nemotron_h_moe"}
)
# … or all but each n-th one.
_INTERVALS = {"qwen3next": 4, "qwen35": 4, "qwen35moe": 4, "qwen4exp": 4, "minimax-01": 8}
_BOTH = frozenset({"falcon-h1"})
# They keep an index of their keys as well, whose size is not reckoned here.
_UNCERTAIN = frozenset(
    {"deepseek32", "deepseek4", "glm-dsa", "glm5-next", "hy-v4", "dots3note", "minimax-m3"}
    | {"qwen4exp", "gemma4-assistant"}
)
_GEMMA3N_OWN_LAYERS = 20


def is_uncertain(architecture: str) -> bool:
    """Return whether it keeps more than is reckoned here."""
    return architecture in _UNCERTAIN


def is_recurrent(architecture: str) -> bool:
    """Return whether all of its layers keep a state, and none a token."""
    return architecture in _RECURRENT


def window_of(header: Hyperparameters) -> int:
    """Return how many tokens its sliding layers look back on; 0 where all see everything."""
    architecture = header.architecture
    said = header.number("attention.sliding_window")
    if architecture in _FIXED_WINDOWS:
        rule = _FIXED_WINDOWS[architecture]
        is_off = said == 0 or (said is None and architecture == "smallthinker")
        return 0 if is_off else rule.window
    if architecture == "exaone4" and header.layer_count != _EXAONE4_WITH_WINDOWS:
        return 0
    if architecture in _WINDOWS:
        return _WINDOWS[architecture].window if said is None else said
    return (said or 0) if architecture in _LISTED or architecture.startswith("lfm2") else 0


def is_sliding(header: Hyperparameters, layer: int) -> bool:
    """Return whether a layer of a model with windows has one."""
    architecture, key = header.architecture, "attention.sliding_window_pattern"
    if architecture.startswith("lfm2"):
        return not keeps_state(header, layer)
    listed = header.numbers(key)
    if listed or architecture in _LISTED:
        return layer < len(listed) and bool(listed[layer])
    rule = _WINDOWS.get(architecture) or _FIXED_WINDOWS[architecture]
    period = header.number(key) or rule.period
    return layer % period != (0 if rule.is_full_first else period - 1)


def keeps_tokens(header: Hyperparameters, layer: int) -> bool:
    """Return whether a layer has a KV cache of its own."""
    architecture = header.architecture
    if architecture in _RECURRENT or layer >= header.layer_count:
        return False
    if architecture.startswith("nemotron_h") and header.of_layer("feed_forward_length", layer):
        return False
    if architecture == "gemma3n":
        return layer < _GEMMA3N_OWN_LAYERS
    if architecture == "gemma4":
        shared = header.number("attention.shared_kv_layers") or 0
        return layer < header.block_count - shared
    return architecture in _BOTH or not keeps_state(header, layer)


def keeps_state(header: Hyperparameters, layer: int) -> bool:
    """Return whether a layer keeps a state for each slot."""
    architecture = header.architecture
    if layer >= header.layer_count:
        return False
    if architecture in _RECURRENT or architecture in _BOTH:
        return True
    if architecture in _INTERVALS:
        listed = header.numbers("attention.recurrent_layers")
        if listed:
            return layer < len(listed) and bool(listed[layer])
        interval = header.number("full_attention_interval") or _INTERVALS[architecture]
        return (layer + 1) % interval != 0
    if architecture not in _HEADLESS or header.key_heads(layer):
        return False
    is_nemotron = architecture.startswith("nemotron_h")
    return not (is_nemotron and header.of_layer("feed_forward_length", layer))
