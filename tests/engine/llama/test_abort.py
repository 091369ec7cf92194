"""Stop during a long prefill: what a slot then holds is what it says, for every kind of memory."""

import numpy as np
import pytest

from engine.backend import BatchEntry, DecodeStatus
from engine.llama.backend import LlamaBackend
from tests.engine.llama.conftest import Loader, Writer
from tests.engine.llama.steps import logits_after, prefill, pressing_stop
from tests.models.tiny import write_hybrid, write_plain, write_recurrent, write_sliding_window

ALL_KINDS = [write_plain, write_sliding_window, write_hybrid, write_recurrent]
HEAD = list(range(20, 80))
NEXT = [33, 44, 55]
LENGTH = 30_000


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
