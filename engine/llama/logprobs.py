"""How likely the model held each token, in one row of logits."""

import numpy as np

from engine.llama.candidates import Logits


class RowLogprobs:
    """A copy of a row, before anything that a sampler does to it; natural logarithms."""

    def __init__(self, row: Logits) -> None:
        values = np.array(row, dtype=np.float64)
        highest = float(np.max(values))
        self._values = values - (highest + float(np.log(np.sum(np.exp(values - highest)))))

    def of(self, token: int) -> float:
        """Return how likely a token was."""
        return float(self._values[token])

    def likeliest(self, count: int) -> list[int]:
        """Return the likeliest tokens, the first one first."""
        count = min(count, len(self._values))
        if count <= 0:
            return []
        found = np.argpartition(self._values, -count)[-count:]
        order = np.lexsort((found, -self._values[found]))  # equal ones by their number
        return [int(token) for token in found[order]]
