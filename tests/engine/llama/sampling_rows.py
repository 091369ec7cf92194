"""Rows of logits without a model, and samplers that choose from them."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.llama.sampling import BatchSampler
from engine.messages.sampling_params import SamplingParams

WIDTH = 3000
Rows = npt.NDArray[np.float32]


def rows_of(count: int, width: int = WIDTH, seed: int = 3) -> Rows:
    """Return rows of random logits."""
    return 3 * np.random.default_rng(seed).standard_normal((count, width), dtype=np.float32)


def row_with(logits: dict[int, float], others: float = -20.0, width: int = WIDTH) -> Rows:
    """Return one row with these logits."""
    row = np.full((1, width), others, dtype=np.float32)
    row[0, list(logits)] = list(logits.values())
    return row


def chosen_by(
    params: SamplingParams, rows: Rows, times: int, recent: Sequence[int] = ()
) -> list[int]:
    """Return what one request's sampler chooses from the same row again and again."""
    batch_sampler = BatchSampler(rows.shape[1])
    sampler = batch_sampler.new_sampler(params, recent)
    chosen = [batch_sampler.sample([sampler], rows)[0] for _ in range(times)]
    sampler.close()
    batch_sampler.close()
    return [token for token in chosen if token is not None]
