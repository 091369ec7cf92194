"""What calls have cost on this machine, by rows and threads."""

from bisect import bisect
from collections import deque
from collections.abc import Iterator, Mapping

AGE_SECONDS = 60.0  # after which the machine may have become another one
_WINDOW = 16
_FAR = 2.0  # times what was expected; twice in a row it is believed
_EXTREME = 8.0  # times; with more than one thread it is believed at once
_DRIFT = 1.5  # times what it was; then what was learned before is old
_MOVED = 0.05  # of a cost; less is noise and changes nothing
_RECENT_CALLS = 64
# What an unknown or old cost may be at best, as a share of what speaks for it.
_INTERPOLATED, _NEXT_SMALLER, _PER_ROW = 0.7, 0.95, 0.9
_OLD, _AGED = 0.6, 0.75


class Cost:
    """The mean of the last calls of one kind, without the dearest of them."""

    __slots__ = (
        *("_anchor", "_noted", "_samples", "_surprise"),
        *("call", "is_old", "learned_at", "seconds"),
    )

    def __init__(self, seconds: float, now: float) -> None:
        self._samples = deque([seconds], _WINDOW)
        self._surprise: float | None = None
        self._anchor = self._noted = self.seconds = seconds
        self.learned_at = now
        self.call = 0
        self.is_old = False

    def learn(self, seconds: float, now: float, *, is_wary: bool) -> float:
        """Take note of a call; return by how much the cost has jumped, 1.0 if it has not."""
        before = self.seconds
        is_new = self.is_old or now - self.learned_at > AGE_SECONDS
        self.learned_at = now
        if is_new:
            self._restart([seconds])
            self.is_old = False
            self._anchor = self.seconds
            return 1.0
        if before / _FAR <= seconds <= before * _FAR:
            self._add(seconds)
            return 1.0
        if is_wary and seconds > before * _EXTREME:
            self._restart([seconds])
        elif self._surprise is not None and (self._surprise > before) == (seconds > before):
            self._restart([self._surprise, seconds])
        else:
            # One that stands alone says nothing about the next: garbage, a page, a neighbour.
            self._surprise = seconds
            return 1.0
        return self.seconds / before

    def scale(self, ratio: float) -> None:
        """Expect what the machine's other calls say, until it is measured again."""
        self._restart([self.seconds * ratio])
        self._anchor = self.seconds
        self.is_old = True

    def pop_drift(self) -> float:
        """Return how many times as much it costs as it did, 1.0 while that is little."""
        ratio = self.seconds / self._anchor
        if 1 / _DRIFT <= ratio <= _DRIFT:
            return 1.0
        self._anchor = self.seconds
        return ratio

    def pop_moved(self) -> bool:
        """Return whether it differs by more than noise from what it was when this was true last."""
        if abs(self.seconds - self._noted) <= _MOVED * self._noted:
            return False
        self._noted = self.seconds
        return True

    def at_best(self, now: float) -> float:
        """Return what it may be now if the machine has changed for the better."""
        if self.is_old:
            return self.seconds * _OLD
        return self.seconds * (_AGED if now - self.learned_at > AGE_SECONDS else 1.0)

    def _add(self, seconds: float) -> None:
        if self._surprise is not None:
            self._samples.append(self._surprise)
            self._surprise = None
        self._samples.append(seconds)
        count = len(self._samples)
        if count < 3:
            self.seconds = sum(self._samples) / count
        else:
            self.seconds = (sum(self._samples) - max(self._samples)) / (count - 1)

    def _restart(self, samples: list[float]) -> None:
        self._samples.clear()
        self._samples.extend(samples)
        self._surprise = None
        self.seconds = sum(samples) / len(samples)


class CallCosts:
    """Seconds of one call by threads and rows; ``version`` grows when some of them have moved."""

    def __init__(self) -> None:
        self.version = 0
        self._by_threads: dict[int, dict[int, Cost]] = {}
        self._call_count = 0

    def at(self, thread_count: int) -> Mapping[int, Cost]:
        """Return what is known of calls on so many threads, by rows."""
        return self._by_threads.get(thread_count, _NOTHING)

    def thread_counts(self) -> list[int]:
        """Return with how many threads anything was measured."""
        return list(self._by_threads)

    def learn(self, rows: int, thread_count: int, seconds: float, now: float) -> float:
        """Take note of a call; return by how much its cost has jumped, 1.0 if it has not."""
        self._call_count += 1
        known = self._by_threads.setdefault(thread_count, {})
        cost = known.get(rows)
        if cost is None:
            cost = known[rows] = Cost(seconds, now)
            cost.call = self._call_count
            self.version += 1
            return 1.0
        jump = cost.learn(seconds, now, is_wary=thread_count > 1)
        cost.call = self._call_count
        drift = cost.pop_drift()
        if drift != 1.0:
            self._follow(thread_count, drift)
        if cost.pop_moved():
            self.version += 1
        return jump

    def distrust(self, fewest: int, ratio: float) -> None:
        """Expect calls on so many threads and more to have become dearer by so many times."""
        for cost in self._from(fewest):
            cost.scale(ratio)
        self.version += 1

    def _follow(self, thread_count: int, ratio: float) -> None:
        # What slows a call down slows down those of other sizes, and those with more threads at
        # least as much. Else a cost that was learned on the machine as it was would look cheap.
        for cost in self._from(thread_count):
            cost.scale(ratio)

    def _from(self, fewest: int) -> Iterator[Cost]:
        """Yield costs on so many threads and more, but for those that were just measured."""
        newest = self._call_count - _RECENT_CALLS
        for thread_count, known in self._by_threads.items():
            if thread_count >= fewest:
                yield from (cost for cost in known.values() if cost.call <= newest)


def at_most(rows: int, known: Mapping[int, Cost]) -> float | None:
    """Return what a call should cost at most: never less than what speaks for it.

    That is what the next larger one costs; behind the largest, no row is cheaper than there.
    """
    cost = known.get(rows)
    if cost is not None:
        return cost.seconds
    below = max((size for size in known if size < rows), default=None)
    above = min((size for size in known if size > rows), default=None)
    if below is None:
        return None if above is None else known[above].seconds
    if above is None:
        return known[below].seconds * rows / below
    return max(known[below].seconds, known[above].seconds)


def at_least(rows: int, known: Mapping[int, Cost], now: float) -> list[float]:
    """Return what calls of 1 to so many rows may cost if things are as good as they can be."""
    sizes = sorted(known)
    best = {size: known[size].at_best(now) for size in sizes}
    costs: list[float] = []
    for size in range(1, rows + 1):
        if size in best:
            costs.append(best[size])
            continue
        place = bisect(sizes, size)
        above = sizes[place] if place < len(sizes) else None
        costs.append(_between(size, sizes[place - 1] if place else None, above, best))
    return costs


def _between(rows: int, below: int | None, above: int | None, best: Mapping[int, float]) -> float:
    if below is None:
        return 0.0 if above is None else best[above] * _PER_ROW * rows / above
    if above is None:
        return best[below] * _NEXT_SMALLER
    share = (rows - below) / (above - below)
    straight = best[below] + (best[above] - best[below]) * share
    return max(best[below] * _NEXT_SMALLER, straight * _INTERPOLATED)


_NOTHING: Mapping[int, Cost] = {}
