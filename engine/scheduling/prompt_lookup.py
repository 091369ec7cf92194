"""Drafts tokens from earlier text of a conversation, and measures how many are accepted.

An index finds where the last tokens occurred before; the tokens that followed there are the draft.
"""

from bisect import bisect_left
from collections.abc import Sequence
from itertools import accumulate
from operator import mul

import numpy as np
import numpy.typing as npt

from engine.scheduling.acceptance import Rate

LONGEST, SHORTEST = 3, 2  # tokens of a run that is looked up
MAX_TOKENS = 1 << 17  # tokens from which an index is made; it bounds the memory
MAX_APPENDED = 4096  # tokens; appending one takes a microsecond of the engine's thread
_BITS = 21  # bits of a token in a key
_LONG_RUN = 4  # tokens; a copy of this length may continue after a token that differs
# Acceptance rates before any measurement, after 0, 1, 2-3, 4-7 and 8 or more accepted tokens.
_FIRST_RATES = (0.3, 0.5, 0.7, 0.85, 0.93)

Keys = npt.NDArray[np.uint64]


class NgramIndex:
    """The last position after each run of two and three tokens.

    It is made on any thread and used by one. The caller keeps the tokens, and may only append to
    them: if some are removed, it makes a new index. The index takes 24 bytes for each of the tokens
    it was made of, MAX_TOKENS at most, and some 200 bytes for each one appended, of which there
    should be no more than MAX_APPENDED.
    """

    def __init__(self, tokens: Sequence[int]) -> None:
        self._made_count = len(tokens)
        self._count = max(SHORTEST, len(tokens))  # the first position that is not known yet
        self._appended: dict[int, int] = {}
        first = max(0, len(tokens) - MAX_TOKENS)
        keys, positions = _sorted_positions(_array(tokens[first:]), first)
        # Reading one number from an array of numpy takes four times as long as from a view.
        self._keys, self._positions = memoryview(keys), memoryview(positions)

    def is_long(self, tokens: Sequence[int]) -> bool:
        """Return whether enough tokens were appended to make a new index."""
        return len(tokens) - self._made_count > MAX_APPENDED

    def find(self, tokens: Sequence[int]) -> int | None:
        """Return a position from which the text may continue as it did there; None if unknown.

        It is the last position after the same three tokens as the last ones, else after the same
        two.
        """
        count = len(tokens)
        if count < self._count:
            return None
        for position in range(self._count, count):
            for key in _keys_before(tokens, position):
                self._appended[key] = position
        self._count, found = count, None
        # The shortest first: if it did not occur, no longer one did.
        for key in _keys_before(tokens, count):
            before = self._appended.get(key) or self._made_of(key)  # no position is 0
            if before is None:
                break
            found = before
        return found

    def _made_of(self, key: int) -> int | None:
        at = bisect_left(self._keys, key)
        return self._positions[at] if at < len(self._keys) and self._keys[at] == key else None


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
        self._rates = [Rate(share, weight=1.0) for share in _FIRST_RATES]

    @property
    def has_draft(self) -> bool:
        """Return whether there is a draft to follow the last tokens."""
        return self._position is not None

    def follow(self, tokens: Sequence[int]) -> bool:
        """Follow the tokens written since the last call; return whether there is a draft now."""
        for at in range(self._count, len(tokens)):
            if self._position is None:
                break
            is_accepted = tokens[self._position] == tokens[at]
            self._rates[_kind(self._run)].learn(is_accepted=is_accepted)
            may_continue = is_accepted or self._run >= _LONG_RUN
            self._position = self._position + 1 if may_continue else None
            self._run = self._run + 1 if is_accepted else 0
        self._count = len(tokens)
        if self._run == 0:
            found = self.index.find(tokens)
            if found is not None:
                self._position = found
            elif self.has_draft:
                self._run = 1  # a long copy continues as after one token
        return self.has_draft

    def draft(self, tokens: Sequence[int], count: int) -> list[int]:
        """Return at most ``count`` drafted tokens to follow the last ones; needs ``has_draft``."""
        assert self._position is not None
        return continuation(tokens, self._position, count)

    def expected(self, counts: Sequence[int]) -> tuple[float, ...]:
        """Return the expected number of accepted tokens for each length, in ascending order."""
        runs = range(self._run, self._run + max(counts, default=0))
        chances = accumulate([self._rates[_kind(run)].share for run in runs], mul)
        totals = [0.0, *accumulate(chances)]
        return tuple(totals[count] for count in counts)


def _kind(run: int) -> int:
    """Return the index of the acceptance rate after a number of accepted tokens."""
    return min(run.bit_length(), len(_FIRST_RATES) - 1)


def continuation(tokens: Sequence[int], position: int, count: int) -> list[int]:
    """Return the tokens from a position on; after the last one they repeat from there."""
    found = list(tokens[position : position + count])
    while len(found) < count:
        found += found[: count - len(found)]
    return found


def _keys_before(tokens: Sequence[int], position: int) -> tuple[int, ...]:
    """Return the keys of the runs that end before a position, the shortest first."""
    if position < SHORTEST:
        return ()
    two = tokens[position - 2] << _BITS | tokens[position - 1]
    if position < LONGEST:
        return (two,)
    return two, tokens[position - 3] + 1 << 2 * _BITS | two  # never the key of two


def _sorted_positions(held: Keys, first: int) -> tuple[Keys, npt.NDArray[np.int32]]:
    """Return the keys of all runs that a token follows, and the last position after each."""
    more, one, two = np.uint64(1), np.uint64(_BITS), np.uint64(2 * _BITS)
    # As ``_keys_before`` makes them, each kind for all positions at once.
    twos = held[:-2] << one | held[1:-1]
    threes = held[:-3] + more << two | twos[1:]
    kinds = (twos, threes)
    positions = [np.arange(len(kind)) + first + size for size, kind in enumerate(kinds, SHORTEST)]
    # Of equal keys ``unique`` returns the first one: reversed, that is the last position.
    keys, at = np.unique(np.concatenate(kinds)[::-1], return_index=True)
    return keys, np.concatenate(positions)[::-1][at].astype(np.int32)


def _array(tokens: Sequence[int]) -> Keys:
    slices = range(0, len(tokens), MAX_APPENDED)  # other threads run Python between two of them
    parts = [np.array(tokens[start : start + MAX_APPENDED], dtype=np.uint64) for start in slices]
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.uint64)
