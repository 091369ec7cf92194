"""What a call of a size that was not measured may cost, at most and at least."""

from bisect import bisect
from collections.abc import Mapping

from engine.scheduling.call_costs import Cost

# What an unknown cost may be at best, as a share of what speaks for it.
_INTERPOLATED, _NEXT_SMALLER, _PER_ROW = 0.7, 0.95, 0.9
# One row has kernels of its own: no larger call says what it costs.
_ONE_ROW = 0.4


def at_most(rows: int, known: Mapping[int, Cost]) -> float | None:
    """Return what a call should cost at most: never less than what speaks for it.

    That is what the next larger one costs; behind the largest, no row is cheaper than there.
    """
    cost = known.get(rows)
    if cost is not None:
        return cost.seconds
    below = max((size for size in known if size < rows), default=None)
    above = min((size for size in known if size > rows), default=None)
    if below is None:
        return None if above is None else known[above].seconds
    if above is None:
        return known[below].seconds * rows / below
    return max(known[below].seconds, known[above].seconds)


def at_least(rows: int, known: Mapping[int, Cost], now: float, spread: float) -> list[float]:
    """Return what calls of 1 to so many rows may cost if things are as good as they can be."""
    sizes = sorted(known)
    best = {size: known[size].at_best(now, spread) for size in sizes}
    costs: list[float] = []
    for size in range(1, rows + 1):
        if size in best:
            costs.append(best[size])
            continue
        place = bisect(sizes, size)
        above = sizes[place] if place < len(sizes) else None
        costs.append(_between(size, sizes[place - 1] if place else None, above, best))
    return costs


def hoped(rows: int, known: Mapping[int, Cost], overhead: float) -> list[float]:
    """Return what 0 to so many rows may take in one call or several, without the host's part.

    What was not measured lies between those that were, and behind the largest costs no more.
    """
    sizes = sorted(known)
    best = [0.0] * (rows + 1)
    for size in range(1, rows + 1 if sizes else 0):
        place = bisect(sizes, size)
        below = sizes[max(0, place - 1)]
        above = sizes[min(place, len(sizes) - 1)]
        low, high = known[below].seconds, known[above].seconds
        share = (size - below) / (above - below) if below < size < above else 0.0
        best[size] = low + share * (high - low)
    # Several calls, where these are cheaper: of two that are, each is the best one of its rows.
    for size in range(2, rows + 1):
        halves = (best[part] + best[size - part] for part in range(1, size // 2 + 1))
        best[size] = min(best[size], min(halves) + overhead)
    return best


def _between(rows: int, below: int | None, above: int | None, best: Mapping[int, float]) -> float:
    if below is None:
        share = _ONE_ROW if rows == 1 else _PER_ROW
        return 0.0 if above is None else best[above] * share * rows / above
    if above is None:
        return best[below] * _NEXT_SMALLER
    share = (rows - below) / (above - below)
    straight = best[below] + (best[above] - best[below]) * share
    return max(best[below] * _NEXT_SMALLER, straight * _INTERPOLATED)
