"""The purpose of a model, judged by its header: chats, embeddings of texts, or ranking them."""

import enum
from collections.abc import Sequence

import msgspec

from engine.gguf.header import GgufHeader

# Architectures that llama.cpp computes as encoders, or that exist for embeddings only.
_ENCODERS = frozenset(
    {"bert", "eurobert", "gemma-embedding", "jina-bert-v2", "jina-bert-v3", "llama-embed"}
    | {"modern-bert", "neo-bert", "nomic-bert", "nomic-bert-moe", "t5encoder"}
)
_WITHOUT_CACHE = _ENCODERS - {"llama-embed", "t5encoder"}  # llama.cpp makes no KV cache for them
# These attend to later tokens too, but write by diffusion, draft, or make sounds.
_OTHER_BIDIRECTIONAL = frozenset(
    {"dflash", "dream", "llada", "llada-moe", "rnd1", "wavtokenizer-dec"}
)
_RANK_POOLING = 4  # LLAMA_POOLING_TYPE_RANK
_CLASSIFIER = "cls.output"  # begins the names of the tensors that make a score of an embedding
_DENSE = ("dense_2.", "dense_3.")  # layers after the pooling


class Purpose(enum.Enum):
    """What a model was made for."""

    CHAT = "chat"
    EMBEDDING = "embedding"
    RANKING = "ranking"


class Pooling(enum.Enum):
    """How the embedding of a text is made of those of its tokens; values of LLAMA_POOLING_TYPE."""

    MEAN = 1
    FIRST = 2  # CLS
    LAST = 3


class EmbeddingFacts(msgspec.Struct, frozen=True):
    """How a model embeds.

    Attributes:
        pooling: that of its training; the mean if the file does not say.
        reads_whole: each token attends to later ones, or layers follow the pooling: the library
            has to get a text in one call.
    """

    pooling: Pooling = Pooling.MEAN
    reads_whole: bool = True


def purpose_of(headers: Sequence[GgufHeader]) -> Purpose:
    """Return the purpose of the model in these files."""
    first = headers[0]
    architecture = _architecture(first)
    pooling = first.values.get(f"{architecture}.pooling_type")
    if pooling == _RANK_POOLING or _has_tensor(headers, _CLASSIFIER):
        return Purpose.RANKING
    is_bidirectional = _is_bidirectional(first) and architecture not in _OTHER_BIDIRECTIONAL
    if architecture in _ENCODERS or is_bidirectional or pooling in _POOLINGS:
        return Purpose.EMBEDDING
    return Purpose.CHAT


def embedding_facts(headers: Sequence[GgufHeader]) -> EmbeddingFacts:
    """Return how a model embeds, whatever its purpose is."""
    first = headers[0]
    architecture = _architecture(first)
    pooling = first.values.get(f"{architecture}.pooling_type")
    is_encoder = architecture in _ENCODERS or _is_bidirectional(first)
    return EmbeddingFacts(
        _POOLINGS.get(pooling, Pooling.MEAN),
        reads_whole=is_encoder or _has_tensor(headers, *_DENSE),
    )


def has_cache(architecture: str) -> bool:
    """Return whether llama.cpp makes a KV cache for models of an architecture."""
    return architecture not in _WITHOUT_CACHE


def _architecture(header: GgufHeader) -> str:
    return str(header.values.get("general.architecture", ""))


def _is_bidirectional(header: GgufHeader) -> bool:
    return header.values.get(f"{_architecture(header)}.attention.causal") is False


def _has_tensor(headers: Sequence[GgufHeader], *beginnings: str) -> bool:
    names = (tensor.name for header in headers for tensor in header.tensors)
    return any(name.startswith(beginnings) for name in names)


_POOLINGS: dict[object, Pooling] = {each.value: each for each in Pooling}
