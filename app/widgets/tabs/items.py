"""Titles, states and pins of all tabs."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise, takewhile

from PySide6.QtCore import QObject, Signal

from app.domain.tabs import TabState
from app.widgets.kit.translation import shown_title
from app.widgets.markdown.safe_text import without_hidden

ELLIPSIS = "…"
_READABLE = 4  # characters between two ellipses
_MIN = 3  # characters before a number, including the ellipsis
_NUMBERED = " · {number}"
Measure = Callable[[str], int]
_Fits = Callable[[str], bool]


def numbered(titles: Sequence[str]) -> tuple[str, ...]:
    """Return the titles; equal titles get a number: "New chat", "New chat · 2"."""
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
    base, separator, number = title.rpartition(_NUMBERED.format(number=""))
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
        end = _NUMBERED.format(number=number)
        label = _with_end(text, end, fits)
        if label.removesuffix(end) != text and len(label) < len(end) + _MIN:
            return text
        number += 1
    return label


@dataclass(frozen=True, slots=True)
class TabItem:
    """The title, state and pin of one tab."""

    title: str = ""
    state: TabState = field(default_factory=TabState)
    is_pinned: bool = False


_NO_TAB = TabItem()


class TabItems(QObject):
    """Owns titles, states and pins: controllers set them, rows listen.

    The rows own the order of the tabs and the tab in front, because Qt changes both while a tab is
    dragged; a second copy here would have to be kept in step.
    """

    title_changed = Signal(str)
    label_changed = Signal(str)
    state_changed = Signal(str)
    pinned_changed = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._items: dict[str, TabItem] = {}
        self._labels: dict[str, str] = {}

    def add(
        self, conversation_id: str, title: str, state: TabState, *, is_pinned: bool = False
    ) -> None:
        """Add a tab; call this before a row shows it."""
        self._items[conversation_id] = TabItem(self._shown(title), state, is_pinned)
        self._label()

    def remove(self, conversation_id: str) -> None:
        """Remove a tab that no row shows any more."""
        self._items.pop(conversation_id, None)
        self._label()

    def title(self, conversation_id: str) -> str:
        """Return the title of a tab as it is shown; empty if the tab does not exist."""
        return self._item(conversation_id).title

    def label(self, conversation_id: str) -> str:
        """Return the title, with a number if several tabs have the same: "New chat · 2"."""
        return self._labels.get(conversation_id, "")

    def state(self, conversation_id: str) -> TabState:
        """Return the state of a tab."""
        return self._item(conversation_id).state

    def states(self) -> tuple[TabState, ...]:
        """Return the states of all tabs."""
        return tuple(item.state for item in self._items.values())

    def is_pinned(self, conversation_id: str) -> bool:
        """Return whether a tab is pinned."""
        return self._item(conversation_id).is_pinned

    def set_title(self, conversation_id: str, title: str) -> None:
        """Show another title; does nothing if the tab does not exist."""
        if conversation_id in self._items:
            item = self._items[conversation_id]
            self._items[conversation_id] = replace(item, title=self._shown(title))
            self._label()
            self.title_changed.emit(conversation_id)

    def set_state(self, conversation_id: str, state: TabState) -> None:
        """Show the state of a tab; does nothing if the tab does not exist."""
        if conversation_id in self._items:
            self._items[conversation_id] = replace(self._items[conversation_id], state=state)
            self.state_changed.emit(conversation_id)

    def set_pinned(self, conversation_id: str, is_pinned: bool) -> None:
        """Pin or unpin a tab; does nothing if the tab does not exist."""
        if conversation_id in self._items and is_pinned != self.is_pinned(conversation_id):
            item = self._items[conversation_id]
            self._items[conversation_id] = replace(item, is_pinned=is_pinned)
            self.pinned_changed.emit(conversation_id)

    def _label(self) -> None:
        """Number equal titles in the order in which their tabs were opened."""
        before = self._labels
        titles = tuple(item.title for item in self._items.values())
        self._labels = dict(zip(self._items, numbered(titles), strict=True))
        for conversation_id, label in before.items():
            if self._labels.get(conversation_id, label) != label:
                self.label_changed.emit(conversation_id)

    def _item(self, conversation_id: str) -> TabItem:
        return self._items.get(conversation_id, _NO_TAB)

    def _shown(self, title: str) -> str:
        return shown_title(without_hidden(title))
