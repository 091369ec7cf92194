"""Chooses the calls of a step: their sizes and their threads, from what calls have cost."""

import time
from collections.abc import Callable

import msgspec

from engine.scheduling.call_costs import AGE_SECONDS, CallCosts, at_least, at_most
from engine.scheduling.cuts import cheapest_sizes
from engine.scheduling.prefill_threads import PrefillThreads
from engine.scheduling.thread_levels import ThreadLevels

CALL_OVERHEAD_SECONDS = 0.00005  # of the host, for one call more
_BETTER = 0.97  # of what the chosen cut costs; else noise would change it back and forth
_PROMISING = 0.95  # of the best known
_DEARER = 1.05  # times the best known; then a probe has used up its minute
_LOOK_SECONDS = 1.0  # between two looks for something to try
_RETURN_SECONDS = 1.0


class Cut(msgspec.Struct, frozen=True):
    """The sizes of a step's decode calls, largest first, and the threads that they run on."""

    sizes: tuple[int, ...]
    thread_count: int


class _Plan(msgspec.Struct):
    """The best known cut of so many rows; ``version`` of the costs that it was made from."""

    calls: Cut
    seconds: float
    version: int
    look_at: float = 0.0
    is_guess: bool = False


class _Probe(msgspec.Struct):
    """A cut that is not known, and what the best known one costs."""

    calls: Cut
    kind: str
    reference: float
    spent: float = 0.0
    call_count: int = 0


