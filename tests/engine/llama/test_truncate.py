"""Cutting a slot's memory: what is kept counts as if nothing else had ever been there."""

import numpy as np
import pytest

from engine.llama.backend import LlamaBackend
from tests.engine.llama.conftest import Loader, Writer
from tests.engine.llama.steps import last_logits, prefill
from tests.models.tiny import SLIDING_WINDOW, write_hybrid, write_recurrent, write_sliding_window

HEAD = list(range(20, 40))
TAIL = list(range(60, 75))


def test_decoding_again_behind_a_cut_gives_the_same_logits(plain: LlamaBackend) -> None:
    prefill(plain, 0, HEAD)
    prefill(plain, 0, TAIL)
    expected = last_logits(plain)
    prefill(plain, 0, [99] * 30)
    assert plain.truncate(0, len(HEAD))
    assert plain.token_count(0) == len(HEAD)
    prefill(plain, 0, TAIL)
    assert np.array_equal(last_logits(plain), expected)


def test_keeping_everything_is_always_possible(load_tiny: Loader) -> None:
    backend = load_tiny(write_recurrent)
    prefill(backend, 0, HEAD)
    assert backend.truncate(0, len(HEAD))
    assert backend.token_count(0) == len(HEAD)


@pytest.mark.parametrize("write", [write_hybrid, write_recurrent])
def test_a_state_that_cannot_be_wound_back_says_so(load_tiny: Loader, write: Writer) -> None:
    backend = load_tiny(write)
    prefill(backend, 0, HEAD)
    assert not backend.capabilities.can_truncate
    assert not backend.truncate(0, 5)
    assert backend.truncate(0, 0)
    assert backend.token_count(0) == 0


def test_a_window_that_still_holds_the_past_can_be_cut(load_tiny: Loader) -> None:
    backend = load_tiny(write_sliding_window)
    prefill(backend, 0, HEAD)
    prefill(backend, 0, TAIL)
    expected = last_logits(backend)
    assert backend.truncate(0, len(HEAD))
    prefill(backend, 0, TAIL)
    assert np.array_equal(last_logits(backend), expected)


def test_a_window_that_has_forgotten_the_past_says_so(load_tiny: Loader) -> None:
    """The library itself would answer yes here."""
    backend = load_tiny(write_sliding_window, context_window=2048, micro_batch_size=64)
    prefill(backend, 0, [7] * 1500)
    assert backend.capabilities.sliding_window == SLIDING_WINDOW
    assert not backend.truncate(0, 100)


def test_a_cut_window_never_answers_differently_than_a_fresh_one(load_tiny: Loader) -> None:
    backend = load_tiny(write_sliding_window, context_window=2048, micro_batch_size=64)
    tokens = [7 + i % 200 for i in range(900)]
    kept_counts = []
    for kept in (*range(900, 0, -100), 50):
        backend.clear(0)
        prefill(backend, 0, tokens)
        if not backend.truncate(0, kept):
            continue
        kept_counts.append(kept)
        prefill(backend, 0, TAIL)
        after_cut = last_logits(backend)
        backend.clear(1)
        prefill(backend, 1, tokens[:kept])
        prefill(backend, 1, TAIL)
        np.testing.assert_allclose(after_cut, last_logits(backend), rtol=0, atol=0.02)
    assert 800 in kept_counts
    assert 50 not in kept_counts


def test_more_than_a_slot_holds_cannot_be_kept(plain: LlamaBackend) -> None:
    prefill(plain, 0, HEAD)
    for count in (-1, len(HEAD) + 1):
        with pytest.raises(ValueError, match=f"not {count}"):
            plain.truncate(0, count)
