"""A planner of drafts that drafts whenever it may, whatever the cost."""

import random
from collections.abc import Sequence

from engine.scheduling.speculation import (
    DRAFT_COUNTS,
    NO_LIMIT,
    Draft,
    DraftPlanner,
    Expected,
    StepLimit,
)


class EagerPlanner(DraftPlanner):
    """Draws the draft at random, in one call or one per reply; records its arguments."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(most_rows=64, most_drafted=32)
        self._dice = random.Random(seed)
        self.drafts: list[Draft] = []
        self.limits: list[StepLimit] = []
        self.learned: list[Draft] = []

    def is_unprofitable(self, reply_count: int) -> bool:
        """Return False for any number of replies."""
        return False

    def choose(self, expected: Expected, limit: StepLimit = NO_LIMIT) -> Draft | None:
        """Return a random draft that fits, whatever is expected of it and whatever it costs."""
        self.limits.append(limit)
        most = 32 // len(expected)
        lengths = [sum(count <= most for count in DRAFT_COUNTS[: len(each)]) for each in expected]
        if not min(lengths) or self._dice.random() < 0.1:
            return None
        is_shared = self._dice.random() < 0.5
        if is_shared:
            lengths = [self._dice.randint(1, min(lengths))] * len(expected)
        counts = (DRAFT_COUNTS[self._dice.randint(1, length) - 1] for length in lengths)
        draft = Draft(tuple(counts), is_shared)
        if is_shared:
            draft = Draft((draft.counts[0],) * len(expected))
        self.drafts.append(draft)
        return draft

    def learn(self, draft: Draft, seconds: Sequence[float], plain_seconds: float) -> None:
        """Record the draft."""
        self.learned.append(draft)
