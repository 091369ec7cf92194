"""Titles that can be told apart: "Say hello · 2" of equal ones, "…about a dog" of similar ones."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise, takewhile

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics

from app.domain.conversations import ConversationSummary
from app.domain.titles import TITLE_MARK, title_stem
from app.widgets.kit.translation import shown_title

ELLIPSIS = "…"
NUMBERED = " · {number}"
_NUMBER = re.compile(r" · \d+$")
_READABLE = 4  # characters between two ellipses
_MIN = 3  # characters before a number, including the ellipsis
Measure = Callable[[str], int]
_Fits = Callable[[str], bool]


def told_apart(conversations: Iterable[ConversationSummary]) -> Mapping[str, str]:
    """Return numbered titles for conversations that share their title with an older one.

    Conversations with a unique title are left out. A number is stable until a title changes.
    """
    listed = tuple(conversations)
    counts = Counter([each.title for each in listed])
    if len(counts) == len(listed):
        return {}
    taken = set(counts)
    alike = (each for each in listed if counts[each.title] > 1)
    found: dict[str, str] = {}
    last: dict[str, int] = {}  # the last number per title, as 10,000 chats may share one
    for each in sorted(alike, key=lambda one: (one.number, one.id)):
        number = last.get(each.title, 0) + 1
        if number > 1:
            stem = title_stem(shown_title(each.title))
            while (title := f"{stem}{TITLE_MARK}{number}") in taken:
                number += 1
            found[each.id] = title
            taken.add(title)
        last[each.title] = number
    return found


def elided_title(metrics: QFontMetrics, title: str, width: int) -> str:
    """Return a title elided to a width in pixels; its distinguishing number is kept."""
    number = _NUMBER.search(title)
    if number is None:
        return metrics.elidedText(title, Qt.TextElideMode.ElideRight, width)
    end = number.group()
    room = max(0, width - metrics.horizontalAdvance(end))
    return metrics.elidedText(title[: number.start()], Qt.TextElideMode.ElideRight, room) + end


def cut_titles(titles: Sequence[str], rooms: Sequence[int], measure: Measure) -> tuple[str, ...]:
    """Return the visible part of each title; titles that differ look different.

    A title that begins like another title loses its beginning: "…about a dog".
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
    """Return the length of the longest prefix that each title shares with another title."""
    # In sorted order, a title's neighbour shares the longest prefix with it.
    order = sorted(range(len(titles)), key=titles.__getitem__)
    lengths = [0] * len(titles)
    for before, after in pairwise(order):
        both = zip(titles[before], titles[after], strict=False)
        shared = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], both))
        lengths[before] = max(lengths[before], shared)
        lengths[after] = max(lengths[after], shared)
    return lengths


def _shortened(title: str, shared: int, fits: _Fits) -> str:
    if fits(title):
        return title
    kept = _kept(title, fits)
    if kept > shared or shared >= len(title):
        return title[:kept].rstrip() + ELLIPSIS
    base, separator, number = title.rpartition(NUMBERED.format(number=""))
    if separator and shared >= len(base) and number.isdecimal():
        text = _with_end(base, separator + number, fits)
        # Half a number distinguishes nothing; the beginning is more useful.
        return text if fits(text) else title[:kept].rstrip() + ELLIPSIS
    return _without_beginning(title, shared, fits)


def _with_end(title: str, end: str, fits: _Fits) -> str:
    """Return as much of a title as fits before an end that always stays."""
    kept = _kept(title, lambda text: fits(text + end))
    return (title if kept == len(title) else title[:kept].rstrip() + ELLIPSIS) + end


def _without_beginning(title: str, shared: int, fits: _Fits) -> str:
    """Return the end of a title, starting at or before the first word that differs.

    If too few characters of it would fit, return the beginning of the title.
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
    """Return the number of characters that fit, including an ellipsis if cut; at least one."""
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
    """Return a text that no other tab shows; titles that differ in two places get a number.

    If hardly more than a number fits, a few characters of the title are returned.
    """
    label, number = text, 2
    while label in taken:
        end = NUMBERED.format(number=number)
        label = _with_end(text, end, fits)
        if label.removesuffix(end) != text and len(label) < len(end) + _MIN:
            return text
        number += 1
    return label
