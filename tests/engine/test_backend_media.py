"""Embeddings come back from their bytes as they were, and from no others."""

import numpy as np
import pytest

from engine.backend_media import Embeddings


@pytest.mark.parametrize("sections", [1, 4])
def test_embeddings_come_back_from_their_bytes(sections: int) -> None:
    rows = np.random.default_rng(1).standard_normal((6, 8), dtype=np.float32)
    positions = np.arange(6 * sections, dtype=np.int32).reshape(sections, 6)
    made = Embeddings(rows, positions)
    back = Embeddings.from_bytes(made.to_bytes())
    assert np.array_equal(back.rows, rows)
    assert np.array_equal(back.positions, positions)
    assert back.byte_count == made.byte_count == 4 * 6 * (8 + sections)


@pytest.mark.parametrize("size", [0, 3, 20, 21, 100])
def test_bytes_that_were_cut_short_are_refused(size: int) -> None:
    whole = Embeddings(np.ones((6, 8), np.float32), np.zeros((1, 6), np.int32)).to_bytes()
    with pytest.raises(ValueError, match="embeddings"):
        Embeddings.from_bytes(whole[:size])
    with pytest.raises(ValueError, match="cut short"):
        Embeddings.from_bytes(whole + b"\0")


@pytest.mark.parametrize("offset", [0, 4, 8, 12, 16])
def test_a_damaged_header_is_refused(offset: int) -> None:
    whole = bytearray(
        Embeddings(np.ones((6, 8), np.float32), np.zeros((1, 6), np.int32)).to_bytes()
    )
    whole[offset] ^= 0x7F
    with pytest.raises(ValueError, match="embeddings"):
        Embeddings.from_bytes(bytes(whole))
