"""Tiny projectors that hear: Whisper's encoder with random weights, as an Ultravox and others."""

from pathlib import Path

import numpy as np
from gguf import GGUFWriter

from tests.models.tiny import WIDTH as TEXT_WIDTH
from tests.models.tiny import save
from tests.models.tiny_projector import add_qwen2vl_eyes

STACKED = 20  # of Whisper's positions become one row of an Ultravox: 75 for half a minute
ULTRAVOX_ROWS, QWEN2A_ROWS = 75, 750  # of half a minute, however short the sound is

_BINS = 32
_POSITIONS = 1500  # of half a minute
_WIDTH, _HIDDEN, _HEADS, _LAYERS = 64, 128, 4, 2
_BETWEEN = 32  # numbers within the projector of an Ultravox


def write_ultravox_projector(path: Path) -> None:
    """Write one that hears, for models of any family."""
    writer = _started()
    writer.add_clip_projector_type("ultravox")
    _add_ultravox(writer)
    save(writer, path)


def write_qwen2a_projector(path: Path) -> None:
    """Write one that hears, with words that open and close a sound."""
    writer = _started()
    writer.add_clip_projector_type("qwen2a")
    ears = _Ears(writer)
    ears.add_whisper()
    ears.add_random("mm.a.fc.weight", TEXT_WIDTH, _WIDTH)
    ears.add_random("mm.a.fc.bias", TEXT_WIDTH)
    save(writer, path)


def write_seeing_and_hearing_projector(path: Path) -> None:
    """Write one that does both, for a Qwen2-VL."""
    writer = _started()
    add_qwen2vl_eyes(writer)
    writer.add_string("clip.vision.projector_type", "qwen2vl_merger")
    writer.add_string("clip.audio.projector_type", "ultravox")
    _add_ultravox(writer)
    save(writer, path)


def _started() -> GGUFWriter:
    writer = GGUFWriter(None, "clip")
    writer.add_type("mmproj")
    writer.add_name("Tiny ears")
    writer.add_clip_has_audio_encoder(True)
    writer.add_audio_projection_dim(TEXT_WIDTH)
    writer.add_audio_embedding_length(_WIDTH)
    writer.add_audio_feed_forward_length(_HIDDEN)
    writer.add_audio_block_count(_LAYERS)
    writer.add_audio_head_count(_HEADS)
    writer.add_audio_attention_layernorm_eps(1e-5)
    writer.add_audio_num_mel_bins(_BINS)
    return writer


def _add_ultravox(writer: GGUFWriter) -> None:
    writer.add_audio_stack_factor(STACKED)
    ears = _Ears(writer)
    ears.add_whisper()
    ears.add_ones("mm.a.norm_pre.weight", STACKED * _WIDTH)
    ears.add_random("mm.a.mlp.1.weight", 2 * _BETWEEN, STACKED * _WIDTH)
    ears.add_ones("mm.a.norm_mid.weight", _BETWEEN)
    ears.add_random("mm.a.mlp.2.weight", TEXT_WIDTH, _BETWEEN)


class _Ears:
    """Adds random weights."""

    def __init__(self, writer: GGUFWriter) -> None:
        self._writer = writer
        self._random = np.random.default_rng(17)

    def add_whisper(self) -> None:
        for number, bins in ((1, _BINS), (2, _WIDTH)):
            weights = self._random.standard_normal((_WIDTH, bins, 3)) / np.sqrt(3 * bins)
            self._writer.add_tensor(f"a.conv1d.{number}.weight", weights.astype(np.float16))
            self.add_random(f"a.conv1d.{number}.bias", _WIDTH, 1)
        self.add_random("a.position_embd.weight", _POSITIONS, _WIDTH)
        for layer in (f"a.blk.{number}" for number in range(_LAYERS)):
            self._add_norm(f"{layer}.ln1")
            for part in ("attn_q", "attn_k", "attn_v", "attn_out"):
                self.add_random(f"{layer}.{part}.weight", _WIDTH, _WIDTH)
                if part != "attn_k":
                    self.add_random(f"{layer}.{part}.bias", _WIDTH)
            self._add_norm(f"{layer}.ln2")
            for part, rows, columns in (("up", _HIDDEN, _WIDTH), ("down", _WIDTH, _HIDDEN)):
                self.add_random(f"{layer}.ffn_{part}.weight", rows, columns)
                self.add_random(f"{layer}.ffn_{part}.bias", rows)
        self._add_norm("a.post_ln")

    def add_random(self, name: str, *shape: int) -> None:
        weights = self._random.standard_normal(shape, dtype=np.float32)
        self._writer.add_tensor(name, weights / np.float32(np.sqrt(max(1, shape[-1]))))

    def add_ones(self, name: str, width: int) -> None:
        self._writer.add_tensor(name, np.ones(width, dtype=np.float32))

    def _add_norm(self, name: str) -> None:
        self.add_ones(f"{name}.weight", _WIDTH)
        self.add_random(f"{name}.bias", _WIDTH)
