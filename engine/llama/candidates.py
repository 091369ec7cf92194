"""Finds the likeliest tokens of many rows of logits at once, exactly and without sorting."""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

GROUP_COUNT = 512
MAX_REACH = 128  # for more candidates, a call of the library over the whole row is as fast

Logits = npt.NDArray[np.float32]


def finite_maxima(rows: Logits) -> npt.NDArray[np.bool_]:
    """Return for each row whether its largest value is a number; NaN anywhere makes it none."""
    return np.isfinite(rows.max(axis=1))


def group_maxima(rows: Logits) -> Logits:
    """Return the maxima of groups of columns, every ``GROUP_COUNT``-th column being in one group.

    The columns of a group lie apart, so that the maximum runs over whole vectors.
    """
    width = rows.shape[1]
    group_count = min(width, GROUP_COUNT)
    whole = width - width % group_count
    maxima: Logits = rows[:, :whole].reshape(len(rows), -1, group_count).max(axis=1)
    rest = width - whole
    np.maximum(maxima[:, :rest], rows[:, whole:], out=maxima[:, :rest])
    return maxima


def thresholds(maxima: Logits, counts: Sequence[int]) -> Logits:
    """Return for each row a value that its ``count`` largest elements all reach.

    So many groups have a maximum of at least that, so at least so many elements have. It is
    the row's own: what other rows ask for does not change which ties are let through.
    """
    places = np.maximum(0, maxima.shape[1] - np.asarray(counts))
    ordered = np.partition(maxima, np.unique(places), axis=1)
    result: Logits = ordered[np.arange(len(maxima)), places]
    return result
