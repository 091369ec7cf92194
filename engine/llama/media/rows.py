"""The arrays of a decode call whose tokens are rows of a picture, checked before the library."""

import ctypes
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from engine.backend import MediaEntry
from engine.backend_media import MROPE_SECTIONS, Embeddings
from engine.llama.capi import lib
from engine.llama.media.spans import HeldMedia


@dataclass(frozen=True, slots=True)
class RowLimits:
    """What a context takes: beyond it the library reads past an array or ends the process."""

    row_width: int
    has_mrope: bool
    batch_size: int
    micro_batch_size: int


def held_media(entry: MediaEntry, limits: RowLimits) -> HeldMedia:
    """Return what a slot holds of a medium after this call.

    Raises ValueError on rows that the library would abort at, or would silently make nonsense of.
    """
    total = len(entry.embeddings.rows)
    end = entry.first_row + entry.row_count
    if not 0 <= entry.first_row < end <= total:
        raise ValueError(f"rows {entry.first_row} to {end} are not of {total}")
    most = limits.batch_size if entry.is_causal else limits.micro_batch_size
    if entry.row_count > most:
        raise ValueError(f"{entry.row_count} rows do not fit into a call of {most}")
    if not entry.is_causal and entry.row_count != total:
        raise ValueError("rows that see each other are decoded together")
    is_flat = _check_arrays(entry.embeddings, limits)
    if not np.isfinite(entry.embeddings.rows[entry.first_row : end]).all():
        raise ValueError("rows that are no numbers would silence the conversation")
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
        raise ValueError("positions lie outside of the picture")
    first = positions[0]
    if limits.has_mrope and not first.any():
        if len(rows) > 1 and not positions.any():
            raise ValueError("the rows of a picture are not all at one place")
        return True
    if not np.array_equal(first, np.arange(len(rows))):
        raise ValueError("the positions of the rows do not follow each other")
    return False


class RowBatch:
    """The rows of one call; owns the memory that the library reads, ``native`` points to it."""

    def __init__(self, entry: MediaEntry) -> None:
        """Copy what was checked."""
        count, part = entry.row_count, slice(entry.first_row, entry.first_row + entry.row_count)
        slot = np.array([entry.slot], dtype=np.int32)
        placed = entry.embeddings.positions[:, part].copy()
        # The last of several sections is used by no model and stays 0.
        placed[: MROPE_SECTIONS - 1] += np.int32(entry.position)
        self._arrays: dict[str, npt.NDArray[np.generic]] = {
            "embd": np.ascontiguousarray(entry.embeddings.rows[part]),
            "pos": np.ascontiguousarray(placed),
            "n_seq_id": np.ones(count, dtype=np.int32),
            "seq_id": np.full(count, slot.ctypes.data, dtype=np.uintp),
            "logits": np.zeros(count, dtype=np.int8),
        }
        self._slot = slot
        fields = {name: kind for name, kind, *_ in lib.llama_batch._fields_}
        pointers = {
            name: ctypes.cast(array.ctypes.data, fields[name])
            for name, array in self._arrays.items()
        }
        self.native: ctypes.Structure = lib.llama_batch(n_tokens=count, token=None, **pointers)
