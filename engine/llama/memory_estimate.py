"""Estimates whether a context fits into memory, before the system would kill the process."""

import psutil

from engine.llama.capi import lib
from engine.llama.model import Model
from engine.wire.errors import NotEnoughMemory
from engine.wire.lazy_text import lazy

_BYTES_PER_VALUE = 2  # keys and values are kept as F16
_RESERVE_BYTES = 256 * 1024 * 1024  # for graphs, logits and the rest of the process
_WINDOW_SHARE = 6  # at most so many layers per full one forget all but the window (gemma 3)


# Measured on CPUs: llama.cpp's fused attention reads a prompt in pieces of less than 64 tokens
# at half the speed, plain matrix products in pieces of any size at the same. These write their
# values one by one, which makes a token of a short conversation up to a tenth dearer, and hold
# the scores of every row: so they are for long conversations, as far as the scores are small.
_SHORT_CELLS = 1024
_SCORE_BYTES = 128 * 1024 * 1024
_FEWEST_ROWS = 64


def plain_attention_rows(head_count: int, cells: int) -> int | None:
    """Return how many rows of a pass plain attention has room for on a CPU; None to fuse it."""
    rows = _SCORE_BYTES // (4 * max(1, head_count) * cells)
    return None if cells <= _SHORT_CELLS or rows < _FEWEST_ROWS else rows


def kv_bytes(model: Model, *, cells: int, slot_count: int, micro_batch_size: int) -> int:
    """Return the least memory that ``cells`` tokens per slot can take; 0 where unknown.

    It may be too low, never too high, so that nothing is refused that would have worked.
    """
    if model.is_recurrent or model.is_hybrid:
        return 0  # few layers or none remember single tokens, and the file hides which
    per_cell = _bytes_per_cell(model)
    window = model.sliding_window
    if window is not None:
        short = min(cells, window + micro_batch_size)
        cells = (cells + (_WINDOW_SHARE - 1) * short) // _WINDOW_SHARE
    return per_cell * cells * slot_count


def check_memory(needed_bytes: int, *, cells: int, slot_count: int) -> None:
    """Raise NotEnoughMemory if so much main memory is not free."""
    available = psutil.virtual_memory().available
    if needed_bytes and needed_bytes + _RESERVE_BYTES > available:
        raise NotEnoughMemory(
            lazy(
                "{slot_count} chats of {cells:,} tokens need at least {needed} of memory, "
                "and {free} are free. Choose a smaller context per chat, or fewer chats at "
                "once.",
                slot_count=slot_count,
                cells=cells,
                needed=_gigabytes(needed_bytes),
                free=_gigabytes(available),
            )
        )


def _bytes_per_cell(model: Model) -> int:
    heads = max(1, model.head_count)
    kv_heads = int(lib.llama_model_n_head_kv(model.pointer))
    width = int(lib.llama_model_n_embd(model.pointer)) // heads
    key_width = model.number("attention.key_length") or width
    value_width = model.number("attention.value_length") or width
    if model.number("attention.kv_lora_rank") is not None:
        return 0  # compressed to far less than the heads suggest
    return model.layer_count * kv_heads * (key_width + value_width) * _BYTES_PER_VALUE


def _gigabytes(count: int) -> str:
    return lazy("{size:.1f} GB", size=count / 1024**3)
