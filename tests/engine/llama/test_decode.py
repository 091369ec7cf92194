"""Decode calls of several slots, and what they leave in memory."""

import logging

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.backend import BatchEntry, DecodeStatus
from engine.llama.backend import LlamaBackend
from engine.llama.batch import TokenBatch
from engine.llama.capi import lib, library_errors
from tests.engine.llama.bare_context import bare
from tests.engine.llama.conftest import Loader, Writer
from tests.engine.llama.steps import (
    GREEDY,
    logits_after,
    prefill,
    pressing_stop,
    tokens_of,
)
from tests.models.tiny import write_hybrid, write_plain, write_recurrent, write_sliding_window

ALL_KINDS = [write_plain, write_sliding_window, write_hybrid, write_recurrent]
CAPACITY = 64
SLOT_COUNT = 6
VOCABULARY = 1000

Row = tuple[int, int, int, int, bool]

lengths = st.dictionaries(st.integers(0, SLOT_COUNT - 1), st.integers(1, 10), min_size=1)
HEAD = list(range(20, 80))
NEXT = [33, 44, 55]
LENGTH = 30_000


def test_an_abort_while_nothing_runs_harms_no_later_decode(plain: LlamaBackend) -> None:
    plain.request_abort()
    prefill(plain, 0, [1, 2, 3])
    assert plain.token_count(0) == 3


def test_what_the_library_says_of_a_call_that_was_ended_is_no_news(
    load_tiny: Loader, caplog: pytest.LogCaptureFixture
) -> None:
    backend = load_tiny(context_window=4096, batch_size=4096, micro_batch_size=32)
    caplog.set_level(logging.DEBUG, "engine.llama.capi")
    library_errors()
    with pressing_stop(backend):
        status = backend.decode([BatchEntry(0, [7] * 4000, 0, logit_count=1)])
    assert status is DecodeStatus.ABORTED
    records = [each for each in caplog.records if each.name == "engine.llama.capi"]
    assert records
    assert {each.levelname for each in records} == {"DEBUG"}
    assert library_errors() == ""


@pytest.mark.parametrize(
    ("entries", "complaint"),
    [
        ([BatchEntry(4, [1], 0, 1)], "slot 4"),
        ([BatchEntry(-1, [1], 0, 1)], "slot -1"),
        ([BatchEntry(1, [1], 0, 1), BatchEntry(0, [1], 0, 1)], "slot 0"),
        ([BatchEntry(1, [1], 0, 1), BatchEntry(1, [2], 1, 1)], "slot 1"),
        ([BatchEntry(0, [1], 1, 1)], "position 1"),
        ([BatchEntry(0, [], 0, 1)], "no tokens"),
        ([], "no tokens to decode"),
        ([BatchEntry(0, [-1], 0, 1)], "token id"),
        ([BatchEntry(0, [1, 1 << 20], 0, 1)], "token id"),
        ([BatchEntry(0, [1] * 513, 0, 1)], "batch of 512"),
    ],
)
def test_what_would_abort_the_process_is_refused(
    load_tiny: Loader, entries: list[BatchEntry], complaint: str
) -> None:
    backend = load_tiny(batch_size=512)
    with pytest.raises(ValueError, match=complaint):
        backend.decode(entries)
    prefill(backend, 0, [1, 2])  # and nothing is broken
    assert backend.token_count(0) == 2


@pytest.mark.parametrize("slot", [-1, 4])
def test_no_call_takes_a_slot_that_does_not_exist(plain: LlamaBackend, slot: int) -> None:
    for call in (plain.clear, plain.token_count, lambda bad: plain.truncate(bad, 0)):
        with pytest.raises(ValueError, match=f"slot {slot}"):
            call(slot)


def test_only_rows_of_the_last_call_can_be_sampled(plain: LlamaBackend) -> None:
    tokens = tokens_of(plain)
    sampler = plain.new_sampler(GREEDY, [])
    plain.decode([BatchEntry(0, tokens, 0, 0), BatchEntry(1, tokens, 0, 2)])
    assert None not in plain.sample([(sampler, 0), (sampler, 1)])
    for row in (2, -1):
        with pytest.raises(ValueError, match=f"no row {row}"):
            plain.sample([(sampler, row)])


