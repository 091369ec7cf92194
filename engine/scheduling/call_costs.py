"""What calls have cost on this machine, by rows and threads."""

from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from math import sqrt

AGE_SECONDS = 60.0  # after which the machine may have become another one
WINDOW = 32  # calls of one kind
_DRIFT = 1.5  # times what it was; then what was learned before is old
_MOST_SCALED = 4.0  # times what was measured last, by what others say
_MOVED = 0.05  # of a cost; less is noise and changes nothing
_RECENT_CALLS = 64
_ENOUGH = 3  # calls, to say that a cost has drifted
_SPREAD_SMOOTHING = 0.05
# What a cost of another time may be now, at best.
_OLD, _AGED = 0.6, 0.75


class Cost:
    """The mean of the last calls of one kind, without the dearest of them.

    ``spread`` is by how much single calls differ from what is expected on this machine, as a share.
    """

    __slots__ = (
        *("_anchor", "_noted", "_samples"),
        *("call", "is_old", "learned_at", "seconds"),
    )

    def __init__(self, seconds: float, now: float) -> None:
        self._samples = deque([seconds], WINDOW)
        self._anchor = self._noted = self.seconds = seconds
        self.learned_at = now
        self.call = 0
        self.is_old = False

    def learn(self, seconds: float, now: float, *, is_sure: bool = True) -> None:
        """Take note of a call; one that is not sure is no drift."""
        before = self.seconds
        is_stale = self.is_old or now - self.learned_at > AGE_SECONDS
        self.learned_at = now
        if is_stale:
            self._samples.clear()
            self.is_old = False
        self._samples.append(seconds)
        self.seconds = _mean_without_dearest(self._samples)
        if not is_sure:
            self._anchor *= self.seconds / before

    def replace(self, seconds: Sequence[float]) -> None:
        """Have taken so long in the last calls: they computed what costs other than was thought."""
        known = [*seconds][-len(self._samples) :]
        ratio = _mean_without_dearest(known) / _mean_without_dearest(self._samples)
        self._samples = deque(known, WINDOW)
        self._anchor *= ratio
        self._noted *= ratio
        self.seconds *= ratio

    def scale(self, ratio: float) -> None:
        """Expect what other calls say of the machine, until it is measured again."""
        # Each size that becomes dear says so: else they would add up beyond all bounds.
        known = _mean_without_dearest(self._samples)
        self.seconds = min(max(self.seconds * ratio, known / _MOST_SCALED), known * _MOST_SCALED)
        self._anchor = self.seconds
        self.is_old = True

    def pop_drift(self) -> float:
        """Return how many times as much it costs as it did, 1.0 while that is little."""
        ratio = self.seconds / self._anchor
        if len(self._samples) < _ENOUGH or 1 / _DRIFT <= ratio <= _DRIFT:
            return 1.0
        self._anchor = self.seconds
        return ratio

    def pop_moved(self) -> bool:
        """Return whether it differs by more than noise from what it was when this was true last."""
        if abs(self.seconds - self._noted) <= _MOVED * self._noted:
            return False
        self._noted = self.seconds
        return True

    def price(self, spread: float) -> float:
        """Return what it is taken for when it is compared: more, the fewer calls there were."""
        return self.seconds * (1 + spread / sqrt(len(self._samples)))

    def at_best(self, now: float, spread: float) -> float:
        """Return what it may be if those calls were unlucky or the machine has changed."""
        if self.is_old:
            return self.seconds * _OLD
        if now - self.learned_at > AGE_SECONDS:
            return self.seconds * _AGED
        return self.seconds * max(0.0, 1 - 2 * spread / sqrt(len(self._samples)))


class CallCosts:
    """Seconds of one call by threads and rows; ``version`` grows when some of them have moved."""

    def __init__(self) -> None:
        self.version = 0
        self._by_threads: dict[int, dict[int, Cost]] = {}
        self._call_count = 0
        self.spread = 0.0
        self._repeat_count = 0

    def at(self, thread_count: int) -> Mapping[int, Cost]:
        """Return what is known of calls on so many threads, by rows."""
        return self._by_threads.get(thread_count, _NOTHING)

    def learn(
        self, rows: int, thread_count: int, seconds: float, now: float, *, is_sure: bool = True
    ) -> float:
        """Take note of a call; return how many times as dear it has become, 1.0 while it is not.

        One that is not sure says nothing about other calls.
        """
        self._call_count += 1
        known = self._by_threads.setdefault(thread_count, {})
        cost = known.get(rows)
        if cost is None:
            cost = known[rows] = Cost(seconds, now)
            self.version += 1
        else:
            if is_sure:
                self._learn_spread(seconds / cost.seconds)
            cost.learn(seconds, now, is_sure=is_sure)
        cost.call = self._call_count
        drift = cost.pop_drift()
        if drift != 1.0:
            self._follow(thread_count, drift)
        elif cost.pop_moved():
            self.version += 1
        return drift

    def replace(self, rows: int, thread_count: int, seconds: Sequence[float]) -> None:
        """Have the last calls of so many rows taken so long; where there are none, forget them."""
        known = self._by_threads.get(thread_count, {})
        if rows not in known:
            return
        if seconds:
            known[rows].replace(seconds)
        else:
            del known[rows]
        self.version += 1

    def _follow(self, thread_count: int, ratio: float) -> None:
        # What slows a call down slows down those of other sizes, and those with more threads at
        # least as much; else a cost of another time would look cheap beside it. Those that were
        # measured just now know better.
        newest = self._call_count - _RECENT_CALLS
        for cost in self._from(thread_count):
            if cost.call <= newest:
                cost.scale(ratio)
        self.version += 1

    def _from(self, fewest: int) -> Iterator[Cost]:
        for thread_count, known in self._by_threads.items():
            if thread_count >= fewest:
                yield from known.values()

    def _learn_spread(self, ratio: float) -> None:
        self._repeat_count += 1
        share = max(_SPREAD_SMOOTHING, 1 / self._repeat_count)
        self.spread += share * (min(1.0, abs(ratio - 1.0)) - self.spread)


_NOTHING: Mapping[int, Cost] = {}


def _mean_without_dearest(samples: Sequence[float]) -> float:
    # One that stands alone says nothing about the next: a page, a neighbour, a pause.
    count = len(samples)
    if count <= 2:
        return sum(samples) / count
    return (sum(samples) - max(samples)) / (count - 1)
