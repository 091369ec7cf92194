"""Checkpoints of slots that cannot be truncated: where they are taken, which ones are kept."""

from collections.abc import Iterable, Sequence

from engine.backend import Checkpoint

CHECKPOINT_STRIDE = 2048  # tokens of a long prompt between checkpoints
_MAX_PER_SLOT = 16
_NEVER_DROPPED = 1  # the one after the system prompt serves every edit


def next_stop(held: int, segment_ends: Iterable[int], target: int) -> int:
    """Return how far a prompt may be prefilled until a checkpoint is due, at most to ``target``.

    Checkpoints are due where a turn or the reply begins, and after every stride.
    """
    stride_stop = (held // CHECKPOINT_STRIDE + 1) * CHECKPOINT_STRIDE
    stops = [edge for edge in segment_ends if edge > held]
    return min([target, stride_stop, *stops])


def is_due(held: int, segment_ends: Iterable[int], target: int) -> bool:
    """Return whether a checkpoint is due after ``held`` tokens; it never is at the very end."""
    return held < target and (held in set(segment_ends) or held % CHECKPOINT_STRIDE == 0)


def newest_within(checkpoints: Sequence[Checkpoint], token_count: int) -> Checkpoint | None:
    """Return the last checkpoint at or before ``token_count`` tokens."""
    usable = [point for point in checkpoints if point.token_count <= token_count]
    return max(usable, key=lambda point: point.token_count, default=None)


def added(checkpoints: Sequence[Checkpoint], new: Checkpoint) -> list[Checkpoint]:
    """Return the list with a new checkpoint, and without the one that it replaces.

    If the list is too long, the first one stays, and the oldest of the others are removed.
    """
    others = [point for point in checkpoints if point.token_count != new.token_count]
    ordered = sorted([*others, new], key=lambda point: point.token_count)
    surplus = max(0, len(ordered) - _MAX_PER_SLOT)
    return ordered[:_NEVER_DROPPED] + ordered[_NEVER_DROPPED + surplus :]
