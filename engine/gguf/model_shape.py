"""The shape of a model, layer by layer: the only input of memory estimates."""

import re
from collections import Counter
from collections.abc import Sequence

import msgspec

from engine.gguf.header import GgufHeader, Number
from engine.gguf.purpose import EmbeddingFacts, Purpose, embedding_facts, has_cache, purpose_of

MAX_LAYERS = 512  # LLAMA_MAX_LAYERS
_MOST = 1 << 31  # limit of any count: a larger one is invalid, and must not cause a huge sum
_LAYER_NAME = re.compile(r"blk\.(\d{1,4})\.")
_EXPERTS = re.compile(r"\.ffn_(?:gate|up|down|gate_up)_(?:ch)?exps\.")
_EMBEDDING, _OUTPUT = "token_embd.weight", "output.weight"
_STATE_BYTES = 4  # bytes; states are stored as F32


class Hyperparameters(msgspec.Struct, frozen=True):
    """The numbers of one header; invalid ones are treated as missing."""

    header: GgufHeader

    @property
    def architecture(self) -> str:
        """Return the family, such as "llama" or "gemma3"."""
        return str(self.header.values.get("general.architecture", ""))

    @property
    def block_count(self) -> int:
        """Return the number of all layers, including those that only draft."""
        return min(self.number("block_count") or 0, MAX_LAYERS)

    @property
    def layer_count(self) -> int:
        """Return the number of layers that every token passes."""
        return max(0, self.block_count - (self.number("nextn_predict_layers") or 0))

    @property
    def width(self) -> int:
        """Return the numbers that represent a token between two layers."""
        return self.number("embedding_length") or 0

    @property
    def vocabulary_size(self) -> int:
        """Return the number of tokens in the vocabulary."""
        return self.header.lengths.get("tokenizer.ggml.tokens") or self.number("vocab_size") or 0

    def number(self, key: str) -> int | None:
        """Return an integer under the architecture's prefix."""
        return _count(self.header.values.get(f"{self.architecture}.{key}"))

    def numbers(self, key: str) -> Sequence[Number]:
        """Return a list, such as one number for each layer; empty if there is none."""
        return self.header.lists.get(f"{self.architecture}.{key}", ())

    def of_layer(self, key: str, layer: int) -> int | None:
        """Return a number that may differ from layer to layer."""
        listed = self.numbers(key)
        if listed:
            return _count(listed[layer]) if layer < len(listed) else 0
        return self.number(key)

    def most(self, key: str) -> int:
        """Return the maximum of such numbers."""
        counts = (_count(each) or 0 for each in self.numbers(key))
        return max(counts, default=self.number(key) or 0)

    def heads(self, layer: int) -> int:
        """Return the number of attention heads of a layer."""
        return self.of_layer("attention.head_count", layer) or 0

    def key_heads(self, layer: int) -> int:
        """Return the number of key-value heads of a layer."""
        said = self.of_layer("attention.head_count_kv", layer)
        return self.heads(layer) if said is None else said

    @property
    def is_latent(self) -> bool:
        """Return whether keys and values are one compressed row (MLA), which is stored once."""
        names = ("attention.key_length_mla", "attention.value_length_mla")
        return all(self.number(name) for name in names)

    def key_width(self, *, is_sliding: bool) -> int:
        """Return the numbers of one head's key."""
        return self._head_width("attention.key_length", is_sliding=is_sliding)

    def value_width(self, *, is_sliding: bool) -> int:
        """Return the numbers of one head's value."""
        return self._head_width("attention.value_length", is_sliding=is_sliding)

    def _head_width(self, key: str, *, is_sliding: bool) -> int:
        own = self.number(f"{key}_swa") if is_sliding else None
        width = self.width // max(1, self.heads(0))
        return own or self.number(key) or width


def _count(value: object) -> int | None:
    is_whole = isinstance(value, int) and 0 <= value < _MOST
    return int(value) if is_whole and isinstance(value, int) else None


