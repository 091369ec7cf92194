"""How many tokens a step drafts for each reply, so that speculation makes no reply slower.

Costs are measured in plain steps: the seconds of a call relative to a step without drafted tokens
for the same replies. So they hold while other programs use the machine.
"""

import math
import time
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence

import msgspec

DRAFT_COUNTS = (1, 2, 3, 4, 5, 7, 11, 15)  # few lengths, so that each is soon known
MIN_GAIN = 1.05  # in tokens per second: sampling and truncating take time, too
MIN_REPLY_SPEED = 0.99  # of each reply, relative to its speed without speculation
_MIN_PROBE_ACCEPTANCE = 0.5  # share of a probe's drafted tokens that should be accepted
_SMOOTHING = 0.3
_COST_SECONDS = 60.0  # after which a cost that was not measured again is unknown
_SLOW_COST_SECONDS = 120.0  # the same, to estimate which calls would exceed the limit
_PROBE_SHARE = 0.01  # of all time, to measure unknown costs
_MIN_DRAFT = 3  # tokens for each reply; the gain of fewer is too small
_ROUNDS = 8  # after which the best rate is found; mostly two are enough
_PLAIN_INTERVAL = 64  # steps, after which a plain one is measured again
_UNKNOWN_COST_FACTOR = 2.0  # assumed cost of a further token, relative to the known ones

Expected = Sequence[Sequence[float]]


class StepLimit(msgspec.Struct, frozen=True):
    """The maximum cost of a step with drafted tokens; both fields are in plain steps.

    ``row_steps`` is the expected cost of a further row while no cost has been measured.
    """

    max_steps: float = math.inf
    row_steps: float = 1.0


NO_LIMIT = StepLimit()


class Draft(msgspec.Struct, frozen=True):
    """The number of drafted tokens of each reply, and whether all replies share one call.

    Otherwise each has its own call: with split KV the library divides a call in which slots have
    different numbers of tokens, and a pass for each costs as much as a call.
    """

    counts: tuple[int, ...]
    is_shared: bool = True


class _Cost(msgspec.Struct):
    """The cost of a call in plain steps, and when it was measured last, in the clock's seconds."""

    steps: float
    seen: float


class _CostCurve:
    """The costs of calls for a number of replies, by drafted tokens per reply, in plain steps."""

    def __init__(self, undrafted_steps: float | None) -> None:
        """``undrafted_steps`` is the cost of a call without drafted tokens, None if unknown."""
        self._known: dict[int, _Cost] = {}
        self._undrafted_steps = undrafted_steps
        self.curve: tuple[float | None, ...] = (None,) * len(DRAFT_COUNTS)

    def learn(self, count: int, steps: float, now: float) -> None:
        """Record the measured cost of a call."""
        known = self._known.get(count)
        if known is None or now - known.seen > _COST_SECONDS:
            self._known[count] = _Cost(steps, now)
        else:
            known.steps += _SMOOTHING * (steps - known.steps)
            known.seen = now
        points = {each: cost.steps for each, cost in self._known.items()}
        if self._undrafted_steps is not None:
            points[0] = self._undrafted_steps
        self.curve = tuple(_between(each, points) for each in DRAFT_COUNTS)

    def recent_steps(self, count: int, now: float) -> float | None:
        """Return a cost that was measured within ``_COST_SECONDS``, None if none was."""
        known = self._known.get(count)
        return None if known is None or now - known.seen > _COST_SECONDS else known.steps

    def upper_estimate(self, count: int, token_steps: float, now: float) -> float:
        """Return the maximum expected cost of a call, by what was measured in the last minutes.

        Each token beyond the largest measured draft counts twice the average of the measured ones;
        if nothing was measured, twice ``token_steps``.
        """
        seen = {
            each: cost.steps
            for each, cost in self._known.items()
            if now - cost.seen <= _SLOW_COST_SECONDS
        }
        found = _between(count, {0: self._undrafted_steps or 1.0, **seen})
        if found is not None:
            return found
        if not seen:
            return (self._undrafted_steps or 1.0) + _UNKNOWN_COST_FACTOR * token_steps * count
        last = max(seen)
        if self._undrafted_steps is None:
            return seen[last] * (1 + count) / (1 + last)  # as if each row cost a call
        token_steps = max(0.0, seen[last] - self._undrafted_steps) / last
        return seen[last] + _UNKNOWN_COST_FACTOR * token_steps * (count - last)


