"""The fewest changes that turn one list of rows into another."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

MAX_STEPS = 40  # more are slower than resetting the list


@dataclass(frozen=True, slots=True)
class RowChanges:
    """Rows to take away, in falling order, and then rows to put in, in rising order."""

    removed: tuple[int, ...]
    inserted: tuple[int, ...]


def row_changes(
    old: Sequence[str], new: Sequence[str], moved: Collection[str] = ()
) -> RowChanges | None:
    """Return the steps from ``old`` to ``new``; None where they are many.

    Rows differ by their keys; no key is in a list twice. ``moved`` names those
    that may have changed their place.
    """
    had, has = set(old), set(new)
    leaving = (had - has) | (had & set(moved))
    coming = (has - had) | (has & set(moved))
    if len(leaving) + len(coming) > MAX_STEPS:
        return None
    if [key for key in old if key not in leaving] != [key for key in new if key not in coming]:
        return None
    return RowChanges(
        tuple(place for place in reversed(range(len(old))) if old[place] in leaving),
        tuple(place for place in range(len(new)) if new[place] in coming),
    )
