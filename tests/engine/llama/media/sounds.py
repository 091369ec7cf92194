"""Sounds of noise, and the pairs that hear them."""

import numpy as np
import pytest

from engine.messages.media import SAMPLE_RATE
from tests.engine.llama.media.pictures import Pair
from tests.models.tiny import write_plain
from tests.models.tiny_ears import (
    ULTRAVOX_ROWS,
    write_seeing_and_hearing_projector,
    write_ultravox_projector,
)
from tests.models.tiny_vision import write_qwen2vl

# What a sound of half a minute takes: as many positions as rows, also with M-RoPE.
_TAKES = {"rows": ULTRAVOX_ROWS, "positions": ULTRAVOX_ROWS, "row_width": 64}

EARS = Pair(write_plain, write_ultravox_projector, **_TAKES, is_causal=True, is_mrope=False)
BOTH = Pair(
    write_qwen2vl, write_seeing_and_hearing_projector, **_TAKES, is_causal=True, is_mrope=False
)
HEARING = [pytest.param(EARS, id="hears"), pytest.param(BOTH, id="sees and hears")]


def hiss(seed: int, seconds: float = 2.0) -> bytes:
    """Return the samples of noise under a falling tone, so that no two seconds are the same."""
    count = int(seconds * SAMPLE_RATE)
    noise = np.random.default_rng(seed).standard_normal(count, dtype=np.float32)
    times = np.arange(count) / SAMPLE_RATE
    tone = np.sin(2 * np.pi * (200 + 300 * seed) * times / (1 + times))
    return (0.05 * noise + 0.3 * tone).astype("<f4").tobytes()
