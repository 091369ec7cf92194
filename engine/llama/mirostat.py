"""Mirostat 2.0 on a whole row: no sorting, since surprise grows as the logit falls."""

import math
import random

import numpy as np

from engine.llama.candidates import Logits
from engine.messages.sampling_params import Mirostat

_STEEPEST = 1e30  # what still leaves numbers of the distances between logits


class MirostatDraw:
    """Draws among the tokens whose surprise is below a threshold, which follows the target."""

    def __init__(self, params: Mirostat, temperature: float, seed: int) -> None:
        self._params = params
        self._steepness = min(1 / temperature, _STEEPEST) if temperature > 0 else _STEEPEST
        self._threshold = 2 * params.tau
        self._random = random.Random(seed)

    def choose(self, row: Logits, scratch: Logits) -> int:
        """Return the place of a token in a row whose largest logit is a number.

        ``scratch`` is at least as long and is overwritten; it saves the allocation.
        """
        weights = scratch[: len(row)]
        top = row[np.argmax(row)]
        np.subtract(row, top, out=weights)
        if self._steepness != 1:
            np.multiply(weights, np.float32(self._steepness), out=weights)
        np.exp(weights, out=weights)
        largest_surprise = max(0.0, self._threshold)
        least = float(weights.sum()) * 2**-largest_surprise
        kept = (weights >= np.float32(min(least, 1.0))).nonzero()[0]
        sums = weights[kept].cumsum(dtype=np.float64)
        total = float(sums[-1])
        place = int(np.searchsorted(sums, self._random.random() * total, side="right"))
        # Rounded, a draw close to 1 can lie behind the last sum.
        token = int(kept[min(place, len(kept) - 1)])
        surprise = math.log2(total / float(weights[token]))
        self._threshold -= self._params.eta * (surprise - self._params.tau)
        return token
