"""Finds calls that are not known and may be cheaper; they cost one slow step a minute in all."""

from collections.abc import Callable, Sequence
from enum import Enum

import msgspec

from engine.scheduling.call_costs import AGE_SECONDS, CallCosts
from engine.scheduling.cost_bounds import at_least
from engine.scheduling.cuts import Cut, cheapest_sizes
from engine.scheduling.thread_levels import ThreadCeiling, ThreadLevels

_PROMISING = 0.95  # of the best known; less is noise
_MOST_SPENT = 2.0  # steps; one that was far dearer does not end the exploration for longer
_CHANCE = 2.0
_LONGEST_PAUSE = 5.0  # minutes, for a level that was far dearer or has no cores
_SHORTEST_PAUSE = 0.5  # minutes, for one that was hardly dearer: it may have been chance
_FEWER_SLOWER = 0.9
_GIVEN_UP = 100.0  # times what was expected


class ExplorationKind(Enum):
    """What an exploration changes."""

    RETURN = "return to more threads"
    MORE_THREADS = "more threads"
    SIZES = "sizes"
    FEWER_THREADS = "fewer threads"


class Exploration(msgspec.Struct):
    """A cut that is run to learn what it costs; ``expected`` is what the best known one costs."""

    calls: Cut
    kind: ExplorationKind
    expected: float
    spent: float = 0.0
    call_count: int = 0

    def add(self, seconds: float) -> bool:
        """Add a call; return whether it was the last one."""
        self.spent += seconds
        self.call_count += 1
        return self.call_count == len(self.calls.sizes)


class ExplorationBudget:
    """Counts in steps what was spent on explorations, and forgets one step a minute."""

    def __init__(self) -> None:
        self._spent = 0.0
        self._at = 0.0

    def allows(self, now: float) -> bool:
        """Return whether less than a step was spent in the last minute."""
        return self._left(now) < 1.0

    def spend(self, share: float, spread: float, now: float) -> None:
        """Take note of an exploration that took ``share`` of what the best known cut takes.

        By how much any step may be longer here by chance is not counted.
        """
        excess = max(0.0, share - 1.0 - _CHANCE * spread)
        self._spent = min(_MOST_SPENT, self._left(now) + excess)
        self._at = now

    def refill(self) -> None:
        """Forget what was spent: the machine has become another one."""
        self._spent = 0.0

    def _left(self, now: float) -> float:
        return max(0.0, self._spent - (now - self._at) / AGE_SECONDS)


