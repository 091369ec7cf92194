"""Mirostat keeps the surprise of a reply near its target."""

import numpy as np
import pytest

from engine.wire.sampling_params import Mirostat, SamplingParams
from tests.engine.llama.sampling_rows import chosen_by, rows_of


def test_mirostat_keeps_the_surprise_near_its_target() -> None:
    rows = rows_of(1)
    shares = np.exp(rows[0].astype(np.float64))
    surprises = -np.log2(shares / shares.sum())
    means = []
    for tau in (3.0, 6.0):
        params = SamplingParams(temperature=1.0, mirostat=Mirostat(tau=tau), seed=3)
        means.append(float(surprises[chosen_by(params, rows, 600)[100:]].mean()))
    assert means[0] < means[1]
    assert means[0] == pytest.approx(3.0, abs=1.5)


def test_mirostat_is_repeatable_and_never_without_a_token() -> None:
    rows = rows_of(1)
    params = SamplingParams(mirostat=Mirostat(tau=0.01, eta=10), seed=3)
    first = chosen_by(params, rows, 50)
    assert len(first) == 50
    assert chosen_by(params, rows, 50) == first


@pytest.mark.parametrize("temperature", [5e-324, 1e-300, 1e-40, 1e-10])
def test_mirostat_next_to_cold_takes_the_likeliest(temperature: float) -> None:
    rows = rows_of(1)
    params = SamplingParams(temperature=temperature, mirostat=Mirostat(), seed=3)
    assert chosen_by(params, rows, 20) == [int(rows[0].argmax())] * 20
