"""Forks: two slots go on from one memory, and neither ever notices the other."""

from concurrent.futures import ThreadPoolExecutor
from threading import Event

import numpy as np
import numpy.typing as npt
import pytest
from msgspec.structs import replace

from engine.backend import BatchEntry
from engine.llama.backend import LlamaBackend
from tests.engine.llama.conftest import Loader, Writer
from tests.engine.llama.lent_slots import WINDOW, Interleaving
from tests.engine.llama.steps import last_logits, logits_after, prefill
from tests.models.tiny import (
    write_hybrid,
    write_mrope,
    write_plain,
    write_recurrent,
    write_sliding_window,
)

ALL_KINDS = [write_plain, write_sliding_window, write_hybrid, write_recurrent, write_mrope]
TRUNK = [20 + i * 7 % 200 for i in range(90)]
LEFT, RIGHT = [33, 44, 55], [66, 77]
TOKENS = [20 + i * 7 % 200 for i in range(90)]


@pytest.fixture(params=[False, True], ids=["by state", "by the library"])
def load_kind(load_tiny: Loader, request: pytest.FixtureRequest) -> Loader:
    """Loads a model whose slots are copied as in main memory, or as on a device."""

    def load_one(write: Writer) -> LlamaBackend:
        backend = load_tiny(write)
        if request.param:
            backend.capabilities = replace(backend.capabilities, can_lend=False)
        return backend

    return load_one


def solo(load_tiny: Loader, write: Writer, *pieces: list[int]) -> npt.NDArray[np.float32]:
    """Return the logits behind pieces that were read in a backend of their own."""
    backend = load_tiny(write, slot_count=1)
    for piece in pieces:
        prefill(backend, 0, piece)
    return last_logits(backend)


@pytest.mark.parametrize("write", ALL_KINDS)
def test_both_branches_go_on_as_if_alone(
    load_tiny: Loader, load_kind: Loader, write: Writer
) -> None:
    backend = load_kind(write)
    prefill(backend, 1, TRUNK)
    backend.fork(1, 3)
    assert [backend.token_count(slot) for slot in (1, 3)] == [len(TRUNK)] * 2
    right = logits_after(backend, 3, RIGHT)
    left = logits_after(backend, 1, LEFT)
    assert np.array_equal(left, solo(load_tiny, write, TRUNK, LEFT))
    assert np.array_equal(right, solo(load_tiny, write, TRUNK, RIGHT))


@pytest.mark.parametrize("write", ALL_KINDS)
@pytest.mark.parametrize("reader", [0, 2])
def test_a_branch_lives_on_when_the_other_is_cleared_before_any_decode(
    load_tiny: Loader, load_kind: Loader, write: Writer, reader: int
) -> None:
    backend = load_kind(write)
    prefill(backend, 0, TRUNK)
    backend.fork(0, 2)
    backend.clear(2 - reader)
    prefill(backend, 2 - reader, RIGHT)
    assert np.array_equal(logits_after(backend, reader, LEFT), solo(load_tiny, write, TRUNK, LEFT))


def test_a_branch_lives_on_when_the_other_slides_or_is_cut(plain: LlamaBackend) -> None:
    prefill(plain, 0, TRUNK)
    plain.fork(0, 1)
    plain.fork(0, 2)
    plain.slide(0, 5, 40)
    assert plain.truncate(1, 10)
    prefill(plain, 0, RIGHT)
    prefill(plain, 1, RIGHT)
    kept = logits_after(plain, 2, LEFT)
    prefill(plain, 3, TRUNK)
    np.testing.assert_allclose(kept, logits_after(plain, 3, LEFT), rtol=0, atol=2e-3)


