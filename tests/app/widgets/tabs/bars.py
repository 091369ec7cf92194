"""A bar with what is known of its tabs, and what tests look at in it."""

from app.domain.tabs import TabState
from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.kit.controls import IconButton
from app.widgets.kit.state_mark import TabMark
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.tabs.bar import TabBar, TabStrip
from app.widgets.tabs.items import TabItems
from app.widgets.tabs.row import TabRow


class Tabs:
    """A bar with what is known of its tabs, and what the user asks of it."""

    def __init__(self) -> None:
        self.items = TabItems()
        self.requests = WindowRequests()
        self.bar = TabBar(self.items, BoundKeys(), self.requests)

    def add(self, conversation_id: str, title: str, *, index: int | None = None) -> None:
        self.items.add(conversation_id, title, TabState())
        self.bar.add(conversation_id, index=index)


def row_of(tabs: Tabs, conversation_id: str = "a") -> TabRow:
    return tabs.bar.row_of(conversation_id)


def strip_of(tabs: Tabs) -> TabStrip:
    (strip,) = (each for each in tabs.bar.findChildren(TabStrip) if each.isAncestorOf(row_of(tabs)))
    return strip


def arrows_of(tabs: Tabs) -> tuple[IconButton, IconButton]:
    strip = strip_of(tabs)
    return strip.back, strip.forth


def mark_of(tabs: Tabs, conversation_id: str) -> TabMark:
    mark = row_of(tabs, conversation_id).mark(conversation_id)
    assert mark is not None
    return mark
