"""What a decode call takes longer where its rows look back on more tokens, and what that means.

On a processor without flash attention a call computes each of its rows as if it held as much as
the longest one. So one long conversation makes those of its neighbours dear that are in its call.
"""

from bisect import insort
from collections import deque
from collections.abc import Callable, Sequence
from copy import copy
from itertools import accumulate, pairwise

import msgspec

from engine.scheduling.call_costs import WINDOW

ALIKE_TOKENS = 256  # the library pads to so many: rows that differ by less cost the same
# Tokens apart, and as a share, before two costs are believed to differ by that: less is noise.
_FAR_TOKENS, _FAR_SHARE = 512, 0.25
_ANCHOR_CALLS, _FEWEST_CALLS = 16, 3
_FORGETTING = 0.8
_ROW_DRIFT, _MOST_DRIFT = 0.01, 0.25
_MOVED = 0.05  # of what is believed; less is noise and changes nothing
_ROW_FOR_TOKEN = 4.0  # what a row alone looks back on costs, by that of one among many of a prompt
_LEAST_SHARE, _MOST_SHARE = 0.02, 5.0  # of what was measured, at the reference
_SURE_SHARE = 0.5
_BETTER = 0.97  # of one call, or noise would cut it back and forth
_CALL_SECONDS = 0.00005  # of the host, for one call more
# Who computes rows apart does not see any more what padding costs. So one call is made again: soon
# while a single one speaks for it, then for a small share of all time, if nobody feels it.
_KEPT_MIXED, _SURE_CALLS = 3, 2
_TELLING_SHARE, _PASSED_OVER_CALLS = 0.25, 64
_FIRST_DOUBT_STEPS, _FIRST_DOUBT_SECONDS = 8, 1.0
_DOUBT_SHARE, _MOST_DOUBT_SECONDS = 0.002, 0.25


class _Anchor:
    """The last calls of one kind with rows that held about as much."""

    def __init__(self, held: float, seconds: float) -> None:
        self.held = held
        self._samples = deque([seconds], _ANCHOR_CALLS)

    def follow(self, held: float, seconds: float) -> None:
        self._samples.append(seconds)
        self.held += (held - self.held) / len(self._samples)

    def is_near(self, held: float) -> bool:
        return abs(held - self.held) < _far(self.held)

    @property
    def is_sure(self) -> bool:
        return len(self._samples) >= _FEWEST_CALLS

    @property
    def seconds(self) -> float:
        """Return the mean seconds of a row, without the dearest: one alone says nothing."""
        count = len(self._samples)
        if count < _FEWEST_CALLS:
            return min(self._samples)
        return (sum(self._samples) - max(self._samples)) / (count - 1)


class _Slope(msgspec.Struct):
    """Seconds of a row for each token more that it holds."""

    value: float = 0.0
    squares: float = 0.0
    products: float = 0.0

    def learn(self, tokens: float, seconds: float) -> None:
        self.squares = self.squares * _FORGETTING + tokens * tokens
        self.products = self.products * _FORGETTING + tokens * seconds
        self.value = max(0.0, self.products / self.squares)


class _Sample(msgspec.Struct, frozen=True):
    """A call: seconds, tokens held by all rows, and those padded to the longest."""

    seconds: float
    total: float
    padding: float


class _Mixed(msgspec.Struct, frozen=True):
    """A call of so many rows that held unlike many tokens."""

    thread_count: int
    count: int
    call: _Sample


