"""How many tokens a step guesses ahead: as many as should be worth their price to everybody."""

import math
import time
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence

import msgspec

DRAFT_COUNTS = (1, 2, 3, 4, 5, 7, 11, 15)  # few lengths, so that each is soon known
WORTH_IT = 1.05  # times as many tokens in a second: sampling and cutting take their time, too
HARMLESS = 0.99  # of its speed without guesses each reply keeps at least
_LIKELY = 0.5  # of what is guessed to learn a price: a probe should not be in vain
_SMOOTHING = 0.3
_TRUE_SECONDS = 60.0  # that a price is believed for without being seen
_LONG_SECONDS = 120.0  # that a price is believed for where a call would be too long
_PROBE_SHARE = 0.01  # of all time, for prices that are not known
_FEWEST = 3  # for each reply; of fewer nothing much can come
_ROUNDS = 8  # after which the best rate is found; mostly two are enough
_PLAIN_EVERY = 64  # steps: what a step without guesses takes has to stay known, too

_CAUTION = 2.0  # times what a guess is known to cost: one more may cost, as long as it is unknown

Expected = Sequence[Sequence[float]]


class Limit(msgspec.Struct, frozen=True):
    """What a step with guesses may take, and what each row should add; in steps without guesses."""

    steps: float = math.inf
    row_steps: float = 1.0


NO_LIMIT = Limit()


class Draft(msgspec.Struct, frozen=True):
    """How many tokens are guessed for each reply, and whether all of them share one call.

    Else each has a call of its own: with split KV the library divides a call in which slots have
    different numbers of tokens, and a pass for each is no cheaper than a call.
    """

    counts: tuple[int, ...]
    is_shared: bool = True


class _Price(msgspec.Struct):
    """What a call with guesses takes, measured in steps without; when that was seen last."""

    steps: float
    seen: float


class _Prices:
    """The prices of calls with guesses while so many replies are written, by guesses per reply."""

    def __init__(self, at_none: float | None) -> None:
        self._known: dict[int, _Price] = {}
        self._at_none = at_none
        self.curve: tuple[float | None, ...] = (None,) * len(DRAFT_COUNTS)

    def learn(self, count: int, steps: float, now: float) -> None:
        """Take note of a price."""
        known = self._known.get(count)
        if known is None or now - known.seen > _TRUE_SECONDS:
            self._known[count] = _Price(steps, now)
        else:
            known.steps += _SMOOTHING * (steps - known.steps)
            known.seen = now
        points = {each: price.steps for each, price in self._known.items()}
        if self._at_none is not None:
            points[0] = self._at_none
        self.curve = tuple(_between(each, points) for each in DRAFT_COUNTS)

    def true_price(self, count: int, now: float) -> float | None:
        """Return a price that was seen not long ago, None if none was."""
        known = self._known.get(count)
        return None if known is None or now - known.seen > _TRUE_SECONDS else known.steps

    def at_most(self, count: int, guess_steps: float, now: float) -> float:
        """Return what a price should be at most, by those that were seen in the last minutes.

        Beyond them a guess costs at most twice the average of the known ones; where none is known,
        twice ``guess_steps``.
        """
        seen = {
            each: price.steps
            for each, price in self._known.items()
            if now - price.seen <= _LONG_SECONDS
        }
        found = _between(count, {0: self._at_none or 1.0, **seen})
        if found is not None:
            return found
        if not seen:
            return (self._at_none or 1.0) + _CAUTION * guess_steps * count
        last = max(seen)
        if self._at_none is None:
            return seen[last] * (1 + count) / (1 + last)  # a row costs as much as a call
        guess_steps = max(0.0, seen[last] - self._at_none) / last
        return seen[last] + _CAUTION * guess_steps * (count - last)


def _between(count: int, points: Mapping[int, float]) -> float | None:
    """Return a price that may lie between those that are known; None beyond them."""
    above = min((each for each in points if each >= count), default=None)
    if above is None:
        return None
    below = max((each for each in points if each <= count), default=above)
    share = (count - below) / (above - below) if above > below else 0.0
    return points[below] + share * (points[above] - points[below])


