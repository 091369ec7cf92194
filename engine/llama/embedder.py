"""A context of the loaded model which computes the embeddings of texts in pieces.

The embedding of a text is the mean of the model's last hidden states over its tokens, or the first
or last of them, with length 1. The library can compute it, but only of a text in one call; here the
states of several calls are pooled, so that a long text can be embedded in short ones. A text whose
tokens attend to later ones has to be read whole, by ``engine.llama.whole_embedder``.
"""

import ctypes
import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import psutil

from engine.backend import TextPiece
from engine.gguf.embedding_load import call_tokens, text_load
from engine.gguf.memory_plan import LoadPlan, memory_plan
from engine.gguf.purpose import EmbeddingFacts, Pooling
from engine.ipc.lazy_text import lazy
from engine.llama.capi import lib, library_errors
from engine.llama.model import Model
from engine.llama.threadpool import ThreadPools
from engine.messages.errors import NotEnoughMemory

MAX_LANES = 16
_BY_MEAN = EmbeddingFacts(Pooling.MEAN, reads_whole=False)  # of a chat model
_CELL_STEP = 256
_FLOAT_BYTES = 4


class LlamaEmbedder:
    """Implements ``engine.backend.Embedder``; created on any thread, used on the engine thread."""

    reads_whole = was_aborted = False
    progress_count = 0

    def __init__(
        self, model: Model, threads: ThreadPools, text_limit: int, *, card_layers: int
    ) -> None:
        """Create the context. Raises NotEnoughMemory.

        ``threads`` are those of the model's other context, which does not compute meanwhile;
        ``card_layers`` of the model are on a graphics card.
        """
        self.text_limit = text_limit
        # A state of a recurrent model takes as much memory as many tokens.
        self.lane_count = 1 if model.is_recurrent or model.is_hybrid else MAX_LANES
        self.call_limit = call_tokens(model.vocabulary.size)
        self._pooling = (model.embedding or _BY_MEAN).pooling
        # The texts under way share the cells: the longest one and a call of others always fit.
        cells = -(-(text_limit + self.call_limit) // _CELL_STEP) * _CELL_STEP
        check_memory(model, text_limit, cells, self.call_limit, card_layers)
        self._threads = threads
        self._width = embedding_length(model)
        self._vocabulary_size = model.vocabulary.size
        self._pointer: int | None = _create(model, cells, self.lane_count, self.call_limit)
        self._memory = lib.llama_get_memory(self._pointer)
        self._sums = np.zeros((self.lane_count, self._width), dtype=np.float64)
        self._counts = [0] * self.lane_count
        self._batch = lib.llama_batch_init(self.call_limit, 0, 1)

    def compute(self, pieces: Sequence[TextPiece]) -> list[bytes | None] | None:
        """Compute the next tokens of texts in one call. Raises ValueError on a bug of the caller.

        Return the embedding of each text that ends with its piece, None for the others; None for
        all if the call failed or a state is not finite, after which every lane is empty.
        """
        count = self._fill(pieces)
        self._threads.lend(self._open_pointer)
        library_errors()
        code = int(lib.llama_decode(self._open_pointer, self._batch))
        address = lib.llama_get_embeddings(self._open_pointer) if code == 0 else None
        if not address:
            self.clear()
            return None
        flat = np.ctypeslib.as_array(
            ctypes.cast(address, ctypes.POINTER(ctypes.c_float)), (count * self._width,)
        )
        rows = flat.reshape(count, self._width)
        vectors: list[bytes | None] = []
        start = 0
        for piece in pieces:
            end = start + len(piece.tokens)
            self._pool(piece, rows[start:end])
            self._counts[piece.lane] += len(piece.tokens)
            vectors.append(self._finished(piece.lane) if piece.is_last else None)
            start = end
        if any(piece.is_last and not each for piece, each in zip(pieces, vectors, strict=True)):
            self.clear()
            return None
        return vectors

    def _pool(self, piece: TextPiece, rows: npt.NDArray[np.float32]) -> None:
        """Add the states of the next tokens of a text to those that its embedding consists of."""
        if self._pooling is Pooling.MEAN:
            self._sums[piece.lane] += rows.sum(axis=0, dtype=np.float64)
        elif self._pooling is Pooling.LAST and piece.is_last:
            self._sums[piece.lane] = rows[-1]
        elif self._pooling is Pooling.FIRST and not self._counts[piece.lane]:
            self._sums[piece.lane] = rows[0]

    def discard(self, lane: int) -> None:
        """Empty a lane whose text was cancelled."""
        lib.llama_memory_seq_rm(self._memory, lane, -1, -1)
        self._sums[lane] = 0.0
        self._counts[lane] = 0

    def request_abort(self) -> None:
        """Do nothing: a call is short."""

    def clear(self) -> None:
        """Empty all lanes."""
        lib.llama_memory_clear(self._memory, True)
        self._sums[:] = 0.0
        self._counts = [0] * self.lane_count

    def close(self) -> None:
        """Free the context; safe to call twice."""
        pointer, self._pointer = self._pointer, None
        if pointer is not None:
            lib.llama_batch_free(self._batch)
            lib.llama_free(pointer)

    def _finished(self, lane: int) -> bytes:
        """Return the embedding of a lane's text, which is complete; empty if it is not finite."""
        vector = of_length_one(self._sums[lane])
        self.discard(lane)
        return vector

    def _fill(self, pieces: Sequence[TextPiece]) -> int:
        """Write the pieces into the batch; return the number of their tokens."""
        batch, at = self._batch, 0
        if len({piece.lane for piece in pieces}) != len(pieces) or not pieces:
            raise ValueError("a call needs pieces of different lanes")
        if sum(len(piece.tokens) for piece in pieces) > self.call_limit:
            raise ValueError(f"the pieces have more than {self.call_limit} tokens")
        for piece in pieces:
            held = self._counts[piece.lane]
            if not piece.tokens or held + len(piece.tokens) > self.text_limit:
                raise ValueError(f"a text has no tokens, or more than {self.text_limit}")
            for index, token in enumerate(piece.tokens):
                if not 0 <= token < self._vocabulary_size:
                    raise ValueError(f"token id {token} is not below {self._vocabulary_size}")
                batch.token[at] = token
                batch.pos[at] = held + index
                batch.n_seq_id[at] = 1
                batch.seq_id[at][0] = piece.lane
                batch.logits[at] = True
                at += 1
        batch.n_tokens = at
        return at

    @property
    def _open_pointer(self) -> int:
        if self._pointer is None:
            raise ValueError("the context is closed")
        return self._pointer


def embedding_length(model: Model) -> int:
    """Return how many numbers an embedding of this model has."""
    return int(lib.llama_model_n_embd_out(model.pointer))


def of_length_one(state: npt.NDArray[np.float64]) -> bytes:
    """Return a vector with length 1 as little-endian float32; empty if it is not finite, or 0."""
    length = math.sqrt(float(state @ state))
    vector: npt.NDArray[np.float32] = (state / (length or 1.0)).astype("<f4")
    return vector.tobytes() if math.isfinite(length) and length > 0 else b""


def check_memory(
    model: Model, text_limit: int, cells: int, call_limit: int, card_layers: int
) -> None:
    """Raise NotEnoughMemory if main memory has no room for the context.

    Linux grants memory that does not exist, and ends the process that uses it.
    """
    if model.embedding is not None:
        planned = memory_plan(model.shape, text_load(model.shape, text_limit, card_layers)).main
        needed = planned.kv + planned.compute + planned.output
    else:
        load = LoadPlan(
            slot_count=1,
            context_window=cells,
            gpu_layer_count=card_layers,
            micro_batch_size=call_limit,
            batch_size=call_limit,
        )
        planned = memory_plan(model.shape, load).main
        logits = 2 * _FLOAT_BYTES * model.vocabulary.size * call_limit
        needed = planned.kv + planned.compute + logits
    if needed > psutil.virtual_memory().available:
        raise no_room(model, text_limit)


def no_room(model: Model, tokens: int) -> NotEnoughMemory:
    """Return the error of a context that does not fit into memory."""
    return NotEnoughMemory(
        lazy(
            "Not enough memory for embeddings of {count:,} tokens with {name}. Send shorter texts.",
            count=tokens,
            name=model.name,
        )
    )


def _create(model: Model, cells: int, lane_count: int, call_limit: int) -> int:
    params = lib.llama_context_default_params()
    params.n_ctx = cells
    params.n_seq_max = lane_count
    params.n_batch = params.n_ubatch = params.n_outputs_max = call_limit
    params.embeddings = True
    params.pooling_type = lib.LLAMA_POOLING_TYPE_NONE
    params.kv_unified = True
    params.swa_full = False
    params.no_perf = True
    library_errors()
    pointer = lib.llama_init_from_model(model.pointer, params)
    if pointer is None:
        raise no_room(model, cells) from NotEnoughMemory(library_errors())
    return int(pointer)
