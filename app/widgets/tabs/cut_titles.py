"""Titles as short as their tabs: common beginnings give way, and where titles differ stays."""

from collections.abc import Callable, Sequence
from itertools import pairwise, takewhile

ELLIPSIS = "…"
_READABLE = 4  # letters, between two ellipses
_FEWEST = 3  # letters before a number, the ellipsis among them
_NUMBERED = " · {number}"

Measure = Callable[[str], int]
_Fits = Callable[[str], bool]


def numbered(titles: Sequence[str]) -> tuple[str, ...]:
    """Return the titles, equal ones with a number: "New chat", "New chat · 2"."""
    taken, seen = set(titles), set[str]()
    labels: list[str] = []
    for title in titles:
        label, number = title, 2
        while title in seen and label in taken:
            label = title + _NUMBERED.format(number=number)
            number += 1
        seen.add(title)
        taken.add(label)
        labels.append(label)
    return tuple(labels)


def cut_titles(titles: Sequence[str], rooms: Sequence[int], measure: Measure) -> tuple[str, ...]:
    """Return the visible part of each title; titles that differ look different.

    A title that looks like another one at its beginning loses it: "…about a dog".
    """
    taken: set[str] = set()
    shown: list[str] = []
    for title, room, shared in zip(titles, rooms, _shared_lengths(titles), strict=True):

        def fits(text: str, room: int = room) -> bool:
            return measure(text) <= room

        text = _unlike(_shortened(title, shared, fits), taken, fits)
        taken.add(text)
        shown.append(text)
    return tuple(shown)


def _shared_lengths(titles: Sequence[str]) -> list[int]:
    """Return how many letters each title has in common with the one most like it."""
    # In their order, the title that shares most with another one stands beside it.
    order = sorted(range(len(titles)), key=titles.__getitem__)
    lengths = [0] * len(titles)
    for before, after in pairwise(order):
        both = zip(titles[before], titles[after], strict=False)
        shared = sum(1 for _ in takewhile(lambda letters: letters[0] == letters[1], both))
        lengths[before] = max(lengths[before], shared)
        lengths[after] = max(lengths[after], shared)
    return lengths


def _shortened(title: str, shared: int, fits: _Fits) -> str:
    if fits(title):
        return title
    kept = _kept(title, fits)
    if kept > shared or shared >= len(title):
        return title[:kept].rstrip() + ELLIPSIS
    base, separator, number = title.rpartition(_NUMBERED.format(number=""))
    if separator and shared >= len(base) and number.isdecimal():
        text = _with_end(base, separator + number, fits)
        # Half a number tells nothing apart; the beginning says more.
        return text if fits(text) else title[:kept].rstrip() + ELLIPSIS
    return _without_beginning(title, shared, fits)


def _with_end(title: str, end: str, fits: _Fits) -> str:
    """Return as much of a title as fits before an end that always stays."""
    kept = _kept(title, lambda text: fits(text + end))
    return (title if kept == len(title) else title[:kept].rstrip() + ELLIPSIS) + end


def _without_beginning(title: str, shared: int, fits: _Fits) -> str:
    """Return the end of a title, from the word on in which it differs or from before it.

    Where too little of that fits to be read, its beginning says more.
    """
    words = [at for at in range(1, shared + 1) if title[at - 1].isspace()]
    for start in words:
        if fits(ELLIPSIS + title[start:]):
            return ELLIPSIS + title[start:]
    start = words[-1] if words else 0
    kept = _kept(title[start:], lambda text: fits(ELLIPSIS + text))
    if not start or kept <= shared - start:  # a long word, of which only the end differs
        start = shared
        kept = _kept(title[start:], lambda text: fits(ELLIPSIS + text))
    end = title[start:]
    if kept < min(len(end), _READABLE):
        return title[: _kept(title, fits)].rstrip() + ELLIPSIS
    return ELLIPSIS + (end if kept == len(end) else end[:kept].rstrip() + ELLIPSIS)


def _kept(title: str, fits: _Fits) -> int:
    """Return how many letters fit, with an ellipsis if these are not all; at least one."""
    if fits(title):
        return len(title)
    low, high = 1, max(1, len(title) - 1)
    while low < high:
        middle = (low + high + 1) // 2
        if fits(title[:middle].rstrip() + ELLIPSIS):
            low = middle
        else:
            high = middle - 1
    return low


def _unlike(text: str, taken: set[str], fits: _Fits) -> str:
    """Return a text that no other tab shows: where titles differ in two places, with a number.

    In a room for hardly more than a number, a few letters of the title say more.
    """
    label, number = text, 2
    while label in taken:
        end = _NUMBERED.format(number=number)
        label = _with_end(text, end, fits)
        if label.removesuffix(end) != text and len(label) < len(end) + _FEWEST:
            return text
        number += 1
    return label
