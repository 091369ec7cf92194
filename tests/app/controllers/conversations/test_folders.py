"""Folders, tags and the archive: each change is told in a sentence and undone as one."""

import pytest

from app.controllers.conversations.conversations_controller import ConversationsController
from app.controllers.conversations.folders import ArchiveController, Folders
from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.services import Services
from app.controllers.undo import UndoOffers
from app.domain.chat_options import NO_MODEL, ChatModel
from tests.app.controllers.acting import press_toast, store, stored, toast_texts, view_of


@pytest.fixture
async def listed(
    services: Services,
    conversations: ConversationsController,
    tabs: TabsController,
    undo: UndoOffers,
) -> Services:
    """Three conversations in the sidebar."""
    assert Folders(services, conversations, tabs, undo)
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
    assert toast_texts(listed) == ["2 chats were moved to “work”."]


async def test_undo_puts_each_back_where_it_was(listed: Services) -> None:
    await move(listed, "home", "a")
    await move(listed, "work", "a", "b")
    press_toast(listed, "Undo")
    await listed.tasks.finish()
    assert await folders(listed) == ["home", "", ""]


async def test_a_folder_is_renamed_and_deleted_with_all_in_it(listed: Services) -> None:
    await move(listed, "work", "a", "b")
    listed.window.requests.folder_rename_requested.emit("work", "office")
    await listed.tasks.finish()
    assert await folders(listed) == ["office", "office", ""]
    assert toast_texts(listed) == ["The folder “work” was renamed to “office”."]
    listed.window.requests.folder_delete_requested.emit("office")
    await listed.tasks.finish()
    assert await folders(listed) == ["", "", ""]


async def test_a_new_chat_begins_in_its_folder(listed: Services) -> None:
    await move(listed, "work", "a")
    listed.window.requests.new_chat_in_folder_requested.emit("work")
    await listed.tasks.finish()
    (new,) = listed.window.panes.ids()
    assert (await stored(listed, new)).options.folder == "work"
    shown = listed.window.sidebar.conversations
    assert shown.index_of("a").isValid(), "the folder is open"


async def test_a_new_chat_takes_the_model_of_its_folder(listed: Services) -> None:
    model = ChatModel("0" * 64, "Tiny")
    await move(listed, "work", "a")
    listed.window.requests.folder_model_requested.emit("work", model)
    listed.window.requests.folder_rename_requested.emit("work", "office")
    await listed.tasks.finish()
    listed.window.requests.new_chat_in_folder_requested.emit("office")
    await listed.tasks.finish()
    (new,) = listed.window.panes.ids()
    assert (await stored(listed, new)).options.model == model
    listed.window.requests.folder_model_requested.emit("office", NO_MODEL)
    assert listed.settings.current.folder_models == {"work": model}


async def test_a_chosen_colour_is_kept_also_under_another_name(listed: Services) -> None:
    await move(listed, "work", "a")
    listed.window.requests.folder_colour_requested.emit("work", "pink")
    listed.window.requests.folder_rename_requested.emit("work", "office")
    await listed.tasks.finish()
    assert listed.settings.current.folder_colours == {"work": "pink", "office": "pink"}


async def test_a_chat_without_a_message_is_moved_as_well(
    listed: Services, tabs: TabsController
) -> None:
    new = await listed.history.conversations.create()
    tabs.add(new, is_activated=True)
    await move(listed, "work", new.id, "a")
    assert (await stored(listed, new.id)).options.folder == "work"
    assert view_of(listed, new.id).header.folder_button.label == "work"
    press_toast(listed, "Undo")
    await listed.tasks.finish()
    assert (await stored(listed, new.id)).options.folder == ""
    assert view_of(listed, new.id).header.folder_button.label == ""


async def test_a_chat_without_a_message_follows_its_folder(
    listed: Services, tabs: TabsController
) -> None:
    new = await listed.history.conversations.create(folder="work")
    tabs.add(new, is_activated=True)
    await move(listed, "work", "a")
    listed.window.requests.folder_rename_requested.emit("work", "office")
    await listed.tasks.finish()
    assert (await stored(listed, new.id)).options.folder == "office"
    assert view_of(listed, new.id).header.folder_button.label == "office"


async def test_the_key_undoes_every_move(listed: Services) -> None:
    await move(listed, "home", "a")
    await move(listed, "work", "a")
    for folder in ("home", ""):
        listed.window.requests.undo_delete_requested.emit()
        await listed.tasks.finish()
        assert (await folders(listed))[0] == folder


async def test_conversations_get_tags_and_lose_them(listed: Services) -> None:
    requests, shown = listed.window.requests, listed.window.sidebar.conversations.listed
    requests.tag_requested.emit(("a", "b", "gone"), "#work", True)
    await listed.tasks.finish()
    requests.tag_requested.emit(("b",), "work", False)
    await listed.tasks.finish()
    assert (await stored(listed, "a")).options.tags == ("work",)
    assert [each.tags for each in shown.known(("a", "b"))] == [("work",), ()]
    assert shown.tags() == ("work",)


@pytest.fixture
async def in_tabs(
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
    in_tabs: Services,
) -> None:
    await archive(in_tabs, True, "a", "c")
    assert await archived(in_tabs) == ["a", "c"]
    assert in_tabs.window.panes.ids() == ("b",)
    assert toast_texts(in_tabs) == ["2 chats were archived."]
    press_toast(in_tabs, "Undo")
    await in_tabs.tasks.finish()
    assert await archived(in_tabs) == []
    assert in_tabs.window.panes.ids() == ("a", "b")


async def test_it_is_moved_back_to_the_list(in_tabs: Services) -> None:
    await archive(in_tabs, True, "c")
    assert toast_texts(in_tabs) == ["“Title c” was archived."]
    await archive(in_tabs, False, "a", "c")
    assert await archived(in_tabs) == []
    assert toast_texts(in_tabs) == ["“Title c” is back in the list."]
    await archive(in_tabs, False, "a")
    assert toast_texts(in_tabs) == ["“Title c” is back in the list."], "nothing to undo"


async def test_what_was_deleted_meanwhile_stays_in_the_trash(in_tabs: Services) -> None:
    await archive(in_tabs, True, "a", "c")
    await in_tabs.history.conversations.delete("a")
    press_toast(in_tabs, "Undo")
    await in_tabs.tasks.finish()
    assert await in_tabs.history.conversations.get("a") is None
    assert not (await stored(in_tabs, "c")).options.is_archived


async def test_a_chat_without_a_message_can_not_be_archived_and_that_is_said(
    in_tabs: Services, tabs: TabsController
) -> None:
    new = await in_tabs.history.conversations.create()
    tabs.add(new, is_activated=True)
    await archive(in_tabs, True, new.id)
    assert toast_texts(in_tabs) == ["There is nothing to archive: this chat has no messages yet."]
    assert new.id in in_tabs.window.panes.ids()
