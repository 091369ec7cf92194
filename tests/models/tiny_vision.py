"""Tiny language models that see: a projector of ``tiny_projector`` fits each of them."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
from gguf import GGUFWriter

from tests.models.tiny import (
    HEAD_WIDTH,
    KV_WIDTH,
    SLIDING_WINDOW,
    WIDTH,
    Builder,
    describe,
    output_that_never_ends,
    save,
)
from tests.models.tiny_vocabulary import CONTROL_TEXTS, tiny_vocabulary

# What opens and closes a picture of a Qwen, and of a Gemma; and a sound of a Qwen. A vocabulary
# without them gets them letter by letter.
MEDIA_TEXTS = (
    "<|vision_start|>",
    "<|vision_end|>",
    "<start_of_image>",
    "<end_of_image>",
    "<|audio_bos|>",
    "<|audio_eos|>",
)

_ROPE_SECTIONS = [HEAD_WIDTH // 8, HEAD_WIDTH // 8, HEAD_WIDTH // 4, 0]  # time, height, width
_SHARP = 2.0  # attention that lets what is read decide what is written

_AddLayers = Callable[[Builder], None]


def write_qwen2vl(path: Path) -> None:
    """Write a causal model with M-RoPE."""
    _write(path, "qwen2vl", 2, _add_qwen2vl)


def write_qwen3vl(path: Path) -> None:
    """Write a causal model with M-RoPE whose pictures enter two layers: they are twice as wide."""
    _write(path, "qwen3vl", 2, _add_qwen3vl)


def write_gemma3(path: Path) -> None:
    """Write a model that sees a picture all at once, with a window in five of six layers."""
    _write(path, "gemma3", 6, _add_gemma3)


def _write(path: Path, architecture: str, layer_count: int, add_layers: _AddLayers) -> None:
    vocabulary = tiny_vocabulary(control_texts=(*CONTROL_TEXTS, *MEDIA_TEXTS))
    writer = GGUFWriter(None, architecture)
    describe(writer, architecture, layer_count)
    vocabulary.write_to(writer)
    builder = Builder(writer, np.random.default_rng(7))
    builder.matrix("token_embd.weight", vocabulary.size, WIDTH)
    builder.add("output.weight", output_that_never_ends(builder.random, vocabulary))
    builder.ones("output_norm.weight", WIDTH)
    for layer in range(layer_count):
        builder.ones(f"blk.{layer}.attn_norm.weight", WIDTH)
        builder.add_attention(layer, _SHARP)
        builder.feed_forward(layer)
    add_layers(builder)
    save(writer, path)


def _add_qwen2vl(builder: Builder) -> None:
    builder.writer.add_rope_dimension_sections(_ROPE_SECTIONS)
    for layer in range(2):
        for letter, width in (("q", WIDTH), ("k", KV_WIDTH), ("v", KV_WIDTH)):
            bias = builder.random.standard_normal(width, dtype=np.float32)
            builder.add(f"blk.{layer}.attn_{letter}.bias", bias)


def _add_qwen3vl(builder: Builder) -> None:
    builder.writer.add_rope_dimension_sections(_ROPE_SECTIONS)
    builder.writer.add_num_deepstack_layers(1)
    _add_head_norms(builder, 2)


def _add_gemma3(builder: Builder) -> None:
    builder.writer.add_sliding_window(SLIDING_WINDOW)
    _add_head_norms(builder, 6)
    for layer in range(6):
        builder.ones(f"blk.{layer}.post_attention_norm.weight", WIDTH)
        builder.ones(f"blk.{layer}.post_ffw_norm.weight", WIDTH)


def _add_head_norms(builder: Builder, layer_count: int) -> None:
    for layer in range(layer_count):
        builder.ones(f"blk.{layer}.attn_q_norm.weight", HEAD_WIDTH)
        builder.ones(f"blk.{layer}.attn_k_norm.weight", HEAD_WIDTH)
