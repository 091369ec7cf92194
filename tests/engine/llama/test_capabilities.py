"""What a memory can do is tried out at load, for every kind of it."""

import pytest

from engine.backend import Capabilities
from tests.engine.llama.conftest import Loader, Writer
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

TABLE = [
    (write_plain, Capabilities(can_slide=True, can_lend=True, drafted_rows=32)),
    (
        write_sliding_window,
        Capabilities(
            can_slide=False, can_lend=True, drafted_rows=32, sliding_window=SLIDING_WINDOW
        ),
    ),
    (write_hybrid, Capabilities(can_truncate=False, can_slide=False, is_hybrid=True)),
    (write_recurrent, Capabilities(can_truncate=False, can_slide=False, is_recurrent=True)),
    (write_yarn, Capabilities(can_slide=False, can_lend=True, drafted_rows=32, has_yarn=True)),
    (write_long_keys, Capabilities(can_slide=False, can_lend=True, drafted_rows=32)),
    (write_mrope, Capabilities(can_slide=False, can_lend=True, drafted_rows=32, has_mrope=True)),
]


@pytest.mark.parametrize(("write", "expected"), TABLE)
def test_each_kind_of_memory_is_known_for_what_it_is(
    load_tiny: Loader, write: Writer, expected: Capabilities
) -> None:
    backend = load_tiny(write)
    assert backend.capabilities == expected
    assert [backend.token_count(slot) for slot in range(4)] == [0] * 4


@pytest.mark.parametrize("write", [write_sliding_window, write_hybrid, write_recurrent])
def test_what_cannot_always_be_cut_wants_checkpoints(load_tiny: Loader, write: Writer) -> None:
    assert load_tiny(write).capabilities.wants_checkpoints


def test_a_single_slot_has_nowhere_to_fork_to(load_tiny: Loader) -> None:
    backend = load_tiny(write_plain, slot_count=1)
    assert not backend.capabilities.can_fork
    with pytest.raises(ValueError, match="cannot be forked"):
        backend.fork(0, 0)
