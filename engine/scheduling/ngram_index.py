"""Where in a conversation its last few tokens stood before, and what came behind them."""

from bisect import bisect_left
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

LONGEST, SHORTEST = 4, 2  # tokens that must be the same
MOST_TOKENS = 1 << 17  # so far back is looked: it bounds the memory, and only the latest counts
MAX_APPENDED = 4096  # tokens; adding one takes a microsecond of the engine's thread
_BITS = 21  # of a token in a key, exactly; the fourth token is mixed in
_LOW = (1 << 64) - 1
_MIX = 0x9E3779B97F4A7C15

Keys = npt.NDArray[np.uint64]


class NgramIndex:
    """Where each run of two, three and four tokens stood last; made on any thread, then of one.

    The tokens stay with whoever asks, and may only grow: when some are removed a new index is made.
    It takes 36 bytes for each of the tokens it was made of, MOST_TOKENS at most, and some 400 for
    each that came later, of which there should be no more than MAX_APPENDED.
    """

    def __init__(self, tokens: Sequence[int]) -> None:
        self._made_count = len(tokens)
        self._count = max(SHORTEST, len(tokens))  # the first position that is not known yet
        self._appended: dict[int, int] = {}
        first = max(0, len(tokens) - MOST_TOKENS)
        keys, positions = _sorted_positions(_array(tokens[first:]), first)
        # One number out of an array of numpy takes four times as long as out of a view.
        self._keys, self._positions = memoryview(keys), memoryview(positions)

    def is_long(self, tokens: Sequence[int]) -> bool:
        """Return whether so many have come that an index made anew is worth it."""
        return len(tokens) - self._made_count > MAX_APPENDED

    def find(self, tokens: Sequence[int]) -> int | None:
        """Return a position behind which the text may go on as it did there, None if there is none.

        Before it the last tokens stood: as many as did so anywhere, and there for the last time.
        """
        count = len(tokens)
        if count < self._count or count < SHORTEST:
            return None
        self._append(tokens)
        found = None
        # The shortest first: where it did not occur no longer one did.
        for key in _keys_before(tokens, count):
            position = self._appended.get(key)
            if position is None:
                position = self._made_of(key)
            if position is None:
                return found
            found = position
        return found

    def _append(self, tokens: Sequence[int]) -> None:
        """Take in the positions behind what was appended, but for the end."""
        positions, count = self._appended, len(tokens)
        for position in range(self._count, count):
            for key in _keys_before(tokens, position):
                positions[key] = position
        self._count = count

    def _made_of(self, key: int) -> int | None:
        at = bisect_left(self._keys, key)
        return self._positions[at] if at < len(self._keys) and self._keys[at] == key else None


def continuation(tokens: Sequence[int], position: int, count: int) -> list[int]:
    """Return what stands at a position; what would stand behind the end goes round from there."""
    found = list(tokens[position : position + count])
    while len(found) < count:
        found += found[: count - len(found)]
    return found


def _keys_before(tokens: Sequence[int], position: int) -> tuple[int, ...]:
    """Return the keys of the runs that end before a position, the shortest first."""
    if position < LONGEST:
        return _short_keys_before(tokens, position)
    fourth, third, second, last = tokens[position - 4 : position]
    two = second << _BITS | last
    three = third + 1 << 2 * _BITS | two  # never the key of two
    return two, three, (_MIX * (fourth + 1) ^ three) & _LOW


def _short_keys_before(tokens: Sequence[int], position: int) -> tuple[int, ...]:
    if position < SHORTEST:
        return ()
    two = tokens[position - 2] << _BITS | tokens[position - 1]
    return (two,) if position == SHORTEST else (two, tokens[position - 3] + 1 << 2 * _BITS | two)


def _sorted_positions(held: Keys, first: int) -> tuple[Keys, npt.NDArray[np.int32]]:
    """Return the keys of all runs with a token behind them, and the latest position of each."""
    more, one, two = np.uint64(1), np.uint64(_BITS), np.uint64(2 * _BITS)
    # As ``_keys_before`` makes them, each kind for all positions at once.
    twos = held[:-2] << one | held[1:-1]
    threes = held[:-3] + more << two | held[1:-2] << one | held[2:-1]
    fours = (held[:-4] + more) * np.uint64(_MIX) ^ (
        held[1:-3] + more << two | held[2:-2] << one | held[3:-1]
    )
    kinds = (twos, threes, fours)
    keys = np.concatenate(kinds)
    order = keys.argsort(kind="stable")
    keys = keys[order]
    is_latest = np.ones(len(keys), dtype=np.bool_)
    is_latest[:-1] = keys[1:] != keys[:-1]
    positions = np.concatenate(
        [np.arange(len(kind)) + first + size for size, kind in enumerate(kinds, SHORTEST)]
    )
    return keys[is_latest], positions[order[is_latest]].astype(np.int32)


def _array(tokens: Sequence[int]) -> Keys:
    slices = range(0, len(tokens), MAX_APPENDED)  # no other thread runs Python during one
    parts = [np.array(tokens[start : start + MAX_APPENDED], dtype=np.uint64) for start in slices]
    return np.concatenate(parts) if parts else np.zeros(0, dtype=np.uint64)
