"""Closed tabs are remembered in the order in which they went, and where they stood."""

import pytest

from app.controllers.conversations.closed_tabs import ClosedTab, ClosedTabs
from app.controllers.services import Services
from app.widgets.conversation.view import ConversationView


@pytest.fixture
def closed(services: Services) -> ClosedTabs:
    for name in ("a", "b", "c"):
        services.window.panes.add(name, name, ConversationView(name), is_activated=name == "b")
    return ClosedTabs(services.window)


def test_the_last_one_is_offered_first(closed: ClosedTabs) -> None:
    closed.close("c")
    closed.close("a")
    last = closed.last()
    assert last is not None
    assert last.conversation_id == "a"


def test_a_closed_tab_knows_where_it_stood(services: Services, closed: ClosedTabs) -> None:
    assert closed.close("b") == ClosedTab("b", pane_number=0, index=1, was_in_front=True)
    assert services.window.panes.ids() == ("a", "c")


def test_what_has_no_tab_is_not_remembered(closed: ClosedTabs) -> None:
    assert closed.close("z") is None
    assert closed.last() is None


def test_a_forgotten_tab_is_not_offered(services: Services, closed: ClosedTabs) -> None:
    closed.close("a")
    closed.forget("a")
    assert closed.last() is None
    assert not services.window.actions_by_name.reopen_tab.isEnabled()


def test_tabs_of_deleted_conversations_are_returned_and_not_offered(closed: ClosedTabs) -> None:
    dropped = closed.drop(("a", "z", "c"))
    assert [tab.conversation_id for tab in dropped] == ["a", "c"]
    assert closed.last() is None
