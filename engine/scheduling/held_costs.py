"""What a decode call takes longer where its rows look back on more tokens, and what that means.

On a processor without flash attention a call computes each of its rows as if it held as much as
the longest one. So one long conversation makes those of its neighbours dear that are in its call.
"""

from collections.abc import Callable, Sequence
from copy import copy

import msgspec

ALIKE_TOKENS = 256  # the library pads to so many: rows that differ by less cost the same
_FAR_TOKENS = 512  # apart, before two costs are believed to differ by that
_ANCHOR_CALLS = 16
_FORGETTING = 0.8
_DRIFT = 0.05
_ROW_FOR_TOKEN = 4.0  # what a row alone looks back on costs, by that of one among many of a prompt
_LEAST_SHARE, _MOST_SHARE = 0.2, 5.0  # of what was measured, at the reference
_BETTER = 0.97  # of one call, or noise would cut it back and forth


class _Anchor(msgspec.Struct):
    """The means of the last calls of one kind: tokens held, and seconds of a row."""

    held: float
    seconds: float
    count: int = 1

    def follow(self, held: float, seconds: float) -> None:
        self.count = min(_ANCHOR_CALLS, self.count + 1)
        self.held += (held - self.held) / self.count
        self.seconds += (seconds - self.seconds) / self.count


class _Slope(msgspec.Struct):
    """Seconds of a row for each token more that it holds."""

    value: float = 0.0
    squares: float = 0.0
    products: float = 0.0

    def learn(self, tokens: float, seconds: float) -> None:
        self.squares = self.squares * _FORGETTING + tokens * tokens
        self.products = self.products * _FORGETTING + tokens * seconds
        self.value = max(0.0, self.products / self.squares)


class _Reference(msgspec.Struct):
    """How many tokens rows hold at the price that is kept, and how many they held lately."""

    held: float
    mean: float


class _Mixed(msgspec.Struct, frozen=True):
    """A call whose rows held unlike many tokens; ``excess`` is what it took over what was expected.

    In tokens, of all rows: ``further`` more than at the reference, ``padding`` more to the longest.
    """

    thread_count: int
    excess: float
    further: float
    padding: int


