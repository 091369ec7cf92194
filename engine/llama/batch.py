"""The arrays of a decode call, of tokens or of the rows of a picture, filled by numpy."""

import ctypes
from collections.abc import Mapping, Sequence

import msgspec
import numpy as np
import numpy.typing as npt

from engine.backend import BatchEntry, MediaEntry
from engine.backend_media import MROPE_SECTIONS, Embeddings
from engine.llama.capi import lib
from engine.llama.media.spans import HeldMedia


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
        arrays: dict[str, npt.NDArray[np.generic]] = {
            "token": self.tokens,
            "pos": self.positions,
            "n_seq_id": self._slot_counts,
            "seq_id": self.slot_pointers,
            "logits": self.wants_logits,
        }
        self.native = _native_batch(arrays, 0)

    def fill(self, entries: Sequence[BatchEntry], held: Sequence[int]) -> int:
        """Write the entries and return the number of rows of logits.

        ``held`` are the token counts of the slots. Raises ValueError on input that the library
        would refuse or abort on.
        """
        if not entries:
            raise ValueError("there are no tokens to decode")
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
        if start > len(entries):  # otherwise each token was checked alone, which is faster for few
            self._check_tokens(start)
        self.native.n_tokens = start
        return row_count

    def _check(self, entry: BatchEntry, end: int, previous_slot: int, held: Sequence[int]) -> None:
        # Ascending: with split KV the library computes consecutive ids in one pass over the
        # weights, and in any other order each slot in a separate pass.
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
        if end == start + 1:  # typical of a decode step
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
        # As an unsigned number, a negative id is huge.
        if int(np.max(tokens.view(np.uint32))) >= self._vocabulary_size:
            raise ValueError(f"a token id is not below {self._vocabulary_size}")


class RowLimits(msgspec.Struct, frozen=True):
    """The limits of a context: beyond them the library reads past an array or aborts."""

    row_width: int
    has_mrope: bool
    batch_size: int
    micro_batch_size: int


def held_media(entry: MediaEntry, limits: RowLimits) -> HeldMedia:
    """Return the medium's state in the slot after this call.

    Raises ValueError on rows that the library would abort on, or process wrongly without an error.
    """
    total = len(entry.embeddings.rows)
    end = entry.first_row + entry.row_count
    if not 0 <= entry.first_row < end <= total:
        raise ValueError(f"rows {entry.first_row} to {end} are not of {total}")
    most = limits.batch_size if entry.is_causal else limits.micro_batch_size
    if entry.row_count > most:
        raise ValueError(f"{entry.row_count} rows do not fit into a call of {most}")
    if not entry.is_causal and entry.row_count != total:
        raise ValueError("rows that attend to each other must be decoded together")
    is_flat = _check_arrays(entry.embeddings, limits)
    if not np.isfinite(entry.embeddings.rows[entry.first_row : end]).all():
        raise ValueError("rows that are not finite would corrupt the conversation")
    positions = int(np.max(entry.embeddings.positions)) + 1
    return HeldMedia(entry.position, positions, total, end, is_flat)


def _check_arrays(embeddings: Embeddings, limits: RowLimits) -> bool:
    """Return whether all rows begin at one position."""
    rows, positions = embeddings.rows, embeddings.positions
    if rows.ndim != 2 or rows.dtype != np.float32 or rows.shape[1] != limits.row_width:
        raise ValueError(f"rows of {rows.shape} are not those of {limits.row_width} numbers")
    sections = MROPE_SECTIONS if limits.has_mrope else 1
    if positions.dtype != np.int32 or positions.shape != (sections, len(rows)):
        raise ValueError(f"positions of {positions.shape} are not {sections} for each row")
    if int(np.min(positions)) < 0 or int(np.max(positions)) >= len(rows):
        raise ValueError("positions are outside of the picture")
    first = positions[0]
    if limits.has_mrope and not first.any():
        if len(rows) > 1 and not positions.any():
            raise ValueError("the rows of a picture do not have one position")
        return True
    if not np.array_equal(first, np.arange(len(rows))):
        raise ValueError("the positions of the rows are not consecutive")
    return False


class RowBatch:
    """The rows of one call; owns the memory that the library reads; ``native`` points to it."""

    def __init__(self, entry: MediaEntry) -> None:
        """Copy the checked arrays."""
        count, part = entry.row_count, slice(entry.first_row, entry.first_row + entry.row_count)
        slot = np.array([entry.slot], dtype=np.int32)
        placed = entry.embeddings.positions[:, part].copy()
        # No model uses the last of several sections, so it stays 0.
        placed[: MROPE_SECTIONS - 1] += np.int32(entry.position)
        self._arrays: dict[str, npt.NDArray[np.generic]] = {
            "embd": np.ascontiguousarray(entry.embeddings.rows[part]),
            "pos": np.ascontiguousarray(placed),
            "n_seq_id": np.ones(count, dtype=np.int32),
            "seq_id": np.full(count, slot.ctypes.data, dtype=np.uintp),
            "logits": np.zeros(count, dtype=np.int8),
        }
        self._slot = slot
        self.native = _native_batch(self._arrays, count)


def _native_batch(
    arrays: Mapping[str, npt.NDArray[np.generic]], token_count: int
) -> ctypes.Structure:
    fields = {name: kind for name, kind, *_ in lib.llama_batch._fields_}
    pointers = {
        name: ctypes.cast(array.ctypes.data, fields[name]) for name, array in arrays.items()
    }
    native: ctypes.Structure = lib.llama_batch(n_tokens=token_count, **pointers)
    return native
