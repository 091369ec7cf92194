"""Deleted with the backups is in no byte of the home; the trash and a backup give back."""

import asyncio
from functools import partial
from pathlib import Path

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.data_folders import DataFolders, Paths
from app.main import run_application
from app.settings import Settings, SettingsFile
from app.storage.history import History
from app.widgets.dialogs.trash_page import RemovalQuestion, TrashPage
from app.widgets.kit.small_dialogs import QuestionBox
from app.widgets.settings.settings_page import SettingsPage
from app.widgets.window.main_window import MainWindow
from engine.kv.cache_folder import name_of
from tests.flows.driving import Person, flow, hubbub, until, windows
from tests.flows.seeding import seed, tree

SECRET = "zyxomma petiolatum"  # a dragonfly; no word of the interface, nor of the model


def files_with(folder: Path, *pieces: bytes) -> list[str]:
    """Return the files below a folder that hold one of these in some byte, or in their names."""
    return [
        str(file)
        for file in folder.rglob("*")
        if any(piece in (file.read_bytes() if file.is_file() else b"") for piece in pieces)
        or any(piece in file.name.encode() for piece in pieces)
    ]


def listed(person: Person) -> set[str]:
    return {summary.id for summary in person.rooms.window.sidebar.conversations.listed.summaries()}


async def say_everywhere(person: Person) -> str:
    """Leave the secret wherever a chat leaves anything."""
    id_ = await person.send(f"What is a {SECRET}, and what does it do with all its tabs? " * 6)
    await person.until_idle(id_)
    history = person.rooms.history
    conversation = await history.conversations.get(id_)
    assert conversation is not None
    message = conversation.messages[0]
    await history.attachments.add(message.id, f"{SECRET}.txt", "text/plain", SECRET.encode())
    await history.conversations.rename(id_, f"On the {SECRET}")
    await person.type(f"half a thought on {SECRET}")
    person.rooms.drafts.flush()
    folder = person.rooms.paths.data_dir
    await person.until(lambda: bool(files_with(folder, f"thought on {SECRET}".encode())))
    await history.maintain()
    await person.new_tab()
    person.rooms.tabs.close_tab(id_)  # remembered among the closed tabs
    return id_


@flow
async def test_deleted_with_the_backups_is_gone_from_every_byte(
    qapp: QApplication, tmp_path: Path
) -> None:
    await seed(tmp_path, [tree("kept", ["something else", "indeed"])])
    async with hubbub(qapp, tmp_path) as person:
        id_ = await say_everywhere(person)
    before = files_with(tmp_path, SECRET.encode())
    assert any("backups" in file for file in before)
    assert files_with(tmp_path, name_of(id_).encode()), "its cache is on the disk"
    async with hubbub(qapp, tmp_path) as person:
        person.rooms.window.requests.delete_requested.emit((id_,))
        await person.until(lambda: id_ not in listed(person))
        person.rooms.window.requests.trash_requested.emit()
        await person.until(lambda: bool(dialogs(person)))
        (dialog,) = dialogs(person)
        QTest.mouseClick(dialog.buttons[1], Qt.MouseButton.LeftButton)
        (question,) = dialog.findChildren(RemovalQuestion)
        assert question.wants_backups
        QTest.keyClick(question, Qt.Key.Key_Return)
        gone = "Deleted permanently, also from the backups."
        await person.until(lambda: gone in person.rooms.toasts.shown)
        dialog.reject()
        # Also while the program runs: not only what its end leaves.
        assert files_with(tmp_path, b"zyxomma", b"petiolatum") == []
    assert files_with(tmp_path, b"zyxomma", b"petiolatum") == []
    assert [file for file in tmp_path.rglob("*") if name_of(id_) in file.name] == []
    async with hubbub(qapp, tmp_path) as person:
        assert listed(person) >= {"kept"}


def dialogs(person: Person) -> list[TrashPage]:
    return [each for each in person.rooms.window.findChildren(TrashPage) if each.isVisible()]


def titles(window: MainWindow) -> set[str]:
    return {summary.title for summary in window.sidebar.conversations.listed.summaries()}


async def restore(window: MainWindow, row: int) -> MainWindow:
    """Restore the backup in this row of the settings by its button; return the new window."""
    window.actions_by_name.settings.trigger()
    (dialog,) = window.findChildren(SettingsPage)
    await until(lambda: dialog.backups.table.rowCount() > row)
    dialog.backups.button(row).setFocus()
    QTest.keyClick(dialog.backups.button(row), Qt.Key.Key_Space)
    (question,) = window.findChildren(QuestionBox)
    QTest.keyClick(question, Qt.Key.Key_Return)
    await until(lambda: bool(windows()) and windows()[0] is not window)
    return windows()[0]


@flow
async def test_a_backup_comes_back_and_the_present_after_it(
    qapp: QApplication, tmp_path: Path
) -> None:
    await seed(tmp_path, [tree("old", ["hello", "yes?"])])
    paths = Paths.under(tmp_path)
    SettingsFile(paths.settings_file).save(Settings(language="en", has_seen_tour=True))
    history = await History.open(paths.database)
    await history.upkeep.back_up()
    await history.archive.add(tree("new", ["something new", "indeed"]))
    await history.close()
    folders = DataFolders(partial(Paths.under, tmp_path))
    work = asyncio.ensure_future(run_application(qapp, folders, None, is_demo=False))
    await until(lambda: bool(windows()) and "Title new" in titles(windows()[0]))

    window = await restore(windows()[0], 0)
    await until(lambda: titles(window) == {"Title old"})
    await until(lambda: bool(window.toasts.shown))
    assert "was restored" in window.toasts.shown[0].content.text
    window = await restore(window, 0)
    await until(lambda: titles(window) == {"Title old", "Title new"})
    window.actions_by_name.quit.trigger()
    assert await work == 0
    folders.close()


@flow
async def test_the_trash_gives_back_and_takes_for_good(qapp: QApplication, tmp_path: Path) -> None:
    await seed(tmp_path, [tree(f"c{number}", ["hello", "yes?"]) for number in range(3)])
    async with hubbub(qapp, tmp_path) as person:
        window = person.rooms.window
        window.requests.delete_requested.emit(("c0", "c1", "c2"))
        await person.until(lambda: listed(person) == set())
        QTest.mouseClick(window.sidebar.trash_button, Qt.MouseButton.LeftButton)
        await person.until(lambda: bool(dialogs(person)))
        (dialog,) = dialogs(person)
        restore, remove, empty = dialog.buttons
        first = dialog.selected_ids()
        QTest.mouseClick(restore, Qt.MouseButton.LeftButton)
        await person.until(lambda: listed(person) == set(first))
        remaining = {"c0", "c1", "c2"} - set(first)
        gone = dialog.selected_ids()
        assert set(gone) < remaining
        QTest.mouseClick(remove, Qt.MouseButton.LeftButton)
        (question,) = dialog.findChildren(QuestionBox)
        question.accept()
        await person.until(lambda: dialog.selected_ids() not in ((), gone))
        QTest.mouseClick(empty, Qt.MouseButton.LeftButton)
        question = [each for each in dialog.findChildren(QuestionBox) if each.isVisible()][-1]
        question.accept()
        await person.until(lambda: not empty.isEnabled())
        assert await person.rooms.history.trash.conversations() == ()
        assert listed(person) == set(first)
        assert not window.actions_by_name.undo_delete.isEnabled(), "there is nothing to undo"
        dialog.reject()
