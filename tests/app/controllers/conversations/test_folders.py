"""Folders: each change is told in a sentence and undone as one."""

import pytest

from app.controllers.conversations.conversations import ConversationsController
from app.controllers.conversations.folders import Folders
from app.controllers.services import Services
from tests.app.controllers.acting import banner_texts, press_banner, store, stored


@pytest.fixture
async def listed(services: Services, conversations: ConversationsController) -> Services:
    """Three conversations in the sidebar."""
    assert Folders(services, conversations)
    for name in ("a", "b", "c"):
        await store(services, name, "Hi")
    await conversations.refresh()
    return services


async def move(services: Services, folder: str, *names: str) -> None:
    services.window.requests.folder_requested.emit(names, folder)
    await services.tasks.finish()


async def folders(services: Services) -> list[str]:
    return [(await stored(services, name)).options.folder for name in ("a", "b", "c")]


async def test_conversations_are_moved_together(listed: Services) -> None:
    await move(listed, "work", "a", "b")
    assert await folders(listed) == ["work", "work", ""]
    assert banner_texts(listed) == ["2 conversations were moved to “work”."]


async def test_one_is_called_by_its_title(listed: Services) -> None:
    await move(listed, "work", "a")
    assert banner_texts(listed) == ["“Title a” was moved to “work”."]
    await move(listed, "", "a")
    assert banner_texts(listed) == ["“Title a” was taken out of its folder."]


async def test_undo_puts_each_back_where_it_was(listed: Services) -> None:
    await move(listed, "home", "a")
    await move(listed, "work", "a", "b")
    press_banner(listed, "Undo")
    await listed.tasks.finish()
    assert await folders(listed) == ["home", "", ""]


async def test_what_is_there_already_is_no_change(listed: Services) -> None:
    await move(listed, "work", "a")
    press_banner(listed, "Undo")
    await listed.tasks.finish()
    await move(listed, "", "a", "b")
    assert banner_texts(listed) == []


async def test_a_folder_is_renamed_and_deleted_with_all_in_it(listed: Services) -> None:
    await move(listed, "work", "a", "b")
    listed.window.requests.folder_rename_requested.emit("work", "office")
    await listed.tasks.finish()
    assert await folders(listed) == ["office", "office", ""]
    assert banner_texts(listed) == ["The folder “work” was renamed to “office”."]
    listed.window.requests.folder_delete_requested.emit("office")
    await listed.tasks.finish()
    assert await folders(listed) == ["", "", ""]
