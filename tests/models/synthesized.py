"""Llamas of random weights, as large as the benchmarks need.

``python -m tests.models.synthesized PATH`` writes the one of 0.1 B.
"""

import sys
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from gguf import GGMLQuantizationType, GGUFWriter, LlamaFileType, quants

from tests.models.tiny_vocabulary import CONTROL_TEXTS, TinyVocabulary, tiny_vocabulary

HEAD_COUNT = 8
VOCABULARY_SIZE = 32_000
TRAINED_CONTEXT = 4096

_Q8_0 = GGMLQuantizationType.Q8_0
_F16 = GGMLQuantizationType.F16
_FILE_TYPES = {_Q8_0: LlamaFileType.MOSTLY_Q8_0, _F16: LlamaFileType.MOSTLY_F16}


@dataclass(frozen=True, slots=True)
class _Shape:
    """What a model's size follows from; a token's KV has 4 bytes per layer, KV head and width."""

    name: str
    layer_count: int
    width: int
    hidden: int
    head_width: int
    vocabulary_size: int = VOCABULARY_SIZE
    kv_head_count: int = HEAD_COUNT
    kind: GGMLQuantizationType = _Q8_0

    @property
    def attention_width(self) -> int:
        """Return the width of the queries."""
        return HEAD_COUNT * self.head_width

    @property
    def kv_width(self) -> int:
        """Return the width of the keys, and of the values."""
        return self.kv_head_count * self.head_width


_SYNTHESIZED = _Shape("Synthesized 0.1B", layer_count=12, width=512, hidden=2816, head_width=64)
# As wide and deep as current models of this size, with as few KV heads.
_SYNTHESIZED_HALF = _Shape(
    "Synthesized 0.5B", layer_count=24, width=1024, hidden=5120, head_width=128, kv_head_count=2
)
_LARGE_KV = _Shape("Large KV", layer_count=32, width=128, hidden=256, head_width=128)
_LARGE_VOCABULARY = _Shape(
    "Large vocabulary", layer_count=2, width=128, hidden=256, head_width=32, vocabulary_size=152_000
)


def write_synthesized(path: Path) -> None:
    """Write the model; it never ends a reply by itself."""
    _write(path, _SYNTHESIZED)


def write_synthesized_f16(path: Path) -> None:
    """Write the same weights in half precision, as what is quantized comes."""
    _write(path, replace(_SYNTHESIZED, kind=_F16))


def write_synthesized_half_f16(path: Path) -> None:
    """Write a model of 0.5 B in half precision."""
    _write(path, replace(_SYNTHESIZED_HALF, kind=_F16))


def write_large_vocabulary(path: Path) -> None:
    """Write a model that computes little and chooses among 152,000 tokens."""
    _write(path, _LARGE_VOCABULARY)


def write_large_kv(path: Path) -> None:
    """Write a model that computes little and keeps 128 KiB per token, as one of 8 B does."""
    _write(path, _LARGE_KV)


def _write(path: Path, shape: _Shape) -> None:
    writer = GGUFWriter(None, "llama")
    _describe(writer, shape)
    _vocabulary(shape.vocabulary_size).write_to(writer)
    weights = _Weights(writer, np.random.default_rng(11), shape.kind)
    rows, width = shape.vocabulary_size, shape.width
    weights.add_matrix("token_embd.weight", rows, width)
    weights.add_matrix("output.weight", rows, width, empty_rows=len(CONTROL_TEXTS))
    weights.add_ones("output_norm.weight", width)
    for layer in range(shape.layer_count):
        _add_layer(weights, f"blk.{layer}", shape)
    writer.write_header_to_file(path)
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _describe(writer: GGUFWriter, shape: _Shape) -> None:
    writer.add_name(shape.name)
    writer.add_file_type(int(_FILE_TYPES[shape.kind]))
    writer.add_context_length(TRAINED_CONTEXT)
    writer.add_embedding_length(shape.width)
    writer.add_block_count(shape.layer_count)
    writer.add_feed_forward_length(shape.hidden)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_head_count(HEAD_COUNT)
    writer.add_head_count_kv(shape.kv_head_count)
    writer.add_key_length(shape.head_width)
    writer.add_value_length(shape.head_width)
    writer.add_rope_dimension_count(shape.head_width)


def _vocabulary(size: int) -> TinyVocabulary:
    """Return the tiny vocabulary, filled up with made-up words that no text is cut into."""
    tiny = tiny_vocabulary()
    known = tiny.texts[: -len(CONTROL_TEXTS)]
    words = tuple(f"Ġ{_word(i)}" for i in range(size - tiny.size))
    return TinyVocabulary((*known, *words, *CONTROL_TEXTS), tiny.merges)


def _word(number: int) -> str:
    """Return a different six-letter word for each number."""
    return "".join(chr(ord("a") + number // 26**place % 26) for place in range(6))


@dataclass(frozen=True, slots=True)
class _Weights:
    writer: GGUFWriter
    random: np.random.Generator
    kind: GGMLQuantizationType

    def add_ones(self, name: str, width: int) -> None:
        self.writer.add_tensor(name, np.ones(width, dtype=np.float32))

    def add_matrix(self, name: str, rows: int, columns: int, *, empty_rows: int = 0) -> None:
        weights = self.random.standard_normal((rows, columns), dtype=np.float32)
        weights /= np.float32(np.sqrt(columns))
        weights[rows - empty_rows :] = 0.0
        self.writer.add_tensor(name, quants.quantize(weights, self.kind), raw_dtype=self.kind)


def _add_layer(weights: _Weights, prefix: str, shape: _Shape) -> None:
    width, attention = shape.width, shape.attention_width
    for name in ("attn_norm", "ffn_norm"):
        weights.add_ones(f"{prefix}.{name}.weight", width)
    weights.add_matrix(f"{prefix}.attn_q.weight", attention, width)
    for name in ("attn_k", "attn_v"):
        weights.add_matrix(f"{prefix}.{name}.weight", shape.kv_width, width)
    weights.add_matrix(f"{prefix}.attn_output.weight", width, attention)
    for name in ("ffn_gate", "ffn_up"):
        weights.add_matrix(f"{prefix}.{name}.weight", shape.hidden, width)
    weights.add_matrix(f"{prefix}.ffn_down.weight", width, shape.hidden)


if __name__ == "__main__":
    write_synthesized(Path(sys.argv[1]))
