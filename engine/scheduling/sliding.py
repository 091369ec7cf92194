"""Which tokens a conversation gives up when it meets its own cap."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Discard:
    """Drop ``discard_count`` tokens behind the first ``keep_count``.

    ``first_message`` is the first message still in memory afterwards, behind the head.
    """

    keep_count: int
    discard_count: int
    first_message: int


def choose_discard(
    turn_starts: Sequence[tuple[int, int]], *, cap: int, wanted: int | None
) -> Discard | None:
    """Return which whole turns go, oldest first; None where only the last one is left.

    The head (BOS and system prompt) stays. What goes has at least ``wanted`` tokens, or is all
    but the last turn.

    Args:
        turn_starts: (token count, message index) where turns begin, oldest first.
        cap: tokens that the conversation may hold.
        wanted: least number of tokens to discard; None is half of what is behind the head, and
            what would leave nothing is clamped to that.
    """
    if len(turn_starts) < 2:
        return None
    head = turn_starts[0][0]
    least = _clamped(wanted, cap - head)
    later = turn_starts[1:]
    start, message = next((each for each in later if each[0] - head >= least), later[-1])
    return Discard(head, start - head, message)


def _clamped(wanted: int | None, room: int) -> int:
    """Return a number of tokens that leaves something of the room behind the head."""
    if wanted is None:
        return max(1, room // 2)
    if wanted >= room:
        _log.warning("Discarding %d tokens would leave nothing of %d; half goes", wanted, room)
        return max(1, room // 2)
    return wanted
