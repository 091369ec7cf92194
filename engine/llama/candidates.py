"""The candidate tokens of a chain, and thresholds that find a row's top-k."""

import ctypes
import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from engine.llama.capi import lib

GROUP_COUNT = 512
MAX_NARROW_TOP_K = 128  # with more candidates the row is divided into finer groups
FINE_GROUP_COUNT = 8192
_FINER = 4
MAX_FINE_TOP_K = 2048  # with more, a call of the library over the whole row is as fast

Logits = npt.NDArray[np.float32]
TokenIds = npt.NDArray[np.int32]

MIN_LOGIT = float(np.finfo(np.float32).min)  # below it is only minus infinity: excluded

_CANDIDATE = np.dtype([("id", np.int32), ("logit", np.float32), ("p", np.float32)])

# The fields of ``llama_token_data_array``, each of eight bytes including its padding.
_DATA, _SIZE, _SELECTED, _SORTED = range(4)
_WIDTH = _CANDIDATE.itemsize

_FEW = 4096  # candidates that a chain processes in a tenth of a millisecond

# Without declared arguments a call takes a tenth of the time: they have the library's types
# already. The second keeps the GIL, which another thread could otherwise hold for milliseconds.
_ADDRESS = ctypes.cast(lib.llama_sampler_apply, ctypes.c_void_p).value or 0
_apply = ctypes.CFUNCTYPE(None)(_ADDRESS)
_apply_briefly = ctypes.PYFUNCTYPE(None)(_ADDRESS)
_GAIN = 0.25  # weight of the newest row in the averages
_MARGIN = 2.0  # mean deviations; one row in twenty ends below the guess and is searched again
_MIN_MARGIN = 0.05  # so that equal rows do not fail by a rounding error


