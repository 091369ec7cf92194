"""The library without our facade: an oracle for what it does, and for why we forbid some of it."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import numpy.typing as npt

from engine.llama.capi import lib, start_library
from tests.models.cache import cached_model


class BareContext:
    """One split-KV context whose every call goes straight to the library."""

    def __init__(self, path: Path, *, slot_count: int, cells: int) -> None:
        start_library()
        self._model = lib.llama_model_load_from_file(bytes(path), lib.llama_model_default_params())
        params = lib.llama_context_default_params()
        params.n_ctx = slot_count * cells
        params.n_seq_max = slot_count
        params.n_batch = 2048
        params.n_ubatch = 512
        params.kv_unified = False
        params.n_threads = params.n_threads_batch = 1
        self._context = lib.llama_init_from_model(self._model, params)
        self._memory = lib.llama_get_memory(self._context)
        self._batch = lib.llama_batch_init(2048, 0, 1)
        self._size = lib.llama_vocab_n_tokens(lib.llama_model_get_vocab(self._model))

    def decode(self, slot: int, tokens: Sequence[int], position: int | None = None) -> int:
        """Decode tokens behind what the slot holds, with logits for the last."""
        start = self.token_count(slot) if position is None else position
        for row, token in enumerate(tokens):
            self._batch.token[row] = token
            self._batch.pos[row] = start + row
            self._batch.n_seq_id[row] = 1
            self._batch.seq_id[row][0] = slot
            self._batch.logits[row] = row == len(tokens) - 1
        self._batch.n_tokens = len(tokens)
        return int(lib.llama_decode(self._context, self._batch))

    def logits(self) -> npt.NDArray[np.float32]:
        """Return a copy of the last decode's only row."""
        return np.ctypeslib.as_array(
            lib.llama_get_logits(self._context), shape=(1, self._size)
        ).copy()

    def slide(self, slot: int, keep_count: int, discard_count: int) -> None:
        """Remove and move, whatever comes of it."""
        end = keep_count + discard_count
        lib.llama_memory_seq_rm(self._memory, slot, keep_count, end)
        lib.llama_memory_seq_add(self._memory, slot, end, -1, -discard_count)

    def truncate(self, slot: int, token_count: int) -> bool:
        """Remove a tail."""
        return bool(lib.llama_memory_seq_rm(self._memory, slot, token_count, -1))

    def token_count(self, slot: int) -> int:
        """Return the last position + 1."""
        return int(lib.llama_memory_seq_pos_max(self._memory, slot)) + 1

    def close(self) -> None:
        """Free everything."""
        lib.llama_batch_free(self._batch)
        lib.llama_free(self._context)
        lib.llama_model_free(self._model)


@contextmanager
def bare(
    write: Callable[[Path], None], slot_count: int = 2, cells: int = 512
) -> Iterator[BareContext]:
    """Open a tiny model for the length of a with block."""
    context = BareContext(cached_model(write), slot_count=slot_count, cells=cells)
    try:
        yield context
    finally:
        context.close()
