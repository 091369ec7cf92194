"""Computes the long rows of a decode call apart from the short ones, where that is faster.

On a processor without flash attention a call computes each of its rows as if it held as much as
the longest one: one long conversation slows every row of the batch. Which way is faster depends on
the device, the model and the rows, so both are measured.
"""

import math
from collections.abc import Sequence
from itertools import groupby
from statistics import median_low

import msgspec

from engine.scheduling.costs import RETRY_STEPS, SAMPLE_CALLS, averaged

_LONG = 4  # factor of the median of the rows' tokens
_MIN_LONG_TOKENS = 1024


class _Way(msgspec.Struct):
    """One way to compute the rows: how many rows each call has, and the seconds of all calls."""

    sizes: list[int]
    seconds: float = math.inf
    count: int = 0


class LongRows:
    """Chooses the calls for a run of consecutive slots. Engine thread."""

    def __init__(self) -> None:
        self._ways: tuple[_Way, _Way] | None = None
        self._chosen: _Way | None = None
        self.is_trying = False  # the way that was returned last, whose seconds are not known yet

    def sizes(self, helds: Sequence[int]) -> list[int]:
        """Return the number of rows of each call, in order; ``helds`` are the tokens by row."""
        self._chosen, self.is_trying = None, False
        if max(helds) <= _MIN_LONG_TOKENS:
            return [len(helds)]
        limit = max(_MIN_LONG_TOKENS, _LONG * median_low(helds))
        parts = [len(list(group)) for _, group in groupby(held > limit for held in helds)]
        if len(parts) == 1:
            return parts
        if self._ways is None or self._ways[1].sizes != parts:
            self._ways = _Way([len(helds)]), _Way(parts)
        one, other = sorted(self._ways, key=lambda way: way.seconds)
        unknown = next((way for way in self._ways if way.count < SAMPLE_CALLS), None)
        is_near = other.seconds < 2 * one.seconds
        if unknown is None and is_near and (one.count + other.count) % RETRY_STEPS == 0:
            unknown = other
        self._chosen, self.is_trying = unknown or one, unknown is not None
        return self._chosen.sizes

    def learn(self, seconds: float) -> None:
        """Record the seconds of all calls of the run that was cut last."""
        way = self._chosen
        if way is not None:
            way.count += 1
            # Of the first steps only the fastest counts: others may be disturbed.
            learn = min if way.count <= SAMPLE_CALLS else averaged
            way.seconds = learn(way.seconds, seconds)
