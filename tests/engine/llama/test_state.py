"""Saved states: restored next to others, and refused where they do not fit.

That a state comes back to the bit, also in another process, is invariant 29; damaged and foreign
ones are 30.
"""

import numpy as np
import pytest

from engine.backend import Checkpoint
from engine.llama.backend import LlamaBackend
from tests.engine.llama.conftest import Loader, Writer
from tests.engine.llama.steps import logits_after, prefill
from tests.models.tiny import (
    write_hybrid,
    write_mrope,
    write_plain,
    write_recurrent,
    write_sliding_window,
    write_yarn,
)

FOUR_KINDS = [write_plain, write_sliding_window, write_hybrid, write_recurrent]

TOKENS = [20 + i * 7 % 200 for i in range(150)]
NEXT = [33, 44, 55]
STATEFUL = [write_sliding_window, write_hybrid, write_recurrent]
ALL_KINDS = [write_plain, *STATEFUL, write_yarn, write_mrope]


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


@pytest.mark.parametrize("write", [write_plain, write_sliding_window, write_hybrid])
@pytest.mark.parametrize("slot_count", [2, 8])
def test_a_state_of_another_number_of_slots_is_refused(
    load_tiny: Loader, write: Writer, slot_count: int
) -> None:
    """Were it taken, chats would stay warm when the number of slots is raised."""
    backend = load_tiny(write)
    prefill(backend, 0, TOKENS)
    other = load_tiny(write, slot_count=slot_count)
    assert other.state_identity != backend.state_identity
    assert not other.set_state(1, backend.state(0), len(TOKENS))
    assert other.token_count(1) == 0


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


@pytest.mark.parametrize("write", ALL_KINDS)
def test_a_slot_that_went_back_never_went_on(load_tiny: Loader, write: Writer) -> None:
    backend = load_tiny(write, context_window=2048, micro_batch_size=64)
    prefill(backend, 0, TOKENS)
    checkpoint = backend.checkpoint(0)
    expected = logits_after(backend, 0, NEXT)
    prefill(backend, 0, [99] * 1000)
    assert backend.restore_checkpoint(0, checkpoint)
    assert backend.token_count(0) == len(TOKENS)
    assert np.array_equal(logits_after(backend, 0, NEXT), expected)


@pytest.mark.parametrize("write", STATEFUL)
def test_a_checkpoint_can_be_gone_back_to_again_and_again(load_tiny: Loader, write: Writer) -> None:
    backend = load_tiny(write)
    checkpoints = []
    for start in range(0, 150, 50):
        checkpoints.append(backend.checkpoint(0))
        prefill(backend, 0, TOKENS[start : start + 50])
    expected = logits_after(backend, 0, NEXT)
    for checkpoint in reversed(checkpoints):
        assert backend.restore_checkpoint(0, checkpoint)
        for start in range(checkpoint.token_count, 150, 50):
            prefill(backend, 0, TOKENS[start : start + 50])
        assert np.array_equal(logits_after(backend, 0, NEXT), expected)


@pytest.mark.parametrize("write", ALL_KINDS)
def test_a_neighbour_notices_neither_saving_nor_going_back(
    load_tiny: Loader, write: Writer
) -> None:
    backend = load_tiny(write)
    prefill(backend, 1, TOKENS)
    before = backend.state(1)
    prefill(backend, 0, TOKENS)
    checkpoint = backend.checkpoint(0)
    prefill(backend, 0, NEXT)
    assert backend.restore_checkpoint(0, checkpoint)
    assert backend.state(1) == before


def test_plain_attention_needs_no_bytes_for_it(load_tiny: Loader) -> None:
    backend = load_tiny(write_plain)
    prefill(backend, 0, TOKENS)
    assert backend.checkpoint(0) == Checkpoint(len(TOKENS), b"")


@pytest.mark.parametrize("write", [write_sliding_window, write_hybrid])
def test_a_checkpoint_is_smaller_than_the_whole_memory(load_tiny: Loader, write: Writer) -> None:
    backend = load_tiny(write)
    prefill(backend, 0, TOKENS * 3)
    assert len(backend.checkpoint(0).state) < len(backend.state(0))


@pytest.mark.parametrize("write", ALL_KINDS)
def test_a_slot_that_holds_too_little_cannot_go_back(load_tiny: Loader, write: Writer) -> None:
    backend = load_tiny(write)
    prefill(backend, 0, TOKENS)
    checkpoint = backend.checkpoint(0)
    backend.clear(0)
    prefill(backend, 0, TOKENS[:-1])
    assert not backend.restore_checkpoint(0, checkpoint)
    assert backend.token_count(0) == 0


@pytest.mark.parametrize("write", STATEFUL)
def test_a_whole_state_is_not_a_checkpoint_nor_the_other_way(
    load_tiny: Loader, write: Writer
) -> None:
    backend = load_tiny(write)
    prefill(backend, 0, TOKENS)
    checkpoint, state = backend.checkpoint(0), backend.state(0)
    assert not backend.restore_checkpoint(0, Checkpoint(len(TOKENS), state))
    assert backend.token_count(0) == 0
    assert not backend.set_state(1, checkpoint.state, len(TOKENS))
    assert backend.token_count(1) == 0


@pytest.mark.parametrize("write", STATEFUL)
def test_a_checkpoint_of_another_model_is_refused(load_tiny: Loader, write: Writer) -> None:
    other = write_hybrid if write is not write_hybrid else write_recurrent
    foreign = load_tiny(other)
    prefill(foreign, 0, TOKENS)
    backend = load_tiny(write)
    prefill(backend, 0, TOKENS + NEXT)
    assert not backend.restore_checkpoint(0, foreign.checkpoint(0))
    assert backend.token_count(0) == 0


@pytest.mark.parametrize("write", ALL_KINDS)
def test_a_checkpoint_of_nothing_empties_the_slot(load_tiny: Loader, write: Writer) -> None:
    backend = load_tiny(write)
    checkpoint = backend.checkpoint(0)
    prefill(backend, 0, TOKENS)
    assert backend.restore_checkpoint(0, checkpoint)
    assert backend.token_count(0) == 0
