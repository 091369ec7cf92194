"""The shape of a model, layer by layer: what memory it takes can be reckoned from it alone."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from engine.gguf import layer_kinds
from engine.gguf.header import GgufHeader
from engine.gguf.hyperparameters import MOST_LAYERS, Hyperparameters

_LAYER_NAME = re.compile(r"blk\.(\d{1,4})\.")
_EXPERTS = re.compile(r"\.ffn_(?:gate|up|down|gate_up)_(?:ch)?exps\.")
_EMBEDDING, _OUTPUT = "token_embd.weight", "output.weight"
_STATE_BYTES = 4  # states are kept as F32


@dataclass(frozen=True, slots=True)
class LayerShape:
    """One layer.

    Attributes:
        weight_bytes: of its weights, those of its experts included.
        expert_bytes: of its experts.
        key_width: numbers of a token's key, of all heads; 0 where it keeps no tokens.
        value_width: the same of its value; 0 where keys are all that is kept.
        is_sliding: it keeps a window only.
        state_bytes: what it keeps for each slot, however long the conversation is.
    """

    weight_bytes: int = 0
    expert_bytes: int = 0
    key_width: int = 0
    value_width: int = 0
    is_sliding: bool = False
    state_bytes: int = 0


@dataclass(frozen=True, slots=True)
class ModelShape:
    """A model, as far as its memory is concerned.

    Attributes:
        layers: all of them, also those that only guess ahead.
        layer_count: the layers that every token goes through.
        input_bytes: of the weights before the first layer, which are always in main memory.
        embedding_bytes: of the rows of tokens among these.
        output_bytes: of those behind the last one.
        is_tied: the last step uses the weights of the first one, which a card has a copy of.
        width: numbers of a token between two layers.
        hidden: numbers within the widest layer; of a model of experts, of one of them.
        head_count: heads of the layer that has most.
        head_width: numbers of one head's key.
        value_head_width: numbers of one head's value.
        state_width: numbers of a token within a layer that keeps a state; 0 without such layers.
        sliding_window: tokens that sliding layers look back on; 0 without such layers.
        expert_count: experts in a layer; 0 for a dense model.
        experts_used: those that compute for one token.
        is_latent: keys and values are one compressed row.
        is_recurrent: it keeps states only.
        has_states: some layers keep states.
        is_certain: its memory is known in full.
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

    @property
    def widest_value(self) -> int:
        """Return the numbers of a token's value in the layer that has most."""
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
        """Return about how many numbers compute for one token."""
        if not self.expert_count or not self.weight_bytes:
            return self.parameter_count
        resting = (
            self.expert_bytes / self.weight_bytes * (1 - self.experts_used / self.expert_count)
        )
        return round(self.parameter_count * (1 - resting))


def shape_of(headers: Sequence[GgufHeader]) -> ModelShape:
    """Return the shape of the model that these files are, in their order; numbers are believed.

    Takes some milliseconds.
    """
    params = Hyperparameters(headers[0])
    weights = _Weights.of(headers)
    layers = tuple(_layer(params, weights, index) for index in range(params.block_count))
    window = layer_kinds.window_of(params)
    is_tied = not weights.has_output
    return ModelShape(
        architecture=params.architecture,
        layers=layers,
        layer_count=params.layer_count,
        input_bytes=weights.input_bytes,
        embedding_bytes=weights.embedding_bytes,
        output_bytes=weights.output_bytes,
        is_tied=is_tied,
        width=params.width,
        hidden=params.most("expert_feed_forward_length") or params.most("feed_forward_length"),
        head_count=max((params.heads(index) for index in range(params.block_count)), default=0),
        head_width=params.key_width(is_sliding=False),
        value_head_width=params.value_width(is_sliding=False),
        vocabulary_size=params.vocabulary_size,
        trained_context=params.number("context_length") or None,
        state_width=params.number("ssm.inner_size") or 0,
        sliding_window=window,
        expert_count=params.number("expert_count") or 0,
        experts_used=params.most("expert_used_count"),
        parameter_count=sum(header.parameter_count for header in headers),
        is_latent=params.is_latent,
        is_recurrent=layer_kinds.is_recurrent(params.architecture),
        has_states=any(layer.state_bytes for layer in layers),
        is_certain=bool(layers) and not layer_kinds.is_uncertain(params.architecture),
    )


@dataclass(frozen=True, slots=True)
class _Weights:
    """The bytes of all tensors, by the part of the model that they belong to."""

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
            if found is None or int(found[1]) >= MOST_LAYERS:
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
    keeps_tokens = layer_kinds.keeps_tokens(params, index)
    keeps_state = layer_kinds.keeps_state(params, index)
    is_sliding = (
        keeps_tokens and layer_kinds.window_of(params) > 0 and layer_kinds.is_sliding(params, index)
    )
    heads = params.key_heads(index) if keeps_tokens else 0
    value_width = 0 if params.is_latent else params.value_width(is_sliding=is_sliding)
    return LayerShape(
        weight_bytes=weights.layers[index],
        expert_bytes=weights.experts[index],
        key_width=heads * params.key_width(is_sliding=is_sliding),
        value_width=heads * value_width,
        is_sliding=is_sliding,
        state_bytes=_STATE_BYTES * _state_numbers(params) if keeps_state else 0,
    )


def _state_numbers(params: Hyperparameters) -> int:
    """Return how many numbers a layer keeps of a conversation, as the library reckons them."""
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
