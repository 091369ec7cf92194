"""Going back to a checkpoint: as if the slot had never gone on, for every kind of memory."""

import numpy as np
import pytest

from engine.backend import Checkpoint
from tests.engine.llama.conftest import Loader, Writer
from tests.engine.llama.steps import logits_after, prefill
from tests.models.tiny import (
    SLIDING_WINDOW,
    write_hybrid,
    write_mrope,
    write_plain,
    write_recurrent,
    write_sliding_window,
    write_yarn,
)

STATEFUL = [write_sliding_window, write_hybrid, write_recurrent]
ALL_KINDS = [write_plain, *STATEFUL, write_yarn, write_mrope]
TOKENS = [20 + i * 7 % 200 for i in range(150)]
NEXT = [33, 44, 55]


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


def test_a_forgotten_past_comes_back(load_tiny: Loader) -> None:
    """What ``keep`` has to refuse when a window has moved on."""
    backend = load_tiny(write_sliding_window, context_window=2048, micro_batch_size=64)
    prefill(backend, 0, TOKENS)
    checkpoint = backend.checkpoint(0)
    prefill(backend, 0, [99] * 20 * SLIDING_WINDOW)
    assert not backend.can_truncate(0, len(TOKENS))
    assert backend.restore_checkpoint(0, checkpoint)
    assert backend.can_truncate(0, len(TOKENS))


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


@pytest.mark.parametrize("write", STATEFUL)
def test_a_checkpoint_outlives_the_memory_that_is_saved_and_restored(
    load_tiny: Loader, write: Writer
) -> None:
    """A conversation that comes back from a file comes back with its checkpoints."""
    backend = load_tiny(write)
    prefill(backend, 0, TOKENS)
    checkpoint = backend.checkpoint(0)
    expected = logits_after(backend, 0, NEXT)
    prefill(backend, 0, [99] * 200)
    held = backend.token_count(0)
    state = backend.state(0)
    backend.clear(0)
    assert backend.set_state(2, state, held)
    assert backend.restore_checkpoint(2, checkpoint)
    assert np.array_equal(logits_after(backend, 2, NEXT), expected)
