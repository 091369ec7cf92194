"""What a decode that did not work leaves in memory."""

import pytest

from engine.backend import BatchEntry, DecodeStatus
from engine.llama.backend import LlamaBackend
from engine.llama.capi import lib
from tests.engine.llama.bare_context import bare
from tests.engine.llama.conftest import Loader, Writer
from tests.engine.llama.steps import prefill
from tests.models.tiny import write_hybrid, write_plain, write_recurrent, write_sliding_window

ALL_KINDS = [write_plain, write_sliding_window, write_hybrid, write_recurrent]
HEAD = list(range(20, 80))


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
