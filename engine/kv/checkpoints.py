"""Checkpoints of slots whose memory cannot be cut: where they are taken, which are kept."""

from collections.abc import Iterable, Sequence

from engine.backend import Checkpoint

CHECKPOINT_STRIDE = 2048  # tokens of a long prompt after which one is taken anyway
MOST_PER_SLOT = 16
_KEPT_FIRST = 1  # the one behind the system prompt serves every edit


def next_stop(held: int, edges: Iterable[int], target: int) -> int:
    """Return how far a prompt may be read until a checkpoint is due, at most to ``target``.

    Due they are where a turn or the reply begins, and after every stride.
    """
    stride_stop = (held // CHECKPOINT_STRIDE + 1) * CHECKPOINT_STRIDE
    stops = [edge for edge in edges if edge > held]
    return min([target, stride_stop, *stops])


def is_due(held: int, edges: Iterable[int], target: int) -> bool:
    """Return whether a checkpoint is to be taken after so many tokens; never at the very end."""
    return held < target and (held in set(edges) or held % CHECKPOINT_STRIDE == 0)


def newest_within(checkpoints: Sequence[Checkpoint], token_count: int) -> Checkpoint | None:
    """Return the last checkpoint at or before so many tokens."""
    usable = [point for point in checkpoints if point.token_count <= token_count]
    return max(usable, key=lambda point: point.token_count, default=None)


def added(checkpoints: Sequence[Checkpoint], new: Checkpoint) -> list[Checkpoint]:
    """Return the list with a new checkpoint, without what it replaces and what is too much.

    The first one stays; of the others the oldest go.
    """
    others = [point for point in checkpoints if point.token_count != new.token_count]
    ordered = sorted([*others, new], key=lambda point: point.token_count)
    surplus = max(0, len(ordered) - MOST_PER_SLOT)
    return ordered[:_KEPT_FIRST] + ordered[_KEPT_FIRST + surplus :]
