"""One owner of titles, states and pins tells everybody about each change."""

import pytest
from PySide6.QtTest import QSignalSpy

from app.domain import TabActivity, TabState
from app.widgets.tabs.items import TabItems


@pytest.fixture
def items() -> TabItems:
    """One tab, ``a``."""
    items = TabItems()
    items.add("a", "Title a", TabState(is_unread=True))
    return items


def test_a_tab_keeps_what_it_came_with(items: TabItems) -> None:
    assert items.title("a") == "Title a"
    assert items.state("a").is_unread
    assert not items.is_pinned("a")


def test_each_change_is_announced(items: TabItems) -> None:
    titles, states = QSignalSpy(items.title_changed), QSignalSpy(items.state_changed)
    pins = QSignalSpy(items.pinned_changed)
    items.set_title("a", "two\nlines")
    items.set_state("a", TabState(TabActivity.WRITING))
    items.set_pinned("a", is_pinned=True)
    items.set_pinned("a", is_pinned=True)

    assert (items.title("a"), items.is_pinned("a")) == ("two lines", True)
    assert [spy.count() for spy in (titles, states, pins)] == [1, 1, 1]


def test_a_tab_that_is_not_there_has_nothing_and_changes_nothing(items: TabItems) -> None:
    items.remove("a")
    titles = QSignalSpy(items.title_changed)
    items.set_title("a", "again")

    assert (items.title("a"), items.state("a")) == ("", TabState())
    assert titles.count() == 0