@pytest.mark.parametrize("write", ALL_KINDS)
def test_a_branch_can_be_saved_before_any_decode(
    load_tiny: Loader, load_kind: Loader, write: Writer
) -> None:
    """The library copies at the next decode, and would hand out what was there before."""
    backend = load_kind(write)
    prefill(backend, 0, TRUNK)
    backend.fork(0, 1)
    state = backend.state(1)
    assert backend.set_state(2, state, len(TRUNK))
    assert np.array_equal(logits_after(backend, 2, LEFT), solo(load_tiny, write, TRUNK, LEFT))


@pytest.mark.parametrize("write", ALL_KINDS)
def test_a_slot_restored_right_after_a_fork_is_not_copied_over(
    load_tiny: Loader, load_kind: Loader, write: Writer
) -> None:
    backend = load_kind(write)
    prefill(backend, 3, RIGHT)
    other = backend.state(3)
    prefill(backend, 0, TRUNK)
    backend.fork(0, 1)
    backend.fork(0, 2)
    for slot in (0, 1):
        backend.clear(slot)
        assert backend.set_state(slot, other, len(RIGHT))
    expected = solo(load_tiny, write, RIGHT, LEFT)
    assert np.array_equal(logits_after(backend, 0, LEFT), expected)
    assert np.array_equal(logits_after(backend, 1, LEFT), expected)
    assert np.array_equal(logits_after(backend, 2, LEFT), solo(load_tiny, write, TRUNK, LEFT))


@pytest.mark.parametrize("write", [write_plain, write_sliding_window])
def test_a_full_slot_can_be_forked_and_saved_at_once(load_tiny: Loader, write: Writer) -> None:
    """There is no cell left for the token with which copies are otherwise settled."""
    backend = load_tiny(write, context_window=256)
    full = [20 + i % 200 for i in range(256)]
    prefill(backend, 0, full)
    backend.fork(0, 1)
    state = backend.state(1)
    backend.clear(0)
    assert backend.set_state(0, state, 256)
    prefill(backend, 3, full)
    logits = []
    for slot in (0, 1, 3):
        assert backend.truncate(slot, 255)
        logits.append(logits_after(backend, slot, LEFT[:1]))
    assert np.array_equal(logits[0], logits[2])
    assert np.array_equal(logits[1], logits[2])


def test_a_fork_of_a_fork_of_a_fork_still_knows_everything(plain: LlamaBackend) -> None:
    prefill(plain, 0, TRUNK)
    for source in (0, 1, 2):
        plain.fork(source, source + 1)
        plain.clear(source)
    forked = logits_after(plain, 3, LEFT)
    prefill(plain, 0, TRUNK)
    assert np.array_equal(forked, logits_after(plain, 0, LEFT))


def test_only_an_empty_slot_can_take_a_fork(plain: LlamaBackend) -> None:
    prefill(plain, 0, TRUNK)
    prefill(plain, 1, RIGHT)
    for target in (0, 1):
        with pytest.raises(ValueError, match="not empty"):
            plain.fork(0, target)
    for source, target in ((0, 4), (4, 2), (-1, 2), (0, -1)):
        with pytest.raises(ValueError, match="is not one of 4"):
            plain.fork(source, target)
    assert [plain.token_count(slot) for slot in range(4)] == [len(TRUNK), len(RIGHT), 0, 0]


def test_a_fork_of_nothing_is_nothing(plain: LlamaBackend) -> None:
    plain.fork(0, 1)
    assert plain.token_count(1) == 0


@pytest.mark.parametrize("write", [write_plain, write_sliding_window, write_mrope])
def test_neighbours_and_copies_are_the_same_to_the_bit(load_tiny: Loader, write: Writer) -> None:
    beside = Interleaving(load_tiny(write, context_window=WINDOW)).run(60)
    assert beside > 0


@pytest.mark.parametrize("write", [write_hybrid, write_recurrent])
def test_states_of_all_slots_in_one_table_are_never_lent(load_tiny: Loader, write: Writer) -> None:
    backend = load_tiny(write)
    assert not backend.capabilities.can_lend
    with pytest.raises(ValueError, match="belongs to one thread"):
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
