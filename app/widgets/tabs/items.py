"""Titles, states and pins of all tabs."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace
from PySide6.QtCore import QObject, Signal

from app.domain.tabs import TabState
from app.widgets.kit.distinct_titles import NUMBERED
from app.widgets.kit.translation import shown_title
from app.widgets.markdown.safe_text import without_hidden


def numbered(titles: Sequence[str]) -> tuple[str, ...]:
    """Return the titles; equal titles get a number: "New chat", "New chat · 2"."""
    taken, seen = set(titles), set[str]()
    labels: list[str] = []
    for title in titles:
        label, number = title, 2
        while title in seen and label in taken:
            label = title + NUMBERED.format(number=number)
            number += 1
        seen.add(title)
        taken.add(label)
        labels.append(label)
    return tuple(labels)


class TabItem(msgspec.Struct, frozen=True):
    """The title, state and pin of one tab."""

    title: str = ""
    state: TabState = msgspec.field(default_factory=TabState)
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
