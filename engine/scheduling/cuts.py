"""Cuts the rows of a step into the calls with the least total."""

from collections.abc import Mapping

import msgspec

# Of equally dear cuts the one with the fewest calls, then the one with the most equal sizes.
_CALL_TIE_SECONDS = 1e-8
_ROW_TIE_SECONDS = 1e-13


class Cut(msgspec.Struct, frozen=True, order=True):
    """The sizes of a step's decode calls, largest first, and the threads that they run on."""

    sizes: tuple[int, ...]
    thread_count: int


def cheapest_sizes(row_count: int, costs: Mapping[int, float]) -> tuple[int, ...]:
    """Return the sizes with the least sum of costs, largest first; () if none make up the sum.

    ``costs`` are the seconds of one call by its size.
    """
    best = [0.0] + [float("inf")] * row_count
    last = [0] * (row_count + 1)
    # A size that smaller ones make up more cheaply is in no cheapest cut: few are left to try.
    useful: list[tuple[int, float]] = []
    for rows in range(1, row_count + 1):
        for size, price in useful:
            total = best[rows - size] + price
            if total < best[rows]:
                best[rows], last[rows] = total, size
        cost = costs.get(rows)
        if cost is not None:
            price = cost + _CALL_TIE_SECONDS + rows * rows * _ROW_TIE_SECONDS
            if price < best[rows]:
                best[rows], last[rows] = price, rows
                useful.append((rows, price))
    return _taken(row_count, last)


def _taken(row_count: int, last: list[int]) -> tuple[int, ...]:
    sizes: list[int] = []
    while row_count:
        if not last[row_count]:
            return ()
        sizes.append(last[row_count])
        row_count -= last[row_count]
    return tuple(sorted(sizes, reverse=True))
