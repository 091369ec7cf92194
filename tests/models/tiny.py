"""Tiny GGUF files with random weights, one of each kind of memory that llama.cpp knows."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import numpy.typing as npt
from gguf import GGUFWriter, PoolingType, RopeScalingType

from tests.models.tiny_vocabulary import (
    CHAT_TEMPLATE,
    THINKING_TEMPLATE,
    TinyVocabulary,
    tiny_vocabulary,
)

WIDTH = 64
HIDDEN = 128
HEAD_COUNT = 4
HEAD_COUNT_KV = 2
HEAD_WIDTH = WIDTH // HEAD_COUNT
KV_WIDTH = HEAD_COUNT_KV * HEAD_WIDTH
TRAINED_CONTEXT = 2048
SLIDING_WINDOW = 64

Weights = npt.NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class Builder:
    """Adds the random weights of a model to its file."""

    writer: GGUFWriter
    random: np.random.Generator

    def matrix(self, name: str, rows: int, columns: int, gain: float = 1.0) -> None:
        """Add random weights that keep the size of what they are multiplied with."""
        weights = self.random.standard_normal((rows, columns), dtype=np.float32)
        self.add(name, weights / np.float32(np.sqrt(columns) / gain))

    def ones(self, name: str, width: int) -> None:
        """Add weights that change nothing."""
        self.add(name, np.ones(width, dtype=np.float32))

    def add(self, name: str, weights: Weights) -> None:
        """Add these weights."""
        self.writer.add_tensor(name, np.ascontiguousarray(weights, dtype=np.float32))

    def feed_forward(self, layer: int) -> None:
        """Add what each token passes through alone."""
        self.ones(f"blk.{layer}.ffn_norm.weight", WIDTH)
        self.matrix(f"blk.{layer}.ffn_gate.weight", HIDDEN, WIDTH)
        self.matrix(f"blk.{layer}.ffn_up.weight", HIDDEN, WIDTH)
        self.matrix(f"blk.{layer}.ffn_down.weight", WIDTH, HIDDEN)

    def add_attention(self, layer: int, gain: float = 1.0) -> None:
        """Add what lets a token look at others; with a larger gain at fewer of them."""
        self.matrix(f"blk.{layer}.attn_q.weight", WIDTH, WIDTH, gain)
        self.matrix(f"blk.{layer}.attn_k.weight", KV_WIDTH, WIDTH, gain)
        self.matrix(f"blk.{layer}.attn_v.weight", KV_WIDTH, WIDTH, gain)
        self.matrix(f"blk.{layer}.attn_output.weight", WIDTH, WIDTH, gain)


def write_plain(path: Path) -> None:
    """Write a llama: plain attention, any part of the memory can be cut."""
    _write(path, "llama", 2, _add_plain)


def write_advising(path: Path) -> None:
    """Write a plain llama whose makers recommend a temperature of 0.6."""
    _write(path, "llama", 2, _add_advising)


def write_thinking(path: Path) -> None:
    """Write a plain llama whose template opens thinking, unless it is told not to."""
    _write(path, "llama", 2, _add_plain, template=THINKING_TEMPLATE)


def write_sliding_window(path: Path) -> None:
    """Write a gemma 3: five of six layers remember only the last ``SLIDING_WINDOW`` tokens."""
    _write(path, "gemma3", 6, _add_sliding_window)


def write_hybrid(path: Path) -> None:
    """Write an LFM2: attention in turn with short convolutions, which cannot be wound back."""
    _write(path, "lfm2", 4, _add_hybrid)


def write_recurrent(path: Path) -> None:
    """Write a Mamba: one state per sequence and no attention at all."""
    _write(path, "mamba", 2, _add_recurrent)


def write_yarn(path: Path) -> None:
    """Write a llama whose positions are stretched to four times as many by YaRN."""
    _write(path, "llama", 2, _add_yarn)


def write_long_keys(path: Path) -> None:
    """Write a llama whose rotation of positions also makes keys longer, as Phi-3 does."""
    _write(path, "llama", 2, _add_long_keys)


def write_mrope(path: Path) -> None:
    """Write a Qwen2-VL without eyes: three positions for each token."""
    _write(path, "qwen2vl", 2, _add_mrope)


def write_regex(path: Path) -> None:
    """Write a llama whose words the library cuts with a recursive regular expression."""
    _write(path, "llama", 2, _add_plain, cut_like="tekken")


def write_not_a_number(path: Path) -> None:
    """Write a llama that computes no numbers: what it multiplies with last is none."""
    _write(path, "llama", 2, _add_not_a_number)


def write_vocabulary_only(path: Path) -> None:
    """Write a llama without a single weight."""
    writer = GGUFWriter(None, "llama")
    describe(writer, "llama", 2)
    tiny_vocabulary().write_to(writer)
    save(writer, path)


def write_foreign(path: Path) -> None:
    """Write a file of an architecture that no library knows."""
    _write(path, "teapot", 2, _add_plain)


def write_embedding(path: Path) -> None:
    """Write a llama that compares texts instead of continuing them."""
    _write(path, "llama", 2, _add_embedding)


def write_hybrid_embedding(path: Path) -> None:
    """Write an LFM2 that compares texts: attention and convolutions that look ahead."""
    _write(path, "lfm2", 4, _add_hybrid_embedding)


def write_gemma_embedding(path: Path) -> None:
    """Write an EmbeddingGemma: windows on both sides, and two layers after the pooling."""
    _write(path, "gemma-embedding", 6, _add_gemma_embedding)


def write_projector(path: Path) -> None:
    """Write the part of a model that sees pictures, as it comes in a file of its own (mmproj)."""
    writer = GGUFWriter(None, "clip")
    writer.add_type("mmproj")
    writer.add_name("Tiny projector")
    writer.add_clip_has_vision_encoder(True)
    writer.add_clip_projector_type("mlp")
    writer.add_vision_embedding_length(WIDTH)
    builder = Builder(writer, np.random.default_rng(7))
    builder.matrix("v.patch_embd.weight", WIDTH, WIDTH)
    builder.matrix("mm.0.weight", WIDTH, WIDTH)
    save(writer, path)


def write_adapter(path: Path) -> None:
    """Write a LoRA adapter for ``write_plain``'s model."""
    _write_adapter(path, says_type=True)