class DraftPlanner:
    """Learns the prices of guesses, and says how many are worth theirs; on the engine's thread.

    A price is measured in steps without guesses, so that it holds while the machine is busy.
    """

    def __init__(
        self, *, most_rows: int, most_drafted: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._most_rows = most_rows
        self._most_drafted = most_drafted
        self._clock = clock
        self._shared: dict[int, _Prices] = {}
        self._single: dict[int, _Prices] = {}
        self._next_probe = float("-inf")
        self._steps_since_plain = 0

    def is_hopeless(self, reply_count: int) -> bool:
        """Return whether so many replies would not even gain if all guesses were right.

        In a full batch that is not asked for: it would cost every step more than it could bring.
        """
        most, now = self._most(reply_count), self._clock()
        if most < _FEWEST:
            return True
        for is_shared in (True, False)[: 1 + (reply_count > 1)]:
            prices = self._prices(reply_count, is_shared=is_shared)
            call_count = 1 if is_shared else reply_count
            for count in DRAFT_COUNTS[: bisect_right(DRAFT_COUNTS, most)]:
                least = prices.true_price(count, now)
                if least is None or (1 + count) > WORTH_IT * call_count * least:
                    return False
        return True

    def choose(self, expected: Expected, limit: Limit = NO_LIMIT) -> Draft | None:
        """Return what to guess for the replies of a step, None if nothing.

        ``expected`` are for each reply the tokens of guesses that should be right, for as many of
        DRAFT_COUNTS as it may have. A step with guesses is expected to keep to the ``limit``.
        """
        if self._steps_since_plain >= _PLAIN_EVERY or not any(map(any, expected)):
            self._steps_since_plain = 0
            return None
        now = self._clock()
        found = self._probe(expected, limit, now) if now >= self._next_probe else None
        if found is None:
            found = best_draft(
                expected,
                self._prices(len(expected), is_shared=True).curve,
                self._prices(len(expected), is_shared=False).curve,
                most=self._most(len(expected)),
                most_steps=limit.steps,
            )
        self._steps_since_plain = 0 if found is None else self._steps_since_plain + 1
        return found

    def learn(self, draft: Draft, seconds: Sequence[float], plain_seconds: float) -> None:
        """Take note of what each call of a draft took, and a step without guesses would take."""
        now = self._clock()
        reply_count = len(draft.counts)
        prices = self._prices(reply_count, is_shared=draft.is_shared)
        for count, each in zip(draft.counts, seconds, strict=False):
            if prices.true_price(count, now) is None:
                extra = sum(seconds) - plain_seconds
                self._next_probe = now + max(0.0, extra) / _PROBE_SHARE
            prices.learn(count, each / plain_seconds, now)

    def _probe(self, expected: Expected, limit: Limit, now: float) -> Draft | None:
        """Return a draft whose price is not known, where for one half of it should be right.

        The longest that should not take too long.
        """
        reply_count = len(expected)
        for is_shared in (True, False)[: 1 + (reply_count > 1)]:
            prices = self._prices(reply_count, is_shared=is_shared)
            for index in range(_lengths(expected, self._most(reply_count)) - 1, -1, -1):
                count = DRAFT_COUNTS[index]
                rights = [each[index] for each in expected]
                right = max(rights) if is_shared else min(rights)
                is_known = prices.true_price(count, now) is not None
                if right < _LIKELY * count or is_known:
                    continue
                row_count, call_count = (reply_count, 1) if is_shared else (1, reply_count)
                steps = prices.at_most(count, row_count * limit.row_steps, now) * call_count
                if steps <= limit.steps:
                    return Draft((count,) * reply_count, is_shared)
        return None

    def _most(self, reply_count: int) -> int:
        """Return how many tokens may be guessed for each of so many replies."""
        most_rows = self._most_rows // reply_count - 1
        return min(most_rows, self._most_drafted // reply_count)

    def _prices(self, reply_count: int, *, is_shared: bool) -> _Prices:
        known = self._shared if is_shared else self._single
        if reply_count not in known:
            known[reply_count] = _Prices(1.0 if is_shared or reply_count == 1 else None)
        return known[reply_count]


def best_draft(
    expected: Expected,
    shared: Sequence[float | None],
    single: Sequence[float | None],
    most: int,
    most_steps: float = math.inf,
) -> Draft | None:
    """Return the draft with the most tokens for the time, None where no draft is worth its price.

    No reply is expected to be slower than without guesses. ``shared`` and ``single`` are the prices
    of a call of all replies, and of one, with so many guesses each as DRAFT_COUNTS says; ``most``
    may be guessed for a reply, and all calls may take ``most_steps``.
    """
    best, best_gain = None, WORTH_IT
    lengths = _lengths(expected, most)
    for index in range(lengths):
        price = shared[index]
        if price is None:
            break  # of more guesses neither is known
        if price > most_steps:
            continue
        gain = _gain([each[index] for each in expected], price)
        if gain > best_gain:
            best_gain, best = gain, Draft((DRAFT_COUNTS[index],) * len(expected))
    known = single[:lengths]
    if len(expected) > 1 and known and None not in known[:1]:
        prices = [each for each in known if each is not None]
        choices, price = _single_choices(expected, prices)
        while price > most_steps and max(choices) > 0:
            choices, price = _single_choices(expected, prices[: max(choices)])
        rights = [each[index] for each, index in zip(expected, choices, strict=True)]
        if price <= most_steps and _gain(rights, price) > best_gain:
            best = Draft(tuple(DRAFT_COUNTS[index] for index in choices), is_shared=False)
    return best


def _gain(rights: Sequence[float], price: float) -> float:
    """Return how many times as many tokens come in a second; 0.0 where a reply would lose."""
    if (1.0 + min(rights)) < HARMLESS * price:
        return 0.0
    return (1.0 + sum(rights) / len(rights)) / price


def _single_choices(expected: Expected, prices: Sequence[float]) -> tuple[list[int], float]:
    """Return for each reply the length with the most tokens for the time; and the calls' price."""
    rate, choices = float(len(expected)), [-1] * len(expected)
    for _ in range(_ROUNDS):
        better = [
            max(range(len(prices)), key=lambda index: each[index] - rate * prices[index])
            for each in expected
        ]
        if better == choices:
            break
        choices = better
        tokens = sum(1.0 + each[index] for each, index in zip(expected, choices, strict=True))
        rate = tokens / sum(prices[index] for index in choices)
    return choices, sum(prices[index] for index in choices)


def _lengths(expected: Expected, most: int) -> int:
    """Return how many of DRAFT_COUNTS every reply may have."""
    return min(bisect_right(DRAFT_COUNTS, most), *map(len, expected))