class CallChooser:
    """Learns what calls cost and cuts the rows of a step into the cheapest ones.

    What is not known is tried where it may be cheaper; one probe a minute may turn out dearer.
    ``free_cores`` returns how many cores nobody else uses. Belongs to the engine's thread.
    """

    def __init__(
        self,
        thread_limit: int = 1,
        fixed: int | None = None,
        clock: Callable[[], float] = time.monotonic,
        free_cores: Callable[[], float] | None = None,
        call_overhead: float = CALL_OVERHEAD_SECONDS,
    ) -> None:
        self.call_overhead = call_overhead
        self._levels = ThreadLevels(thread_limit, fixed)
        self._clock = clock
        self._free_cores = free_cores
        self._costs = CallCosts()
        self._prefill = PrefillThreads(self._levels, clock, free_cores)
        self._plans: dict[int, _Plan] = {}
        self._probe: _Probe | None = None
        self._probe_at = float("-inf")  # no probe before
        self._failed_at: dict[str, float] = {}  # by kind of probe
        self._return_at: dict[int, float] = {}  # by level
        self._fell_at = float("-inf")
        self._free_at_failure = float("inf")

    def choose(self, row_count: int) -> Cut:
        """Return the calls for so many rows."""
        now = self._clock()
        self._probe = None
        plan = self._plan(row_count)
        if plan.is_guess:
            self._probe = _Probe(plan.calls, "size", self._known_seconds(row_count))
        elif now >= plan.look_at:
            plan.look_at = now + _LOOK_SECONDS
            self._probe = self._next_probe(row_count, plan, now)
        return plan.calls if self._probe is None else self._probe.calls

    def learn(self, row_count: int, thread_count: int, seconds: float) -> None:
        """Take note of a decode call of so many rows on so many threads."""
        now = self._clock()
        jump = self._costs.learn(row_count, thread_count, seconds, now)
        if jump > 1.0 and thread_count > self._levels.levels[0]:
            self._fall_back(thread_count, jump, now)
        probe = self._probe
        if probe is not None and probe.calls.thread_count == thread_count:
            probe.spent += seconds + self.call_overhead
            probe.call_count += 1
            if probe.call_count == len(probe.calls.sizes):
                self._conclude(probe, now)

    def seconds(self, row_count: int) -> float:
        """Return what all calls of the best cut should take, 0.0 if that is not known."""
        return self._plan(row_count).seconds if row_count else 0.0

    def call_seconds(self, row_count: int) -> float:
        """Return what ONE call should take at most on the best threads, 0.0 if not known."""
        costs = (at_most(row_count, self._costs.at(level)) for level in self._levels.levels)
        return min((cost for cost in costs if cost is not None), default=0.0)

    def prefill_threads(self, token_count: int) -> int:
        """Return on how many threads so many prompt tokens are read."""
        return self._prefill.choose(token_count)

    def learn_prefill(self, token_count: int, thread_count: int, seconds: float) -> None:
        """Take note of a prefill call."""
        self._prefill.learn(token_count, thread_count, seconds)

    def _plan(self, row_count: int) -> _Plan:
        plan = self._plans.get(row_count)
        if plan is None or plan.version != self._costs.version:
            plan = self._plans[row_count] = self._replan(row_count, plan)
        return plan

    def _replan(self, row_count: int, old: _Plan | None) -> _Plan:
        best: tuple[float, Cut] | None = None
        for level in self._levels.levels:
            found = self._cheapest(row_count, level)
            if found is not None and (best is None or found[0] < best[0]):
                best = found
        look_at = 0.0 if old is None else old.look_at
        version = self._costs.version
        if best is None:
            cut = Cut((row_count,), self._first_level())
            return _Plan(cut, 0.0, version, look_at, is_guess=True)
        total, cut = best
        if old is not None:
            kept = self._total(old.calls)
            if kept is not None and total > kept * _BETTER:
                total, cut = kept, old.calls
        known = self._costs.at(cut.thread_count)
        is_guess = any(size not in known for size in cut.sizes)
        seconds = total - len(cut.sizes) * self.call_overhead
        return _Plan(cut, seconds, version, look_at, is_guess=is_guess)

    def _cheapest(
        self, row_count: int, level: int, *, is_measured: bool = False
    ) -> tuple[float, Cut] | None:
        """Return the cheapest cut on so many threads and what it costs with the host's part."""
        known = self._costs.at(level)
        if not known:
            return None
        prices = {size: cost.seconds + self.call_overhead for size, cost in known.items()}
        if row_count not in prices and not is_measured:
            prices[row_count] = (at_most(row_count, known) or 0.0) + self.call_overhead
        sizes = cheapest_sizes(row_count, prices)
        if not sizes:
            return None
        return sum(prices[size] for size in sizes), Cut(sizes, level)

    def _total(self, calls: Cut) -> float | None:
        """Return what a cut costs with the host's part, None where a size is not known."""
        known = self._costs.at(calls.thread_count)
        total = len(calls.sizes) * self.call_overhead
        for size in calls.sizes:
            cost = known.get(size)
            if cost is None:
                return None
            total += cost.seconds
        return total

    def _known_seconds(self, row_count: int) -> float:
        """Return what the best calls of measured sizes costs."""
        found = (self._cheapest(row_count, each, is_measured=True) for each in self._levels.levels)
        return min((each[0] for each in found if each is not None), default=float("inf"))

    def _first_level(self) -> int:
        """Return how many threads to begin with: one, unless somebody knows what is free."""
        return self._levels.within(1.0 if self._free_cores is None else self._free_cores())

    def _next_probe(self, row_count: int, plan: _Plan, now: float) -> _Probe | None:
        """Return what is to be tried now, if anything is promising and the minute allows it."""
        total = plan.seconds + len(plan.calls.sizes) * self.call_overhead
        free = float("inf") if self._free_cores is None else self._free_cores()
        if free >= self._free_at_failure + 1.0:
            # The machine has changed: what failed before says nothing about now.
            self._free_at_failure = float("inf")
            self._probe_at = now
            self._return_at = dict.fromkeys(self._levels.levels, now)
        probes = [
            self._size_probe(row_count, plan, total, now),
            self._more_threads_probe(plan, total, now, free),
            self._fewer_threads_probe(plan, total, now),
        ]
        promising = [each for each in probes if each is not None]
        if now < self._probe_at:
            # One call of all rows is what everybody else would make: it needs no permission.
            promising = [each for each in promising if each.calls.sizes == (row_count,)]
            promising = [each for each in promising if each.kind == "size"]
        if not promising:
            return None
        return min(promising, key=lambda each: self._failed_at.get(each.kind, float("-inf")))

    def _size_probe(self, row_count: int, plan: _Plan, total: float, now: float) -> _Probe | None:
        level = plan.calls.thread_count
        known = self._costs.at(level)
        least = at_least(row_count, known, now)
        if row_count not in known and least[-1] + self.call_overhead < total * _PROMISING:
            return _Probe(Cut((row_count,), level), "size", total)
        prices = {size + 1: cost + self.call_overhead for size, cost in enumerate(least)}
        sizes = cheapest_sizes(row_count, prices)
        if sum(prices[size] for size in sizes) >= total * _PROMISING:
            return None
        return _Probe(Cut(sizes, level), "size", total)

    def _more_threads_probe(
        self, plan: _Plan, total: float, now: float, free: float
    ) -> _Probe | None:
        for level in self._levels.above(plan.calls.thread_count):
            if level <= max(free, 1.0) and self._may_return(level, plan.calls.sizes, total, now):
                return _Probe(Cut(plan.calls.sizes, level), "more threads", total)
        return None

    def _may_return(self, level: int, sizes: tuple[int, ...], total: float, now: float) -> bool:
        """Return whether a level is unknown, or may have become better since it was tried."""
        known = self._costs.at(level)
        if not known:
            return True
        tried_at = max(cost.learned_at for cost in known.values())
        if now >= self._return_at.get(level, tried_at + AGE_SECONDS):
            return True
        return self._least_total(level, sizes, now) < total * _PROMISING

    def _fewer_threads_probe(self, plan: _Plan, total: float, now: float) -> _Probe | None:
        level = self._levels.below(plan.calls.thread_count)
        if level is None:
            return None
        sizes = plan.calls.sizes
        least = self._least_total(level, sizes, now)
        # Where fewer threads were slower with fewer rows, they are with more.
        known, used = self._costs.at(level), self._costs.at(plan.calls.thread_count)
        both = [size for size in known if size in used and size <= sizes[-1]]
        if both and sizes[-1] not in known:
            least = max(least, 0.9 * total * known[max(both)].seconds / used[max(both)].seconds)
        if least >= total * _PROMISING:
            return None
        return _Probe(Cut(sizes, level), "fewer threads", total)

    def _least_total(self, level: int, sizes: tuple[int, ...], now: float) -> float:
        least = at_least(sizes[0], self._costs.at(level), now)
        return sum(least[size - 1] + self.call_overhead for size in sizes)

    def _conclude(self, probe: _Probe, now: float) -> None:
        self._probe = None
        self._return_at.pop(probe.calls.thread_count, None)
        if probe.spent > probe.reference * _DEARER:
            self._probe_at = now + AGE_SECONDS
            self._failed_at[probe.kind] = now
            if self._free_cores is not None:
                self._free_at_failure = self._free_cores()
        else:
            for plan in self._plans.values():
                plan.look_at = now  # one that is promising may be followed by the next

    def _fall_back(self, thread_count: int, ratio: float, now: float) -> None:
        """Leave the threads that calls suddenly take long on: half of them, then one."""
        is_first = now - self._fell_at > AGE_SECONDS
        self._fell_at = now
        level = self._levels.within(thread_count // 2 if is_first else 1)
        if self._free_cores is not None:
            self._free_at_failure = self._free_cores()
            level = min(level, self._levels.within(self._free_at_failure))
        self._costs.distrust(level + 1, ratio)
        # It may have been a moment; a second time within a minute it was not.
        self._return_at[thread_count] = now + (_RETURN_SECONDS if is_first else AGE_SECONDS)
        if is_first:
            self._probe_at = now
