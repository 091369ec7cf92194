"""Sliding: tokens in the middle go, the others move up, and nobody else notices."""

import numpy as np
import pytest

from engine.backend import BatchEntry, DecodeStatus
from engine.llama.backend import LlamaBackend
from engine.llama.capi import lib
from tests.engine.llama.bare_context import bare
from tests.engine.llama.conftest import Loader, Writer
from tests.engine.llama.steps import last_logits, prefill
from tests.models.tiny import (
    SLIDING_WINDOW,
    write_hybrid,
    write_long_keys,
    write_mrope,
    write_plain,
    write_recurrent,
    write_sliding_window,
    write_yarn,
)

TOKENS = [20 + i * 7 % 200 for i in range(120)]
NEXT = [33, 44, 55]
HEAD = list(range(20, 40))
TAIL = list(range(60, 75))


def _goes_on_as_where_the_library_alone_slides(backend: LlamaBackend) -> bool:
    prefill(backend, 0, NEXT)
    with bare(write_plain) as oracle:
        oracle.decode(0, TOKENS)
        oracle.slide(0, 10, 50)
        oracle.decode(0, NEXT)
        return np.array_equal(last_logits(backend), oracle.logits())


def test_going_on_is_as_where_the_library_alone_removed_and_moved(plain: LlamaBackend) -> None:
    prefill(plain, 0, TOKENS)
    plain.slide(0, 10, 50)
    assert plain.token_count(0) == len(TOKENS) - 50
    assert _goes_on_as_where_the_library_alone_slides(plain)
    assert plain.token_count(0) == len(TOKENS) - 50 + len(NEXT)


def test_what_is_kept_in_front_is_as_it_was(plain: LlamaBackend) -> None:
    prefill(plain, 0, TOKENS)
    assert plain.truncate(0, 40)
    prefill(plain, 0, NEXT)
    expected = last_logits(plain)
    assert plain.truncate(0, 40)
    prefill(plain, 0, TOKENS[40:])
    plain.slide(0, 40, 30)
    prefill(plain, 0, NEXT)
    assert plain.truncate(0, 40)
    prefill(plain, 0, NEXT)
    np.testing.assert_allclose(last_logits(plain), expected, rtol=0, atol=2e-3)


UNSAFE = [
    write_yarn,
    write_long_keys,
    write_mrope,
    write_sliding_window,
    write_hybrid,
    write_recurrent,
]


@pytest.mark.parametrize("write", UNSAFE)
def test_where_it_would_do_harm_it_is_refused(load_tiny: Loader, write: Writer) -> None:
    backend = load_tiny(write)
    prefill(backend, 0, TOKENS)
    with pytest.raises(ValueError, match="cannot slide"):
        backend.slide(0, 10, 50)
    assert backend.token_count(0) == len(TOKENS)


@pytest.mark.parametrize("write", [write_yarn, write_long_keys])
def test_the_library_alone_would_spoil_neighbours_there(write: Writer) -> None:
    """If this fails, the library has learned to rotate such keys twice, and may slide."""
    with bare(write) as context:
        context.decode(1, TOKENS)
        context.decode(1, NEXT)
        expected = context.logits()
        for _ in range(10):
            context.truncate(0, 0)
            context.decode(0, TOKENS)
            context.slide(0, 10, 50)
            context.decode(0, NEXT)
        context.truncate(1, len(TOKENS))
        context.decode(1, NEXT)
        assert np.abs(context.logits() - expected).max() > 0.05


@pytest.mark.parametrize(
    ("keep_count", "discard_count"),
    [(-1, 5), (0, 0), (5, -5), (5, 0), (0, 121), (119, 2), (121, 1), (1 << 40, 1), (0, 1 << 40)],
)
def test_a_range_that_is_not_held_is_refused(
    plain: LlamaBackend, keep_count: int, discard_count: int
) -> None:
    prefill(plain, 0, TOKENS)
    with pytest.raises(ValueError, match="holds 120 tokens"):
        plain.slide(0, keep_count, discard_count)
    assert plain.token_count(0) == len(TOKENS)


def test_an_abort_cannot_end_a_slide_half_way(
    plain: LlamaBackend, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else some layers' keys would be rotated twice at the next decode."""
    decode = lib.llama_decode

    def decode_while_stop_is_pressed(context: object, batch: object) -> object:
        plain.request_abort()
        return decode(context, batch)

    prefill(plain, 0, TOKENS)
    plain.slide(0, 10, 50)
    monkeypatch.setattr(lib, "llama_decode", decode_while_stop_is_pressed)
    prefill(plain, 0, NEXT)
    assert plain.decode([BatchEntry(1, NEXT, 0, 0)]) is DecodeStatus.ABORTED
    monkeypatch.undo()
    assert plain.truncate(0, len(TOKENS) - 50)
    assert _goes_on_as_where_the_library_alone_slides(plain)


@pytest.mark.parametrize("write", [write_plain, write_sliding_window])
def test_decoding_again_behind_a_cut_gives_the_same_logits(
    load_tiny: Loader, write: Writer
) -> None:
    backend = load_tiny(write)
    prefill(backend, 0, HEAD)
    prefill(backend, 0, TAIL)
    expected = last_logits(backend)
    if write is write_plain:
        prefill(backend, 0, [99] * 30)
    assert backend.truncate(0, len(HEAD))
    assert backend.token_count(0) == len(HEAD)
    prefill(backend, 0, TAIL)
    assert np.array_equal(last_logits(backend), expected)


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
