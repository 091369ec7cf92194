"""On how many threads prompts are read, from what their tokens have cost."""

from collections.abc import Callable

from engine.scheduling.call_costs import AGE_SECONDS, CallCosts
from engine.scheduling.thread_levels import ThreadLevels

_PROMISING = 0.95
_DEARER = 1.05


class PrefillThreads:
    """Learns seconds per token by threads and by about how many tokens a call has."""

    def __init__(
        self,
        levels: ThreadLevels,
        clock: Callable[[], float],
        free_cores: Callable[[], float] | None = None,
    ) -> None:
        self._levels = levels
        self._clock = clock
        self._free_cores = free_cores
        self._costs = CallCosts()
        self._probe_at = float("-inf")
        self._probe: tuple[int, int, float] | None = None  # class, threads, best known
        self._fell_at = float("-inf")

    def choose(self, token_count: int) -> int:
        """Return the number of threads for a call of so many tokens."""
        kind = _kind(token_count)
        self._probe = None
        known = {level: self._costs.at(level).get(kind) for level in self._levels.levels}
        measured = {level: cost.seconds for level, cost in known.items() if cost is not None}
        if not measured:
            return self._first_level()
        best = min(measured, key=measured.__getitem__)
        now = self._clock()
        if now >= self._probe_at:
            for level in (*self._levels.above(best)[:1], self._levels.below(best)):
                if level is None or (level > best and level > self._free()):
                    continue
                cost = known[level]
                if cost is None or now - cost.learned_at > AGE_SECONDS:
                    self._probe = (kind, level, measured[best])
                    return level
        return best

    def learn(self, token_count: int, thread_count: int, seconds: float) -> None:
        """Take note of a call."""
        now, kind = self._clock(), _kind(token_count)
        cost = seconds / max(1, token_count)
        jump = self._costs.learn(kind, thread_count, cost, now)
        if jump > 1.0 and thread_count > 1:
            is_first = now - self._fell_at > AGE_SECONDS
            self._fell_at = now
            level = self._levels.within(thread_count // 2 if is_first else 1)
            self._costs.distrust(level + 1, jump)
        if self._probe is not None and self._probe[:2] == (kind, thread_count):
            if cost > self._probe[2] * _DEARER:
                self._probe_at = now + AGE_SECONDS
            self._probe = None

    def _first_level(self) -> int:
        """Return how many threads to begin with: a long call on one would take too long."""
        most = max(1, self._levels.levels[-1] - 1) if len(self._levels.levels) > 1 else 1
        return self._levels.within(min(most, self._free()))

    def _free(self) -> float:
        return float("inf") if self._free_cores is None else self._free_cores()


def _kind(token_count: int) -> int:
    """Return the power of four below, so that calls of about a size are compared."""
    return 1 << (max(1, token_count).bit_length() - 1 & ~1)