def write_old_adapter(path: Path) -> None:
    """Write a LoRA adapter whose file does not tell its type."""
    _write_adapter(path, says_type=False)


def _write_adapter(path: Path, *, says_type: bool) -> None:
    rank = 4
    writer = GGUFWriter(None, "llama")
    if says_type:
        writer.add_type("adapter")
    writer.add_string("adapter.type", "lora")
    writer.add_float32("adapter.lora.alpha", 8.0)
    builder = Builder(writer, np.random.default_rng(7))
    builder.matrix("blk.0.attn_q.weight.lora_a", rank, WIDTH)
    builder.matrix("blk.0.attn_q.weight.lora_b", WIDTH, rank)
    save(writer, path)


def _write(
    path: Path,
    architecture: str,
    layer_count: int,
    add_layers: Callable[[Builder, int], None],
    *,
    cut_like: str = "gpt-2",
    template: str = CHAT_TEMPLATE,
) -> None:
    vocabulary = tiny_vocabulary()
    writer = GGUFWriter(None, architecture)
    describe(writer, architecture, layer_count)
    vocabulary.write_to(writer, cut_like, template)
    builder = Builder(writer, np.random.default_rng(7))
    builder.matrix("token_embd.weight", vocabulary.size, WIDTH)
    builder.add("output.weight", output_that_never_ends(builder.random, vocabulary))
    add_layers(builder, layer_count)
    save(writer, path)


def output_that_never_ends(random: np.random.Generator, vocabulary: TinyVocabulary) -> Weights:
    """Return output weights that leave all control tokens at logit 0, far from the likeliest."""
    weights = random.standard_normal((vocabulary.size, WIDTH), dtype=np.float32)
    weights /= np.float32(np.sqrt(WIDTH))
    weights[-vocabulary.control_count :] = 0.0
    return weights


