"""Models as large as those that people fetch, without their weights: headers over empty files.

The library reads such a file as far as it must to say how much memory the model takes. On the disk
they are a few kilobytes: nobody writes what would be zeros.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
from gguf import GGML_QUANT_SIZES, GGMLQuantizationType, GGUFWriter

_F32 = GGMLQuantizationType.F32
_Tensor = tuple[str, tuple[int, ...]]  # its numbers along each dimension, the quickest first


@dataclass(frozen=True, slots=True)
class Shape:
    """The numbers of a model; ``more`` are keys of its own architecture."""

    name: str
    architecture: str
    layer_count: int
    width: int
    hidden: int
    head_count: int
    kv_head_count: int
    head_width: int
    vocabulary_size: int
    trained_context: int = 32_768
    kind: GGMLQuantizationType = GGMLQuantizationType.Q8_0
    is_tied: bool = False
    expert_count: int = 0
    experts_used: int = 0
    sliding_window: int = 0
    attention_layers: tuple[int, ...] | None = None  # of a hybrid; None is all
    more: Mapping[str, int] = field(default_factory=dict)


LLAMA_1B = Shape("llama 1B", "llama", 16, 2048, 8192, 32, 8, 64, 128_256, is_tied=True)
LLAMA_8B = Shape("llama 8B", "llama", 32, 4096, 14_336, 32, 8, 128, 128_256)
QWEN_4B = Shape("qwen3 4B", "qwen3", 36, 2560, 9728, 32, 8, 128, 151_936, is_tied=True)
PHI_4B = Shape("phi3 mini", "phi3", 32, 3072, 8192, 32, 32, 96, 32_064)
GEMMA_2_9B = Shape(
    "gemma2 9B", "gemma2", 42, 3584, 14_336, 16, 8, 256, 256_000, is_tied=True, sliding_window=4096
)
GEMMA_4B = Shape(
    "gemma3 4B", "gemma3", 34, 2560, 10_240, 8, 4, 256, 262_144, is_tied=True, sliding_window=1024
)
QWEN_30B = Shape(
    "qwen3 30B-A3B",
    "qwen3moe",
    48,
    2048,
    768,
    32,
    4,
    128,
    151_936,
    expert_count=128,
    experts_used=8,
)
GPT_OSS_20B = Shape(
    "gpt-oss 20B",
    "gpt-oss",
    24,
    2880,
    2880,
    64,
    8,
    64,
    201_088,
    expert_count=32,
    experts_used=4,
    sliding_window=128,
)
DEEPSEEK_LITE = Shape(
    "deepseek2 lite",
    "deepseek2",
    27,
    2048,
    1408,
    16,
    1,
    576,
    102_400,
    expert_count=64,
    experts_used=6,
    more={
        "attention.value_length": 512,
        "attention.key_length_mla": 192,
        "attention.value_length_mla": 128,
        "attention.kv_lora_rank": 512,
        "rope.dimension_count": 64,
        "leading_dense_block_count": 1,
        "dense_length": 10_944,
        "expert_shared_count": 2,
    },
)
LFM2_1B = Shape(
    "lfm2 1.2B",
    "lfm2",
    16,
    2048,
    8192,
    32,
    8,
    64,
    65_536,
    attention_layers=(2, 5, 8, 10, 12, 14),
    more={"shortconv.l_cache": 3},
)
MAMBA_3B = Shape(
    "mamba 2.8B",
    "mamba",
    64,
    2560,
    0,
    0,
    0,
    0,
    50_280,
    more={
        "ssm.conv_kernel": 4,
        "ssm.inner_size": 5120,
        "ssm.state_size": 16,
        "ssm.time_step_rank": 160,
    },
)
GRANITE_H_3B = Shape(
    "granite-h 3B",
    "granitehybrid",
    40,
    2048,
    8192,
    32,
    8,
    64,
    100_352,
    is_tied=True,
    attention_layers=(5, 15, 25, 35),
    more={
        "ssm.conv_kernel": 4,
        "ssm.inner_size": 4096,
        "ssm.state_size": 128,
        "ssm.time_step_rank": 64,
        "ssm.group_count": 1,
    },
)
SHAPES = (
    LLAMA_1B,
    LLAMA_8B,
    QWEN_4B,
    PHI_4B,
    GEMMA_2_9B,
    GEMMA_4B,
    QWEN_30B,
    GPT_OSS_20B,
    DEEPSEEK_LITE,
    LFM2_1B,
    MAMBA_3B,
    GRANITE_H_3B,
)


def small(shape: Shape) -> Shape:
    """Return the same kind of model, so small that it can really be loaded."""
    layers = None if shape.attention_layers is None else (2, 5)
    return replace(
        shape,
        name=f"small {shape.name}",
        # The library tells those of this architecture apart by their layers.
        layer_count=shape.layer_count if shape.architecture == "deepseek2" else 6,
        vocabulary_size=4096,
        expert_count=min(8, shape.expert_count),
        experts_used=min(2, shape.experts_used),
        attention_layers=layers,
    )


def write_shape(path: Path, shape: Shape) -> None:
    """Write the header, and make the file as long as its weights would be."""
    writer = GGUFWriter(path, shape.architecture)
    _describe(writer, shape)
    for name, dimensions in _tensors(shape):
        is_matrix = len(dimensions) > 1 and "norm" not in name and ".ssm_" not in name
        kind = shape.kind if is_matrix and "conv" not in name else _F32
        block, size = GGML_QUANT_SIZES[kind]
        byte_count = int(np.prod(dimensions)) // block * size
        numpy_shape = dimensions[::-1]
        writer.add_tensor_info(name, numpy_shape, np.dtype(np.float32), byte_count, raw_dtype=kind)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_ti_data_to_file()
    assert writer.fout is not None
    data = sum(_padded(info.nbytes) for tensors in writer.tensors for info in tensors.values())
    end = _padded(writer.fout[0].tell()) + data
    writer.fout[0].truncate(end)
    writer.close()


def _padded(count: int) -> int:
    return -(-count // 32) * 32


def _describe(writer: GGUFWriter, shape: Shape) -> None:
    writer.add_name(shape.name)
    writer.add_context_length(shape.trained_context)
    writer.add_embedding_length(shape.width)
    writer.add_block_count(shape.layer_count)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_vocab_size(shape.vocabulary_size)
    writer.add_tokenizer_model("no_vocab")
    if shape.hidden:
        writer.add_feed_forward_length(shape.more.get("dense_length", shape.hidden))
    if shape.head_count:
        writer.add_head_count(shape.head_count)
        writer.add_key_length(shape.head_width)
        writer.add_value_length(shape.more.get("attention.value_length", shape.head_width))
        _add_key_heads(writer, shape)
    if shape.head_count and "rope.dimension_count" not in shape.more:
        writer.add_rope_dimension_count(shape.head_width)
    if shape.expert_count:
        writer.add_expert_count(shape.expert_count)
        writer.add_expert_used_count(shape.experts_used)
        writer.add_expert_feed_forward_length(shape.hidden)
    if shape.sliding_window:
        writer.add_sliding_window(shape.sliding_window)
    for key, value in shape.more.items():
        if key not in ("dense_length", "attention.value_length"):
            writer.add_uint32(f"{shape.architecture}.{key}", value)


def _add_key_heads(writer: GGUFWriter, shape: Shape) -> None:
    kept = shape.attention_layers
    if kept is None:
        writer.add_head_count_kv(shape.kv_head_count)
    else:
        layers = range(shape.layer_count)
        writer.add_head_count_kv([shape.kv_head_count if i in kept else 0 for i in layers])


def _tensors(shape: Shape) -> Iterator[_Tensor]:
    width = shape.width
    yield "token_embd.weight", (width, shape.vocabulary_size)
    yield (
        ("token_embd_norm" if shape.architecture == "lfm2" else "output_norm") + ".weight",
        (width,),
    )
    if not shape.is_tied and shape.architecture != "lfm2":
        yield "output.weight", (width, shape.vocabulary_size)
    for layer in range(shape.layer_count):
        for name, dimensions in _layer(shape, layer):
            yield f"blk.{layer}.{name}", dimensions


def _layer(shape: Shape, layer: int) -> Iterator[_Tensor]:
    yield "attn_norm.weight", (shape.width,)
    if shape.architecture == "mamba":
        yield from _mamba(shape)
        return
    is_attention = shape.attention_layers is None or layer in shape.attention_layers
    if shape.architecture == "deepseek2":
        yield from _latent_attention(shape)
    elif is_attention:
        yield from _attention_tensors(shape)
    elif shape.architecture == "lfm2":
        yield "shortconv.conv.weight", (shape.more["shortconv.l_cache"], shape.width)
        yield "shortconv.in_proj.weight", (shape.width, 3 * shape.width)
        yield "shortconv.out_proj.weight", (shape.width, shape.width)
    else:
        yield from _mamba2(shape)
    yield from _feed_forward(shape, layer)


def _attention_tensors(shape: Shape) -> Iterator[_Tensor]:
    width, all_heads = shape.width, shape.head_count * shape.head_width
    key_heads = shape.kv_head_count * shape.head_width
    if shape.architecture == "phi3":
        yield "attn_qkv.weight", (width, all_heads + 2 * key_heads)
    else:
        yield "attn_q.weight", (width, all_heads)
        yield "attn_k.weight", (width, key_heads)
        yield "attn_v.weight", (width, key_heads)
    yield "attn_output.weight", (all_heads, width)
    if shape.architecture in ("qwen3", "qwen3moe", "gemma3", "lfm2"):
        yield "attn_q_norm.weight", (shape.head_width,)
        yield "attn_k_norm.weight", (shape.head_width,)
    if shape.architecture in ("gemma2", "gemma3", "gpt-oss"):
        yield "post_attention_norm.weight", (width,)
    if shape.architecture == "gpt-oss":
        yield "attn_sinks.weight", (shape.head_count,)
        for name, count in (("q", all_heads), ("k", key_heads), ("v", key_heads)):
            yield f"attn_{name}.bias", (count,)
        yield "attn_output.bias", (width,)


def _latent_attention(shape: Shape) -> Iterator[_Tensor]:
    more, heads = shape.more, shape.head_count
    rank, rotated = more["attention.kv_lora_rank"], more["rope.dimension_count"]
    plain = more["attention.key_length_mla"] - rotated
    value = more["attention.value_length_mla"]
    yield "attn_kv_a_norm.weight", (rank,)
    yield "attn_q.weight", (shape.width, heads * more["attention.key_length_mla"])
    yield "attn_kv_a_mqa.weight", (shape.width, rank + rotated)
    yield "attn_k_b.weight", (plain, rank, heads)
    yield "attn_v_b.weight", (rank, value, heads)
    yield "attn_output.weight", (heads * value, shape.width)


def _mamba(shape: Shape) -> Iterator[_Tensor]:
    more = shape.more
    inner, state, rank = more["ssm.inner_size"], more["ssm.state_size"], more["ssm.time_step_rank"]
    yield "ssm_in.weight", (shape.width, 2 * inner)
    yield "ssm_conv1d.weight", (more["ssm.conv_kernel"], inner)
    yield "ssm_conv1d.bias", (inner,)
    yield "ssm_x.weight", (inner, rank + 2 * state)
    yield "ssm_dt.weight", (rank, inner)
    yield "ssm_dt.bias", (inner,)
    yield "ssm_a", (state, inner)
    yield "ssm_d", (inner,)
    yield "ssm_out.weight", (inner, shape.width)


def _mamba2(shape: Shape) -> Iterator[_Tensor]:
    more = shape.more
    inner, state, heads = more["ssm.inner_size"], more["ssm.state_size"], more["ssm.time_step_rank"]
    groups = more["ssm.group_count"]
    mixed = inner + 2 * groups * state
    yield "ssm_in.weight", (shape.width, inner + mixed + heads)
    yield "ssm_conv1d.weight", (more["ssm.conv_kernel"], mixed)
    yield "ssm_conv1d.bias", (mixed,)
    yield "ssm_dt.bias", (heads,)
    yield "ssm_a", (1, heads)
    yield "ssm_d", (1, heads)
    yield "ssm_norm.weight", (inner // groups, groups)
    yield "ssm_out.weight", (inner, shape.width)


def _feed_forward(shape: Shape, layer: int) -> Iterator[_Tensor]:
    width, hidden = shape.width, shape.hidden
    if shape.architecture != "gpt-oss":
        yield "ffn_norm.weight", (width,)
    if shape.architecture in ("gemma2", "gemma3"):
        yield "post_ffw_norm.weight", (width,)
    if shape.architecture == "phi3":
        yield "ffn_down.weight", (hidden, width)
        yield "ffn_up.weight", (width, 2 * hidden)
        return
    if not shape.expert_count or layer < shape.more.get("leading_dense_block_count", 0):
        yield from _dense(width, shape.more.get("dense_length", hidden), "")
        return
    count = shape.expert_count
    yield "ffn_gate_inp.weight", (width, count)
    for name, tensor_shape in _dense(width, hidden, "_exps"):
        yield name, (*tensor_shape, count)
    if shape.architecture == "gpt-oss":
        yield "ffn_gate_inp.bias", (count,)
        yield "ffn_gate_exps.bias", (hidden, count)
        yield "ffn_down_exps.bias", (width, count)
        yield "ffn_up_exps.bias", (hidden, count)
    shared = shape.more.get("expert_shared_count", 0)
    if shared:
        yield from _dense(width, hidden * shared, "_shexp")


def _dense(width: int, hidden: int, suffix: str) -> Iterator[_Tensor]:
    yield f"ffn_gate{suffix}.weight", (width, hidden)
    yield f"ffn_up{suffix}.weight", (width, hidden)
    yield f"ffn_down{suffix}.weight", (hidden, width)
