"""The arrays that a decode call reads are what the entries say."""

import ctypes

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backend import BatchEntry
from engine.llama.batch import TokenBatch

CAPACITY = 64
SLOT_COUNT = 6
VOCABULARY = 1000

Row = tuple[int, int, int, int, bool]

lengths = st.dictionaries(st.integers(0, SLOT_COUNT - 1), st.integers(1, 10), min_size=1)


def rows_in(batch: TokenBatch) -> list[Row]:
    """Read the batch back through the pointers, as the library does."""
    native = batch.native
    return [
        (
            native.token[i],
            native.pos[i],
            native.n_seq_id[i],
            native.seq_id[i][0],
            bool(native.logits[i]),
        )
        for i in range(native.n_tokens)
    ]


def rows_of(entries: list[BatchEntry]) -> list[Row]:
    return [
        (
            token,
            entry.position + i,
            1,
            entry.slot,
            i >= len(entry.tokens) - entry.logit_count,
        )
        for entry in entries
        for i, token in enumerate(entry.tokens)
    ]


@given(rounds=st.lists(st.tuples(lengths, st.integers(0, 3)), min_size=1, max_size=5))
def test_every_fill_is_read_back_as_it_was_meant(
    rounds: list[tuple[dict[int, int], int]],
) -> None:
    batch = TokenBatch(capacity=CAPACITY, slot_count=SLOT_COUNT, vocabulary_size=VOCABULARY)
    held = [3 * slot for slot in range(SLOT_COUNT)]
    for chosen, rows in rounds:
        entries = [
            BatchEntry(slot, [slot * 100 + i for i in range(length)], held[slot], min(rows, length))
            for slot, length in sorted(chosen.items())
        ]
        assert batch.fill(entries, held) == sum(each.logit_count for each in entries)
        assert rows_in(batch) == rows_of(entries)


def test_no_more_rows_are_wanted_than_there_are_tokens() -> None:
    batch = TokenBatch(capacity=CAPACITY, slot_count=SLOT_COUNT, vocabulary_size=VOCABULARY)
    for count in (-1, 3):
        with pytest.raises(ValueError, match=f"{count} rows of 2 tokens"):
            batch.fill([BatchEntry(0, [1, 2], 0, count)], [0] * SLOT_COUNT)


def test_the_library_is_given_our_memory() -> None:
    batch = TokenBatch(capacity=CAPACITY, slot_count=SLOT_COUNT, vocabulary_size=VOCABULARY)
    address = ctypes.cast(batch.native.token, ctypes.c_void_p).value
    assert address == batch.tokens.ctypes.data
