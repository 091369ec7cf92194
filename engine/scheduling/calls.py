"""Chooses the calls of a step: their sizes and their threads, from what calls have cost."""

import math
import time
from collections.abc import Callable, Sequence

import msgspec

from engine.scheduling.call_costs import CallCosts
from engine.scheduling.cost_bounds import at_most, hoped
from engine.scheduling.cuts import Cut, cheapest_sizes
from engine.scheduling.exploration import Exploration, ExplorationKind, Explorer
from engine.scheduling.prefill_threads import PrefillThreads
from engine.scheduling.thread_levels import ThreadCeiling, ThreadLevels

__all__ = ["CALL_OVERHEAD_SECONDS", "CallChooser", "Cut"]

CALL_OVERHEAD_SECONDS = 0.00005  # of the host, for one call more
_BETTER = 0.97  # of what the chosen cut costs; else noise would change it back and forth
_LOOK_SECONDS = 1.0  # between two looks for something to try
# A call on several threads that takes so much longer than it should is made anew on fewer. One on
# threads that are only tried has lost much sooner.
_PATIENCE, _TRIAL_PATIENCE, _SHORTEST_PATIENCE = 6.0, 3.0, 0.1


class _Plan(msgspec.Struct):
    """The best known cut of so many rows, made from the costs of a ``version``.

    ``total`` is its price with the host's part. It is a guess while one of its sizes was never
    measured; then ``total`` is that of the best one of which all were.
    """

    calls: Cut
    total: float
    seconds: float
    version: int
    is_guess: bool = False
    look_at: float = 0.0


