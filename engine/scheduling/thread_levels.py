"""With how many threads a call may be made: a few levels, and the highest that is trusted now."""

from bisect import bisect_left, bisect_right

_MOST_REGRET = 3.0  # calls
_NOISE_PATIENCE = 4.0
_FIRST_PAUSE_SECONDS, _LONGEST_PAUSE_SECONDS = 1.0, 60.0
_SAME_FALL_SECONDS = 5.0


class ThreadLevels:
    """1, 2, 4, ... and the numbers near the most that there are; one alone if it is fixed."""

    def __init__(self, limit: int, fixed: int | None = None) -> None:
        limit = max(1, limit)
        levels = {1, limit, max(1, limit - 1), max(1, limit * 3 // 4), (limit + 1) // 2}
        levels |= {1 << power for power in range(limit.bit_length()) if 1 << power < limit}
        self.levels = tuple(sorted(levels)) if fixed is None else (max(1, fixed),)

    def within(self, thread_count: float) -> int:
        """Return the highest level of at most so many threads, else the lowest there is."""
        return self.levels[max(0, bisect_right(self.levels, thread_count) - 1)]

    def above(self, thread_count: int) -> tuple[int, ...]:
        """Return the next two levels: behind one that is slow, a faster one may be."""
        place = bisect_right(self.levels, thread_count)
        return self.levels[place : place + 2]

    def below(self, thread_count: int) -> int | None:
        """Return the next lower level."""
        place = bisect_left(self.levels, thread_count)
        return self.levels[place - 1] if place else None


class ThreadCeiling:
    """The most threads that are trusted: falls at once when calls take longer than with half.

    It rises when more were tried and were no slower.
    """

    def __init__(self, levels: ThreadLevels, start: int) -> None:
        self.level = start
        self._levels = levels
        self._regret = 0.0  # in calls: how much longer they took than with half of the threads
        self._fell_at = float("-inf")
        self._pause = 0.0
        self._fallen: int | None = None

    def fallback(self, thread_count: int) -> int:
        """Return the level to fall to from so many threads."""
        return self._levels.within(thread_count // 2)

    def note(self, thread_count: int, share: float, spread: float, now: float) -> bool:
        """Take note of a call that took ``share`` of what it should on half of the threads.

        Return whether the ceiling has fallen: after some calls that took twice as long, or one
        that took very long. Where calls differ much anyhow (``spread``), it takes more of them.
        """
        self._regret = max(0.0, self._regret + share - 1.0)
        most = _MOST_REGRET * (1 + _NOISE_PATIENCE * spread)
        if self._regret <= most or thread_count <= self._levels.levels[0]:
            return False
        self.fall(thread_count, now)
        return True

    def fall(self, thread_count: int, now: float) -> None:
        """Trust half of so many threads, and try these again after a pause."""
        since = now - self._fell_at
        # Half was not few enough: then it is one, rather than a slow step for each level.
        is_same = since < _SAME_FALL_SECONDS and thread_count < (self._fallen or 0)
        self.level = self._levels.within(1) if is_same else self.fallback(thread_count)
        is_often = since < _LONGEST_PAUSE_SECONDS
        pause = 2 * self._pause if is_often else _FIRST_PAUSE_SECONDS
        self._pause = min(_LONGEST_PAUSE_SECONDS, pause)
        self._fell_at = now
        self._fallen = thread_count
        self._regret = 0.0

    def due(self, now: float) -> int | None:
        """Return the level that it fell from, when it is to be tried again.

        What made it fall may have been a moment.
        """
        return self._fallen if now >= self._fell_at + self._pause else None

    def rise_to(self, thread_count: int) -> None:
        """Trust so many threads."""
        self.level = max(self.level, thread_count)
        self._regret = 0.0
        self._fallen = None

    def stay(self) -> None:
        """Take note that what made it fall was not a moment."""
        self._fallen = None
        self._pause = _LONGEST_PAUSE_SECONDS