def test_a_closed_backend_refuses_instead_of_crashing(load_tiny: Loader) -> None:
    backend = load_tiny()
    backend.close()
    backend.close()
    with pytest.raises(ValueError, match="closed"):
        backend.decode([BatchEntry(0, [1], 0, 1)])
    with pytest.raises(ValueError, match="closed"):
        backend.clear(0)


def test_rows_come_in_the_order_of_the_entries_however_many_each_wants(plain: LlamaBackend) -> None:
    """The library divides such a call into passes of as many tokens for each slot."""
    tokens = [*range(5, 11)]
    counts = [3, 1, 0, 6]
    entries = [BatchEntry(slot, tokens, 0, count) for slot, count in enumerate(counts)]
    plain.decode(entries)
    together = plain.logits().copy()
    expected = []
    for count in counts:
        plain.clear(0)
        for position, token in enumerate(tokens):
            plain.decode([BatchEntry(0, [token], position, 1)])
            if position >= len(tokens) - count:
                expected.append(plain.logits()[0].copy())
    np.testing.assert_allclose(together, np.array(expected), atol=0.02)
    assert together.argmax(axis=1).tolist() == np.array(expected).argmax(axis=1).tolist()


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


@pytest.mark.parametrize("write", ALL_KINDS)
@pytest.mark.parametrize("window", [300, 512])
def test_a_window_is_exactly_as_long_as_was_asked_for(
    load_tiny: Loader, write: Writer, window: int
) -> None:
    """The library's cells come in steps of 256, and a state has no limit at all."""
    backend = load_tiny(write, context_window=window)
    assert backend.info.context_window == window
    prefill(backend, 1, [5] * (window - 1))
    two_more = BatchEntry(1, [5, 6], window - 1, logit_count=1)
    assert backend.decode([two_more]) is DecodeStatus.NO_ROOM
    assert backend.token_count(1) == window - 1
    prefill(backend, 1, [5])
    assert backend.token_count(1) == window


@pytest.mark.parametrize("write", ALL_KINDS)
def test_without_room_for_one_nobody_in_the_call_changes(load_tiny: Loader, write: Writer) -> None:
    backend = load_tiny(write, context_window=256)
    prefill(backend, 0, HEAD)
    prefill(backend, 1, [5] * 256)
    before = backend.state(0)
    entries = [BatchEntry(0, [7], len(HEAD), 1), BatchEntry(1, [7], 256, 1)]
    assert backend.decode(entries) is DecodeStatus.NO_ROOM
    assert backend.state(0) == before
    assert backend.token_count(1) == 256
    prefill(backend, 0, [7])


@pytest.mark.parametrize("write", ALL_KINDS)
def test_no_logits_are_left_of_a_decode_that_did_not_work(load_tiny: Loader, write: Writer) -> None:
    backend = load_tiny(write, context_window=256)
    prefill(backend, 0, HEAD)
    assert backend.decode([BatchEntry(0, [7] * 256, len(HEAD), 1)]) is DecodeStatus.NO_ROOM
    sampler = object()
    with pytest.raises(ValueError, match="no row 0"):
        backend.sample([(sampler, 0)])  # type: ignore[list-item]  # it is never reached


@pytest.mark.parametrize("write", [write_plain, write_sliding_window, write_hybrid])
def test_the_library_changes_nothing_where_it_has_no_cells(write: Writer) -> None:
    with bare(write, cells=256) as context:
        assert context.decode(0, [5] * 250) == 0
        assert context.decode(0, [5] * 10) == 1
        assert context.token_count(0) == 250
        assert context.decode(0, [5] * 6) == 0


@pytest.mark.parametrize("write", ALL_KINDS)
def test_the_library_changes_nothing_for_an_invalid_batch(write: Writer) -> None:
    with bare(write) as context:
        assert context.decode(0, HEAD) == 0
        assert context.decode(0, [1], position=len(HEAD) + 1) == -1
        assert context.decode(0, [1 << 20]) == -1
        assert context.decode(2, [1], position=0) == -1
        assert context.token_count(0) == len(HEAD)
        assert context.decode(0, [1]) == 0


