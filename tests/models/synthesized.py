"""A Q8_0 llama of 0.1 B random weights, as large as the throughput benchmark needs.

``python -m tests.models.synthesized PATH`` writes it.
"""

import sys
from pathlib import Path

import numpy as np
from gguf import GGMLQuantizationType, GGUFWriter, quants

from tests.models.tiny_vocabulary import CONTROL_TEXTS, TinyVocabulary, tiny_vocabulary

LAYER_COUNT = 12
WIDTH = 512
HIDDEN = 2816
HEAD_COUNT = 8
VOCABULARY_SIZE = 32_000
TRAINED_CONTEXT = 4096

_Q8_0 = GGMLQuantizationType.Q8_0


def write_synthesized(path: Path) -> None:
    """Write the model; it never ends a reply by itself."""
    writer = GGUFWriter(None, "llama")
    _describe(writer)
    _vocabulary().write_to(writer)
    random = np.random.default_rng(11)
    _add_matrix(writer, random, "token_embd.weight", VOCABULARY_SIZE, WIDTH)
    _add_matrix(
        writer, random, "output.weight", VOCABULARY_SIZE, WIDTH, empty_rows=len(CONTROL_TEXTS)
    )
    _add_ones(writer, "output_norm.weight")
    for layer in range(LAYER_COUNT):
        _add_layer(writer, random, f"blk.{layer}")
    writer.write_header_to_file(path)
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()


def _describe(writer: GGUFWriter) -> None:
    writer.add_name("Synthesized 0.1B")
    writer.add_file_type(int(_Q8_0))
    writer.add_context_length(TRAINED_CONTEXT)
    writer.add_embedding_length(WIDTH)
    writer.add_block_count(LAYER_COUNT)
    writer.add_feed_forward_length(HIDDEN)
    writer.add_layer_norm_rms_eps(1e-5)
    writer.add_head_count(HEAD_COUNT)
    writer.add_head_count_kv(HEAD_COUNT)
    writer.add_rope_dimension_count(WIDTH // HEAD_COUNT)


def _vocabulary() -> TinyVocabulary:
    """Return the tiny vocabulary, filled up with made-up words that no text is cut into."""
    tiny = tiny_vocabulary()
    known = tiny.texts[: -len(CONTROL_TEXTS)]
    words = tuple(f"Ġ{_word(i)}" for i in range(VOCABULARY_SIZE - tiny.size))
    return TinyVocabulary((*known, *words, *CONTROL_TEXTS), tiny.merges)


def _word(number: int) -> str:
    """Return a different six-letter word for each number."""
    return "".join(chr(ord("a") + number // 26**place % 26) for place in range(6))


def _add_layer(writer: GGUFWriter, random: np.random.Generator, prefix: str) -> None:
    for name in ("attn_norm", "ffn_norm"):
        _add_ones(writer, f"{prefix}.{name}.weight")
    for name in ("attn_q", "attn_k", "attn_v", "attn_output"):
        _add_matrix(writer, random, f"{prefix}.{name}.weight", WIDTH, WIDTH)
    for name in ("ffn_gate", "ffn_up"):
        _add_matrix(writer, random, f"{prefix}.{name}.weight", HIDDEN, WIDTH)
    _add_matrix(writer, random, f"{prefix}.ffn_down.weight", WIDTH, HIDDEN)


def _add_ones(writer: GGUFWriter, name: str) -> None:
    writer.add_tensor(name, np.ones(WIDTH, dtype=np.float32))


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