class CandidateList:
    """The candidate tokens of a chain, in memory that the library reads and sorts in place.

    ``start`` and ``count`` are their range; a sampler moves and shortens it.
    """

    def __init__(self, vocabulary_size: int) -> None:
        self._array = np.zeros(vocabulary_size, dtype=_CANDIDATE)
        self._ids = self._array["id"]
        self._logits = self._array["logit"]
        self._base = int(self._array.ctypes.data)
        native = lib.llama_token_data_array()
        self._reference = ctypes.byref(native)
        # For single elements this is faster than numpy and ctypes.
        self._fields = memoryview(native).cast("B").cast("q")
        self.id_at = memoryview(self._ids)  # the token at an index, whether it remains or not

    def fill(self, ids: "npt.NDArray[np.integer]", logits: Logits) -> None:
        """Replace the candidates by these tokens, in this order."""
        count = len(ids)
        self._ids[:count] = ids
        self._logits[:count] = logits
        self._hold(count)

    def draw(self, ids: "npt.NDArray[np.integer]", logits: Logits, chain: object) -> int:
        """Return the token that a fast chain selects."""
        self.fill(ids, logits)
        if len(ids) > _FEW:
            self.apply(chain)
        else:
            _apply_briefly(chain, self._reference)
        return self.selected

    @property
    def ids(self) -> TokenIds:
        """Return the remaining tokens, in their current order."""
        start = self._start
        return self._ids[start : start + self._fields[_SIZE]]

    @property
    def logits(self) -> Logits:
        """Return the logits of the remaining tokens, in their current order."""
        start = self._start
        return self._logits[start : start + self._fields[_SIZE]]

    def apply(self, chain: object) -> None:
        """Apply a chain of the library, which may change, reorder, drop or select candidates."""
        _apply(chain, self._reference)

    @property
    def selected(self) -> int:
        """Return the token that a chain selected. Raises ValueError if it selected none."""
        address, size, selected, _ = self._fields
        if not 0 <= selected < size:
            raise ValueError("the sampler chain selected no token")
        token: int = self.id_at[(address - self._base) // _WIDTH + selected]
        return token

    @property
    def _start(self) -> int:
        """Return the first index; a sampler may drop tokens by moving the pointer."""
        return (self._fields[_DATA] - self._base) // _WIDTH

    def _hold(self, count: int) -> None:
        fields = self._fields
        fields[_DATA] = self._base
        fields[_SIZE] = count
        fields[_SELECTED] = -1
        # The library sets its flag there, and would skip the sorting of other tokens.
        fields[_SORTED] = 0


def group_maxima(rows: Logits, groups: int = GROUP_COUNT) -> Logits:
    """Return the maxima of groups of columns, every ``groups``-th column being in one group.

    The columns of a group are spread, so that the maximum runs over whole vectors: first of many
    groups, then of these, because long vectors take half the time.
    """
    if rows.shape[1] >= 2 * _FINER * groups:
        rows = _folded(rows, _FINER * groups)
    return _folded(rows, groups)


def _folded(rows: Logits, groups: int) -> Logits:
    width = rows.shape[1]
    group_count = min(width, groups)
    whole = width - width % group_count
    folded = rows[:, :whole].reshape(len(rows), -1, group_count)
    maxima: Logits = folded.max(axis=1)
    rest = width - whole
    if rest:
        np.maximum(maxima[:, :rest], rows[:, whole:], out=maxima[:, :rest])
    return maxima


def thresholds(maxima: Logits, counts: Sequence[int]) -> list[float | None]:
    """Return for each row a value that its ``count`` largest elements all reach.

    ``count`` groups have a maximum of at least that, so at least ``count`` elements have. It
    depends only on the row: requests of other rows do not change which ties are included. None for
    a row whose largest value is not a number, which includes any NaN. The maxima are reordered.
    """
    largest = maxima.max(axis=1).tolist()
    places = [max(0, maxima.shape[1] - count) for count in counts]
    maxima.partition(sorted({*places}), axis=1)
    return [
        max(maxima.item(row, place), MIN_LOGIT) if math.isfinite(largest[row]) else None
        for row, place in enumerate(places)
    ]


class ThresholdGuess:
    """The threshold learned from one request's rows; a wrong guess costs time, never a token.

    Attributes:
        top_k: the number of tokens that must reach the value.
        chain: the library's, which begins with top-k and ends with a draw.
        value: the expected threshold of the next row; None until one is known.
    """

    __slots__ = ("_deviation", "_mean", "chain", "top_k", "value")

    def __init__(self, top_k: int, chain: object) -> None:
        self.top_k = top_k
        self.chain = chain
        self.value: float | None = None
        self._mean = 0.0
        self._deviation = 0.0

    def learn(self, last: float) -> None:
        """Update the guess with the smallest logit of a row's top-k."""
        if self.value is None:
            self._mean, self._deviation = last, 1.0
        else:
            error = last - self._mean
            self._mean += _GAIN * error
            self._deviation += _GAIN * (abs(error) - self._deviation)
        self.value = self._below_mean()

    def lower(self) -> float:
        """Return a lower value for a row in which too few tokens reached the first one."""
        self._deviation = 2 * self._deviation + _MIN_MARGIN
        return self._below_mean()

    def _below_mean(self) -> float:
        margin = _MARGIN * self._deviation + _MIN_MARGIN
        return max(self._mean - margin, MIN_LOGIT)


class ThresholdDraw:
    """Draws tokens in a single pass over a row, in reused memory; one thread."""

    def __init__(self, vocabulary_size: int, candidates: CandidateList) -> None:
        self._mask = np.zeros(vocabulary_size, dtype=np.bool_)
        self._candidates = candidates

    def draw(self, guess: ThresholdGuess, row: Logits) -> int | None:
        """Return the token that the chain selects from the whole row.

        None if it is undecided: no value was learned, the guess was too high twice, or the row
        contains NaN.
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
        # The chain begins by sorting them; a model's rows mostly have similar orders.
        guess.learn(row.item(self._candidates.id_at[top_k - 1]))
        return token

    def _reaching(self, limit: float, row: Logits) -> npt.NDArray[np.intp]:
        """Return the indexes of all values that are not below the limit, NaN included."""
        mask = self._mask
        np.less(row, limit, mask)
        np.logical_not(mask, mask)
        return mask.nonzero()[0]