def describe(writer: GGUFWriter, architecture: str, layer_count: int) -> None:
    """Add the numbers that the library wants of an architecture."""
    writer.add_name(f"Tiny {architecture}")
    writer.add_context_length(TRAINED_CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(layer_count)
    writer.add_feed_forward_length(HIDDEN)
    writer.add_layer_norm_rms_eps(1e-5)
    if architecture != "mamba":
        writer.add_head_count(HEAD_COUNT)
        writer.add_key_length(HEAD_WIDTH)
        writer.add_value_length(HEAD_WIDTH)
        writer.add_rope_dimension_count(HEAD_WIDTH)
        writer.add_rope_freq_base(10_000.0)
    if architecture not in ("mamba", "lfm2"):
        writer.add_head_count_kv(HEAD_COUNT_KV)


def _add_advising(builder: Builder, layer_count: int) -> None:
    builder.writer.add_sampling_temp(0.6)
    _add_plain(builder, layer_count)


def _add_plain(builder: Builder, layer_count: int, *, last: float = 1.0) -> None:
    builder.add("output_norm.weight", np.full(WIDTH, last, dtype=np.float32))
    for layer in range(layer_count):
        builder.ones(f"blk.{layer}.attn_norm.weight", WIDTH)
        builder.add_attention(layer)
        builder.feed_forward(layer)


def _add_not_a_number(builder: Builder, layer_count: int) -> None:
    _add_plain(builder, layer_count, last=np.nan)


def _add_yarn(builder: Builder, layer_count: int) -> None:
    builder.writer.add_rope_scaling_type(RopeScalingType.YARN)
    builder.writer.add_rope_scaling_factor(4.0)
    builder.writer.add_rope_scaling_orig_ctx_len(TRAINED_CONTEXT // 4)
    _add_plain(builder, layer_count)


def _add_long_keys(builder: Builder, layer_count: int) -> None:
    builder.writer.add_rope_scaling_attn_factors(1.19)
    _add_plain(builder, layer_count)


def _add_mrope(builder: Builder, layer_count: int) -> None:
    time, height, width = HEAD_WIDTH // 8, HEAD_WIDTH // 8, HEAD_WIDTH // 4
    builder.writer.add_rope_dimension_sections([time, height, width, 0])
    _add_plain(builder, layer_count)


def _add_embedding(builder: Builder, layer_count: int) -> None:
    builder.writer.add_causal_attention(False)
    _add_plain(builder, layer_count)


def _add_hybrid_embedding(builder: Builder, layer_count: int) -> None:
    builder.writer.add_causal_attention(False)
    builder.writer.add_pooling_type(PoolingType.MEAN)
    _add_hybrid(builder, layer_count)


def _add_gemma_embedding(builder: Builder, layer_count: int) -> None:
    builder.writer.add_pooling_type(PoolingType.MEAN)
    builder.writer.add_dense_features_dims("dense_2", WIDTH, HIDDEN)
    builder.writer.add_dense_features_dims("dense_3", HIDDEN, WIDTH)
    builder.matrix("dense_2.weight", HIDDEN, WIDTH)
    builder.matrix("dense_3.weight", WIDTH, HIDDEN)
    _add_sliding_window(builder, layer_count)


def _add_sliding_window(builder: Builder, layer_count: int) -> None:
    builder.writer.add_sliding_window(SLIDING_WINDOW)
    builder.ones("output_norm.weight", WIDTH)
    for layer in range(layer_count):
        builder.ones(f"blk.{layer}.attn_norm.weight", WIDTH)
        builder.add_attention(layer)
        builder.ones(f"blk.{layer}.attn_q_norm.weight", HEAD_WIDTH)
        builder.ones(f"blk.{layer}.attn_k_norm.weight", HEAD_WIDTH)
        builder.ones(f"blk.{layer}.post_attention_norm.weight", WIDTH)
        builder.feed_forward(layer)
        builder.ones(f"blk.{layer}.post_ffw_norm.weight", WIDTH)


def _add_hybrid(builder: Builder, layer_count: int) -> None:
    convolution_length = 3
    builder.writer.add_shortconv_l_cache(convolution_length)
    builder.writer.add_head_count_kv(
        [0 if i % 2 == 0 else HEAD_COUNT_KV for i in range(layer_count)]
    )
    builder.ones("token_embd_norm.weight", WIDTH)
    for layer in range(layer_count):
        builder.ones(f"blk.{layer}.attn_norm.weight", WIDTH)
        if layer % 2 == 0:
            builder.matrix(f"blk.{layer}.shortconv.conv.weight", WIDTH, convolution_length)
            builder.matrix(f"blk.{layer}.shortconv.in_proj.weight", 3 * WIDTH, WIDTH)
            builder.matrix(f"blk.{layer}.shortconv.out_proj.weight", WIDTH, WIDTH)
        else:
            builder.add_attention(layer)
            builder.ones(f"blk.{layer}.attn_q_norm.weight", HEAD_WIDTH)
            builder.ones(f"blk.{layer}.attn_k_norm.weight", HEAD_WIDTH)
        builder.feed_forward(layer)


def _add_recurrent(builder: Builder, layer_count: int) -> None:
    inner, state, kernel, rank = 2 * WIDTH, 16, 4, 8
    builder.writer.add_ssm_conv_kernel(kernel)
    builder.writer.add_ssm_inner_size(inner)
    builder.writer.add_ssm_state_size(state)
    builder.writer.add_ssm_time_step_rank(rank)
    builder.ones("output_norm.weight", WIDTH)
    for layer in range(layer_count):
        builder.ones(f"blk.{layer}.attn_norm.weight", WIDTH)
        builder.matrix(f"blk.{layer}.ssm_in.weight", 2 * inner, WIDTH)
        builder.matrix(f"blk.{layer}.ssm_conv1d.weight", inner, kernel)
        builder.ones(f"blk.{layer}.ssm_conv1d.bias", inner)
        builder.matrix(f"blk.{layer}.ssm_x.weight", rank + 2 * state, inner)
        builder.matrix(f"blk.{layer}.ssm_dt.weight", inner, rank)
        builder.ones(f"blk.{layer}.ssm_dt.bias", inner)
        builder.add(f"blk.{layer}.ssm_a", -np.ones((inner, state), dtype=np.float32))
        builder.ones(f"blk.{layer}.ssm_d", inner)
        builder.matrix(f"blk.{layer}.ssm_out.weight", WIDTH, inner)


def save(writer: GGUFWriter, path: Path) -> None:
    """Write all that was added, and close the file."""
    writer.write_header_to_file(path)
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
