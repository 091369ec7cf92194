"""A context: the memory of all slots, and the call that computes on it."""

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.backend import BatchEntry, DecodeStatus
from engine.errors import NotEnoughMemory
from engine.llama.batch import TokenBatch
from engine.llama.capi import lib, library_errors, strlen_callback
from engine.llama.model import Model

Logits = npt.NDArray[np.float32]

_STATUSES = {
    0: DecodeStatus.DONE,
    1: DecodeStatus.NO_ROOM,
    2: DecodeStatus.ABORTED,
    -1: DecodeStatus.INVALID,
}


@dataclass(frozen=True, slots=True)
class ContextSize:
    """What to ask the library for; ``cells`` are the tokens of one slot, in steps of 256."""

    slot_count: int
    cells: int
    batch_size: int
    micro_batch_size: int
    thread_count: int


class Context:
    """The KV cache of ``slot_count`` slots; one thread, but for ``request_abort``."""

    def __init__(self, model: Model, size: ContextSize) -> None:
        """Create it. Raises NotEnoughMemory if the library cannot."""
        # An empty text is "go on"; one byte in it is "stop" (see strlen_callback).
        self._abort_text = ctypes.create_string_buffer(2)
        self._is_decoding = False
        self._pointer = _create(model, size, self._abort_text)
        self._memory = lib.llama_get_memory(self._pointer)
        self.batch_size = int(lib.llama_n_batch(self._pointer))
        self.micro_batch_size = int(lib.llama_n_ubatch(self._pointer))
        self.slot_count = int(lib.llama_n_seq_max(self._pointer))
        self._vocabulary_size = model.vocabulary.size
        self._batch = TokenBatch(
            capacity=self.batch_size,
            slot_count=self.slot_count,
            vocabulary_size=self._vocabulary_size,
        )
        self._held = [0] * self.slot_count
        self._rows: list[int | None] = []

    @property
    def has_memory(self) -> bool:
        """Return whether the model remembers tokens; those that only embed do not."""
        return self._memory is not None

    @property
    def can_shift(self) -> bool:
        """Return whether the library could move positions; it does not mean that this is sound."""
        return bool(lib.llama_memory_can_shift(self._memory))

    def close(self) -> None:
        """Free it; safe to call twice."""
        pointer, self._pointer = self._pointer, None
        self._rows = []
        if pointer is not None:
            lib.llama_free(pointer)

    def decode(self, entries: Sequence[BatchEntry]) -> DecodeStatus:
        """Compute the entries in one call. Raises ValueError on what the library aborts at."""
        self._rows = []
        rows = self._batch.fill(entries, self._held)
        self._abort_text[0] = b"\0"
        self._is_decoding = True
        code = int(lib.llama_decode(self._open_pointer, self._batch.native))
        lib.llama_synchronize(self._pointer)  # a GPU may still compute; the caller takes the time
        self._is_decoding = False
        status = _STATUSES.get(code, DecodeStatus.FAILED)
        if status is DecodeStatus.DONE:
            self._rows = rows
            for entry in entries:
                self._held[entry.slot] += len(entry.tokens)
        else:
            for entry in entries:
                self._read_back(entry.slot)
        return status

    def request_abort(self) -> None:
        """Make a running decode return ABORTED soon, where the device can; any thread."""
        if self._is_decoding:
            self._abort_text[0] = b"!"

    def logits(self) -> Logits:
        """Return the rows of the last decode; valid until the next call of decode or close."""
        count = sum(row is not None for row in self._rows)
        pointer = lib.llama_get_logits(self._open_pointer)
        return np.ctypeslib.as_array(pointer, shape=(count, self._vocabulary_size))

    def row_of(self, entry: int) -> int:
        """Return the row of an entry of the last decode. Raises ValueError if it has none."""
        row = self._rows[entry] if 0 <= entry < len(self._rows) else None
        if row is None:
            raise ValueError(f"entry {entry} of the last decode has no logits")
        return row

    def clear(self, slot: int) -> None:
        """Empty a slot."""
        self._check(slot)
        lib.llama_memory_seq_rm(self._open_memory, slot, -1, -1)
        self._held[slot] = 0

    def cut(self, slot: int, token_count: int) -> bool:
        """Remove what is behind the first tokens; False if the memory refuses."""
        self._check(slot)
        if not 0 <= token_count <= self._held[slot]:
            raise ValueError(f"slot {slot} holds {self._held[slot]} tokens, not {token_count}")
        is_cut = bool(lib.llama_memory_seq_rm(self._open_memory, slot, token_count, -1))
        self._read_back(slot)
        return is_cut and self._held[slot] == token_count

    def token_count(self, slot: int) -> int:
        """Return how many tokens a slot holds, from the library."""
        self._check(slot)
        return int(lib.llama_memory_seq_pos_max(self._open_memory, slot)) + 1

    def first_position(self, slot: int) -> int | None:
        """Return the oldest position that is still remembered, None in an empty slot."""
        self._check(slot)
        position = int(lib.llama_memory_seq_pos_min(self._open_memory, slot))
        return None if position < 0 else position

    @property
    def _open_pointer(self) -> int:
        if self._pointer is None:
            raise ValueError("the context is closed")
        return self._pointer

    @property
    def _open_memory(self) -> int:
        if self._pointer is None or self._memory is None:
            raise ValueError("the context is closed or has no memory")
        return int(self._memory)

    def _check(self, slot: int) -> None:
        if not 0 <= slot < self.slot_count:
            raise ValueError(f"slot {slot} is not one of {self.slot_count}")

    def _read_back(self, slot: int) -> None:
        self._held[slot] = self.token_count(slot)


def _create(model: Model, size: ContextSize, abort_text: object) -> int | None:
    library_errors()
    pointer = lib.llama_init_from_model(model.pointer, _params(size, abort_text))
    if pointer is None:
        raise NotEnoughMemory(
            f"{size.slot_count} conversations of {size.cells:,} tokens do not fit into memory "
            f"beside {model.name}. Choose a smaller context per chat or fewer slots."
        ) from NotEnoughMemory(library_errors())
    return int(pointer)


def _params(size: ContextSize, abort_text: object) -> ctypes.Structure:
    params = lib.llama_context_default_params()
    params.n_ctx = size.slot_count * size.cells
    params.n_seq_max = size.slot_count
    params.n_batch = size.batch_size
    params.n_ubatch = size.micro_batch_size
    params.n_outputs_max = size.slot_count  # an entry wants one row at most, a slot has one entry
    params.n_threads = size.thread_count
    params.n_threads_batch = size.thread_count
    params.flash_attn_type = lib.LLAMA_FLASH_ATTN_TYPE_AUTO
    params.kv_unified = False  # each slot has cells of its own; idle ones cost nothing
    params.swa_full = False
    params.no_perf = True
    params.abort_callback = strlen_callback()
    params.abort_callback_data = ctypes.addressof(abort_text)  # type: ignore[arg-type]
    assert isinstance(params, ctypes.Structure)
    return params