@pytest.mark.parametrize("write", [write_plain, write_sliding_window])
def test_a_failed_computation_leaves_attention_as_the_library_says(
    load_tiny: Loader, write: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    backend = load_tiny(write)
    prefill(backend, 0, HEAD)
    _fail(backend, monkeypatch, BatchEntry(0, [7], len(HEAD), 1))
    assert backend.token_count(0) == len(HEAD)
    prefill(backend, 0, [7])


@pytest.mark.parametrize("write", [write_hybrid, write_recurrent])
def test_a_failed_computation_empties_what_may_have_lost_its_state(
    load_tiny: Loader, write: Writer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With several slots in a call, the library also moves states of slots that are not in it."""
    backend = load_tiny(write)
    for slot in range(4):
        prefill(backend, slot, HEAD)
    _fail(backend, monkeypatch, BatchEntry(0, [7], len(HEAD), 1))
    assert [backend.token_count(slot) for slot in range(4)] == [0, *[len(HEAD)] * 3]
    several = [BatchEntry(slot, [7], len(HEAD), 1) for slot in (1, 3)]
    _fail(backend, monkeypatch, *several)
    assert [backend.token_count(slot) for slot in range(4)] == [0] * 4


def _fail(backend: LlamaBackend, monkeypatch: pytest.MonkeyPatch, *entries: BatchEntry) -> None:
    """Decode with a library that says it could not compute."""
    with monkeypatch.context() as patched:
        patched.setattr(lib, "llama_decode", lambda _context, _batch: -3)
        assert backend.decode(entries) is DecodeStatus.FAILED


def load_long(load_tiny: Loader, write: Writer) -> LlamaBackend:
    return load_tiny(
        write,
        slot_count=2,
        context_window=LENGTH + 1000,
        batch_size=LENGTH,
        micro_batch_size=128,
    )


def abort_prefill(backend: LlamaBackend, slot: int) -> None:
    entry = BatchEntry(slot, [9] * LENGTH, backend.token_count(slot), logit_count=1)
    with pressing_stop(backend):
        assert backend.decode([entry]) is DecodeStatus.ABORTED


@pytest.mark.parametrize("write", ALL_KINDS)
def test_a_slot_goes_on_where_it_says_it_was_stopped(load_tiny: Loader, write: Writer) -> None:
    backend = load_long(load_tiny, write)
    prefill(backend, 0, HEAD)
    abort_prefill(backend, 0)
    held = backend.token_count(0)
    assert len(HEAD) <= held < len(HEAD) + LENGTH
    after_abort = logits_after(backend, 0, NEXT)
    prefill(backend, 1, HEAD)
    for start in range(len(HEAD), held, 128):
        prefill(backend, 1, [9] * min(128, held - start))
    np.testing.assert_allclose(after_abort, logits_after(backend, 1, NEXT), rtol=0, atol=2e-3)


@pytest.mark.parametrize("write", [write_hybrid, write_recurrent])
def test_a_state_is_given_back_as_it_was_before(load_tiny: Loader, write: Writer) -> None:
    backend = load_long(load_tiny, write)
    prefill(backend, 0, HEAD)
    prefill(backend, 1, HEAD)
    abort_prefill(backend, 0)
    assert backend.token_count(0) == len(HEAD)
    assert np.array_equal(logits_after(backend, 0, NEXT), logits_after(backend, 1, NEXT))


@pytest.mark.parametrize("write", ALL_KINDS)
def test_a_neighbour_does_not_notice(load_tiny: Loader, write: Writer) -> None:
    backend = load_long(load_tiny, write)
    prefill(backend, 1, HEAD)
    before = backend.state(1)
    abort_prefill(backend, 0)
    assert backend.state(1) == before


@pytest.mark.parametrize("write", ALL_KINDS)
def test_a_stopped_slot_can_be_cleared_and_used_anew(load_tiny: Loader, write: Writer) -> None:
    backend = load_long(load_tiny, write)
    abort_prefill(backend, 0)
    backend.clear(0)
    assert backend.token_count(0) == 0
    assert np.array_equal(logits_after(backend, 0, HEAD), logits_after(backend, 1, HEAD))


@pytest.mark.parametrize("write", [write_hybrid, write_recurrent])
def test_states_of_several_slots_are_computed_to_the_end(load_tiny: Loader, write: Writer) -> None:
    """States of slots that are not even in the call may be on the move while it runs."""
    backend = load_long(load_tiny, write)
    entries = [BatchEntry(slot, [9] * 2000, 0, logit_count=1) for slot in (0, 1)]
    with pressing_stop(backend):
        assert backend.decode(entries) is DecodeStatus.DONE
    assert [backend.token_count(slot) for slot in (0, 1)] == [2000, 2000]