class WindowRule(msgspec.Struct, frozen=True):
    """The layers with windows: all but each ``period``-th, the last of them or the first.

    ``window`` is the library's default if the header has none; 0 means no windows.
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
_FIXED_WINDOWS = {  # the header turns windows off, and cannot set their width
    "llama4": WindowRule(4, 8192),
    "smallthinker": WindowRule(4, 4096, is_full_first=True),
}
# These list their layers in the header.
_LISTED = frozenset({"gemma4", "dots3note", "granite_swa", "maple", "mimo2", "spark2_5", "step35"})
_EXAONE4_WITH_WINDOWS = 64  # layers; its smaller variants have no windows
_RECURRENT = frozenset({"mamba", "mamba2", "rwkv6", "rwkv6qwen2", "rwkv7", "arwkv7"})
# Layers without key-value heads are recurrent …
_HEADLESS = frozenset(
    {"bailingmoe3", "glm5-next", "granitehybrid", "jamba", "kimi-k3", "kimi-linear", "lfm2"}
    | {"lfm2moe", "plamo2", "nemotron_h", "nemotron_h_moe"}
)
# … or all but each n-th one.
_INTERVALS = {"qwen3next": 4, "qwen35": 4, "qwen35moe": 4, "qwen4exp": 4, "minimax-01": 8}
_BOTH = frozenset({"falcon-h1"})
# They also store an index of their keys, whose size is not included here.
_UNCERTAIN = frozenset(
    {"deepseek32", "deepseek4", "glm-dsa", "glm5-next", "hy-v4", "dots3note", "minimax-m3"}
    | {"qwen4exp", "gemma4-assistant"}
)
_GEMMA3N_OWN_LAYERS = 20


def is_recurrent(architecture: str) -> bool:
    """Return whether all layers store a state instead of tokens."""
    return architecture in _RECURRENT


def window_of(header: Hyperparameters) -> int:
    """Return the window of its sliding layers in tokens; 0 if there are none."""
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
    """Return whether a layer has a KV cache."""
    architecture = header.architecture
    if architecture in _RECURRENT or layer >= header.layer_count or not has_cache(architecture):
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
    """Return whether a layer stores a state for each slot."""
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


class LayerShape(msgspec.Struct, frozen=True):
    """One layer.

    Attributes:
        weight_bytes: the size of its weights, including its experts.
        expert_bytes: the size of its experts.
        key_width: the numbers of a token's key, of all heads; 0 without a KV cache.
        value_width: the same for its value; 0 if only keys are stored.
        is_sliding: it stores only a window.
        state_bytes: the size of the state of each slot.
    """

    weight_bytes: int = 0
    expert_bytes: int = 0
    key_width: int = 0
    value_width: int = 0
    is_sliding: bool = False
    state_bytes: int = 0


class ModelShape(msgspec.Struct, frozen=True):
    """The properties of a model that determine its memory.

    Attributes:
        layers: all layers, including those that only draft.
        layer_count: the layers that every token goes through.
        input_bytes: the weights before the first layer, which are always in main memory.
        embedding_bytes: the token embeddings among these.
        output_bytes: the weights after the last layer.
        is_tied: the output uses the embedding weights, of which a card has a copy.
        width: numbers of a token between two layers.
        hidden: numbers within the widest layer; in a mixture of experts, of one expert.
        head_count: the maximum number of heads of a layer.
        head_width: numbers of one head's key.
        value_head_width: numbers of one head's value.
        state_width: numbers of a token within a recurrent layer; 0 without such layers.
        sliding_window: the window of sliding layers in tokens; 0 without such layers.
        expert_count: experts in a layer; 0 for a dense model.
        experts_used: experts used for one token.
        is_latent: keys and values are one compressed row.
        is_recurrent: it stores only states.
        has_states: some layers store states.
        is_certain: all of its memory is known.
        embedding: how it embeds, if that is all that it does.
    """

    architecture: str
    layers: tuple[LayerShape, ...]
    layer_count: int
    input_bytes: int
    embedding_bytes: int
    output_bytes: int
    is_tied: bool
    width: int
    hidden: int
    head_count: int
    head_width: int
    value_head_width: int
    vocabulary_size: int
    trained_context: int | None
    state_width: int
    sliding_window: int
    expert_count: int
    experts_used: int
    parameter_count: int
    is_latent: bool
    is_recurrent: bool
    has_states: bool
    is_certain: bool
    embedding: EmbeddingFacts | None = None

    @property
    def widest_value(self) -> int:
        """Return the maximum numbers of a token's value in any layer."""
        return max((layer.value_width for layer in self.layers), default=0)

    @property
    def weight_bytes(self) -> int:
        """Return the bytes of all weights."""
        return self.input_bytes + self.output_bytes + sum(x.weight_bytes for x in self.layers)

    @property
    def expert_bytes(self) -> int:
        """Return the bytes of all experts."""
        return sum(layer.expert_bytes for layer in self.layers)

    @property
    def active_parameter_count(self) -> int:
        """Return the approximate number of parameters used for one token."""
        if not self.weight_bytes:
            return self.parameter_count
        return round(self.parameter_count * (1 - self._resting_bytes / self.weight_bytes))

    @property
    def bytes_per_token(self) -> int:
        """Return the approximate number of bytes of weights that are read for one token."""
        output = self.output_bytes + (self.embedding_bytes if self.is_tied else 0)
        layers = sum(layer.weight_bytes for layer in self.layers[: self.layer_count])
        return round(output + layers - self._resting_bytes)

    @property
    def _resting_bytes(self) -> float:
        """Return the bytes of the experts that a token does not use."""
        if not self.expert_count:
            return 0.0
        return self.expert_bytes * (1 - self.experts_used / self.expert_count)


