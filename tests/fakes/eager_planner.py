"""A planner of drafts that drafts whenever it may, whatever the cost."""

import random

from engine.scheduling.speculation import DRAFT_COUNTS, DraftPlanner, Expected

MAX_DRAFTED = 32


class EagerPlanner(DraftPlanner):
    """Draws the length of the draft at random; records lengths and limits."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(lambda *_: 1.0, max_rows=64, max_drafted=MAX_DRAFTED)
        self._dice = random.Random(seed)
        self.drafts: list[int] = []
        self.limits: list[float] = []
        self.learned: list[int] = []

    def is_unprofitable(self, reply_count: int) -> bool:
        """Return False for any number of replies."""
        return False

    def choose(self, expected: Expected, max_seconds: float) -> int | None:
        """Return a random length that fits, whatever is expected of it and whatever it costs."""
        self.limits.append(max_seconds)
        most = MAX_DRAFTED // len(expected)
        length = sum(count <= most for count in DRAFT_COUNTS[: min(map(len, expected))])
        if not length or self._dice.random() < 0.1:
            return None
        self.drafts.append(DRAFT_COUNTS[self._dice.randint(1, length) - 1])
        return self.drafts[-1]

    def learn(self, reply_count: int, count: int, seconds: float) -> None:
        """Record the length."""
        self.learned.append(count)