class HeldCosts:
    """Learns what tokens that are held cost a row, by threads, and how much of it padding costs.

    All other costs of decode calls are those at a reference, about what all rows held lately: the
    same for all calls, or two could not be compared. So what a call takes is known whatever its
    rows hold. When the reference has moved, or what is known of tokens, ``replace`` is called with
    rows, threads, and what their last calls would have taken there. Engine thread.
    """

    def __init__(self, replace: Callable[[int, int, Sequence[float]], None]) -> None:
        self._replace = replace
        self._mean: float | None = None  # of what rows held, in all calls
        self._reference = 0.0
        self._samples: dict[tuple[int, int], deque[_Sample]] = {}
        self._anchors: dict[tuple[int, int], _Anchor] = {}
        self._fresh: dict[tuple[int, int], _Anchor] = {}  # that may become the next ones
        self._slopes: dict[int, _Slope] = {}
        self._mixed: deque[_Mixed] = deque(maxlen=_KEPT_MIXED)
        self._believed: dict[int, float] = {}  # of the slopes
        self._padding_share = 0.0
        self._guess = 0.0
        self._passed_over = 0
        self._parted_steps = 0
        self._doubt_seconds = 0.0

    def assume(self, token_seconds: float) -> None:
        """Take what a prompt's token costs for each that is held, until rows were measured."""
        self._guess = _ROW_FOR_TOKEN * token_seconds

    def beside(self, replace: Callable[[int, int, Sequence[float]], None]) -> "HeldCosts":
        """Return a learner that begins with what is known here, for costs of their own."""
        other = HeldCosts(replace)
        other._mean, other._reference = self._mean, self._reference
        other._padding_share, other._guess = self._padding_share, self._guess
        other._samples = {
            key: deque([_mean(samples)], WINDOW) for key, samples in self._samples.items()
        }
        other._believed = dict(self._believed)
        other._slopes = {key: copy(each) for key, each in self._slopes.items()}
        return other

    def learn(self, thread_count: int, helds: Sequence[int], seconds: float) -> float:
        """Take note of a call; return what it would have taken with rows at the reference."""
        count, total = len(helds), sum(helds)
        padding = count * max(helds) - total
        sample = _Sample(seconds, total, padding)
        if padding <= ALIKE_TOKENS * count:
            self._learn_slope(thread_count, count, total / count, seconds / count)
        else:
            self._learn_mixed(_Mixed(thread_count, count, sample))
        self._note_held(count, total / count)
        samples = self._samples.setdefault((thread_count, count), deque(maxlen=WINDOW))
        samples.append(sample)
        return self._at_reference(thread_count, count, sample)

    def is_sure(self, seconds: float, at_reference: float) -> bool:
        """Return whether what was learned of a call is hardly what is believed of its tokens."""
        return abs(seconds - at_reference) <= _SURE_SHARE * seconds

    def extra(self, thread_count: int, helds: Sequence[int]) -> float:
        """Return how many seconds more one call of these rows takes than with the reference's.

        Rather too many while that was never measured.
        """
        if not helds:
            return 0.0
        count, most, total = len(helds), max(helds), sum(helds)
        if self._slopes:
            return self._extra(thread_count, count, total, count * most - total)
        if self._mean is None:
            return 0.0
        return self._guess * count * max(0.0, most - self._reference)

    def parts(
        self, thread_count: int, helds: Sequence[int], seconds: Callable[[int], Sequence[float]]
    ) -> list[int]:
        """Return into how many rows each the calls are cut, in their order, that take least.

        ``seconds`` returns those of a call of 0, 1, 2 ... rows at the reference, up to so many.
        """
        return self._parts(thread_count, helds, seconds)[0]

    def choose_parts(
        self, thread_count: int, helds: Sequence[int], seconds: Callable[[int], Sequence[float]]
    ) -> list[int]:
        """Return the parts for a step that is computed, which at times is one call to learn."""
        sizes, saved, spent = self._parts(thread_count, helds, seconds)
        if len(sizes) == 1:
            return sizes
        self._parted_steps += 1
        self._doubt_seconds += _DOUBT_SHARE * spent
        if len(self._mixed) < _SURE_CALLS:
            is_due = self._parted_steps >= _FIRST_DOUBT_STEPS and saved <= _FIRST_DOUBT_SECONDS
        else:
            is_due = saved <= min(self._doubt_seconds, _MOST_DOUBT_SECONDS)
        if not is_due:
            return sizes
        self._parted_steps, self._doubt_seconds = 0, 0.0
        return [len(helds)]

    def _parts(
        self, thread_count: int, helds: Sequence[int], seconds: Callable[[int], Sequence[float]]
    ) -> tuple[list[int], float, float]:
        """Return the sizes of the parts, what they save, and what they take, in seconds."""
        count, token = len(helds), self._slope(thread_count) * self._padding_share
        if count < 2 or not token or max(helds) - min(helds) <= ALIKE_TOKENS:
            return [count], 0.0, 0.0
        prices = seconds(count)
        # What rows hold themselves costs the same in all cuts: only padding differs.
        bounds, sums = _bounds(helds), [0, *accumulate(helds)]
        groups = [(start, max(helds[start:end])) for start, end in pairwise(bounds)]
        best, starts = [0.0] + [float("inf")] * count, [0] * (count + 1)
        for place, end in enumerate(bounds[1:], 1):
            most, least, total = 0, float("inf"), sums[end]
            for start, held in reversed(groups[:place]):
                if held > most:
                    most = held
                rows = end - start
                cost = best[start] + prices[rows] + token * (rows * most - total + sums[start])
                if cost < least:
                    least, starts[end] = cost, start
            best[end] = least + _CALL_SECONDS
        total = sum(helds)
        spent = max(0.0, best[count] + self._extra(thread_count, count, total, 0))
        saved = prices[count] + token * (count * max(helds) - total) - best[count]
        if saved <= (1 - _BETTER) * (spent + saved):
            return [count], 0.0, spent
        sizes: list[int] = []
        end = count
        while end:
            sizes.append(end - starts[end])
            end = starts[end]
        return sizes[::-1], saved, spent

    def _extra(self, thread_count: int, count: int, total: float, padding: float) -> float:
        further = 0.0 if self._mean is None else total - count * self._reference
        return self._slope(thread_count) * (further + self._padding_share * padding)

    def _at_reference(self, thread_count: int, count: int, call: _Sample) -> float:
        least, most = call.seconds * _LEAST_SHARE, call.seconds * _MOST_SHARE
        extra = self._extra(thread_count, count, call.total, call.padding)
        return min(max(call.seconds - extra, least), most)

    def _keep_known(self, is_changed: Callable[[int, Sequence[_Sample]], bool]) -> None:
        """Say of the calls that are changed what they would have taken at the reference.

        Nothing is said of a size of which there was nothing but padding.
        """
        for (thread_count, count), samples in self._samples.items():
            if is_changed(thread_count, samples):
                is_padding = all(self._is_padding(thread_count, each) for each in samples)
                known = () if is_padding else samples
                seconds = [self._at_reference(thread_count, count, each) for each in known]
                self._replace(count, thread_count, seconds)

    def _is_padding(self, thread_count: int, call: _Sample) -> bool:
        """Return whether a call took so long for its padding that it says nothing else."""
        token = self._slope(thread_count) * self._padding_share
        return token * call.padding > _SURE_SHARE * call.seconds

    def _note_held(self, count: int, held: float) -> None:
        """Let the reference follow what rows hold."""
        if self._mean is None:
            self._mean = self._reference = held
            return
        self._mean += min(_MOST_DRIFT, _ROW_DRIFT * count) * (held - self._mean)
        if abs(self._mean - self._reference) > _far(self._reference):
            self._reference = self._mean
            self._keep_known(lambda thread_count, _: self._slope(thread_count) > 0.0)

    def _believe(self, thread_count: int, value: float) -> None:
        """Take what a token costs on so many threads, if it is not what is believed already."""
        known = self._believed.get(thread_count)
        if known is None or abs(value - known) > _MOVED * known:
            self._believed[thread_count] = value
            self._keep_known(lambda _level, _samples: True)

    def _believe_share(self, share: float) -> None:
        """Take what padding costs, as a share of what tokens cost."""
        if abs(share - self._padding_share) > _MOVED:
            self._padding_share = share
            self._keep_known(lambda _, samples: any(each.padding for each in samples))

    def _learn_slope(self, thread_count: int, count: int, held: float, seconds: float) -> None:
        key = thread_count, count
        anchor, fresh = self._anchors.get(key), self._fresh.get(key)
        if anchor is None:
            self._anchors[key] = _Anchor(held, seconds)
            self._learn_padding()
            return
        if anchor.is_near(held):
            anchor.follow(held, seconds)
            return
        if fresh is None or not fresh.is_near(held):
            fresh = self._fresh[key] = _Anchor(held, seconds)
            return
        fresh.follow(held, seconds)
        if fresh.is_sure:
            slope = self._slopes.setdefault(thread_count, _Slope())
            slope.learn(fresh.held - anchor.held, fresh.seconds - anchor.seconds)
            self._anchors[key] = self._fresh.pop(key)
            self._believe(thread_count, slope.value)
            self._learn_padding()

    def _learn_mixed(self, mixed: _Mixed) -> None:
        """Take note of a call that was padded, unless that is little beside what others were."""
        most = max((each.call.padding for each in self._mixed), default=0.0)
        if mixed.call.padding < most * _TELLING_SHARE:
            self._passed_over += 1
            if self._passed_over < _PASSED_OVER_CALLS:
                return
            self._mixed.clear()  # those are of other times
        self._passed_over = 0
        self._mixed.append(mixed)
        self._learn_padding()

    def _learn_padding(self) -> None:
        """Learn from the last mixed calls what padding costs, as a share of what tokens cost.

        The lower middle of them: that a call took too long may have other reasons.
        """
        shares: list[float] = []
        for mixed in self._mixed:
            slope, excess = self._slopes.get(mixed.thread_count), self._excess(mixed)
            if slope is not None and slope.value and excess is not None:
                left = excess[0] - slope.value * excess[1]
                share = left / (slope.value * mixed.call.padding)
                insort(shares, min(1.0, max(0.0, share)))
        if shares:
            self._believe_share(shares[(len(shares) - 1) // 2])
            return
        last = self._excess(self._mixed[-1]) if self._mixed else None
        if last is not None and min(last) > 0.0:
            # Nobody knows yet which of both it was. As if it were both: what padding costs shows
            # when a long row is computed apart for once.
            mixed = self._mixed[-1]
            value = last[0] / (last[1] + mixed.call.padding)
            self._slopes[mixed.thread_count] = _Slope(value)
            self._believe(mixed.thread_count, value)
            self._believe_share(1.0)

    def _excess(self, mixed: _Mixed) -> tuple[float, float] | None:
        """Return seconds and tokens over those of calls of rows that held alike, at most.

        Not over what is believed that it takes: that would be confirmed by itself.
        """
        known = {
            count: anchor
            for (level, count), anchor in self._anchors.items()
            if level == mixed.thread_count
        }
        if not known:
            return None
        larger = min((count for count in known if count >= mixed.count), default=None)
        nearest = max(known) if larger is None else larger
        # No row is dearer than in a call of fewer, and no call than one of more.
        times = max(1.0, mixed.count / nearest)
        plain, count = known[nearest].seconds * nearest * times, mixed.count
        return mixed.call.seconds - plain, mixed.call.total - count * known[nearest].held

    def _slope(self, thread_count: int) -> float:
        known = self._believed
        if thread_count not in known and known:
            thread_count = min(known, key=lambda level: abs(level - thread_count))
        return known.get(thread_count, 0.0)


def _mean(samples: Sequence[_Sample]) -> _Sample:
    count = len(samples)
    return _Sample(
        sum(each.seconds for each in samples) / count,
        sum(each.total for each in samples) / count,
        sum(each.padding for each in samples) / count,
    )


def _bounds(helds: Sequence[int]) -> list[int]:
    """Return where a part may begin or end: rows that hold alike stay together."""
    bounds, least, most = [0], helds[0], helds[0]
    for place, held in enumerate(helds):
        least, most = min(least, held), max(most, held)
        if most - least > ALIKE_TOKENS:
            bounds.append(place)
            least = most = held
    return [*bounds, len(helds)]


def _far(held: float) -> float:
    return max(_FAR_TOKENS, _FAR_SHARE * held)