def shape_of(headers: Sequence[GgufHeader]) -> ModelShape:
    """Return the shape of the model in these files, in order; their numbers are not checked.

    Takes some milliseconds.
    """
    params = Hyperparameters(headers[0])
    weights = _Weights.of(headers)
    layers = tuple(_layer(params, weights, index) for index in range(params.block_count))
    return ModelShape(
        architecture=params.architecture,
        layers=layers,
        layer_count=params.layer_count,
        input_bytes=weights.input_bytes,
        embedding_bytes=weights.embedding_bytes,
        output_bytes=weights.output_bytes,
        is_tied=not weights.has_output,
        width=params.width,
        hidden=params.most("expert_feed_forward_length") or params.most("feed_forward_length"),
        head_count=max((params.heads(index) for index in range(params.block_count)), default=0),
        head_width=params.key_width(is_sliding=False),
        value_head_width=params.value_width(is_sliding=False),
        vocabulary_size=params.vocabulary_size,
        trained_context=params.number("context_length") or None,
        state_width=params.number("ssm.inner_size") or 0,
        sliding_window=window_of(params),
        expert_count=params.number("expert_count") or 0,
        experts_used=params.most("expert_used_count"),
        parameter_count=sum(header.parameter_count for header in headers),
        is_latent=params.is_latent,
        is_recurrent=is_recurrent(params.architecture),
        has_states=any(layer.state_bytes for layer in layers),
        is_certain=bool(layers) and params.architecture not in _UNCERTAIN,
        embedding=embedding_facts(headers) if purpose_of(headers) is Purpose.EMBEDDING else None,
    )


class _Weights(msgspec.Struct, frozen=True):
    """The bytes of all tensors, by part of the model."""

    layers: Counter[int]
    experts: Counter[int]
    input_bytes: int
    embedding_bytes: int
    output_bytes: int
    has_output: bool

    @classmethod
    def of(cls, headers: Sequence[GgufHeader]) -> "_Weights":
        layers: Counter[int] = Counter()
        experts: Counter[int] = Counter()
        others: Counter[str] = Counter()
        for tensor in (tensor for header in headers for tensor in header.tensors):
            found = _LAYER_NAME.match(tensor.name)
            if found is None or int(found[1]) >= MAX_LAYERS:
                others[tensor.name] += tensor.byte_count
                continue
            layers[int(found[1])] += tensor.byte_count
            if _EXPERTS.search(tensor.name):
                experts[int(found[1])] += tensor.byte_count
        output = sum(count for name, count in others.items() if name.startswith("output"))
        return cls(
            layers=layers,
            experts=experts,
            input_bytes=others.total() - output,
            embedding_bytes=others[_EMBEDDING],
            output_bytes=output,
            has_output=_OUTPUT in others,
        )


def _layer(params: Hyperparameters, weights: _Weights, index: int) -> LayerShape:
    has_tokens = keeps_tokens(params, index)
    slides = has_tokens and window_of(params) > 0 and is_sliding(params, index)
    heads = params.key_heads(index) if has_tokens else 0
    value_width = 0 if params.is_latent else params.value_width(is_sliding=slides)
    return LayerShape(
        weight_bytes=weights.layers[index],
        expert_bytes=weights.experts[index],
        key_width=heads * params.key_width(is_sliding=slides),
        value_width=heads * value_width,
        is_sliding=slides,
        state_bytes=_STATE_BYTES * _state_numbers(params) if keeps_state(params, index) else 0,
    )


def _state_numbers(params: Hyperparameters) -> int:
    """Return the numbers of a layer's state for each slot, by the library's formula."""
    head_width = params.number("wkv.head_size")
    if head_width:
        shifts = params.number("token_shift_count")
        return (2 if shifts is None else shifts) * params.width + params.width * head_width
    kernel = params.number("shortconv.l_cache")
    if kernel:
        return params.width * (kernel - 1)
    taps = max(0, (params.number("ssm.conv_kernel") or 0) - 1)
    delta_width = params.number("kda.head_dim")
    if delta_width:
        heads = params.heads(0)
        return 3 * (taps or 3) * heads * delta_width + heads * delta_width**2
    if params.architecture == "minimax-01":
        return params.heads(0) * params.key_width(is_sliding=False) ** 2
    inner, state = params.number("ssm.inner_size") or 0, params.number("ssm.state_size") or 0
    groups = params.number("ssm.group_count") or 0
    return taps * (inner + 2 * groups * state) + state * inner
