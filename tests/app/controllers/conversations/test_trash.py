"""Conversations are deleted, restored, or removed finally."""

from unittest.mock import ANY

import pytest
from PySide6.QtWidgets import QLabel

from app.controllers.conversations.tabs_controller import TabsController
from app.controllers.conversations.trash_controller import DeletionController, TrashController
from app.controllers.services import Services
from app.widgets.dialogs.progress_box import ProgressBox
from app.widgets.dialogs.trash_page import RemovalQuestion, TrashPage, shown_day
from tests.app.controllers.acting import press_toast, store, toast_texts, until
from tests.fakes.recording_client import RecordingClient

BACKUPS = "backup"  # stands in what is said in the end


@pytest.fixture
async def dialog(services: Services, deletion: DeletionController) -> TrashPage:
    """The dialog, with two deleted conversations."""
    assert TrashController(services, deletion)
    for name in ("a", "b"):
        await store(services, name, "Hi")
        services.window.requests.delete_requested.emit((name,))
        await services.tasks.finish()
    services.window.requests.trash_requested.emit()
    await services.tasks.finish()
    (dialog,) = services.window.findChildren(TrashPage)
    return dialog


async def everything(services: Services) -> None:
    """Wait for what the program's end would drop, too."""
    await until(lambda: bool(toast_texts(services)) and BACKUPS in toast_texts(services)[-1])
    await services.tasks.finish()


async def in_trash(services: Services) -> set[str]:
    return {each.id for each in await services.history.trash.conversations()}


async def test_a_restored_conversation_is_announced_and_has_no_undo(
    services: Services, deletion: DeletionController, dialog: TrashPage
) -> None:
    changed: list[tuple[str, ...]] = []
    deletion.changes.add(changed.append)
    dialog.restore_requested.emit(("a",))
    await services.tasks.finish()
    assert await in_trash(services) == {"b"}
    assert changed == [("a",)]
    assert toast_texts(services) == ["“Title b” was deleted."]


async def test_removed_is_removed_with_all_it_had(
    services: Services, client: RecordingClient, dialog: TrashPage
) -> None:
    client.forgotten.clear()
    dialog.remove_requested.emit(("b",), False)
    await services.tasks.finish()
    assert await in_trash(services) == {"a"}
    assert client.forgotten == ["b"]
    assert toast_texts(services) == ["“Title a” was deleted."]


async def test_the_trash_is_emptied(services: Services, dialog: TrashPage) -> None:
    dialog.empty_requested.emit(False)
    await services.tasks.finish()
    assert await in_trash(services) == set()
    assert toast_texts(services) == []


async def test_removed_from_the_backups_as_well_is_said_and_done(
    services: Services, dialog: TrashPage
) -> None:
    await services.history.upkeep.back_up()
    before = await services.history.backups.all()
    dialog.remove_requested.emit(("b",), True)
    await everything(services)
    assert toast_texts(services)[-1] == "Deleted permanently, also from the backups."
    assert await services.history.backups.kept_until(["a", "b"]) == {"a": ANY}
    assert [backup.name for backup in await services.history.backups.all()] == [
        backup.name for backup in before
    ]


async def test_a_backup_that_is_left_is_named(services: Services, dialog: TrashPage) -> None:
    backup = await services.history.upkeep.back_up()
    assert backup is not None
    backup.write_bytes(b"no database")
    dialog.empty_requested.emit(True)
    await everything(services)
    text = toast_texts(services)[-1]
    assert backup.name in text
    assert "may still hold what you deleted" in text


async def test_the_question_says_until_when_backups_hold_it(
    services: Services, deletion: DeletionController
) -> None:
    assert TrashController(services, deletion)
    await store(services, "a", "Hi")
    await services.history.upkeep.back_up()
    await store(services, "b", "Hi")
    for name in ("a", "b"):
        services.window.requests.delete_requested.emit((name,))
        await services.tasks.finish()
    services.window.requests.trash_requested.emit()
    await services.tasks.finish()
    (dialog,) = services.window.findChildren(TrashPage)
    asked: list[tuple[object, ...]] = []
    dialog.remove_requested.connect(lambda *each: asked.append(each))
    kept_until = await services.history.backups.kept_until(["a"])
    for row, name in enumerate(("b", "a")):
        dialog.view.setCurrentIndex(dialog.view.model().index(row, 0))
        dialog.buttons[1].click()
        box = [each for each in dialog.findChildren(RemovalQuestion) if each.isVisible()][-1]
        assert box.check_box.isVisible() is (name == "a"), "no backup holds b"
        assert box.check_box.isChecked(), "as the settings say"
        texts = " ".join(label.text() for label in box.findChildren(QLabel))
        assert (shown_day(kept_until["a"]) in texts) is (name == "a")
        box.check_box.setChecked(False)
        box.accept()
    assert asked == [(("b",), False), (("a",), False)]


async def test_a_long_removal_can_be_cancelled_which_is_said(
    services: Services, dialog: TrashPage
) -> None:
    backup = await services.history.upkeep.back_up()
    assert backup is not None
    before = backup.read_bytes()
    async with services.history.backups.lock:  # as if another backup were being written
        dialog.remove_requested.emit(("b",), True)
        await until(lambda: bool(services.window.findChildren(ProgressBox)))
        (box,) = services.window.findChildren(ProgressBox)
        box.reject()
    await until(lambda: any("Cancelled." in text for text in toast_texts(services)))
    assert backup.read_bytes() == before


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
    assert toast_texts(opened) == ["2 chats were deleted."]
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
    deletion.remove_offers("a")
    assert toast_texts(opened) == []
