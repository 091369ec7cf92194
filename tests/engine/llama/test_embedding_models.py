"""Models that only embed: the same vectors as the library's own, alone and next to others."""

import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import llama_cpp
import numpy as np
import numpy.typing as npt
import psutil
import pytest

from engine.backend import Embedder, TextPiece
from engine.gguf.embedding_load import text_load
from engine.gguf.memory_plan import memory_plan
from engine.llama.embedding_backend import LlamaEmbeddingBackend
from engine.llama.loader import load, load_any
from engine.llama.model import described_model
from engine.messages.config import EngineConfig
from engine.messages.errors import ModelLoadFailed, NotEnoughMemory
from tests.models.cache import cached_model
from tests.models.tiny import (
    write_embedding,
    write_gemma_embedding,
    write_hybrid_embedding,
    write_projector,
)
from tests.models.tiny_encoders import (
    write_bert,
    write_last_token,
    write_mini_lm,
    write_nomic_bert,
    write_reranker,
)

Writer = Callable[[Path], None]
Vector = npt.NDArray[np.float32]

ENCODERS = [
    *(write_bert, write_nomic_bert, write_gemma_embedding),
    *(write_embedding, write_hybrid_embedding),
]
ALL = [*ENCODERS, write_last_token]
TEXTS = (
    "The quick brown fox jumps over the lazy dog.",
    "weather",
    "It is raining; the system says so again and again. " * 6,
    "ÄÖÜ, 100 €!",
)


@pytest.fixture(params=ALL, ids=lambda each: each.__name__)
def writer(request: pytest.FixtureRequest) -> Writer:
    """Each kind of embedding model."""
    found: Writer = request.param
    return found


@pytest.fixture
def backend(writer: Writer) -> Iterator[LlamaEmbeddingBackend]:
    """A model of that kind."""
    loaded = opened(writer)
    yield loaded
    loaded.close()


def opened(write: Writer, **settings: int) -> LlamaEmbeddingBackend:
    config = EngineConfig(thread_count=2, **settings)  # type: ignore[arg-type] # numbers only
    backend = load_any(str(cached_model(write)), config, lambda _share: None)
    assert isinstance(backend, LlamaEmbeddingBackend)
    return backend


def tokens_of(backend: LlamaEmbeddingBackend, text: str) -> list[int]:
    opening, closing = backend.vocabulary.text_ends
    return [*opening, *backend.vocabulary.tokenize(text, parse_special=False), *closing]


def embedded(embedder: Embedder, texts: Sequence[Sequence[int]]) -> list[Vector]:
    """Return the embeddings of texts, each computed in one call after the other or with others."""
    if embedder.reads_whole:
        found = embedder.compute(
            [TextPiece(lane, text, is_last=True) for lane, text in enumerate(texts)]
        )
        assert found is not None
        return [np.frombuffer(each or b"", "<f4") for each in found]
    vectors = []
    for text in texts:
        for start in range(0, len(text), 7):
            piece = TextPiece(1, text[start : start + 7], is_last=start + 7 >= len(text))
            found = embedder.compute([piece])
        assert found is not None
        vectors.append(np.frombuffer(found[-1] or b"", "<f4"))
    return vectors


def test_the_vectors_are_those_of_the_bare_library(
    backend: LlamaEmbeddingBackend, writer: Writer
) -> None:
    bare = llama_cpp.Llama(
        str(cached_model(writer)), embedding=True, n_ctx=512, n_ubatch=512, verbose=False
    )
    if writer is write_embedding:  # its file does not say; Hubbub takes the mean
        bare = llama_cpp.Llama(
            str(cached_model(writer)),
            embedding=True,
            n_ctx=512,
            n_ubatch=512,
            pooling_type=llama_cpp.LLAMA_POOLING_TYPE_MEAN,
            verbose=False,
        )
    embedder = backend.new_embedder(512)
    try:
        for text in TEXTS:
            tokens = tokens_of(backend, text)
            assert tokens == bare.tokenize(text.encode(), special=False)
            (found,) = embedded(embedder, [tokens])
            expected = np.array(bare.embed(text, normalize=True), dtype=np.float32)
            assert found.shape == expected.shape == (backend.info.embedding_length,)
            assert float(found @ expected) >= 0.9999
    finally:
        embedder.close()
        bare.close()


