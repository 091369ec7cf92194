"""The purpose of a model follows from its header, as published files and llama.cpp write it."""

from pathlib import Path

import gguf
import numpy as np
import pytest

from engine.gguf.model_file import read_headers
from engine.gguf.purpose import (
    EmbeddingFacts,
    Pooling,
    Purpose,
    embedding_facts,
    has_cache,
    purpose_of,
)
from tests.engine.gguf.gguf_files import write_model

NO_TENSOR = ""
# Name, architecture, pooling type, whether attention is causal, a tensor that matters.
Published = tuple[str, str, int | None, bool | None, str]

MEAN, FIRST, LAST = Pooling.MEAN, Pooling.FIRST, Pooling.LAST
EMBEDDING: tuple[tuple[Published, Pooling, bool], ...] = (
    (("all-MiniLM-L6-v2", "bert", 1, False, NO_TENSOR), MEAN, True),
    (("bge-small-en-v1.5", "bert", 2, False, NO_TENSOR), FIRST, True),
    (("bge-m3", "bert", 2, False, NO_TENSOR), FIRST, True),
    (("multilingual-e5-large-instruct", "bert", 1, False, NO_TENSOR), MEAN, True),
    (("mxbai-embed-large-v1", "bert", 2, False, NO_TENSOR), FIRST, True),
    (("snowflake-arctic-embed-l-v2.0", "bert", 2, False, NO_TENSOR), FIRST, True),
    (("xlm-roberta-base, without pooling", "bert", None, False, NO_TENSOR), MEAN, True),
    (("nomic-embed-text-v1.5", "nomic-bert", 1, False, NO_TENSOR), MEAN, True),
    (("nomic-embed-text-v2-moe", "nomic-bert-moe", 1, False, NO_TENSOR), MEAN, True),
    (("jina-embeddings-v2-base-en", "jina-bert-v2", 1, False, NO_TENSOR), MEAN, True),
    (("jina-embeddings-v3", "jina-bert-v3", 1, False, NO_TENSOR), MEAN, True),
    (("jina-embeddings-v5-text-nano", "eurobert", 3, False, NO_TENSOR), LAST, True),
    (("gte-modernbert-base", "modern-bert", 2, False, NO_TENSOR), FIRST, True),
    (("NeoBERT", "neo-bert", 2, False, NO_TENSOR), FIRST, True),
    (("embeddinggemma-300m", "gemma-embedding", 1, None, "dense_2.weight"), MEAN, True),
    (("llama-nemotron-embed-1b-v2", "llama-embed", 1, False, NO_TENSOR), MEAN, True),
    (("LFM2.5-Embedding-350M", "lfm2", 2, False, NO_TENSOR), FIRST, True),
    (("LFM2.5-ColBERT-350M", "lfm2", None, False, "dense_2.weight"), MEAN, True),
    (("sentence-t5-base", "t5encoder", 1, None, NO_TENSOR), MEAN, True),
    (("Qwen3-Embedding-0.6B", "qwen3", 3, None, NO_TENSOR), LAST, False),
    (("Qwen3-VL-Embedding-2B", "qwen3vl", 3, None, NO_TENSOR), LAST, False),
    (("e5-mistral-7b-instruct", "llama", 3, None, NO_TENSOR), LAST, False),
    (("gte-Qwen2-1.5B-instruct", "qwen2", 3, None, NO_TENSOR), LAST, False),
)
RANKING: tuple[Published, ...] = (
    ("bge-reranker-v2-m3", "bert", 4, False, "cls.output.weight"),
    ("jina-reranker-v1-tiny-en", "jina-bert-v2", 4, False, "cls.weight"),
    ("gte-reranker-modernbert-base", "modern-bert", None, False, "cls.output.weight"),
    ("Qwen3-Reranker-0.6B", "qwen3", 4, None, "cls.output.weight"),
)
CHAT: tuple[Published, ...] = (
    ("SmolLM2-135M-Instruct", "llama", None, None, NO_TENSOR),
    ("Qwen3-0.6B", "qwen3", 0, None, NO_TENSOR),
    ("Qwen3-4B, with an unspecified pooling", "qwen3", 0xFFFFFFFF, None, NO_TENSOR),
    ("openPangu-Embedded-1B", "pangu-embedded", None, None, NO_TENSOR),
    ("LLaDA-8B-Instruct", "llada", None, False, NO_TENSOR),
    ("Dream-v0-Instruct-7B", "dream", None, False, NO_TENSOR),
    ("gpt-oss-20b", "gpt-oss", None, True, NO_TENSOR),
)


def write(folder: Path, published: Published) -> Path:
    """Write a small file with the keys of a published one."""
    _name, architecture, pooling, is_causal, tensor = published

    def more(writer: gguf.GGUFWriter) -> None:
        if pooling is not None:
            writer.add_uint32(f"{architecture}.pooling_type", pooling)
        if is_causal is not None:
            writer.add_causal_attention(is_causal)
        if tensor:
            writer.add_tensor(tensor, np.ones((2, 32), np.float32))

    return write_model(folder / "x.gguf", architecture, more)


def name_of(each: object) -> str:
    return str(each[0]) if isinstance(each, tuple) and isinstance(each[0], str) else ""


@pytest.mark.parametrize(("published", "pooling", "reads_whole"), EMBEDDING, ids=name_of)
def test_an_embedding_model_is_known_with_its_pooling(
    tmp_path: Path, published: Published, pooling: Pooling, *, reads_whole: bool
) -> None:
    headers, _ = read_headers([write(tmp_path, published)])
    assert purpose_of(headers) is Purpose.EMBEDDING
    assert embedding_facts(headers) == EmbeddingFacts(pooling, reads_whole)


@pytest.mark.parametrize("published", RANKING, ids=name_of)
def test_a_reranker_is_not_taken_for_an_embedding_model(
    tmp_path: Path, published: Published
) -> None:
    headers, _ = read_headers([write(tmp_path, published)])
    assert purpose_of(headers) is Purpose.RANKING


@pytest.mark.parametrize("published", CHAT, ids=name_of)
def test_a_chat_model_is_not_taken_for_an_embedding_model(
    tmp_path: Path, published: Published
) -> None:
    headers, _ = read_headers([write(tmp_path, published)])
    assert purpose_of(headers) is Purpose.CHAT


def test_encoders_have_no_cache() -> None:
    assert [has_cache(each) for each in ("bert", "gemma-embedding", "t5encoder", "qwen3")] == [
        False,
        False,
        True,
        True,
    ]
