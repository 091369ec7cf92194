"""How much memory a context takes is estimated before it is asked for."""

import pytest

from engine.llama.memory_estimate import plain_attention_rows


@pytest.mark.parametrize(
    ("heads", "cells", "rows"),
    [(8, 1024, None), (8, 4096, 1024), (32, 4096, 256), (32, 16384, 64), (64, 32768, None)],
)
def test_plain_attention_is_for_long_conversations_whose_scores_are_small(
    heads: int, cells: int, rows: int | None
) -> None:
    assert plain_attention_rows(heads, cells) == rows