class Explorer:
    """Says what to try next beside the best known cut.

    ``free_cores`` returns how many cores nobody but this process uses. With it a machine that has
    become quiet is noticed at once, without it once a minute.
    """

    def __init__(
        self,
        costs: CallCosts,
        levels: ThreadLevels,
        ceiling: ThreadCeiling,
        overhead: float,
        free_cores: Callable[[], float] | None = None,
    ) -> None:
        self.budget = ExplorationBudget()
        self._costs = costs
        self._levels = levels
        self._ceiling = ceiling
        self._overhead = overhead
        self._free_cores = free_cores
        self._tried_at: dict[ExplorationKind, float] = {}
        self._retry_at: dict[int, float] = {}  # by level
        self._given_up: dict[int, float] = {}  # by level: until then, whatever is known of it
        self._faster_at = float("-inf")
        self._crowded_cores = float("inf")  # that were free when threads were too many

    def find(self, row_count: int, best: Cut, total: float, now: float) -> Exploration | None:
        """Return what is worth a try beside the best known cut, which costs that much in all."""
        self._notice_quiet(now)
        known = self._costs.at(best.thread_count)
        whole = Exploration(Cut((row_count,), best.thread_count), ExplorationKind.SIZES, total)
        smaller = max((size for size in known if size < row_count), default=0)
        is_new = not any(row_count in self._costs.at(level) for level in self._levels.levels)
        # One call of all rows is what everybody else would make: once it needs no permission,
        # however dear the next smaller one is. On other threads it does where that is too dear.
        if is_new or (row_count not in known and (not smaller or known[smaller].seconds < total)):
            return whole
        fallen = self._ceiling.due(now)
        if fallen is not None and fallen > best.thread_count:
            return Exploration(Cut(best.sizes, fallen), ExplorationKind.RETURN, total)
        if not self.budget.allows(now):
            return None
        ways = (
            (ExplorationKind.MORE_THREADS, self._more_threads(best, total, now)),
            (ExplorationKind.SIZES, self._sizes(row_count, best, total, now)),
            (ExplorationKind.FEWER_THREADS, self._fewer_threads(best, total, now)),
        )
        promising = [Exploration(calls, kind, total) for kind, calls in ways if calls is not None]
        # In turns: else what is promising once a minute would be tried for ever and nothing else.
        return min(promising, key=lambda each: self._tried_at.get(each.kind, 0.0), default=None)

    def conclude(self, exploration: Exploration, now: float) -> None:
        """Pay for an exploration that has ended, and trust its threads if it was no slower."""
        level = exploration.calls.thread_count
        if exploration.spent <= exploration.expected / _PROMISING:
            self._ceiling.rise_to(level)
        if exploration.spent <= exploration.expected:
            return
        share = exploration.spent / exploration.expected
        self.budget.spend(share, self._costs.spread, now)
        self._tried_at[exploration.kind] = now
        if exploration.kind is ExplorationKind.RETURN:
            self._ceiling.stay()
        if exploration.kind in (ExplorationKind.MORE_THREADS, ExplorationKind.RETURN):
            self._retry_at[level] = now + self._pause(level, share)
            self.note_crowded()

    def give_up(self, exploration: Exploration, now: float) -> None:
        """Pay for an exploration whose call was ended before it said what it costs."""
        level = exploration.calls.thread_count
        exploration.spent = exploration.expected * _GIVEN_UP
        self.conclude(exploration, now)
        self._given_up[level] = now + AGE_SECONDS * _LONGEST_PAUSE

    def note_crowded(self) -> None:
        """Take note that there are too many threads for the cores that are free now."""
        if self._free_cores is not None:
            self._crowded_cores = self._free_cores()

    def _notice_quiet(self, now: float) -> None:
        if self._free_cores is not None and self._free_cores() >= self._crowded_cores + 1.0:
            self._crowded_cores = float("inf")
            self._forgive()

    def note_faster(self, now: float) -> None:
        """Take note that calls have become faster: what was too much before may not be now."""
        if now - self._faster_at >= AGE_SECONDS:
            self._faster_at = now
            self._forgive()

    def _forgive(self) -> None:
        self._retry_at.clear()
        self._given_up.clear()
        self.budget.refill()

    def _more_threads(self, best: Cut, total: float, now: float) -> Cut | None:
        for level in self._levels.above(best.thread_count):
            calls = Cut(best.sizes, level)
            if now < self._given_up.get(level, 0.0):
                continue
            if now >= self._retry_at.get(level, 0.0):
                return calls
            if self._least(calls, now) < total * _PROMISING:
                return calls
        return None

    def _pause(self, level: int, share: float) -> float:
        """Return for how long a level that took so much longer is not tried again."""
        is_free = self._free_cores is None or level <= self._free_cores()
        worst = _LONGEST_PAUSE if not is_free else share - 1.0
        return AGE_SECONDS * min(_LONGEST_PAUSE, max(_SHORTEST_PAUSE, worst))

    def _sizes(self, row_count: int, best: Cut, total: float, now: float) -> Cut | None:
        level = best.thread_count
        known = self._costs.at(level)
        least = at_least(row_count, known, now, self._costs.spread)
        prices = {size + 1: cost + self._overhead for size, cost in enumerate(least)}
        sizes = cheapest_sizes(row_count, prices)
        if sum(prices[size] for size in sizes) >= total * _PROMISING or sizes == best.sizes:
            return None
        if 1 not in known and row_count > 1:
            # What one row costs says most about all other cuts, and one call more is least risk.
            return Cut((row_count - 1, 1), level)
        return Cut(sizes, level)

    def _fewer_threads(self, best: Cut, total: float, now: float) -> Cut | None:
        level = self._levels.below(best.thread_count)
        if level is None:
            return None
        calls = Cut(best.sizes, level)
        least = self._least(calls, now)
        if least > total * best.thread_count / level and now >= self._retry_at.get(level, 0.0):
            # No fewer threads can be that much slower: it was another machine.
            return calls
        known, used = self._costs.at(level), self._costs.at(best.thread_count)
        smaller = [size for size in known if size in used and size < best.sizes[0]]
        if smaller and best.sizes[0] not in known:
            # Where fewer threads are slower for few rows, they are for many.
            rows = max(smaller)
            least = max(least, total * _FEWER_SLOWER * known[rows].seconds / used[rows].seconds)
        return calls if least < total * _PROMISING else None

    def _least(self, calls: Cut, now: float) -> float:
        least = at_least(
            calls.sizes[0], self._costs.at(calls.thread_count), now, self._costs.spread
        )
        return _sum(least, calls.sizes) + self._overhead * len(calls.sizes)


def _sum(costs: Sequence[float], sizes: Sequence[int]) -> float:
    return sum(costs[size - 1] for size in sizes)
