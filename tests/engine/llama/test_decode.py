"""Decode calls of several slots, and what they leave in memory."""

import logging

import numpy as np
import pytest

from engine.backend import BatchEntry, DecodeStatus
from engine.llama.backend import LlamaBackend
from engine.llama.capi import library_errors
from tests.engine.llama.conftest import Loader, Writer
from tests.engine.llama.steps import GREEDY, generate, prefill, pressing_stop, tokens_of
from tests.models.tiny import write_hybrid, write_plain, write_recurrent, write_sliding_window

ALL_KINDS = [write_plain, write_sliding_window, write_hybrid, write_recurrent]


@pytest.mark.parametrize("write", ALL_KINDS)
def test_slots_decoded_together_get_the_tokens_they_get_alone(
    load_tiny: Loader, write: Writer
) -> None:
    together = generate(load_tiny(write), [0, 1, 3], count=12)
    alone = [generate(load_tiny(write), [slot], count=12)[0] for slot in (0, 1, 3)]
    assert together == alone


def test_each_slot_gets_the_exact_number_of_tokens_that_was_asked_for(load_tiny: Loader) -> None:
    backend = load_tiny(context_window=512)
    prefill(backend, 1, [5] * 512)
    assert backend.token_count(1) == backend.info.context_window == 512
    status = backend.decode([BatchEntry(1, [5], 512, logit_count=1)])
    assert status is DecodeStatus.NO_ROOM
    assert backend.token_count(1) == 512


def test_a_full_slot_takes_nothing_from_its_neighbours(load_tiny: Loader) -> None:
    backend = load_tiny(context_window=256, slot_count=2)
    prefill(backend, 0, [5] * 256)
    prefill(backend, 1, [6] * 256)
    assert [backend.token_count(slot) for slot in (0, 1)] == [256, 256]


def test_a_prompt_longer_than_a_pass_may_come_in_one_call(load_tiny: Loader) -> None:
    backend = load_tiny(batch_size=300, micro_batch_size=32)
    prefill(backend, 0, [7] * 300)
    assert backend.token_count(0) == 300


def test_clearing_a_slot_leaves_the_others(plain: LlamaBackend) -> None:
    prefill(plain, 0, [1, 2, 3])
    prefill(plain, 1, [1, 2, 3])
    plain.clear(0)
    assert [plain.token_count(slot) for slot in (0, 1)] == [0, 3]


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
        ([], "nothing to decode"),
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
