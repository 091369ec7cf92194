"""A planner of drafts that drafts whenever it may, whatever the cost."""

import random
from collections.abc import Sequence

from engine.scheduling.costs import Costs
from engine.scheduling.speculation import (
    DRAFT_COUNTS,
    Choice,
    DraftingSeconds,
    DraftPlanner,
    Option,
)

MAX_DRAFTED = 32


class NoCosts(Costs):
    """Calls of a draft model that take no time."""

    def seconds(self, rows: int, prompt_tokens: int = 0, position: int = 0) -> float:
        """Return next to nothing."""
        return 1e-12 * (rows + prompt_tokens)


class EagerPlanner(DraftPlanner):
    """Draws the length of the draft at random; records lengths and limits."""

    def __init__(self, seed: int = 0) -> None:
        super().__init__(lambda *_: 1.0, max_rows=64, max_drafted=MAX_DRAFTED)
        self._dice = random.Random(seed)
        self.drafts: list[int] = []
        self.limits: list[float] = []
        self.learned: list[int] = []

    def is_unprofitable(
        self, reply_count: int, drafting: DraftingSeconds = lambda _count: 0.0
    ) -> bool:
        """Return False for any number of replies."""
        return False

    def best(self, option: Option, max_seconds: float) -> Choice | None:
        """Return a random length that fits, whatever is expected of it and whatever it costs."""
        most = MAX_DRAFTED // len(option.expected)
        length = sum(count <= most for count in DRAFT_COUNTS[: min(map(len, option.expected))])
        if not length:
            return None
        return Choice(option, DRAFT_COUNTS[self._dice.randint(1, length) - 1], 2.0)

    def choose(self, options: Sequence[Option], max_seconds: float) -> Choice | None:
        """Return such a choice of a random option, or mostly."""
        self.limits.append(max_seconds)
        choice = self.best(self._dice.choice(options), max_seconds)
        if choice is None or self._dice.random() < 0.1:
            return None
        self.drafts.append(choice.count)
        return choice

    def learn(self, reply_count: int, count: int, seconds: float) -> None:
        """Record the length."""
        self.learned.append(count)
