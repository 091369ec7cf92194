"""A deletion takes the tabs with it, and Undo brings all of it back."""

import pytest

from app.controllers.conversations.tabs import TabsController
from app.controllers.conversations.trash import DeletionController
from app.controllers.services import Services
from tests.app.controllers.acting import press_toast, store, toast_texts
from tests.fakes.recording_client import RecordingClient


@pytest.fixture
async def opened(
    services: Services, tabs: TabsController, deletion: DeletionController
) -> Services:
    """Three conversations in tabs."""
    assert deletion
    for name in ("a", "b", "c"):
        await store(services, name, "Hi", "Hello")
        tabs.open_tab(name)
        await services.tasks.finish()
    return services


async def delete(services: Services, *names: str) -> None:
    services.window.requests.delete_requested.emit(names)
    await services.tasks.finish()


async def test_the_tab_goes_and_the_engine_forgets(
    opened: Services, client: RecordingClient
) -> None:
    await delete(opened, "b")
    assert opened.window.panes.ids() == ("a", "c")
    assert client.forgotten == ["b"]
    assert toast_texts(opened) == ["“Title b” was deleted."]
    assert [each.id for each in await opened.history.trash.conversations()] == ["b"]


async def test_undo_brings_all_of_one_deletion_back(opened: Services) -> None:
    await delete(opened, "a", "b")
    assert toast_texts(opened) == ["2 conversations were deleted."]
    press_toast(opened, "Undo")
    await opened.tasks.finish()
    assert opened.window.panes.ids() == ("a", "b", "c")
    assert await opened.history.trash.conversations() == ()
    assert toast_texts(opened) == []


async def test_the_last_deletion_is_undone_first(opened: Services) -> None:
    await delete(opened, "a")
    await delete(opened, "b")
    opened.window.requests.undo_delete_requested.emit()
    await opened.tasks.finish()
    assert opened.window.panes.ids() == ("b", "c")
    opened.window.requests.undo_delete_requested.emit()
    await opened.tasks.finish()
    assert opened.window.panes.ids() == ("a", "b", "c")
    opened.window.requests.undo_delete_requested.emit()


async def test_what_is_removed_finally_is_not_offered_any_more(
    opened: Services, deletion: DeletionController
) -> None:
    await delete(opened, "a")
    deletion.forget("a")
    assert toast_texts(opened) == []
