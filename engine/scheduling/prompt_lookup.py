"""Drafts tokens from earlier text of a conversation and measures the acceptance rate."""

from collections.abc import Sequence

from engine.scheduling.ngram_index import NgramIndex, continuation

_LONG_RUN = 4  # tokens; a copy of this length may continue after a token that differs
_DECAY = 0.95  # of earlier results per token: some twenty of them count
# Acceptance rates before any measurement, by the number of tokens accepted in a row, and their
# weight in tokens relative to the measurements.
_FIRST_RATES = (0.3, 0.5, 0.7, 0.85, 0.93)
_WEIGHT = 3.0
_FRESH, _RESUMED, _SHORT, _LONG, _LONGEST = range(5)
_LONGEST_RUN = 16


class PromptLookup:
    """Follows the positions where the text stood before, token by token as it is written.

    Each token that is written shows whether it would have been drafted, at no cost. So the
    acceptance rate is known before any token is drafted. Lives on the engine's thread.
    """

    def __init__(self, index: NgramIndex) -> None:
        self.index = index
        self._position: int | None = None
        self._run = 0  # tokens accepted since the position was found
        self._first_kind = _FRESH
        self._count = 0  # tokens that were followed
        self._accepted = [rate * _WEIGHT for rate in _FIRST_RATES]
        self._tries = [_WEIGHT] * len(_FIRST_RATES)

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
                kind = self._kind(self._run + more)
                chance *= self._accepted[kind] / self._tries[kind]
                total += chance
            drafted = count
            found.append(total)
        return tuple(found)

    def _compare(self, tokens: Sequence[int], at: int) -> None:
        """Compare the drafted token with the written one."""
        assert self._position is not None
        is_accepted = tokens[self._position] == tokens[at]
        kind = self._kind(self._run)
        self._accepted[kind] = self._accepted[kind] * _DECAY + is_accepted
        self._tries[kind] = self._tries[kind] * _DECAY + 1.0
        if is_accepted:
            self._position += 1
            self._run += 1
            return
        is_resumed = self._run >= _LONG_RUN
        self._position = self._position + 1 if is_resumed else None
        self._first_kind = _RESUMED if is_resumed else _FRESH
        self._run = 0

    def _find(self, tokens: Sequence[int]) -> None:
        """Look for a position; a resumed copy is kept if there is none."""
        found = self.index.find(tokens)
        if found is not None:
            self._position, self._first_kind = found, _FRESH
        elif self._first_kind is not _RESUMED:
            self._position = None

    def _kind(self, run: int) -> int:
        if run == 0:
            return self._first_kind
        if run < _LONG_RUN:
            return _SHORT
        return _LONG if run < _LONGEST_RUN else _LONGEST
