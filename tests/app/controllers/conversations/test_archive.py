"""What is archived leaves the list and the tabs, and comes back to both."""

import pytest

from app.controllers.conversations.conversations import ConversationsController
from app.controllers.conversations.folders import ArchiveController
from app.controllers.conversations.tabs import TabsController
from app.controllers.services import Services
from app.controllers.undo import UndoOffers
from tests.app.controllers.acting import press_toast, store, stored, toast_texts


@pytest.fixture
async def listed(
    services: Services,
    conversations: ConversationsController,
    tabs: TabsController,
    undo: UndoOffers,
) -> Services:
    """Three conversations in the sidebar, two of them in tabs."""
    assert ArchiveController(services, conversations, tabs, undo)
    for name in ("a", "b", "c"):
        await store(services, name, "Hi")
    await conversations.refresh()
    for name in ("a", "b"):
        tabs.open_tab(name)
        await services.tasks.finish()
    return services


async def archive(services: Services, is_archived: bool, *names: str) -> None:
    services.window.requests.archive_requested.emit(names, is_archived)
    await services.tasks.finish()


async def archived(services: Services) -> list[str]:
    shown = services.window.sidebar.conversations.listed.summaries()
    there = sorted(each.id for each in shown if each.is_archived)
    kept = [name for name in "abc" if (await stored(services, name)).options.is_archived]
    assert there == kept
    return kept


async def test_what_is_archived_leaves_its_tab_and_undo_brings_both_back(
    listed: Services,
) -> None:
    await archive(listed, True, "a", "c")
    assert await archived(listed) == ["a", "c"]
    assert listed.window.panes.ids() == ("b",)
    assert toast_texts(listed) == ["2 conversations were archived."]
    press_toast(listed, "Undo")
    await listed.tasks.finish()
    assert await archived(listed) == []
    assert listed.window.panes.ids() == ("a", "b")


async def test_it_is_moved_back_to_the_list(listed: Services) -> None:
    await archive(listed, True, "c")
    assert toast_texts(listed) == ["“Title c” was archived."]
    await archive(listed, False, "a", "c")
    assert await archived(listed) == []
    assert toast_texts(listed) == ["“Title c” is back in the list."]
    await archive(listed, False, "a")
    assert toast_texts(listed) == ["“Title c” is back in the list."], "nothing to undo"


async def test_what_was_deleted_meanwhile_stays_in_the_trash(listed: Services) -> None:
    await archive(listed, True, "a", "c")
    await listed.history.conversations.delete("a")
    press_toast(listed, "Undo")
    await listed.tasks.finish()
    assert await listed.history.conversations.get("a") is None
    assert not (await stored(listed, "c")).options.is_archived


async def test_a_chat_without_a_message_can_not_be_archived_and_that_is_said(
    listed: Services, tabs: TabsController
) -> None:
    new = await listed.history.conversations.create()
    tabs.add(new, is_activated=True)
    await archive(listed, True, new.id)
    assert toast_texts(listed) == ["There is nothing to archive: this chat has no messages yet."]
    assert new.id in listed.window.panes.ids()
