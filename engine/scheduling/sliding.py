"""Chooses the tokens that a conversation discards when it reaches its cap."""

import logging
from collections.abc import Sequence
from itertools import pairwise

import msgspec

_log = logging.getLogger(__name__)

# Fewer tokens than this after the head are read again instead of being moved: moved keys depend on
# the discarded turns, so the reply can differ from one after a fresh read. The cost is half a pass
# of the library (512 tokens), once per slide, and other replies continue in the meantime.
MIN_MOVED_TOKENS = 256


class Discard(msgspec.Struct, frozen=True):
    """Drop ``discard_count`` tokens after the first ``keep_count``.

    ``first_message`` is the first message still held afterwards, after head and pinned turns.
    """

    keep_count: int
    discard_count: int
    first_message: int

    def holds(self, position: int) -> bool:
        """Return whether the token at a position is discarded."""
        return self.keep_count <= position < self.keep_count + self.discard_count


def choose_discards(
    turn_starts: Sequence[tuple[int, int]],
    *,
    cap: int,
    wanted: int | None,
    pinned: frozenset[int] = frozenset(),
) -> tuple[Discard, ...]:
    """Return the whole turns to discard, oldest first, as ranges of tokens from last to first.

    The head (BOS and system prompt), pinned turns and the last turn stay; nothing is returned
    if only these are left. The ranges have at least ``wanted`` tokens, or all that may go.

    Args:
        turn_starts: (token count, message index) where turns begin, oldest first.
        cap: tokens that the conversation may hold.
        wanted: minimum number of tokens to discard; half of those after the head if it is None
            or would leave none of them.
        pinned: message indexes where turns begin that stay.
    """
    ranges: list[tuple[int, int]] = []
    head = turn_starts[0][0] if turn_starts else 0
    # Pairs leave the last turn out: a reply that dropped its own question would never end.
    turns = [(*one, *following) for one, following in pairwise(turn_starts)]
    held = sum(end - start for start, first, end, _ in turns if first in pinned)
    room = cap - head - held
    if wanted is not None and wanted >= room:
        _log.warning("Discarding %d tokens would leave nothing of %d; half goes", wanted, room)
        wanted = None
    least = max(1, room // 2) if wanted is None else wanted
    discarded, first_message = 0, 0
    for start, first, end, following in turns:
        if discarded >= least:
            break
        if first in pinned:
            continue
        discarded, first_message = discarded + end - start, following
        # Neighbours become one range: each range is a call of the library that moves all later
        # cells.
        if ranges and ranges[-1][1] == start:
            start = ranges.pop()[0]
        ranges.append((start, end))
    return tuple(Discard(start, end - start, first_message) for start, end in reversed(ranges))


def is_worth_moving(moved_count: int, *, has_media: bool) -> bool:
    """Return whether a slide moves this number of tokens after the head instead of reading again.

    With media among them they are always moved: a picture takes longer to read than many tokens.
    """
    return moved_count >= MIN_MOVED_TOKENS or (has_media and moved_count > 0)
