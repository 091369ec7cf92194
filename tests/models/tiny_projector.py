"""Tiny projectors ("mmproj" files) with random weights: eyes for the models of ``tiny_vision``."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from gguf import GGUFWriter

from tests.models.tiny import WIDTH as TEXT_WIDTH
from tests.models.tiny import save

IMAGE_SIZE = 112  # of a Gemma: whatever it is shown becomes a square of so many pixels
PATCH_SIZE = 14  # four patches become one row, with all three
ROW_SIZE = 2 * PATCH_SIZE

_PATCHES = (IMAGE_SIZE // PATCH_SIZE) ** 2
_PATCH_NAMES = ("v.patch_embd.weight", "v.patch_embd.weight.1")  # of two frames of a film


@dataclass(frozen=True, slots=True)
class Size:
    """How large the encoder is.

    Attributes:
        hidden: must differ from ``width``: the library tells up from down by comparing them.
        head_count: a head's width must be a multiple of 8 for a Qwen.
    """

    width: int = 64
    hidden: int = 128
    head_count: int = 4
    layer_count: int = 2


_TINY = Size()
_SLOW = Size(width=512, hidden=2048, head_count=8, layer_count=8)


def write_qwen2vl_projector(path: Path) -> None:
    """Write a causal one: a row for each 28 x 28 pixels of a picture of any size."""
    _write_qwen2vl(path, _TINY)


def write_slow_qwen2vl_projector(path: Path) -> None:
    """Write one that computes for seconds on a picture of 896 x 896 pixels."""
    _write_qwen2vl(path, _SLOW)


def write_qwen3vl_projector(path: Path) -> None:
    """Write a causal one whose rows are twice as wide: a second layer takes a half."""
    builder = _Builder("qwen3vl_merger", _TINY)
    builder.add_patches(*_PATCH_NAMES)
    builder.add_random("v.patch_embd.bias", _TINY.width)
    builder.add_random("v.position_embd.weight", _PATCHES, _TINY.width)
    builder.add_layers(is_fused=True)
    builder.add_norm("v.post_ln")
    merged = 4 * _TINY.width
    builder.add_norm("v.deepstack.0.norm", merged)
    for first, second in (("v.deepstack.0.fc1", "v.deepstack.0.fc2"), ("mm.0", "mm.2")):
        builder.add_linear(first, merged, merged)
        builder.add_linear(second, TEXT_WIDTH, merged)
    save(builder.writer, path)


def write_gemma3_projector(path: Path) -> None:
    """Write a non-causal one: 16 rows for any picture."""
    builder = _Builder("gemma3", _TINY)
    builder.writer.add_uint32("clip.vision.projector.scale_factor", 2)  # 8 x 8 patches to 4 x 4
    builder.add_patches(*_PATCH_NAMES[:1])
    builder.add_random("v.patch_embd.bias", _TINY.width)
    builder.add_random("v.position_embd.weight", _PATCHES, _TINY.width)
    builder.add_layers()
    builder.add_norm("v.post_ln")
    builder.add_ones("mm.soft_emb_norm.weight", _TINY.width)
    builder.add_random("mm.input_projection.weight", _TINY.width, TEXT_WIDTH)
    save(builder.writer, path)


def add_qwen2vl_eyes(writer: GGUFWriter) -> None:
    """Add a causal one to a projector that has ears."""
    _add_qwen2vl(_Builder("", _TINY, writer), _TINY)


def _write_qwen2vl(path: Path, size: Size) -> None:
    builder = _Builder("qwen2vl_merger", size)
    _add_qwen2vl(builder, size)
    save(builder.writer, path)


def _add_qwen2vl(builder: "_Builder", size: Size) -> None:
    builder.add_patches(*_PATCH_NAMES)
    builder.add_layers()
    builder.add_norm("v.post_ln")
    merged = 4 * size.width
    builder.add_linear("mm.0", merged, merged)
    builder.add_linear("mm.2", TEXT_WIDTH, merged)


class _Builder:
    """Describes a projector, and adds its random weights; to ``writer`` if that has begun one."""

    def __init__(self, projector_type: str, size: Size, writer: GGUFWriter | None = None) -> None:
        self._size = size
        self._random = np.random.default_rng(11)
        self.writer = writer or GGUFWriter(None, "clip")
        if writer is None:
            self.writer.add_type("mmproj")
            self.writer.add_name(f"Tiny {projector_type}")
            self.writer.add_clip_projector_type(projector_type)
        self.writer.add_clip_has_vision_encoder(True)
        self.writer.add_vision_projection_dim(TEXT_WIDTH)
        self.writer.add_vision_image_size(IMAGE_SIZE)
        self.writer.add_vision_patch_size(PATCH_SIZE)
        self.writer.add_vision_embedding_length(size.width)
        self.writer.add_vision_feed_forward_length(size.hidden)
        self.writer.add_vision_block_count(size.layer_count)
        self.writer.add_vision_head_count(size.head_count)
        self.writer.add_vision_attention_layernorm_eps(1e-6)
        self.writer.add_vision_image_mean([0.5, 0.5, 0.5])
        self.writer.add_vision_image_std([0.5, 0.5, 0.5])
        self.writer.add_vision_use_gelu(True)

    def add_random(self, name: str, *shape: int) -> None:
        columns = int(np.prod(shape[1:]))
        weights = self._random.standard_normal(shape, dtype=np.float32)
        self.writer.add_tensor(name, weights / np.float32(np.sqrt(columns)))

    def add_ones(self, name: str, width: int) -> None:
        self.writer.add_tensor(name, np.ones(width, dtype=np.float32))

    def add_linear(self, name: str, rows: int, columns: int) -> None:
        self.add_random(f"{name}.weight", rows, columns)
        self.add_random(f"{name}.bias", rows)

    def add_norm(self, name: str, width: int = 0) -> None:
        self.add_ones(f"{name}.weight", width or self._size.width)
        self.add_random(f"{name}.bias", width or self._size.width)

    def add_patches(self, *names: str) -> None:
        for name in names:
            self.add_random(name, self._size.width, 3, PATCH_SIZE, PATCH_SIZE)

    def add_layers(self, *, is_fused: bool = False) -> None:
        width, hidden = self._size.width, self._size.hidden
        for layer in (f"v.blk.{number}" for number in range(self._size.layer_count)):
            self.add_norm(f"{layer}.ln1")
            for part in ("attn_qkv",) if is_fused else ("attn_q", "attn_k", "attn_v"):
                self.add_linear(f"{layer}.{part}", 3 * width if is_fused else width, width)
            self.add_linear(f"{layer}.attn_out", width, width)
            self.add_norm(f"{layer}.ln2")
            self.add_linear(f"{layer}.ffn_up", hidden, width)
            self.add_linear(f"{layer}.ffn_down", width, hidden)
