"""Saved states: restored next to others, and refused where they do not fit.

That a state comes back to the bit, also in another process, is invariant 29; damaged and foreign
ones are 30.
"""

import numpy as np
import pytest

from engine.llama.backend import LlamaBackend
from tests.engine.llama.conftest import Loader, Writer
from tests.engine.llama.steps import logits_after, prefill
from tests.models.tiny import (
    write_hybrid,
    write_plain,
    write_recurrent,
    write_sliding_window,
)

FOUR_KINDS = [write_plain, write_sliding_window, write_hybrid, write_recurrent]

TOKENS = [20 + i * 7 % 200 for i in range(150)]
NEXT = [33, 44, 55]


@pytest.mark.parametrize("write", FOUR_KINDS)
def test_restoring_never_changes_a_neighbour(load_tiny: Loader, write: Writer) -> None:
    backend = load_tiny(write)
    prefill(backend, 0, TOKENS)
    state = backend.state(0)
    prefill(backend, 1, TOKENS[:70])
    expected = logits_after(backend, 1, NEXT)
    damaged = state[:9] + bytes([state[9] ^ 1]) + state[10:]
    for each in (state, damaged, state[:1000], b""):
        backend.clear(0)
        backend.clear(1)
        prefill(backend, 1, TOKENS[:70])
        assert backend.set_state(0, each, len(TOKENS)) is (each is state)
        assert np.array_equal(logits_after(backend, 1, NEXT), expected)


def test_a_state_in_another_order_of_values_is_refused(load_tiny: Loader) -> None:
    fused = load_tiny(write_plain, context_window=1024)
    plain = load_tiny(write_plain, context_window=1280)
    prefill(fused, 0, TOKENS)
    assert not plain.set_state(0, fused.state(0), len(TOKENS))
    assert plain.token_count(0) == 0


def test_a_state_longer_than_the_window_is_refused(load_tiny: Loader) -> None:
    large = load_tiny(write_plain, context_window=512)
    prefill(large, 0, TOKENS * 2)
    state = large.state(0)
    small = load_tiny(write_plain, context_window=257)
    assert not small.set_state(0, state, 300)
    assert small.token_count(0) == 0


def test_a_slot_that_holds_something_is_never_overwritten(plain: LlamaBackend) -> None:
    prefill(plain, 0, TOKENS)
    state = plain.state(0)
    prefill(plain, 1, NEXT)
    with pytest.raises(ValueError, match="not empty"):
        plain.set_state(1, state, len(TOKENS))
    assert plain.token_count(1) == len(NEXT)


def test_a_slid_slot_can_be_saved_before_any_decode(plain: LlamaBackend) -> None:
    """Its positions have moved already, its keys have not; and the gap is not saved."""
    prefill(plain, 0, TOKENS)
    plain.slide(0, 10, 50)
    state = plain.state(0)
    assert plain.token_count(0) == len(TOKENS) - 50
    assert plain.set_state(1, state, len(TOKENS) - 50)
    restored = logits_after(plain, 1, NEXT)
    np.testing.assert_allclose(restored, logits_after(plain, 0, NEXT), rtol=0, atol=5e-3)


@pytest.mark.parametrize("write", [write_plain, write_sliding_window])
def test_the_last_token_can_be_read_again_behind_a_restored_state(
    load_tiny: Loader, write: Writer
) -> None:
    """A window keeps exactly one token more than it needs to go on."""
    backend = load_tiny(write)
    prefill(backend, 0, TOKENS)
    assert backend.set_state(1, backend.state(0), len(TOKENS))
    logits = []
    for slot in (0, 1):
        assert backend.truncate(slot, len(TOKENS) - 1)
        logits.append(logits_after(backend, slot, TOKENS[-1:]))
    assert np.array_equal(logits[0], logits[1])


def test_the_state_of_an_empty_slot_is_an_empty_slot(plain: LlamaBackend) -> None:
    assert plain.set_state(1, plain.state(0), 0)
    assert plain.token_count(1) == 0


@pytest.mark.parametrize("write", FOUR_KINDS)
def test_restoring_into_every_slot_in_any_order_keeps_them_apart(
    load_tiny: Loader, write: Writer
) -> None:
    backend = load_tiny(write)
    states, expected = [], []
    for slot in range(4):
        prefill(backend, slot, TOKENS[slot:])
        states.append(backend.state(slot))
        expected.append(logits_after(backend, slot, NEXT))
    for slot in range(4):
        backend.clear(slot)
    for slot, source in ((2, 0), (0, 3), (3, 1), (1, 2)):
        assert backend.set_state(slot, states[source], len(TOKENS) - source)
    for slot, source in ((1, 2), (3, 1), (2, 0), (0, 3)):
        assert np.array_equal(logits_after(backend, slot, NEXT), expected[source])
