"""The network: a small Llama, its weights in a plain dictionary under their GGUF names."""

from dataclasses import dataclass

import torch
from torch.nn import functional

Weights = dict[str, torch.Tensor]


@dataclass(frozen=True, slots=True)
class Shape:
    """The sizes of the network."""

    vocabulary: int = 2000
    width: int = 256
    layers: int = 5
    heads: int = 4
    kv_heads: int = 2
    feed_forward: int = 640
    context: int = 2048
    rope_base: float = 10_000.0
    norm_epsilon: float = 1e-5

    @property
    def head_width(self) -> int:
        """The width of one attention head."""
        return self.width // self.heads


def fresh(shape: Shape, seed: int) -> Weights:
    """Return weights drawn at random."""
    generator = torch.Generator().manual_seed(seed)
    kv_width = shape.kv_heads * shape.head_width
    residual = (2 * shape.layers) ** -0.5

    def drawn(rows: int, columns: int, scale: float = 1.0) -> torch.Tensor:
        values = torch.randn(rows, columns, generator=generator) * columns**-0.5 * scale
        return values.requires_grad_()

    weights: Weights = {
        "token_embd.weight": drawn(shape.vocabulary, shape.width, 0.5),
        "output_norm.weight": torch.ones(shape.width, requires_grad=True),
    }
    for layer in range(shape.layers):
        block = f"blk.{layer}"
        weights |= {
            f"{block}.attn_norm.weight": torch.ones(shape.width, requires_grad=True),
            f"{block}.attn_q.weight": drawn(shape.width, shape.width),
            f"{block}.attn_k.weight": drawn(kv_width, shape.width),
            f"{block}.attn_v.weight": drawn(kv_width, shape.width),
            f"{block}.attn_output.weight": drawn(shape.width, shape.width, residual),
            f"{block}.ffn_norm.weight": torch.ones(shape.width, requires_grad=True),
            f"{block}.ffn_gate.weight": drawn(shape.feed_forward, shape.width),
            f"{block}.ffn_up.weight": drawn(shape.feed_forward, shape.width),
            f"{block}.ffn_down.weight": drawn(shape.width, shape.feed_forward, residual),
        }
    return weights


def logits(shape: Shape, weights: Weights, tokens: torch.Tensor) -> torch.Tensor:
    """Return the scores of every next token for rows of tokens."""
    embedding = weights["token_embd.weight"]
    rotation = _rotation(shape, tokens.shape[1])
    hidden = functional.embedding(tokens, embedding)
    for layer in range(shape.layers):
        block = f"blk.{layer}"
        normed = _normed(shape, hidden, weights[f"{block}.attn_norm.weight"])
        hidden = hidden + _attention(shape, weights, block, normed, rotation)
        normed = _normed(shape, hidden, weights[f"{block}.ffn_norm.weight"])
        gate = functional.silu(functional.linear(normed, weights[f"{block}.ffn_gate.weight"]))
        up = functional.linear(normed, weights[f"{block}.ffn_up.weight"])
        hidden = hidden + functional.linear(gate * up, weights[f"{block}.ffn_down.weight"])
    return functional.linear(_normed(shape, hidden, weights["output_norm.weight"]), embedding)


def parameter_count(weights: Weights) -> int:
    """Return how many numbers the weights hold."""
    return sum(weight.numel() for weight in weights.values())


def _attention(
    shape: Shape, weights: Weights, block: str, hidden: torch.Tensor, rotation: torch.Tensor
) -> torch.Tensor:
    rows, length, width = hidden.shape

    def heads(name: str, count: int) -> torch.Tensor:
        values = functional.linear(hidden, weights[f"{block}.{name}.weight"])
        return values.view(rows, length, count, shape.head_width).transpose(1, 2)

    mixed = functional.scaled_dot_product_attention(
        _rotated(heads("attn_q", shape.heads), rotation),
        _rotated(heads("attn_k", shape.kv_heads), rotation).repeat_interleave(
            shape.heads // shape.kv_heads, dim=1
        ),
        heads("attn_v", shape.kv_heads).repeat_interleave(shape.heads // shape.kv_heads, dim=1),
        is_causal=True,
    )
    mixed = mixed.transpose(1, 2).reshape(rows, length, width)
    return functional.linear(mixed, weights[f"{block}.attn_output.weight"])


def _rotation(shape: Shape, length: int) -> torch.Tensor:
    powers = torch.arange(0, shape.head_width, 2) / shape.head_width
    angles = torch.outer(torch.arange(length).float(), shape.rope_base**-powers)
    return torch.stack((angles.cos(), angles.sin()))


def _rotated(values: torch.Tensor, rotation: torch.Tensor) -> torch.Tensor:
    """Turn neighbouring pairs of values by their position, as llama.cpp does for a Llama."""
    cosine, sine = rotation[0].to(values.dtype), rotation[1].to(values.dtype)
    even, odd = values[..., 0::2], values[..., 1::2]
    turned = torch.stack((even * cosine - odd * sine, even * sine + odd * cosine), dim=-1)
    return turned.flatten(-2)


def _normed(shape: Shape, hidden: torch.Tensor, scale: torch.Tensor) -> torch.Tensor:
    return functional.rms_norm(hidden, (shape.width,), scale, shape.norm_epsilon)