class CallChooser:
    """Learns what calls cost and cuts the rows of a step into the cheapest ones.

    What is not known is tried where it may be cheaper; all that is tried costs one slow step a
    minute. Belongs to the engine's thread.
    """

    def __init__(
        self,
        thread_limit: int = 1,
        fixed: int | None = None,
        clock: Callable[[], float] = time.monotonic,
        free_cores: Callable[[], float] | None = None,
        call_overhead: float = CALL_OVERHEAD_SECONDS,
    ) -> None:
        self._overhead = call_overhead
        self._clock = clock
        self._free_cores = free_cores
        self._levels = ThreadLevels(thread_limit, fixed)
        self._costs = CallCosts()
        self._ceiling = ThreadCeiling(self._levels, self._levels.levels[0])
        self._explorer = Explorer(
            self._costs, self._levels, self._ceiling, call_overhead, free_cores
        )
        self._prefill = PrefillThreads(self._levels, clock, free_cores)
        self._plans: dict[int, _Plan] = {}
        self._exploration: Exploration | None = None
        self._hoped, self._hoped_at = [0.0], (-1, 0)

    def with_fewer_threads(self, count: int) -> tuple["CallChooser", float]:
        """Return a chooser for calls on so many fewer, and how many times as long they may take.

        It begins with what is known of the threads that it has.
        """
        highest, fixed = self._levels.levels[-1], None
        limit = max(1, highest - count)
        if len(self._levels.levels) == 1:
            fixed = limit
        fewer = CallChooser(limit, fixed, self._clock, self._free_cores, self._overhead)
        fewer.expect(self._costs, self._ceiling.level)
        return fewer, highest / limit

    def expect(self, costs: CallCosts, trusted_threads: int) -> None:
        """Begin with costs that were learned elsewhere, and with threads that were trusted."""
        now = self._clock()
        for level in self._levels.levels:
            for rows, cost in costs.at(level).items():
                self._costs.learn(rows, level, cost.seconds, now)
        self._ceiling.rise_to(self._levels.within(trusted_threads))

    def replace(self, row_count: int, thread_count: int, seconds: Sequence[float]) -> None:
        """Have the last calls of so many rows taken so long: another thing is known of them now."""
        self._costs.replace(row_count, thread_count, seconds)

    def choose(self, row_count: int) -> Cut:
        """Return the calls for so many rows."""
        now = self._clock()
        plan = self._plan(row_count)
        self._exploration = None
        if plan.is_guess:
            if plan.total > 0:
                self._exploration = Exploration(plan.calls, ExplorationKind.SIZES, plan.total)
        elif now >= plan.look_at:
            plan.look_at = now + _LOOK_SECONDS
            self._exploration = self._explorer.find(row_count, plan.calls, plan.total, now)
        return plan.calls if self._exploration is None else self._exploration.calls

    def learn(
        self, row_count: int, thread_count: int, seconds: float, *, is_sure: bool = True
    ) -> None:
        """Take note of a decode call of so many rows on so many threads.

        Unless it ``is_sure`` it says nothing about the machine: most of it was reckoned away.
        """
        now = self._clock()
        tried = self._exploration
        if tried is None and is_sure:
            self._watch(row_count, thread_count, seconds, now)
        if self._costs.learn(row_count, thread_count, seconds, now, is_sure=is_sure) < 1.0:
            self._explorer.note_faster(now)
        if tried is None or tried.calls.thread_count != thread_count:
            return
        if tried.add(seconds + self._overhead):
            self._exploration = None
            self._explorer.conclude(tried, now)
            self._plans_are_open(now)

    def patience(self, thread_count: int, row_count: int, extra_seconds: float = 0.0) -> float:
        """Return the seconds after which a decode call of so many rows is to be ended.

        It may take ``extra_seconds`` more than others of its size. Infinity, if never. Threads
        that wait for each other on cores where others compute can take hundreds of times what was
        expected; a single one only goes slower.
        """
        if thread_count <= self._levels.levels[0]:
            return math.inf
        tried = self._exploration
        is_trial = tried is not None and tried.kind is not ExplorationKind.SIZES
        return _patience(self.call_seconds(row_count) + extra_seconds, is_trial=is_trial)

    def prefill_patience(self, thread_count: int, expected: float) -> float:
        """Return the seconds after which a prefill call is to be ended, or infinity."""
        if thread_count <= self._levels.levels[0]:
            return math.inf
        return _patience(expected, is_trial=self._prefill.is_trying)

    def give_up(self, thread_count: int) -> None:
        """Take note that a decode call on so many threads was ended, and trust fewer at once."""
        now = self._clock()
        tried, self._exploration = self._exploration, None
        if thread_count <= self._ceiling.level:
            self._ceiling.fall(thread_count, now)
        if tried is not None:
            self._explorer.give_up(tried, now)
        self._explorer.note_crowded()
        self._plans_are_open(now)

    def seconds(self, row_count: int) -> float:
        """Return what all calls of the best cut should take, 0.0 if nobody knows."""
        return self._plan(row_count).seconds if row_count else 0.0

    def thread_count(self, row_count: int) -> int:
        """Return the threads of the best cut of so many rows."""
        return self._plan(row_count).calls.thread_count

    def hoped_seconds(self, row_count: int) -> list[float]:
        """Return what so few rows should take at best, and all less than these, from none on.

        A size that was never measured is no dearer than the next ones that were: else it would
        never be.
        """
        thread_count = self.thread_count(row_count)
        made = self._costs.version, thread_count
        if self._hoped_at != made:
            self._hoped, self._hoped_at = [0.0], made
        if len(self._hoped) <= row_count:
            self._hoped = hoped(row_count, self._costs.at(thread_count), self._overhead)
        return self._hoped

    def call_seconds(self, row_count: int) -> float:
        """Return what ONE call should take at most on the best threads, 0.0 if nobody knows."""
        costs = (at_most(row_count, self._costs.at(level)) for level in self._levels.levels)
        return min((cost for cost in costs if cost is not None), default=0.0)

    def prefill_threads(self, token_count: int, *, is_waited_for: bool = False) -> int:
        """Return on how many threads so many prompt tokens are read."""
        return self._prefill.choose(token_count, is_waited_for=is_waited_for)

    def learn_prefill(self, token_count: int, thread_count: int, seconds: float) -> None:
        """Take note of a prefill call."""
        self._prefill.learn(token_count, thread_count, seconds)

    def give_up_prefill(self, token_count: int, thread_count: int, expected: float) -> None:
        """Take note that a prefill call on so many threads was ended, and trust fewer at once."""
        self._prefill.give_up(token_count, thread_count, expected)

    def _plan(self, row_count: int) -> _Plan:
        plan = self._plans.get(row_count)
        if plan is None or plan.version != self._costs.version:
            plan = self._plans[row_count] = self._replan(row_count, plan)
        return plan

    def _replan(self, row_count: int, old: _Plan | None) -> _Plan:
        levels = [each for each in self._levels.levels if each <= self._ceiling.level]
        found = [self._cheapest(row_count, level) for level in levels]
        total, calls = min((each for each in found if each), default=(0.0, None))
        version = self._costs.version
        look_at = 0.0 if old is None else old.look_at
        if calls is None:
            whole = Cut((row_count,), self._levels.levels[0])
            return _Plan(whole, 0.0, 0.0, version, is_guess=True)
        is_kept = old is not None and not old.is_guess and old.calls.thread_count in levels
        if old is not None and is_kept and self._is_known(old.calls):
            kept = self._total(old.calls)
            if total > kept * _BETTER:
                total, calls = kept, old.calls
        known = self._costs.at(calls.thread_count)
        if not self._is_known(calls):
            best = [self._cheapest(row_count, each, guess=False) for each in levels]
            measured = min((each[0] for each in best if each), default=0.0)
            seconds = total - len(calls.sizes) * self._overhead
            return _Plan(calls, measured, seconds, version, is_guess=True)
        seconds = sum(known[size].seconds for size in calls.sizes)
        return _Plan(calls, total, seconds, version, look_at=look_at)

    def _cheapest(
        self, row_count: int, level: int, *, guess: bool = True
    ) -> tuple[float, Cut] | None:
        """Return the cheapest cut on so many threads and its price with the host's part.

        With ``guess``, one call of all rows is among the cuts though it was never measured.
        """
        known = self._costs.at(level)
        spread = self._costs.spread
        prices = {size: cost.price(spread) + self._overhead for size, cost in known.items()}
        if guess and known and row_count not in prices:
            prices[row_count] = (at_most(row_count, known) or 0.0) + self._overhead
        sizes = cheapest_sizes(row_count, prices)
        return (sum(prices[size] for size in sizes), Cut(sizes, level)) if sizes else None

    def _is_known(self, calls: Cut) -> bool:
        """Return whether none of the sizes was forgotten or never measured."""
        known = self._costs.at(calls.thread_count)
        return all(size in known for size in calls.sizes)

    def _total(self, calls: Cut) -> float:
        known, spread = self._costs.at(calls.thread_count), self._costs.spread
        return sum(known[size].price(spread) + self._overhead for size in calls.sizes)

    def _watch(self, row_count: int, thread_count: int, seconds: float, now: float) -> None:
        """Leave the threads at once that calls suddenly take long on."""
        if thread_count == self._levels.levels[0]:
            return
        level = self._ceiling.fallback(thread_count)
        slower = at_most(row_count, self._costs.at(level))
        if slower is None:
            slower = (at_most(row_count, self._costs.at(thread_count)) or seconds) * 2
        if self._ceiling.note(thread_count, seconds / slower, self._costs.spread, now):
            self._explorer.note_crowded()
            self._costs.version += 1

    def _plans_are_open(self, now: float) -> None:
        # What is promising may follow at once, and the ceiling may have risen.
        self._costs.version += 1
        for plan in self._plans.values():
            plan.look_at = now


def _patience(expected: float, *, is_trial: bool) -> float:
    if not expected:
        return math.inf
    return max(_SHORTEST_PATIENCE, (_TRIAL_PATIENCE if is_trial else _PATIENCE) * expected)
