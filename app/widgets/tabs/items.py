"""What all tabs are called, what each of them is doing, and which ones are pinned."""

from dataclasses import dataclass, field, replace

from PySide6.QtCore import QObject, Signal

from app.domain import TabState
from app.widgets.kit.translation import shown_title
from app.widgets.markdown.safe_text import without_hidden
from app.widgets.tabs.cut_titles import numbered


@dataclass(frozen=True, slots=True)
class TabItem:
    """What is known of one tab, whichever pane it is in."""

    title: str = ""
    state: TabState = field(default_factory=TabState)
    is_pinned: bool = False


_NO_TAB = TabItem()


class TabItems(QObject):
    """The one owner of titles, states and pins: controllers set them here, rows listen.

    The order of the tabs and the one in front belong to the rows, because Qt changes both on its
    own while a tab is dragged; a second copy here would have to be kept in step.
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
        """Add a tab before a row shows it."""
        self._items[conversation_id] = TabItem(self._shown(title), state, is_pinned)
        self._label()

    def remove(self, conversation_id: str) -> None:
        """Forget a tab that no row shows any more."""
        self._items.pop(conversation_id, None)
        self._label()

    def title(self, conversation_id: str) -> str:
        """Return the title of a tab as it is shown; empty where there is no such tab."""
        return self._item(conversation_id).title

    def label(self, conversation_id: str) -> str:
        """Return the title with a number where several tabs have it: "New chat · 2"."""
        return self._labels.get(conversation_id, "")

    def state(self, conversation_id: str) -> TabState:
        """Return what a tab is doing."""
        return self._item(conversation_id).state

    def is_pinned(self, conversation_id: str) -> bool:
        """Return whether a tab is pinned."""
        return self._item(conversation_id).is_pinned

    def set_title(self, conversation_id: str, title: str) -> None:
        """Show another title; does nothing where there is no such tab."""
        if conversation_id in self._items:
            item = self._items[conversation_id]
            self._items[conversation_id] = replace(item, title=self._shown(title))
            self._label()
            self.title_changed.emit(conversation_id)

    def set_state(self, conversation_id: str, state: TabState) -> None:
        """Show what a tab is doing; does nothing where there is no such tab."""
        if conversation_id in self._items:
            self._items[conversation_id] = replace(self._items[conversation_id], state=state)
            self.state_changed.emit(conversation_id)

    def set_pinned(self, conversation_id: str, is_pinned: bool) -> None:
        """Pin or unpin a tab; does nothing where there is no such tab."""
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