@pytest.mark.parametrize("write", ENCODERS)
def test_texts_of_one_call_do_not_see_each_other(write: Writer) -> None:
    backend = opened(write)
    embedder = backend.new_embedder(512)
    try:
        texts = [tokens_of(backend, f"{text[:40]} {number}") for number, text in enumerate(TEXTS)]
        texts *= 4  # as many as there are lanes
        alone = [embedded(embedder, [text])[0] for text in texts]
        for found, expected in zip(embedded(embedder, texts), alone, strict=True):
            assert float(found @ expected) >= 0.9999
        assert float(alone[0] @ alone[1]) < 0.999, "different texts have different vectors"
    finally:
        embedder.close()
        backend.close()


def test_a_model_says_that_it_only_embeds(backend: LlamaEmbeddingBackend) -> None:
    info = backend.info
    assert (info.embeds_only, info.slot_count, info.embedding_length) == (True, 0, 64)
    assert info.context_window in (512, 2048)


def test_a_set_limit_is_that_of_a_text() -> None:
    backend = opened(write_nomic_bert, context_window=300)
    assert backend.info.context_window == 300
    backend.close()


@pytest.mark.parametrize(
    "pieces",
    [
        [],
        [TextPiece(0, [], is_last=True)],
        [TextPiece(0, [5], is_last=False)],
        [TextPiece(0, [5], is_last=True), TextPiece(0, [6], is_last=True)],
        [TextPiece(64, [5], is_last=True)],
        [TextPiece(0, [5] * 65, is_last=True)],
        [TextPiece(0, [5] * 40, is_last=True), TextPiece(1, [5] * 40, is_last=True)],
        [TextPiece(0, [1_000_000], is_last=True)],
        [TextPiece(0, [-1], is_last=True)],
    ],
)
def test_input_on_which_the_library_would_abort_is_an_error(pieces: list[TextPiece]) -> None:
    backend = opened(write_bert)
    embedder = backend.new_embedder(64)
    try:
        with pytest.raises(ValueError, match=r"text|token"):
            embedder.compute(pieces)
    finally:
        embedder.close()
        backend.close()


def test_a_long_call_can_be_ended() -> None:
    backend = opened(write_mini_lm)
    embedder = backend.new_embedder(512)
    pieces = [TextPiece(0, [5] * 512, is_last=True)]
    try:
        began = time.perf_counter()
        assert embedder.compute(pieces) is not None
        whole = time.perf_counter() - began
        assert embedder.progress_count > 100, "else the watchdog takes a long call for a hang"
        timer = threading.Timer(whole / 20, backend.request_abort)
        timer.start()
        assert embedder.compute(pieces) is None
        assert embedder.was_aborted
        assert embedder.compute(pieces) is not None, "the next call is complete"
        assert not embedder.was_aborted
    finally:
        embedder.close()
        backend.close()


def test_the_planned_memory_is_enough_and_not_much_too_large() -> None:
    backend = opened(write_mini_lm)
    shape = described_model(cached_model(write_mini_lm))[1]
    process = psutil.Process()
    before = process.memory_full_info().uss
    embedder = backend.new_embedder(512)
    try:
        assert embedder.compute([TextPiece(0, [5] * 512, is_last=True)]) is not None
        taken = process.memory_full_info().uss - before
    finally:
        embedder.close()
        backend.close()
    planned = memory_plan(shape, text_load(shape, 512)).main
    assert 0.5 < taken / (planned.compute + planned.output) < 1.1


def test_without_memory_it_is_refused_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    backend = opened(write_bert)
    free = psutil.virtual_memory()._replace(available=1 << 10)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: free)
    with pytest.raises(NotEnoughMemory, match="Send shorter texts"):
        backend.new_embedder(512)
    backend.close()


@pytest.mark.parametrize(
    ("write", "words"),
    [(write_reranker, "reranking model"), (write_projector, "vision part")],
)
def test_other_models_are_refused_in_words(write: Writer, words: str) -> None:
    with pytest.raises(ModelLoadFailed, match=words):
        load_any(str(cached_model(write)), EngineConfig(), lambda _share: None)


def test_a_chat_is_refused_an_embedding_model() -> None:
    with pytest.raises(ModelLoadFailed, match="cannot chat"):
        load(str(cached_model(write_bert)), EngineConfig(), lambda _share: None)