def _between(count: int, points: Mapping[int, float]) -> float | None:
    """Return a cost, interpolated between the known points; None beyond the last one."""
    above = min((each for each in points if each >= count), default=None)
    if above is None:
        return None
    below = max((each for each in points if each <= count), default=above)
    share = (count - below) / (above - below) if above > below else 0.0
    return points[below] + share * (points[above] - points[below])


class DraftPlanner:
    """Measures the costs of calls and chooses the draft of each step; on the engine's thread."""

    def __init__(
        self, *, most_rows: int, most_drafted: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most_rows = most_rows
        self._most_drafted = most_drafted
        self._clock = clock
        self._shared: dict[int, _CostCurve] = {}
        self._single: dict[int, _CostCurve] = {}
        self._next_probe = float("-inf")
        self._steps_since_plain = 0

    def is_unprofitable(self, reply_count: int) -> bool:
        """Return whether this number of replies gains nothing, even if all tokens are accepted.

        Then the caller need not look for drafts, which would cost more than it gains.
        """
        most, now = self._most(reply_count), self._clock()
        if most < _MIN_DRAFT:
            return True
        for is_shared in (True, False)[: 1 + (reply_count > 1)]:
            costs = self._costs(reply_count, is_shared=is_shared)
            call_count = 1 if is_shared else reply_count
            for count in DRAFT_COUNTS[: bisect_right(DRAFT_COUNTS, most)]:
                least = costs.recent_steps(count, now)
                if least is None or (1 + count) > MIN_GAIN * call_count * least:
                    return False
        return True

    def choose(self, expected: Expected, limit: StepLimit = NO_LIMIT) -> Draft | None:
        """Return the draft of a step, None for a plain step.

        ``expected`` has for each reply the expected number of accepted tokens, for as many of
        DRAFT_COUNTS as the reply may have. The expected cost is within the ``limit``.
        """
        if self._steps_since_plain >= _PLAIN_INTERVAL or not any(map(any, expected)):
            self._steps_since_plain = 0
            return None
        now = self._clock()
        found = self._probe(expected, limit, now) if now >= self._next_probe else None
        if found is None:
            found = best_draft(
                expected,
                self._costs(len(expected), is_shared=True).curve,
                self._costs(len(expected), is_shared=False).curve,
                most=self._most(len(expected)),
                max_steps=limit.max_steps,
            )
        self._steps_since_plain = 0 if found is None else self._steps_since_plain + 1
        return found

    def learn(self, draft: Draft, seconds: Sequence[float], plain_seconds: float) -> None:
        """Record the seconds of each call of a draft, and those of a plain step."""
        now = self._clock()
        reply_count = len(draft.counts)
        costs = self._costs(reply_count, is_shared=draft.is_shared)
        for count, each in zip(draft.counts, seconds, strict=False):
            if costs.recent_steps(count, now) is None:
                extra = sum(seconds) - plain_seconds
                self._next_probe = now + max(0.0, extra) / _PROBE_SHARE
            costs.learn(count, each / plain_seconds, now)

    def _probe(self, expected: Expected, limit: StepLimit, now: float) -> Draft | None:
        """Return the longest draft of unknown cost that should keep to the limit, None for none.

        At least half of its tokens should be accepted.
        """
        reply_count = len(expected)
        for is_shared in (True, False)[: 1 + (reply_count > 1)]:
            costs = self._costs(reply_count, is_shared=is_shared)
            for index in range(_lengths(expected, self._most(reply_count)) - 1, -1, -1):
                count = DRAFT_COUNTS[index]
                accepted = [each[index] for each in expected]
                expected_count = max(accepted) if is_shared else min(accepted)
                is_known = costs.recent_steps(count, now) is not None
                if expected_count < _MIN_PROBE_ACCEPTANCE * count or is_known:
                    continue
                row_count, call_count = (reply_count, 1) if is_shared else (1, reply_count)
                steps = costs.upper_estimate(count, row_count * limit.row_steps, now) * call_count
                if steps <= limit.max_steps:
                    return Draft((count,) * reply_count, is_shared)
        return None

    def _most(self, reply_count: int) -> int:
        """Return the maximum number of drafted tokens of each reply."""
        most_rows = self._most_rows // reply_count - 1
        return min(most_rows, self._most_drafted // reply_count)

    def _costs(self, reply_count: int, *, is_shared: bool) -> _CostCurve:
        known = self._shared if is_shared else self._single
        if reply_count not in known:
            known[reply_count] = _CostCurve(1.0 if is_shared or reply_count == 1 else None)
        return known[reply_count]


def best_draft(
    expected: Expected,
    shared: Sequence[float | None],
    single: Sequence[float | None],
    most: int,
    max_steps: float = math.inf,
) -> Draft | None:
    """Return the draft with the most tokens per second; None if no draft reaches ``MIN_GAIN``.

    No reply is expected to be slower than in plain steps. ``shared`` and ``single`` are the costs,
    in plain steps, of a call for all replies and of a call for one, by the DRAFT_COUNTS; ``most``
    is the maximum number of tokens for a reply, ``max_steps`` that of the cost of all calls.
    """
    best, best_gain = None, MIN_GAIN
    lengths = _lengths(expected, most)
    for index in range(lengths):
        cost = shared[index]
        if cost is None:
            break  # costs of longer drafts are unknown as well
        if cost > max_steps:
            continue
        gain = _gain([each[index] for each in expected], cost)
        if gain > best_gain:
            best_gain, best = gain, Draft((DRAFT_COUNTS[index],) * len(expected))
    known = single[:lengths]
    if len(expected) > 1 and known and None not in known[:1]:
        costs = [each for each in known if each is not None]
        choices, cost = _single_choices(expected, costs)
        while cost > max_steps and max(choices) > 0:
            choices, cost = _single_choices(expected, costs[: max(choices)])
        accepted = [each[index] for each, index in zip(expected, choices, strict=True)]
        if cost <= max_steps and _gain(accepted, cost) > best_gain:
            best = Draft(tuple(DRAFT_COUNTS[index] for index in choices), is_shared=False)
    return best


def _gain(accepted: Sequence[float], cost: float) -> float:
    """Return the factor by which tokens per second grow; 0.0 where a reply would be slower."""
    if (1.0 + min(accepted)) < MIN_REPLY_SPEED * cost:
        return 0.0
    return (1.0 + sum(accepted) / len(accepted)) / cost


def _single_choices(expected: Expected, costs: Sequence[float]) -> tuple[list[int], float]:
    """Return for each reply the index of the length with the most tokens per second, and the cost.

    The cost is that of all calls, in plain steps.
    """
    rate, choices = float(len(expected)), [-1] * len(expected)
    for _ in range(_ROUNDS):
        better = [
            max(range(len(costs)), key=lambda index: each[index] - rate * costs[index])
            for each in expected
        ]
        if better == choices:
            break
        choices = better
        tokens = sum(1.0 + each[index] for each, index in zip(expected, choices, strict=True))
        rate = tokens / sum(costs[index] for index in choices)
    return choices, sum(costs[index] for index in choices)


def _lengths(expected: Expected, most: int) -> int:
    """Return how many of DRAFT_COUNTS all replies may have."""
    return min(bisect_right(DRAFT_COUNTS, most), *map(len, expected))
