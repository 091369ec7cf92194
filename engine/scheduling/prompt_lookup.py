"""Drafts tokens from earlier text of a conversation and measures the acceptance rate."""

from collections.abc import Sequence

from engine.scheduling.ngram_index import NgramIndex, continuation

# Acceptance rates before any measurement, after 0, 1, 2-3, 4-7 and 8 or more accepted tokens.
_FIRST_RATES = (0.2, 0.4, 0.6, 0.8, 0.9)
_SMOOTHING = 0.1  # weight of the newest token
_LONG_RUN = 4  # tokens; a copy of this length may continue after a token that differs


class PromptLookup:
    """Follows the positions where the text occurred before, token by token as it is written.

    Each written token shows whether it would have been drafted, at no cost. So the acceptance rate
    is known before any token is drafted. Lives on the engine's thread.
    """

    def __init__(self, index: NgramIndex) -> None:
        self.index = index
        self._position: int | None = None
        self._run = 0  # tokens accepted since the position was found
        self._count = 0  # tokens that were followed
        self._rates = list(_FIRST_RATES)

    @property
    def has_draft(self) -> bool:
        """Return whether there is a draft to follow the last tokens."""
        return self._position is not None

    def follow(self, tokens: Sequence[int]) -> bool:
        """Follow the tokens written since the last call; return whether there is a draft now."""
        for at in range(self._count, len(tokens)):
            if self._position is None:
                break
            self._compare(tokens, at)
        self._count = len(tokens)
        if self._run == 0:
            found = self.index.find(tokens)
            self._position = self._position if found is None else found
        return self.has_draft

    def draft(self, tokens: Sequence[int], count: int) -> list[int]:
        """Return at most ``count`` drafted tokens to follow the last ones; needs ``has_draft``."""
        assert self._position is not None
        return continuation(tokens, self._position, count)

    def expected(self, counts: Sequence[int]) -> tuple[float, ...]:
        """Return the expected number of accepted tokens for each length, in ascending order."""
        found: list[float] = []
        chance, total, drafted = 1.0, 0.0, 0
        for count in counts:
            for more in range(drafted, count):
                chance *= self._rates[_kind(self._run + more)]
                total += chance
            drafted = count
            found.append(total)
        return tuple(found)

    def _compare(self, tokens: Sequence[int], at: int) -> None:
        """Compare the drafted token with the written one."""
        assert self._position is not None
        is_accepted = tokens[self._position] == tokens[at]
        kind = _kind(self._run)
        self._rates[kind] += _SMOOTHING * (is_accepted - self._rates[kind])
        if is_accepted:
            self._position += 1
            self._run += 1
        elif self._run >= _LONG_RUN:
            self._position += 1
            self._run = 0
        else:
            self._position, self._run = None, 0


def _kind(run: int) -> int:
    """Return the index of the acceptance rate after a number of accepted tokens."""
    return min(run.bit_length(), len(_FIRST_RATES) - 1)
