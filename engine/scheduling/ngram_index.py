"""Finds where the last tokens of a conversation occurred before, and what followed there."""

from bisect import bisect_left
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

LONGEST, SHORTEST = 3, 2  # tokens of a run that is looked up
MAX_TOKENS = 1 << 17  # tokens from which an index is made; it bounds the memory
MAX_APPENDED = 4096  # tokens; appending one takes a microsecond of the engine's thread
_BITS = 21  # bits of a token in a key

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
        if count < self._count or count < SHORTEST:
            return None
        self._append(tokens)
        found = None
        # The shortest first: if it did not occur, no longer one did.
        for key in _keys_before(tokens, count):
            position = self._appended.get(key)
            if position is None:
                position = self._made_of(key)
            if position is None:
                return found
            found = position
        return found

    def _append(self, tokens: Sequence[int]) -> None:
        """Add the positions since the last call, except the end."""
        positions, count = self._appended, len(tokens)
        for position in range(self._count, count):
            for key in _keys_before(tokens, position):
                positions[key] = position
        self._count = count

    def _made_of(self, key: int) -> int | None:
        at = bisect_left(self._keys, key)
        return self._positions[at] if at < len(self._keys) and self._keys[at] == key else None


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
