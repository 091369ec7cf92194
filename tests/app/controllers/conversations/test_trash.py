""" "Recently deleted" restores conversations, or removes them finally."""

import pytest

from app.controllers.conversations.deletion import DeletionController
from app.controllers.conversations.trash import TrashController
from app.controllers.services import Services
from app.widgets.dialogs.trash import TrashDialog
from tests.app.controllers.acting import banner_texts, store
from tests.fakes.recording_client import RecordingClient


@pytest.fixture
async def dialog(services: Services, deletion: DeletionController) -> TrashDialog:
    """The dialog, with two deleted conversations."""
    assert TrashController(services, deletion)
    for name in ("a", "b"):
        await store(services, name, "Hi")
        services.window.requests.delete_requested.emit((name,))
        await services.tasks.finish()
    services.window.requests.trash_requested.emit()
    await services.tasks.finish()
    (dialog,) = services.window.findChildren(TrashDialog)
    return dialog


async def in_trash(services: Services) -> set[str]:
    return {each.id for each in await services.history.trash.conversations()}


async def test_a_restored_conversation_is_announced_and_has_no_undo(
    services: Services, deletion: DeletionController, dialog: TrashDialog
) -> None:
    changed: list[tuple[str, ...]] = []
    deletion.changes.add(changed.append)
    dialog.restore_requested.emit(("a",))
    await services.tasks.finish()
    assert await in_trash(services) == {"b"}
    assert changed == [("a",)]
    assert banner_texts(services) == ["“Title b” was deleted."]


async def test_removed_is_removed_with_all_it_had(
    services: Services, client: RecordingClient, dialog: TrashDialog
) -> None:
    client.forgotten.clear()
    dialog.remove_requested.emit(("b",))
    await services.tasks.finish()
    assert await in_trash(services) == {"a"}
    assert client.forgotten == ["b"]
    assert banner_texts(services) == ["“Title a” was deleted."]


async def test_the_trash_is_emptied(services: Services, dialog: TrashDialog) -> None:
    dialog.empty_requested.emit()
    await services.tasks.finish()
    assert await in_trash(services) == set()
    assert banner_texts(services) == []
