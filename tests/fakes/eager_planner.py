"""A planner of drafts to which everything is cheap: it guesses whenever it may."""

import random
from collections.abc import Sequence

from engine.scheduling.speculation import (
    DRAFT_COUNTS,
    NO_LIMIT,
    Draft,
    DraftPlanner,
    Expected,
    Limit,
)


class EagerPlanner(DraftPlanner):
    """Draws how much is guessed, in one call or in calls of their own; notes what it was told."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(most_rows=64, most_drafted=32)
        self._dice = random.Random(seed)
        self.drafts: list[Draft] = []
        self.limits: list[Limit] = []
        self.learned: list[Draft] = []

    def is_hopeless(self, reply_count: int) -> bool:
        """Nothing is."""
        return False

    def choose(self, expected: Expected, limit: Limit = NO_LIMIT) -> Draft | None:
        """Guess anything that fits, also where nothing is expected of it, however long it takes."""
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
        """Note it."""
        self.learned.append(draft)
