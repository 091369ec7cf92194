"""Expected seconds of decode calls and of prompt tokens: moving averages of measured calls."""

import math
from bisect import bisect_left
from dataclasses import dataclass, field
from typing import Protocol

SAMPLE_CALLS = 4  # enough to compare one way of computing with another
RETRY_STEPS = 64  # after these the slower of two ways of computing is measured again
MIN_SAMPLE_TOKENS = 4  # tokens of a prompt; a shorter piece mostly costs the overhead of the call
_SMOOTHING, _MAX_RISE = 0.2, 4.0  # weight of a call, which counts as at most 4 averages
_BUCKET_TOKENS = 512  # positions within a bucket share an average
_SHORT_PIECE = 64  # tokens; a token of a shorter piece costs more
_FIRST_TOKEN_SECONDS = 0.002  # seconds per prompt token, before any was measured


class StepSeconds(Protocol):
    """Expected seconds of a step, as the planner's function type."""

    def __call__(self, rows: int, prompt_tokens: int = 0, position: int = 0) -> float:
        """Return the seconds of a decode call and of prompt tokens that follow ``position``."""


@dataclass(slots=True)
class _Averages:
    """Seconds of decode calls by rows, and of a prompt's token by kind.

    The kind is a bucket of positions, and whether the piece was short. ``rows`` ascend.
    """

    rows: dict[int, float] = field(default_factory=dict)
    tokens: dict[tuple[int, bool], float] = field(default_factory=dict)


class Costs:
    """Seconds of decode calls by rows, and of a prompt's token by position. Engine thread.

    While other threads of this process compute, averages of their own are used and learned.
    """

    def __init__(self) -> None:
        self._all_cores = self._now = _Averages()
        self._shared: dict[int, _Averages] = {}
        self._assumed = _FIRST_TOKEN_SECONDS
        # Seconds of a token of the last prompt on all cores; None before a measurement.
        self.token_seconds: float | None = None

    def share_cores(self, thread_count: int, slowdown: float) -> None:
        """Use the averages of calls made while ``thread_count`` other threads compute; 0 for none.

        Until they are measured, calls are expected to take ``slowdown`` times as long.
        """
        if thread_count and thread_count not in self._shared:
            known = self._all_cores
            rows = {size: slowdown * seconds for size, seconds in known.rows.items()}
            tokens = {kind: slowdown * seconds for kind, seconds in known.tokens.items()}
            self._shared[thread_count] = _Averages(rows, tokens)
        self._now = self._shared[thread_count] if thread_count else self._all_cores

    def seconds(self, rows: int, prompt_tokens: int = 0, position: int = 0) -> float:
        """Return the expected seconds of decoding rows and of reading prompt tokens.

        Decoding counts as 0.0 before any call was measured.
        """
        decode = self._row_seconds(rows) if rows else 0.0
        if not prompt_tokens:
            return decode
        is_short = prompt_tokens < _SHORT_PIECE
        return decode + prompt_tokens * self._token_seconds(position, is_short=is_short)

    def learn_rows(self, rows: int, seconds: float) -> None:
        """Record the seconds of a decode call. Those below the clock's resolution are ignored."""
        if seconds <= 0.0:
            return
        known = self._now.rows
        is_new = rows not in known
        known[rows] = averaged(known.get(rows), seconds)
        if is_new:
            self._now.rows = dict(sorted(known.items()))

    def learn_prompt(self, token_count: int, position: float, seconds: float) -> None:
        """Record a call over a prompt's tokens, the mean of whose positions is ``position``."""
        if token_count < MIN_SAMPLE_TOKENS or seconds <= 0.0:
            return
        kind = bucket_of(position), token_count < _SHORT_PIECE
        cost = averaged(self._now.tokens.get(kind), seconds / token_count)
        self._now.tokens[kind] = cost
        if self._now is self._all_cores:
            self.token_seconds = cost

    def assume(self, token_seconds: float) -> None:
        """Expect what an earlier process measured for a token, until one is measured."""
        if token_seconds < math.inf:  # it comes from a file, which may hold anything
            self._assumed = max(self._assumed, token_seconds)

    def _row_seconds(self, rows: int) -> float:
        """Interpolate between measured sizes; a further row costs what a prompt's token does."""
        known = self._now.rows
        seconds = known.get(rows)
        if seconds is not None or not known:
            return seconds or 0.0
        sizes = list(known)
        place = bisect_left(sizes, rows)
        if place == len(sizes):
            most, more = sizes[-1], rows - sizes[-1]
            of_tokens = known[most] + more * self._token_seconds(0, is_short=True)
            return min(of_tokens, known[most] * rows / most)
        above = sizes[place]
        if place == 0:
            return known[above]
        below = sizes[place - 1]
        share = (rows - below) / (above - below)
        return known[below] + share * (known[above] - known[below])

    def _token_seconds(self, position: int, *, is_short: bool) -> float:
        tokens, bucket = self._now.tokens, bucket_of(position)
        found = tokens.get((bucket, is_short))
        if found is not None:
            return found
        if not tokens:
            return self._assumed * _growth(bucket)
        kind = min(tokens, key=lambda each: (each[1] is not is_short, abs(each[0] - bucket)))
        # An earlier position is expected to cost no less.
        return tokens[kind] * max(1.0, _growth(bucket) / _growth(kind[0]))


def bucket_of(position: float) -> int:
    """Return the number of the range of positions that share an average."""
    return int(position) // _BUCKET_TOKENS


def averaged(old: float | None, new: float) -> float:
    """Return the moving average of a cost with a new sample; ``old`` is None for the first."""
    # A single call that was disturbed, by a sleep of the computer for instance, changes little.
    return new if old is None else old + _SMOOTHING * (min(new, _MAX_RISE * old) - old)


def _growth(bucket: int) -> float:
    # Before a measurement. An overestimate is safer: too large a piece delays every reply.
    return 1.0 + bucket / 2
