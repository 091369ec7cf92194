"""Q8_0 llamas of random weights, as large as the benchmarks need.

``python -m tests.models.synthesized PATH`` writes the one of 0.1 B.
"""

import sys
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from gguf import GGMLQuantizationType, GGUFWriter, quants

from tests.models.tiny_vocabulary import CONTROL_TEXTS, TinyVocabulary, tiny_vocabulary

HEAD_COUNT = 8
VOCABULARY_SIZE = 32_000
TRAINED_CONTEXT = 4096

_Q8_0 = GGMLQuantizationType.Q8_0


@dataclass(frozen=True, slots=True)
class _Shape:
    """What a model's size follows from; each token's KV has 32 bytes per layer and head width."""

    name: str
    layer_count: int
    width: int
    hidden: int
    head_width: int

    @property
    def attention_width(self) -> int:
        """Return the width of queries, keys and values."""
        return HEAD_COUNT * self.head_width


_SYNTHESIZED = _Shape("Synthesized 0.1B", layer_count=12, width=512, hidden=2816, head_width=64)
_LARGE_KV = _Shape("Large KV", layer_count=32, width=128, hidden=256, head_width=128)


def write_synthesized(path: Path) -> None:
    """Write the model; it never ends a reply by itself."""
    _write(path, _SYNTHESIZED)


def write_large_kv(path: Path) -> None:
    """Write a model that computes little and keeps 128 KiB per token, as one of 8 B does."""
    _write(path, _LARGE_KV)


def _write(path: Path, shape: _Shape) -> None:
    writer = GGUFWriter(None, "llama")
    _describe(writer, shape)
    _vocabulary().write_to(writer)
    random = np.random.default_rng(11)
    rows, width = VOCABULARY_SIZE, shape.width
    _add_matrix(writer, random, "token_embd.weight", rows, width)
    _add_matrix(writer, random, "output.weight", rows, width, empty_rows=len(CONTROL_TEXTS))
    _add_ones(writer, "output_norm.weight", width)
    for layer in range(shape.layer_count):
        _add_layer(writer, random, f"blk.{layer}", shape)
    writer.write_header_to_file(path)
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _describe(writer: GGUFWriter, shape: _Shape) -> None:
    writer.add_name(shape.name)
    writer.add_file_type(int(_Q8_0))
    writer.add_context_length(TRAINED_CONTEXT)
    writer.add_embedding_length(shape.width)
    writer.add_block_count(shape.layer_count)
    writer.add_feed_forward_length(shape.hidden)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_head_count(HEAD_COUNT)
    writer.add_head_count_kv(HEAD_COUNT)
    writer.add_key_length(shape.head_width)
    writer.add_value_length(shape.head_width)
    writer.add_rope_dimension_count(shape.head_width)


def _vocabulary() -> TinyVocabulary:
    """Return the tiny vocabulary, filled up with made-up words that no text is cut into."""
    tiny = tiny_vocabulary()
    known = tiny.texts[: -len(CONTROL_TEXTS)]
    words = tuple(f"Ġ{_word(i)}" for i in range(VOCABULARY_SIZE - tiny.size))
    return TinyVocabulary((*known, *words, *CONTROL_TEXTS), tiny.merges)


def _word(number: int) -> str:
    """Return a different six-letter word for each number."""
    return "".join(chr(ord("a") + number // 26**place % 26) for place in range(6))


def _add_layer(writer: GGUFWriter, random: np.random.Generator, prefix: str, shape: _Shape) -> None:
    width, attention = shape.width, shape.attention_width
    for name in ("attn_norm", "ffn_norm"):
        _add_ones(writer, f"{prefix}.{name}.weight", width)
    for name in ("attn_q", "attn_k", "attn_v"):
        _add_matrix(writer, random, f"{prefix}.{name}.weight", attention, width)
    _add_matrix(writer, random, f"{prefix}.attn_output.weight", width, attention)
    for name in ("ffn_gate", "ffn_up"):
        _add_matrix(writer, random, f"{prefix}.{name}.weight", shape.hidden, width)
    _add_matrix(writer, random, f"{prefix}.ffn_down.weight", width, shape.hidden)


def _add_ones(writer: GGUFWriter, name: str, width: int) -> None:
    writer.add_tensor(name, np.ones(width, dtype=np.float32))


def _add_matrix(
    writer: GGUFWriter,
    random: np.random.Generator,
    name: str,
    rows: int,
    columns: int,
    *,
    empty_rows: int = 0,
) -> None:
    weights = random.standard_normal((rows, columns), dtype=np.float32)
    weights /= np.float32(np.sqrt(columns))
    weights[rows - empty_rows :] = 0.0
    writer.add_tensor(name, quants.quantize(weights, _Q8_0), raw_dtype=_Q8_0)


if __name__ == "__main__":
    write_synthesized(Path(sys.argv[1]))
