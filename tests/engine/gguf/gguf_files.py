"""Writes tiny GGUF files."""

from collections.abc import Callable, Sequence
from pathlib import Path

import gguf
import numpy as np

VOCABULARY = [f"word-{number}" for number in range(300)]
PARAMETER_COUNT = 64 * 32 + 32
TRAINED_CONTEXT = 2048

More = Callable[[gguf.GGUFWriter], None]


def nothing_more(writer: gguf.GGUFWriter) -> None:
    """Leave the file as it is."""


def write_model(
    path: Path,
    architecture: str = "llama",
    more: More = nothing_more,
    vocabulary: Sequence[str] = VOCABULARY,
) -> Path:
    """Write a file with a vocabulary and two tensors; ``more`` adds keys."""
    writer = gguf.GGUFWriter(path, architecture)
    writer.add_name("Tiny\nModel")
    writer.add_context_length(TRAINED_CONTEXT)
    writer.add_rope_freq_base(10000.0)
    writer.add_add_bos_token(True)
    if vocabulary:
        writer.add_token_list(vocabulary)
        writer.add_token_scores([0.0] * len(vocabulary))
    writer.add_chat_template("{{ messages }}")
    more(writer)
    writer.add_tensor("token_embd.weight", np.ones((64, 32), np.float16))
    writer.add_tensor("output_norm.weight", np.ones(32, np.float32))
    return finished(writer, path)


def write_vocabulary(path: Path) -> Path:
    """Write a file without tensors."""
    writer = gguf.GGUFWriter(path, "llama")
    writer.add_token_list(VOCABULARY)
    return finished(writer, path)


def finished(writer: gguf.GGUFWriter, path: Path) -> Path:
    """Put everything into the file."""
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path
