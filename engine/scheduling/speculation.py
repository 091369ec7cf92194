"""Chooses how many tokens a step drafts for each reply; no reply becomes slower by it."""

import time
from bisect import bisect_left
from collections.abc import Callable, Sequence

import msgspec

from engine.scheduling.costs import RETRY_STEPS, StepSeconds, averaged

DRAFT_COUNTS = (1, 2, 3, 4, 5, 7, 11, 15)  # few lengths, so that each is soon measured
MIN_GAIN = 1.05  # in tokens per second: sampling and truncating take time, too
_COST_SECONDS = 120.0  # seconds after which an old cost is estimated instead
_MIN_DRAFT = 3  # tokens for each reply; the gain of fewer is too small

DraftingSeconds = Callable[[int], float]


def _no_time(_count: int) -> float:
    """Return the seconds of drafts that are found in a text."""
    return 0.0


class Option(msgspec.Struct, frozen=True):
    """A source of drafts: how many tokens are accepted, and the seconds to draft a number.

    ``expected`` are for each reply the numbers of accepted tokens by length of the draft: the first
    ones of DRAFT_COUNTS, as far as the reply may be drafted.
    """

    expected: Sequence[Sequence[float]]
    drafting: DraftingSeconds = _no_time


class Choice(msgspec.Struct, frozen=True):
    """A number of drafted tokens for each reply; ``gain`` is the ratio of tokens per second."""

    option: Option
    count: int
    gain: float


class _Cost(msgspec.Struct, frozen=True):
    """The average seconds of a call, and the time of the last measurement."""

    seconds: float
    seen: float


class DraftPlanner:
    """Chooses the number of drafted tokens, the same for each reply of a call. Engine thread.

    A call with drafted tokens is expected to take as long as one with as many replies, until it
    is measured.
    """

    def __init__(
        self,
        seconds: StepSeconds,
        *,
        max_rows: int,
        max_drafted: int,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``max_rows`` is the maximum size of a call, ``max_drafted`` that of its drafts."""
        self._seconds = seconds
        self._max_rows = max_rows
        self._max_drafted = max_drafted
        self._clock = clock
        self._known: dict[tuple[int, int], _Cost] = {}
        self._steps_since_plain = 0

    def is_unprofitable(self, reply_count: int, drafting: DraftingSeconds = _no_time) -> bool:
        """Return whether this number of replies gains nothing, even if all tokens are accepted.

        Then the caller need not look for drafts, which would cost more than it gains. ``drafting``
        returns the seconds that it takes to draft a number of tokens for each reply.
        """
        plain = self._seconds(reply_count)
        counts = self._counts(reply_count)
        if not plain or max(counts, default=0) < _MIN_DRAFT:
            return True
        return all(
            (1 + count) * plain
            < MIN_GAIN * (self.call_seconds(reply_count, count) + drafting(count))
            for count in counts
        )

    def choose(self, options: Sequence[Option], max_seconds: float) -> Choice | None:
        """Return one of the options and its number of drafted tokens; None for a plain step."""
        self._steps_since_plain += 1
        # A plain step from time to time, so that its cost is measured again.
        if self._steps_since_plain > RETRY_STEPS:
            self._steps_since_plain = 0
            return None
        choices = [self.best(option, max_seconds) for option in options]
        found = max(filter(None, choices), key=lambda choice: choice.gain, default=None)
        if found is None:
            self._steps_since_plain = 0
        return found

    def best(self, option: Option, max_seconds: float) -> Choice | None:
        """Return the number of drafted tokens of each reply; None if a plain step is better.

        It is the number with the most tokens per second, among those with which no reply becomes
        slower and the step is expected to take at most ``max_seconds``.
        """
        expected = option.expected
        if not any(map(any, expected)):
            return None
        reply_count, plain = len(expected), self._seconds(len(expected))
        best: Choice | None = None
        for index, count in enumerate(self._counts(reply_count)[: min(map(len, expected))]):
            cost = self.call_seconds(reply_count, count) + option.drafting(count)
            accepted = [each[index] for each in expected]
            is_slower = (1 + min(accepted)) * plain < cost
            if cost > max_seconds or is_slower:
                continue
            gain = (1 + sum(accepted) / reply_count) * plain / cost
            if gain > (MIN_GAIN if best is None else best.gain):
                best = Choice(option, count, gain)
        return best

    def learn(self, reply_count: int, count: int, seconds: float) -> None:
        """Record the seconds of a call with ``count`` drafted tokens for each reply."""
        average = averaged(self._recent(reply_count, count), seconds)
        self._known[reply_count, count] = _Cost(average, self._clock())

    def call_seconds(self, reply_count: int, count: int) -> float:
        """Return the expected seconds of a call with ``count`` drafted tokens for each reply.

        A call that is not measured is expected to exceed its estimate by the same factor as the
        largest measured one with fewer drafted tokens.
        """
        known = self._recent(reply_count, count)
        if known is not None:
            return known
        expected = self._seconds(reply_count * (1 + count))
        for fewer in reversed(DRAFT_COUNTS[: bisect_left(DRAFT_COUNTS, count)]):
            known = self._recent(reply_count, fewer)
            if known is not None:
                estimate = self._seconds(reply_count * (1 + fewer))
                return expected * max(1.0, known / estimate) if estimate else expected
        return expected

    def _recent(self, reply_count: int, count: int) -> float | None:
        """Return the average seconds of a call; None if it was not measured recently."""
        known = self._known.get((reply_count, count))
        if known is None or self._clock() - known.seen > _COST_SECONDS:
            return None
        return known.seconds

    def _counts(self, reply_count: int) -> Sequence[int]:
        """Return the numbers that fit into a call."""
        limit = min(self._max_rows // reply_count - 1, self._max_drafted // reply_count)
        return [count for count in DRAFT_COUNTS if count <= limit]
