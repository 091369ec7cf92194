"""Embedding models with random weights: encoders that read whole texts, and a causal one."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from gguf import GGUFWriter, PoolingType, TokenType

from tests.models.tiny import WIDTH, Builder, describe, save
from tests.models.tiny_vocabulary import tiny_vocabulary

_CONTROL_WORDS = ("[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]")
_WORDS = ("the", "quick", "brown", "fox", "jumps", "over", "lazy", "dog", "weather", "system")


@dataclass(frozen=True, slots=True)
class _Encoder:
    """The numbers of a BERT; ``positions`` are learned, or rotated as in nomic-bert."""

    architecture: str
    pooling: PoolingType
    positions: int
    layer_count: int = 2
    width: int = 64
    hidden: int = 128
    head_count: int = 4
    word_count: int = 400


def write_bert(path: Path) -> None:
    """Write a BERT whose embedding is the state of its first token, for 512 tokens at most."""
    _write(path, _Encoder("bert", PoolingType.CLS, 512))


def write_nomic_bert(path: Path) -> None:
    """Write a nomic-bert: the mean of the states, with rotated positions."""
    _write(path, _Encoder("nomic-bert", PoolingType.MEAN, 2048))


def write_mini_lm(path: Path) -> None:
    """Write a BERT as large as all-MiniLM-L6-v2, with 22 million weights."""
    shape = _Encoder(
        "bert",
        PoolingType.MEAN,
        512,
        layer_count=6,
        width=384,
        hidden=1536,
        head_count=12,
        word_count=30_522,
    )
    _write(path, shape)


def write_reranker(path: Path) -> None:
    """Write a BERT that ranks texts."""
    _write(path, _Encoder("bert", PoolingType.RANK, 512))


def write_last_token(path: Path) -> None:
    """Write a causal llama whose embedding is the state of the EOS that ends a text."""
    vocabulary = tiny_vocabulary()
    writer = GGUFWriter(None, "llama")
    describe(writer, "llama", 2)
    vocabulary.write_to(writer)
    writer.add_add_eos_token(True)
    writer.add_pooling_type(PoolingType.LAST)
    builder = Builder(writer, np.random.default_rng(7))
    builder.matrix("token_embd.weight", vocabulary.size, WIDTH)
    builder.ones("output_norm.weight", WIDTH)
    for layer in range(2):
        builder.ones(f"blk.{layer}.attn_norm.weight", WIDTH)
        builder.add_attention(layer)
        builder.feed_forward(layer)
    save(writer, path)


def _write(path: Path, shape: _Encoder) -> None:
    writer = GGUFWriter(None, shape.architecture)
    writer.add_name(f"Tiny {shape.architecture}")
    writer.add_context_length(shape.positions)
    writer.add_embedding_length(shape.width)
    writer.add_block_count(shape.layer_count)
    writer.add_feed_forward_length(shape.hidden)
    writer.add_head_count(shape.head_count)
    writer.add_layer_norm_eps(1e-12)
    writer.add_causal_attention(False)
    writer.add_pooling_type(shape.pooling)
    if shape.architecture == "nomic-bert":
        writer.add_rope_freq_base(1000.0)
    _add_words(writer, shape.word_count)
    builder = Builder(writer, np.random.default_rng(7))
    width = shape.width
    builder.matrix("token_embd.weight", shape.word_count, width, gain=4.0)
    builder.matrix("token_types.weight", 2, width)
    if shape.architecture == "bert":
        builder.matrix("position_embd.weight", shape.positions, width, gain=2.0)
    _add_norm(builder, "token_embd_norm", width)
    for layer in range(shape.layer_count):
        _add_layer(builder, f"blk.{layer}", shape)
    if shape.pooling is PoolingType.RANK:
        builder.matrix("cls.output.weight", 1, width)
    save(writer, path)


def _add_layer(builder: Builder, name: str, shape: _Encoder) -> None:
    width, hidden = shape.width, shape.hidden
    for each in ("attn_q", "attn_k", "attn_v", "attn_output"):
        builder.matrix(f"{name}.{each}.weight", width, width, gain=2.0)
    _add_norm(builder, f"{name}.attn_output_norm", width)
    builder.matrix(f"{name}.ffn_up.weight", hidden, width)
    if shape.architecture == "nomic-bert":
        builder.matrix(f"{name}.ffn_gate.weight", hidden, width)
    builder.matrix(f"{name}.ffn_down.weight", width, hidden)
    _add_norm(builder, f"{name}.layer_output_norm", width)


def _add_norm(builder: Builder, name: str, width: int) -> None:
    builder.ones(f"{name}.weight", width)
    builder.add(f"{name}.bias", np.zeros(width, dtype=np.float32))


def _add_words(writer: GGUFWriter, count: int) -> None:
    """Add a WordPiece vocabulary as converters write it: a mark before the words."""
    letters = [chr(each) for each in (*range(0x21, 0x7F), *range(0xA1, 0x100))]
    words = [*_CONTROL_WORDS, *(f"▁{each}" for each in _WORDS)]
    words += [f"▁{each}" for each in letters] + letters
    words = list(dict.fromkeys(words))[:count]
    words += [f"▁word{number}" for number in range(count - len(words))]
    kinds = [TokenType.CONTROL] * len(_CONTROL_WORDS)
    kinds += [TokenType.NORMAL] * (count - len(kinds))
    writer.add_tokenizer_model("bert")
    writer.add_tokenizer_pre("jina-v2-en")
    writer.add_token_list(words)
    writer.add_token_types(kinds)
    writer.add_token_type_count(2)
    writer.add_unk_token_id(1)
    writer.add_bos_token_id(2)
    writer.add_sep_token_id(3)
    writer.add_pad_token_id(0)
    writer.add_mask_token_id(4)
