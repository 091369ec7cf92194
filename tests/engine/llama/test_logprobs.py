"""Logprobs of a row: a softmax in logarithms, whatever the row holds."""

import numpy as np
import pytest

from engine.llama.sampling import RowLogprobs


def test_they_are_the_logarithms_of_a_softmax() -> None:
    row = np.array([1.0, 2.0, 3.0, 2.0], dtype=np.float32)
    logprobs = RowLogprobs(row)
    shares = np.exp(row.astype(np.float64)) / np.exp(row.astype(np.float64)).sum()
    assert [logprobs.of(token) for token in range(4)] == pytest.approx(np.log(shares))
    assert logprobs.likeliest(3) == [2, 1, 3], "equal ones by their number"
    assert logprobs.likeliest(0) == []
    assert logprobs.likeliest(20) == [2, 1, 3, 0]


def test_what_is_ruled_out_is_infinitely_unlikely_and_large_logits_overflow_nothing() -> None:
    logprobs = RowLogprobs(np.array([-np.inf, 1e30, 0.0], dtype=np.float32))
    assert logprobs.of(0) == -np.inf
    assert logprobs.of(1) == 0


def test_what_a_sampler_does_to_the_row_afterwards_is_not_seen() -> None:
    row = np.array([1.0, 2.0], dtype=np.float32)
    logprobs = RowLogprobs(row)
    before = logprobs.of(0)
    row[0] = 50
    assert logprobs.of(0) == before
