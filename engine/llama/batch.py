"""The arrays of one decode call, filled through numpy instead of element by element."""

import ctypes
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.backend import BatchEntry
from engine.llama.capi import lib


class TokenBatch:
    """Room for ``capacity`` tokens of ``slot_count`` slots; owns the memory the library reads."""

    def __init__(self, *, capacity: int, slot_count: int, vocabulary_size: int) -> None:
        self.capacity = capacity
        self._slot_count = slot_count
        self._vocabulary_size = vocabulary_size
        self.tokens = np.zeros(capacity, dtype=np.int32)
        self.positions = np.zeros(capacity, dtype=np.int32)
        self.wants_logits = np.zeros(capacity, dtype=np.int8)
        self._ascending = np.arange(capacity, dtype=np.int32)
        self._slot_counts = np.ones(capacity, dtype=np.int32)  # each token is in one slot
        self.slot_pointers = np.zeros(capacity, dtype=np.uintp)
        self._slots = np.arange(slot_count, dtype=np.int32)
        first = self._slots.ctypes.data
        self._slot_addresses = [first + slot * self._slots.itemsize for slot in range(slot_count)]
        self.native = self._native_batch()

    def fill(self, entries: Sequence[BatchEntry], held: Sequence[int]) -> int:
        """Write the entries and return how many rows of logits they want.

        ``held`` are the tokens that each slot holds. Raises ValueError on what the library
        would refuse or abort at.
        """
        if not entries:
            raise ValueError("there is nothing to decode")
        start = 0
        row_count = 0
        previous_slot = -1
        for entry in entries:
            end = start + len(entry.tokens)
            self._check(entry, end, previous_slot, held)
            self._write(entry, start, end)
            row_count += entry.logit_count
            previous_slot = entry.slot
            start = end
        if start > len(entries):  # else each token was checked alone, which is faster for few
            self._check_tokens(start)
        self.native.n_tokens = start
        return row_count

    def _check(self, entry: BatchEntry, end: int, previous_slot: int, held: Sequence[int]) -> None:
        # Ascending: with split KV the library computes consecutive ids in one pass over the
        # weights, and in any other order each slot in a pass of its own.
        if not previous_slot < entry.slot < self._slot_count:
            raise ValueError(f"slot {entry.slot} is out of range or order")
        if not entry.tokens:
            raise ValueError(f"slot {entry.slot} has no tokens to decode")
        if not 0 <= entry.logit_count <= len(entry.tokens):
            raise ValueError(f"{entry.logit_count} rows of {len(entry.tokens)} tokens")
        if end > self.capacity:
            raise ValueError(f"{end} tokens do not fit into a batch of {self.capacity}")
        if entry.position != held[entry.slot]:
            raise ValueError(
                f"position {entry.position} does not follow the {held[entry.slot]} tokens "
                f"of slot {entry.slot}"
            )

    def _write(self, entry: BatchEntry, start: int, end: int) -> None:
        self.slot_pointers[start:end] = self._slot_addresses[entry.slot]
        if end == start + 1:  # a decode step is made of these
            token = entry.tokens[0]
            if not 0 <= token < self._vocabulary_size:
                raise ValueError(f"token id {token} is not below {self._vocabulary_size}")
            self.tokens[start] = token
            self.positions[start] = entry.position
            self.wants_logits[start] = entry.logit_count
            return
        self.tokens[start:end] = entry.tokens
        np.add(self._ascending[: end - start], entry.position, out=self.positions[start:end])
        self.wants_logits[start : end - entry.logit_count] = 0
        self.wants_logits[end - entry.logit_count : end] = 1

    def _check_tokens(self, count: int) -> None:
        tokens = self.tokens[:count]
        # Seen as unsigned, a negative id is a huge one.
        if int(np.max(tokens.view(np.uint32))) >= self._vocabulary_size:
            raise ValueError(f"a token id is not below {self._vocabulary_size}")

    def _native_batch(self) -> ctypes.Structure:
        fields = {name: kind for name, kind, *_ in lib.llama_batch._fields_}
        arrays: dict[str, npt.NDArray[np.generic]] = {
            "token": self.tokens,
            "pos": self.positions,
            "n_seq_id": self._slot_counts,
            "seq_id": self.slot_pointers,
            "logits": self.wants_logits,
        }
        pointers = {
            name: ctypes.cast(array.ctypes.data, fields[name]) for name, array in arrays.items()
        }
        native: ctypes.Structure = lib.llama_batch(n_tokens=0, **pointers)
        return native
