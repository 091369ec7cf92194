"""On how many threads prompts are read, from what their tokens have cost."""

from collections.abc import Callable

from engine.scheduling.call_costs import AGE_SECONDS, CallCosts
from engine.scheduling.exploration import ExplorationBudget
from engine.scheduling.thread_levels import ThreadCeiling, ThreadLevels

_DEARER = 1.05
_GIVEN_UP = 100.0  # times what was expected
_GIVEN_UP_SECONDS = 5 * AGE_SECONDS


class PrefillThreads:
    """Learns seconds per token by threads and by about how many tokens a call has.

    It begins with all cores but one: a long prompt on a single thread would take too long.
    ``free_cores`` returns how many cores nobody but this process uses.
    """

    def __init__(
        self,
        levels: ThreadLevels,
        clock: Callable[[], float],
        free_cores: Callable[[], float] | None = None,
    ) -> None:
        self._levels = levels
        self._clock = clock
        self._free_cores = free_cores or (lambda: 0.0)
        self._costs = CallCosts()
        start = levels.within(max(1, levels.levels[-1] - 1))
        self._ceiling = ThreadCeiling(levels, start)
        self._budget = ExplorationBudget()
        self._tried: tuple[int, int, float] | None = None  # size class, threads, best known cost
        self._given_up: dict[int, tuple[float, float]] = {}  # by level: when, with what cores free

    @property
    def is_trying(self) -> bool:
        """Return whether the call that was chosen last is a trial."""
        return self._tried is not None

    def choose(self, token_count: int, *, is_waited_for: bool = False) -> int:
        """Return the number of threads for a call of so many tokens.

        Where replies wait for the call, fewer threads are not tried: it fills their step already.
        """
        size, now = size_class(token_count), self._clock()
        self._tried = None
        known = {level: self._costs.at(level).get(size) for level in self._levels.levels}
        costs = {
            level: cost.seconds
            for level, cost in known.items()
            if cost is not None and level <= self._ceiling.level
        }
        if not costs:
            return self._ceiling.level
        best = min(costs, key=lambda level: costs[level])
        fallen = self._ceiling.due(now)
        if fallen is not None or self._budget.allows(now):
            fewer = None if is_waited_for else self._levels.below(best)
            for level in (fallen, *self._levels.above(best), fewer):
                if level is None or level == best:
                    continue
                cost = known[level]
                is_due = level == fallen or cost is None or now - cost.learned_at > AGE_SECONDS
                if is_due and not self._is_given_up(level, now):
                    self._tried = (size, level, costs[best])
                    return level
        return best

    def learn(self, token_count: int, thread_count: int, seconds: float) -> None:
        """Take note of a call."""
        now, size = self._clock(), size_class(token_count)
        cost = seconds / max(1, token_count)
        if self._tried is not None and self._tried[:2] == (size, thread_count):
            self._conclude(thread_count, cost / self._tried[2], now)
        else:
            self._watch(size, thread_count, cost, now)
        self._costs.learn(size, thread_count, cost, now)

    def give_up(self, token_count: int, thread_count: int, expected: float) -> None:
        """Take note of a call that was ended: it would have taken many times as long."""
        now = self._clock()
        if thread_count <= self._ceiling.level:
            self._ceiling.fall(thread_count, now)
        elif self._tried is not None:
            self._given_up[thread_count] = (now, self._free_cores())
        self.learn(token_count, thread_count, expected * _GIVEN_UP)

    def _is_given_up(self, level: int, now: float) -> bool:
        """Return whether a trial had to be ended lately, unless others have left cores since."""
        noted = self._given_up.get(level)
        if noted is None:
            return False
        since, free = noted
        if now - since < _GIVEN_UP_SECONDS and self._free_cores() < free + 1.0:
            return True
        del self._given_up[level]
        return False

    def _conclude(self, thread_count: int, share: float, now: float) -> None:
        self._tried = None
        self._budget.spend(share, self._costs.spread, now)
        if share <= _DEARER:
            self._ceiling.rise_to(thread_count)
        elif self._ceiling.due(now) == thread_count:
            self._ceiling.stay()

    def _watch(self, size: int, thread_count: int, cost: float, now: float) -> None:
        """Leave the threads at once that calls suddenly take long on."""
        slower = self._costs.at(self._ceiling.fallback(thread_count)).get(size)
        known = self._costs.at(thread_count).get(size)
        if slower is not None:
            expected = slower.seconds
        elif known is not None:
            expected = 2 * known.seconds
        else:
            return
        self._ceiling.note(thread_count, cost / expected, self._costs.spread, now)


def size_class(token_count: int) -> int:
    """Return the power of four below: calls of about a size are compared with each other."""
    return 1 << (max(1, token_count).bit_length() - 1 & ~1)
