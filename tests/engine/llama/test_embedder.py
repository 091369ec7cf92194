"""Embeddings of texts: the same in pieces, next to others, and as the library pools them itself."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import psutil
import pytest

from engine.backend import Embedder, TextPiece
from engine.llama.backend import LlamaBackend
from engine.llama.capi import lib
from engine.messages.errors import NotEnoughMemory
from tests.engine.llama.conftest import Loader, Writer
from tests.engine.llama.steps import logits_after, prefill
from tests.models.tiny import write_hybrid, write_plain, write_recurrent, write_sliding_window

ALL_KINDS = [write_plain, write_sliding_window, write_hybrid, write_recurrent]
TEXT = [1 + (number * 37) % 200 for number in range(150)]
Vector = npt.NDArray[np.float32]


def embedded(embedder: Embedder, tokens: Sequence[int], size: int, lane: int = 0) -> Vector:
    """Return the embedding of a text that is computed in pieces of this size."""
    found: list[bytes | None] | None = None
    for start in range(0, len(tokens), size):
        piece = tokens[start : start + size]
        found = embedder.compute([TextPiece(lane, piece, start + size >= len(tokens))])
        assert found is not None
    assert found is not None
    assert found[-1] is not None
    return np.frombuffer(found[-1], dtype="<f4")


def pooled_by_library(backend: LlamaBackend, tokens: Sequence[int]) -> Vector:
    """Return the library's own mean of a text, which has to be computed in one call."""
    params = lib.llama_context_default_params()
    params.n_ctx = params.n_batch = params.n_ubatch = 256
    params.embeddings = True
    params.pooling_type = lib.LLAMA_POOLING_TYPE_MEAN
    model = backend._model.pointer  # noqa: SLF001 (a second context of the same model)
    context = lib.llama_init_from_model(model, params)
    batch = lib.llama_batch_init(len(tokens), 0, 1)
    try:
        batch.n_tokens = len(tokens)
        for index, token in enumerate(tokens):
            batch.token[index], batch.pos[index] = token, index
            batch.n_seq_id[index], batch.seq_id[index][0] = 1, 0
            batch.logits[index] = True
        assert lib.llama_decode(context, batch) == 0
        width = backend.info.embedding_length
        row = np.ctypeslib.as_array(lib.llama_get_embeddings_seq(context, 0), (width,)).copy()
    finally:
        lib.llama_batch_free(batch)
        lib.llama_free(context)
    return np.asarray(row / np.linalg.norm(row), dtype=np.float32)


@pytest.mark.parametrize("write", ALL_KINDS)
def test_a_text_in_pieces_has_the_librarys_own_embedding(load_tiny: Loader, write: Writer) -> None:
    backend = load_tiny(write, context_window=512)
    expected = pooled_by_library(backend, TEXT)
    embedder = backend.new_embedder(512)
    try:
        for size in (len(TEXT), 128, 50, 7, 1):
            found = embedded(embedder, TEXT, min(size, embedder.call_limit))
            assert found.shape == (backend.info.embedding_length,)
            assert float(found @ expected) > 0.9999
            assert float(np.linalg.norm(found)) == pytest.approx(1, abs=1e-5)
    finally:
        embedder.close()


@pytest.mark.parametrize("write", [write_plain, write_sliding_window])
def test_texts_that_share_a_call_do_not_see_each_other(load_tiny: Loader, write: Writer) -> None:
    embedder = load_tiny(write, context_window=512).new_embedder(512)
    try:
        texts = [TEXT[start : start + 30] for start in range(0, 120, 8)][: embedder.lane_count]
        alone = [embedded(embedder, text, 30) for text in texts]
        for start in range(0, 24, 8):
            pieces = [
                TextPiece(lane, text[start : start + 8], is_last=False)
                for lane, text in enumerate(texts)
            ]
            assert embedder.compute(pieces) == [None] * len(texts)
        rest = [TextPiece(lane, text[24:], is_last=True) for lane, text in enumerate(texts)]
        vectors = embedder.compute(rest)
        assert vectors is not None
        for vector, expected in zip(vectors, alone, strict=True):
            assert vector is not None
            assert float(np.frombuffer(vector, "<f4") @ expected) > 0.9999
    finally:
        embedder.close()


def test_a_discarded_text_leaves_nothing_in_its_lane(plain: LlamaBackend) -> None:
    embedder = plain.new_embedder(256)
    try:
        expected = embedded(embedder, TEXT[:30], 30, lane=2)
        embedder.compute([TextPiece(2, TEXT[50:100], is_last=False)])
        embedder.discard(2)
        assert float(embedded(embedder, TEXT[:30], 30, lane=2) @ expected) > 0.9999
    finally:
        embedder.close()


def test_conversations_do_not_notice(plain: LlamaBackend) -> None:
    prefill(plain, 0, TEXT[:40])
    expected = logits_after(plain, 0, [5]).copy()
    plain.truncate(0, 40)
    embedder = plain.new_embedder(256)
    embedded(embedder, TEXT, 16)
    assert plain.token_count(0) == 40
    assert np.allclose(logits_after(plain, 0, [5]), expected, atol=1e-4)
    embedder.close()
    embedder.close()


@pytest.mark.parametrize(
    "pieces",
    [
        [],
        [TextPiece(0, [], is_last=True)],
        [TextPiece(0, [1], is_last=False), TextPiece(0, [2], is_last=True)],
        [TextPiece(0, [1] * 129, is_last=True)],
        [TextPiece(0, [1_000_000], is_last=True)],
        [TextPiece(0, [-1], is_last=True)],
    ],
)
def test_what_the_library_would_abort_on_is_an_error(
    plain: LlamaBackend, pieces: list[TextPiece]
) -> None:
    embedder = plain.new_embedder(64)
    try:
        with pytest.raises(ValueError, match=r"piece|token"):
            embedder.compute(pieces)
    finally:
        embedder.close()


def test_a_text_beyond_its_limit_is_an_error(plain: LlamaBackend) -> None:
    embedder = plain.new_embedder(64)
    try:
        embedder.compute([TextPiece(0, [1] * 60, is_last=False)])
        with pytest.raises(ValueError, match="more than 64"):
            embedder.compute([TextPiece(0, [1] * 5, is_last=True)])
    finally:
        embedder.close()


def test_without_memory_it_is_refused_with_a_sentence(
    plain: LlamaBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    free = psutil.virtual_memory()._replace(available=1 << 10)
    monkeypatch.setattr(psutil, "virtual_memory", lambda: free)
    with pytest.raises(NotEnoughMemory, match="Send shorter texts"):
        plain.new_embedder(512)
