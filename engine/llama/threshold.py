"""Guesses where a row's top-k ends from where those before it did, and draws from there on."""

import math

import numpy as np
import numpy.typing as npt

from engine.llama.candidates import LEAST_LOGIT, CandidateList, Logits

_GAIN = 0.25  # of the newest row in the averages
_MARGIN = 2.0  # mean deviations; about one row in twenty has its end below, and is looked at again
_LEAST_MARGIN = 0.05  # so that rows which are all the same do not miss by a rounding


class ThresholdGuess:
    """What one request's rows have shown; a wrong guess costs time, never a token.

    Attributes:
        top_k: how many tokens must reach the value.
        chain: the library's, which begins with top-k and ends with a draw.
        value: what the next row's likeliest tokens probably reach; None as long as none is known.
    """

    __slots__ = ("_deviation", "_mean", "chain", "top_k", "value")

    def __init__(self, top_k: int, chain: object) -> None:
        self.top_k = top_k
        self.chain = chain
        self.value: float | None = None
        self._mean = 0.0
        self._deviation = 0.0

    def learn(self, last: float) -> None:
        """Take in the least logit of a row's top-k."""
        if self.value is None:
            self._mean, self._deviation = last, 1.0
        else:
            error = last - self._mean
            self._mean += _GAIN * error
            self._deviation += _GAIN * (abs(error) - self._deviation)
        self.value = self._below_mean()

    def lower(self) -> float:
        """Return a value for a row in which too few tokens reached the first one."""
        self._deviation = 2 * self._deviation + _LEAST_MARGIN
        return self._below_mean()

    def _below_mean(self) -> float:
        margin = _MARGIN * self._deviation + _LEAST_MARGIN
        return max(self._mean - margin, LEAST_LOGIT)


class ThresholdDraw:
    """Draws tokens in a single look at a row, in memory that is used again; one thread."""

    def __init__(self, vocabulary_size: int, candidates: CandidateList) -> None:
        self._mask = np.zeros(vocabulary_size, dtype=np.bool_)
        self._candidates = candidates

    def draw(self, guess: ThresholdGuess, row: Logits) -> int | None:
        """Return what the chain selects of the whole row.

        None if there is no telling: nothing was learned, the guess was too high twice, or the
        row holds something that is no number.
        """
        if guess.value is None:
            return None
        top_k = guess.top_k
        ids = self._reaching(guess.value, row)
        if len(ids) < top_k:
            ids = self._reaching(guess.lower(), row)
            if len(ids) < top_k:
                guess.value = None
                return None
        logits = row[ids]
        if not math.isfinite(logits.item(logits.argmax(0))):  # NaN counts as the largest
            return None
        token = self._candidates.draw(ids, logits, guess.chain)
        # The chain begins by sorting them; a model's rows mostly have it at much the same place.
        guess.learn(row.item(self._candidates.id_at[top_k - 1]))
        return token

    def _reaching(self, limit: float, row: Logits) -> npt.NDArray[np.intp]:
        """Return the places of all that is not below the limit, NaN included."""
        mask = self._mask
        np.less(row, limit, mask)
        np.logical_not(mask, mask)
        return mask.nonzero()[0]
