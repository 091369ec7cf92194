"""Slots that another thread copies: no neighbour notices, and nobody else touches them."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import pytest

from engine.backend import BatchEntry
from engine.llama.backend import LlamaBackend
from tests.engine.llama.conftest import Loader, Writer
from tests.engine.llama.lent_slots import WINDOW, Interleaving
from tests.engine.llama.steps import prefill
from tests.models.tiny import (
    write_hybrid,
    write_mrope,
    write_plain,
    write_recurrent,
    write_sliding_window,
)

TOKENS = [20 + i * 7 % 200 for i in range(90)]


@pytest.mark.parametrize("write", [write_plain, write_sliding_window, write_mrope])
def test_neighbours_and_copies_are_the_same_to_the_bit(load_tiny: Loader, write: Writer) -> None:
    beside = Interleaving(load_tiny(write, context_window=WINDOW)).run(60)
    assert beside > 0


@pytest.mark.parametrize("write", [write_hybrid, write_recurrent])
def test_states_of_all_slots_in_one_table_are_never_lent(load_tiny: Loader, write: Writer) -> None:
    backend = load_tiny(write)
    assert not backend.capabilities.can_lend
    with pytest.raises(ValueError, match="for one thread"):
        backend.lend_out(0)


def test_a_lent_slot_is_in_no_call_and_is_not_asked(plain: LlamaBackend) -> None:
    prefill(plain, 0, TOKENS)
    plain.lend_out(0)
    entry = BatchEntry(0, [33], len(TOKENS), logit_count=1)
    calls = (
        lambda: plain.decode([entry]),
        lambda: plain.token_count(0),
        lambda: plain.clear(0),
        lambda: plain.truncate(0, 3),
        lambda: plain.fork(0, 1),
        lambda: plain.slide(0, 1, 3),
        lambda: plain.state(0),
        lambda: plain.lend_out(0),
    )
    for call in calls:
        with pytest.raises(ValueError, match="lent to another thread"):
            call()
    with ThreadPoolExecutor(1) as threads:
        state = threads.submit(plain.state, 0).result()
    plain.take_back(0)
    assert plain.state(0) == state
    assert plain.token_count(0) == len(TOKENS)


def test_keys_are_not_moved_while_a_slot_is_lent(plain: LlamaBackend) -> None:
    for slot in (0, 1):
        prefill(plain, slot, TOKENS)
    plain.slide(0, 5, 40)
    plain.lend_out(1)  # what was to be moved is moved before
    prefill(plain, 0, [33])
    plain.slide(0, 5, 10)
    with pytest.raises(ValueError, match="one is lent"):
        prefill(plain, 0, [33])
    plain.take_back(1)
    prefill(plain, 0, [33])


def test_a_refused_state_is_taken_back_as_it_is_and_emptied_then(plain: LlamaBackend) -> None:
    prefill(plain, 0, TOKENS)
    state = plain.state(0)
    plain.lend_out(1)
    with ThreadPoolExecutor(1) as threads:
        assert not threads.submit(plain.set_state, 1, state, len(TOKENS) - 1).result()
    plain.take_back(1)
    plain.clear(1)
    assert plain.set_state(1, state, len(TOKENS))


def test_nothing_is_freed_while_another_thread_copies(plain: LlamaBackend) -> None:
    prefill(plain, 0, TOKENS)
    state = plain.state(0)
    is_begun, may_end = Event(), Event()

    def hold() -> None:
        is_begun.set()
        assert may_end.wait(60)

    plain.clear(0)
    with ThreadPoolExecutor(2) as threads:
        copy = threads.submit(plain.set_state, 0, state, len(TOKENS), hold)
        assert is_begun.wait(60)
        end = threads.submit(plain.close)
        with pytest.raises(TimeoutError):
            end.result(0.2)
        may_end.set()
        assert copy.result(60)
        end.result(60)
