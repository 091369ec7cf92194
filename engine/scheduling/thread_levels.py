"""With how many threads a call may be made: a few levels, not every number."""

from bisect import bisect_left, bisect_right


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
