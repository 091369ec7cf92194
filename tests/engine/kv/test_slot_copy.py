"""A copy knows what it costs, and its tokens come back from their packed form."""

import pytest

from engine.backend import Checkpoint
from engine.kv.slot_copy import SlotCopy, pack_tokens, unpack_tokens


def test_packed_tokens_come_back_also_negative_ones() -> None:
    tokens = (0, -1, 2**31 - 1, -(2**31))
    assert unpack_tokens(pack_tokens(tokens)) == tokens


def test_the_bytes_of_a_prefix_are_a_prefix_of_the_bytes() -> None:
    assert pack_tokens((1, 2, 3)).startswith(pack_tokens((1, 2)))
    assert not pack_tokens((1, 2, 3)).startswith(pack_tokens((1, 3)))


def test_bytes_of_an_impossible_length_are_no_tokens() -> None:
    with pytest.raises(ValueError, match="multiple"):
        unpack_tokens(b"odd")


def test_a_copy_costs_its_state_and_its_checkpoints() -> None:
    copy = SlotCopy("a", (1,), (Checkpoint(1, b"123"), Checkpoint(2, b"")), b"12345")
    assert copy.byte_count == 8


@pytest.mark.parametrize(("seconds", "is_from_disk"), [(None, False), (0.0, True), (0.5, True)])
def test_a_copy_comes_from_the_disk_if_it_was_loaded(
    seconds: float | None, is_from_disk: bool
) -> None:
    assert SlotCopy("a", (1,), (), b"", load_seconds=seconds).is_from_disk is is_from_disk
