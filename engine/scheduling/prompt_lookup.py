"""Drafts tokens from earlier text of a conversation and measures the acceptance rate."""

from collections.abc import Sequence

from engine.scheduling.ngram_index import NgramIndex, continuation

# Acceptance rates before any measurement, after 0, 1, 2-3, 4-7 and 8 or more accepted tokens.
_FIRST_RATES = (0.3, 0.5, 0.7, 0.85, 0.93)
_DECAY = 0.95  # weight of earlier tokens at each new one: about the last twenty count
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
        # By index of _FIRST_RATES; the first rate counts as one token.
        self._accepted = list(_FIRST_RATES)
        self._tries = [1.0] * len(_FIRST_RATES)

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
            self._find(tokens)
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
                kind = _kind(self._run + more)
                chance *= self._accepted[kind] / self._tries[kind]
                total += chance
            drafted = count
            found.append(total)
        return tuple(found)

    def _compare(self, tokens: Sequence[int], at: int) -> None:
        """Compare the drafted token with the written one."""
        assert self._position is not None
        is_accepted = tokens[self._position] == tokens[at]
        kind = _kind(self._run)
        self._accepted[kind] = self._accepted[kind] * _DECAY + is_accepted
        self._tries[kind] = self._tries[kind] * _DECAY + 1.0
        if is_accepted:
            self._position += 1
            self._run += 1
            return
        self._position = self._position + 1 if self._run >= _LONG_RUN else None
        self._run = 0

    def _find(self, tokens: Sequence[int]) -> None:
        """Look up a position; without one, a long copy continues as after one token."""
        found = self.index.find(tokens)
        if found is not None:
            self._position = found
        elif self._position is not None:
            self._run = 1


def _kind(run: int) -> int:
    """Return the index of the acceptance rate after a number of accepted tokens."""
    return min(run.bit_length(), len(_FIRST_RATES) - 1)
