"""The arrays that a decode call reads are what the entries say."""

import ctypes

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
            entry.wants_logits and i == len(entry.tokens) - 1,
        )
        for entry in entries
        for i, token in enumerate(entry.tokens)
    ]


@given(rounds=st.lists(st.tuples(lengths, st.booleans()), min_size=1, max_size=5))
def test_every_fill_is_read_back_as_it_was_meant(
    rounds: list[tuple[dict[int, int], bool]],
) -> None:
    batch = TokenBatch(capacity=CAPACITY, slot_count=SLOT_COUNT, vocabulary_size=VOCABULARY)
    held = [3 * slot for slot in range(SLOT_COUNT)]
    for chosen, wants_logits in rounds:
        entries = [
            BatchEntry(slot, [slot * 100 + i for i in range(length)], held[slot], wants_logits)
            for slot, length in sorted(chosen.items())
        ]
        rows = batch.fill(entries, held)
        assert rows_in(batch) == rows_of(entries)
        assert rows == [i if wants_logits else None for i in range(len(entries))]


def test_rows_are_counted_over_entries_that_want_logits() -> None:
    batch = TokenBatch(capacity=CAPACITY, slot_count=SLOT_COUNT, vocabulary_size=VOCABULARY)
    wishes = [True, False, True, True]
    entries = [BatchEntry(slot, [1, 2], 0, wish) for slot, wish in enumerate(wishes)]
    assert batch.fill(entries, [0] * SLOT_COUNT) == [0, None, 1, 2]


def test_the_library_is_given_our_memory() -> None:
    batch = TokenBatch(capacity=CAPACITY, slot_count=SLOT_COUNT, vocabulary_size=VOCABULARY)
    address = ctypes.cast(batch.native.token, ctypes.c_void_p).value
    assert address == batch.tokens.ctypes.data
