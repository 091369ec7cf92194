"""Guesses what a conversation says next from what it has said, and knows how often it is right."""

from collections.abc import Sequence

from engine.scheduling.ngram_index import NgramIndex, continuation

_LONG_RUN = 4  # tokens; a copy that breaks off behind so many may go on behind one that differs
_FORGETTING = 0.95  # some twenty guesses are remembered
# How often a guess is right before any was made, by how many before it were right in a row, and
# how much that counts beside what is measured.
_FIRST_RATES = (0.3, 0.5, 0.7, 0.85, 0.93)
_WEIGHT = 3.0
_FRESH, _RESUMED, _SHORT, _LONG, _LONGEST = range(5)
_LONGEST_RUN = 16


class PromptLookup:
    """Follows the positions where the text stood before, token by token as it is written.

    Each token that is written shows whether it would have been guessed, at no cost: so nothing
    has to be guessed in earnest to learn whether guessing pays in this conversation.
    """

    def __init__(self, index: NgramIndex) -> None:
        self.index = index
        self._position: int | None = None
        self._run = 0  # guesses that were right since the position was found
        self._first_kind = _FRESH
        self._count = 0  # tokens that were followed
        self._rights = [rate * _WEIGHT for rate in _FIRST_RATES]
        self._tries = [_WEIGHT] * len(_FIRST_RATES)

    @property
    def has_guess(self) -> bool:
        """Return whether there is a guess behind the tokens that were followed last."""
        return self._position is not None

    def follow(self, tokens: Sequence[int]) -> bool:
        """Take in what was written since the last time; return whether there is a guess now."""
        for at in range(self._count, len(tokens)):
            if self._position is None:
                break
            self._judge(tokens, at)
        self._count = len(tokens)
        if self._run == 0:
            self._find(tokens)
        return self.has_guess

    def guess(self, tokens: Sequence[int], count: int) -> list[int]:
        """Return the guess behind the tokens that were followed last."""
        assert self._position is not None
        return continuation(tokens, self._position, count)

    def expected(self, counts: Sequence[int]) -> tuple[float, ...]:
        """Return how many tokens of a guess of each length should be right; lengths ascend."""
        found: list[float] = []
        chance, total, guessed = 1.0, 0.0, 0
        for count in counts:
            for more in range(guessed, count):
                kind = self._kind(self._run + more)
                chance *= self._rights[kind] / self._tries[kind]
                total += chance
            guessed = count
            found.append(total)
        return tuple(found)

    def _judge(self, tokens: Sequence[int], at: int) -> None:
        """Compare what was guessed with what was written there."""
        assert self._position is not None
        is_right = tokens[self._position] == tokens[at]
        kind = self._kind(self._run)
        self._rights[kind] = self._rights[kind] * _FORGETTING + is_right
        self._tries[kind] = self._tries[kind] * _FORGETTING + 1.0
        if is_right:
            self._position += 1
            self._run += 1
            return
        is_resumed = self._run >= _LONG_RUN
        self._position = self._position + 1 if is_resumed else None
        self._first_kind = _RESUMED if is_resumed else _FRESH
        self._run = 0

    def _find(self, tokens: Sequence[int]) -> None:
        """Look for a position, unless a copy is followed that has been right so far."""
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