class HeldCosts:
    """Learns what tokens that are held cost a row, by threads, and how much of it padding costs.

    All other costs of decode calls are those at a reference: about what rows held lately in calls
    of as many rows on as many threads. So what a call takes is known whatever its rows hold.
    ``move`` is called with rows, threads and seconds when a reference has moved: those costs are as
    much higher from now on. Engine thread.
    """

    def __init__(self, move: Callable[[int, int, float], None]) -> None:
        self._move = move
        self._mean: float | None = None  # of what rows held, in all calls
        self._references: dict[tuple[int, int], _Reference] = {}
        self._anchors: dict[tuple[int, int], _Anchor] = {}
        self._slopes: dict[int, _Slope] = {}
        self._mixed: _Mixed | None = None
        self._padding_share = 0.0
        self._guess = 0.0

    def assume(self, token_seconds: float) -> None:
        """Take what a prompt's token costs for each that is held, until rows were measured."""
        self._guess = _ROW_FOR_TOKEN * token_seconds

    def beside(self, move: Callable[[int, int, float], None]) -> "HeldCosts":
        """Return a learner that begins with what is known here, for costs of their own."""
        other = HeldCosts(move)
        other._mean, other._padding_share = self._mean, self._padding_share
        other._references = {key: copy(each) for key, each in self._references.items()}
        other._slopes = {key: copy(each) for key, each in self._slopes.items()}
        return other

    def learn(
        self, thread_count: int, helds: Sequence[int], seconds: float, expected: float
    ) -> float:
        """Take note of a call; return what it would have taken with rows at the reference.

        ``expected`` is what it should take there, 0.0 if nobody knows.
        """
        count, total = len(helds), sum(helds)
        mean, reference = total / count, self._reference(thread_count, count)
        padding = count * max(helds) - total
        if padding <= ALIKE_TOKENS * count:
            self._learn_slope(thread_count, count, mean, seconds / count)
        elif expected > 0.0:
            further = 0.0 if reference is None else total - count * reference
            self._mixed = _Mixed(thread_count, seconds - expected, further, padding)
            self._learn_padding()
        self._note_held(thread_count, count, mean)
        extra = self._extra(thread_count, count, total, max(helds))
        return min(max(seconds - extra, seconds * _LEAST_SHARE), seconds * _MOST_SHARE)

    def extra(self, thread_count: int, helds: Sequence[int]) -> float:
        """Return how many seconds more one call of these rows takes than with the reference's.

        Rather too many while that was never measured.
        """
        if not helds:
            return 0.0
        count, most = len(helds), max(helds)
        if self._slopes:
            return self._extra(thread_count, count, sum(helds), most)
        reference = self._reference(thread_count, count)
        return 0.0 if reference is None else self._guess * count * max(0.0, most - reference)

    def parts(
        self, thread_count: int, helds: Sequence[int], seconds: Callable[[int], float]
    ) -> list[int]:
        """Return into how many rows each the calls are cut, in their order, that take least.

        ``seconds`` are those of a call of so many rows at the reference.
        """
        count = len(helds)
        if count < 2 or not self._padding_share or max(helds) - min(helds) <= ALIKE_TOKENS:
            return [count]
        prices = [0.0, *(seconds(rows) for rows in range(1, count + 1))]
        whole = prices[count] + self.extra(thread_count, helds)
        best, starts = [0.0] + [float("inf")] * count, [0] * (count + 1)
        for end in range(1, count + 1):
            most = total = 0
            for start in range(end - 1, -1, -1):
                most, total = max(most, helds[start]), total + helds[start]
                rows = end - start
                cost = prices[rows] + self._extra(thread_count, rows, total, most)
                if best[start] + cost < best[end]:
                    best[end], starts[end] = best[start] + cost, start
        if best[count] >= _BETTER * whole:
            return [count]
        sizes: list[int] = []
        end = count
        while end:
            sizes.append(end - starts[end])
            end = starts[end]
        return sizes[::-1]

    def _extra(self, thread_count: int, count: int, total: int, most: int) -> float:
        reference = self._reference(thread_count, count)
        further = 0.0 if reference is None else total - count * reference
        padding = self._padding_share * (count * most - total)
        return self._slope(thread_count) * (further + padding)

    def _reference(self, thread_count: int, count: int) -> float | None:
        known = self._references.get((thread_count, count))
        return self._mean if known is None else known.held

    def _note_held(self, thread_count: int, count: int, held: float) -> None:
        """Let the reference of such calls follow what they hold."""
        self._mean = _drifted(self._mean, held)
        known = self._references.get((thread_count, count))
        if known is None:
            self._references[thread_count, count] = _Reference(held, held)
            return
        known.mean = _drifted(known.mean, held)
        moved = known.mean - known.held
        if abs(moved) > _FAR_TOKENS:
            known.held = known.mean
            self._move(count, thread_count, self._slope(thread_count) * moved * count)

    def _learn_slope(self, thread_count: int, count: int, held: float, seconds: float) -> None:
        anchor = self._anchors.get((thread_count, count))
        if anchor is None:
            self._anchors[thread_count, count] = _Anchor(held, seconds)
        elif abs(held - anchor.held) < _FAR_TOKENS:
            anchor.follow(held, seconds)
        else:
            slope = self._slopes.setdefault(thread_count, _Slope())
            slope.learn(held - anchor.held, seconds - anchor.seconds)
            self._anchors[thread_count, count] = _Anchor(held, seconds)
            self._learn_padding()

    def _learn_padding(self) -> None:
        """Learn from the last mixed call what padding costs, as a share of what tokens cost."""
        mixed = self._mixed
        if mixed is None:
            return
        slope = self._slopes.get(mixed.thread_count)
        if slope is not None and slope.value:
            left = mixed.excess - slope.value * mixed.further
            self._padding_share = min(1.0, max(0.0, left / (slope.value * mixed.padding)))
        elif mixed.excess > 0.0 and mixed.further > 0.0:
            # Nobody knows yet which of both it was. As if it were both: what padding costs shows
            # when a long row is computed apart for once.
            value = mixed.excess / (mixed.further + mixed.padding)
            self._slopes[mixed.thread_count] = _Slope(value)
            self._padding_share = 1.0

    def _slope(self, thread_count: int) -> float:
        slope = self._slopes.get(thread_count)
        if slope is None and self._slopes:
            slope = self._slopes[min(self._slopes, key=lambda known: abs(known - thread_count))]
        return 0.0 if slope is None else slope.value


def _drifted(old: float | None, new: float) -> float:
    return new if old is None else old + _DRIFT * (new - old)
