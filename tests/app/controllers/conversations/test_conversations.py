"""The sidebar and the tabs show conversations as they are stored."""

import pytest

from app.controllers.conversations.conversations import ConversationsController
from app.controllers.conversations.tabs import TabsController
from app.controllers.services import Services
from app.domain import SearchHit
from tests.app.controllers.acting import store, stored


@pytest.fixture
async def listed(
    services: Services, tabs: TabsController, conversations: ConversationsController
) -> Services:
    """Two conversations in the sidebar, the first in a tab."""
    for name in ("a", "b"):
        await store(services, name, "Where is the needle?", "In the haystack")
    await conversations.refresh()
    tabs.open_tab("a")
    await services.tasks.finish()
    return services


def titles(services: Services) -> dict[str, str]:
    return {
        each.id: each.title for each in services.window.sidebar.conversations.listed.summaries()
    }


async def test_a_new_title_is_stored_and_shown_everywhere(listed: Services) -> None:
    listed.window.requests.rename_requested.emit("a", "Needles")
    await listed.tasks.finish()
    assert (await stored(listed, "a")).title == "Needles"
    assert titles(listed)["a"] == listed.window.panes.items.title("a") == "Needles"


async def test_a_pin_is_stored_and_shown(listed: Services) -> None:
    listed.window.requests.pin_requested.emit(("a", "b"), True)
    await listed.tasks.finish()
    assert (await stored(listed, "a")).options.is_pinned
    assert all(each.is_pinned for each in listed.window.sidebar.conversations.listed.summaries())


async def test_messages_are_found(listed: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    shown: list[tuple[str, tuple[SearchHit, ...]]] = []
    monkeypatch.setattr(listed.window, "set_hits", lambda *found: shown.append(found))
    listed.window.requests.search_requested.emit("need")
    listed.window.requests.search_requested.emit("haystack")
    await listed.tasks.finish()
    ((text, hits),) = shown
    assert text == "haystack", "the older search was cancelled"
    assert {hit.conversation_id for hit in hits} == {"a", "b"}


async def test_equal_titles_are_told_apart_in_tabs_and_list(
    listed: Services, tabs: TabsController
) -> None:
    tabs.open_tab("b")
    await listed.tasks.finish()
    for name in ("a", "b"):
        listed.window.requests.rename_requested.emit(name, "Tea")
        await listed.tasks.finish()
    items = listed.window.panes.items
    assert (items.title("a"), items.title("b")) == ("Tea", "Tea · 2")
    tabs.close_tab("b")
    tabs.open_tab("b")
    await listed.tasks.finish()
    assert items.title("b") == "Tea · 2"
    assert listed.window.dialogs.title("b") == "Tea · 2"
    listed.window.requests.rename_requested.emit("a", "Coffee")
    await listed.tasks.finish()
    assert (items.title("a"), items.title("b")) == ("Coffee", "Tea")
    assert (await stored(listed, "b")).title == "Tea"
