"""A context of a model which computes the embeddings of whole texts, as the library pools them.

For models whose tokens attend to later ones, or with layers after the pooling: the library gets all
tokens of a text in one call, so a call may take long.
"""

import ctypes
from collections.abc import Sequence

import numpy as np

from engine.backend import TextPiece
from engine.gguf.purpose import EmbeddingFacts
from engine.llama.capi import expecting_abort, lib, library_errors, strlen_callback
from engine.llama.embedder import check_memory, embedding_length, no_room, of_length_one
from engine.llama.model import Model
from engine.llama.threadpool import ThreadPools
from engine.messages.errors import NotEnoughMemory

_MAX_LANES = 64
_ABORTED = 2  # of llama_encode and llama_decode
# A longer call counts its nodes. Python takes some microseconds for each of hundreds of them.
_LONG_TOKENS = 256


class WholeTextEmbedder:
    """Implements ``engine.backend.Embedder``; created on any thread, used on the engine thread."""

    reads_whole = True

    def __init__(
        self,
        model: Model,
        threads: ThreadPools,
        text_limit: int,
        facts: EmbeddingFacts,
        *,
        card_layers: int,
    ) -> None:
        """Create the context. Raises NotEnoughMemory."""
        self.text_limit = self.call_limit = text_limit
        self.lane_count = min(_MAX_LANES, text_limit)  # the library asserts a row for each
        self.was_aborted = False
        self.progress_count = 0
        check_memory(model, text_limit, text_limit, text_limit, card_layers)
        self._threads = threads
        self._width = embedding_length(model)
        self._vocabulary_size = model.vocabulary.size
        is_encoder = bool(lib.llama_model_has_encoder(model.pointer))
        self._compute = lib.llama_encode if is_encoder else lib.llama_decode
        # As in engine.llama.context: an empty string means "continue".
        self._abort_text = ctypes.create_string_buffer(2)
        self._count_node = lib.ggml_abort_callback(self._on_node)
        self._pointer: int | None = self._create(model, facts)
        self._batch = lib.llama_batch_init(text_limit, 0, 1)

    def compute(self, pieces: Sequence[TextPiece]) -> list[bytes | None] | None:
        """Compute whole texts in one call. Raises ValueError on a bug of the caller.

        Return their embeddings; None for all if the call failed, was aborted, or one is not finite.
        """
        is_long = self._fill(pieces) > _LONG_TOKENS
        pointer = self._open_pointer
        self._threads.lend(pointer)
        callback = self._count_node if is_long else strlen_callback()
        lib.llama_set_abort_callback(pointer, callback, ctypes.addressof(self._abort_text))
        library_errors()
        self.was_aborted = False
        with expecting_abort(self._is_abort_requested):
            code = int(self._compute(pointer, self._batch))
        lib.llama_synchronize(pointer)
        self.was_aborted = code == _ABORTED and self._is_abort_requested()
        self._abort_text[0] = b"\0"
        vectors = [self._vector(piece.lane) for piece in pieces] if code == 0 else []
        memory = lib.llama_get_memory(pointer)
        if memory:
            lib.llama_memory_clear(memory, True)
        return [*vectors] if vectors and all(vectors) else None

    def discard(self, lane: int) -> None:
        """Do nothing: no lane keeps anything after a call."""

    def request_abort(self) -> None:
        """Make a running call fail soon, or the next one; any thread."""
        self._abort_text[0] = b"!"

    def close(self) -> None:
        """Free the context; safe to call twice."""
        pointer, self._pointer = self._pointer, None
        if pointer is not None:
            lib.llama_batch_free(self._batch)
            lib.llama_free(pointer)

    def _create(self, model: Model, facts: EmbeddingFacts) -> int:
        params = lib.llama_context_default_params()
        params.n_ctx = self.text_limit
        params.n_seq_max = self.lane_count
        params.n_batch = params.n_ubatch = self.text_limit
        params.embeddings = True
        params.pooling_type = facts.pooling.value
        params.kv_unified = True
        params.no_perf = True
        library_errors()
        pointer = lib.llama_init_from_model(model.pointer, params)
        if pointer is None:
            raise no_room(model, self.text_limit) from NotEnoughMemory(library_errors())
        return int(pointer)

    def _vector(self, lane: int) -> bytes:
        address = lib.llama_get_embeddings_seq(self._open_pointer, lane)
        if not address:
            return b""
        state = np.ctypeslib.as_array(
            ctypes.cast(address, ctypes.POINTER(ctypes.c_float)), (self._width,)
        )
        return of_length_one(state.astype(np.float64))

    def _fill(self, pieces: Sequence[TextPiece]) -> int:
        """Write the texts into the batch; return the number of their tokens."""
        batch, at = self._batch, 0
        if len({piece.lane for piece in pieces}) != len(pieces) or not pieces:
            raise ValueError("a call needs texts of different lanes")
        if sum(len(piece.tokens) for piece in pieces) > self.call_limit:
            raise ValueError(f"the texts have more than {self.call_limit} tokens")
        for piece in pieces:
            if not piece.tokens or not piece.is_last or not 0 <= piece.lane < self.lane_count:
                raise ValueError("a text has no tokens, is not whole, or has no lane")
            for index, token in enumerate(piece.tokens):
                if not 0 <= token < self._vocabulary_size:
                    raise ValueError(f"token id {token} is not below {self._vocabulary_size}")
                batch.token[at] = token
                batch.pos[at] = index
                batch.n_seq_id[at] = 1
                batch.seq_id[at][0] = piece.lane
                batch.logits[at] = True
                at += 1
        batch.n_tokens = at
        return at

    def _on_node(self, _data: object) -> bool:
        """Count a node of the graph that is computed next; return whether to stop."""
        self.progress_count += 1
        return self._is_abort_requested()

    def _is_abort_requested(self) -> bool:
        return self._abort_text[0] != b"\0"

    @property
    def _open_pointer(self) -> int:
        if self._pointer is None:
            raise ValueError("the context is closed")
        return self._pointer
