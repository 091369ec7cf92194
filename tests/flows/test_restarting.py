"""Another language is in force at once: the window is built anew, with all that was in it."""

import asyncio
from functools import partial
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.data_folders import DataFolders, Paths
from app.errors import DiskFull
from app.main import run_application
from app.settings import Settings, SettingsFile
from app.widgets.kit.form_rows import ChoiceRow
from app.widgets.kit.small_dialogs import QuestionBox
from app.widgets.settings.settings_page import SettingsPage
from app.widgets.window.main_window import MainWindow
from tests.flows.driving import flow, hubbub, until, windows


def file_menus() -> list[str]:
    return [window.actions_by_name.groups()[0][0] for window in windows()]


def draft_of(window: MainWindow) -> str:
    view = window.panes.view_of(window.panes.active_id() or "")
    return "" if view is None else view.composer.edit.toPlainText()


@flow
async def test_another_language_is_in_force_after_one_click(
    qapp: QApplication, tmp_path: Path
) -> None:
    paths = Paths.under(tmp_path)
    paths.create()
    SettingsFile(paths.settings_file).save(Settings(language="en", has_seen_tour=True))
    folders = DataFolders(partial(Paths.under, tmp_path))
    work = asyncio.ensure_future(run_application(qapp, folders, None, is_demo=False))
    await until(lambda: file_menus() == ["&File"])
    (window,) = windows()
    await until(lambda: window.panes.active_id() is not None)
    view = window.panes.view_of(window.panes.active_id() or "")
    assert view is not None
    QTest.keyClicks(view.composer.edit, "half a question")
    window.actions_by_name.settings.trigger()
    (dialog,) = window.findChildren(SettingsPage)
    row = dialog.rows["language"]
    assert isinstance(row, ChoiceRow)
    assert not dialog.restart_strip.button.isVisible()
    row.set_value("de")
    row.value_changed.emit("language", "de")
    QTest.mouseClick(dialog.restart_strip.button, Qt.MouseButton.LeftButton)

    await until(lambda: file_menus() == ["&Datei"])
    (german,) = windows()
    assert german is not window
    await until(lambda: draft_of(german) == "half a question")
    german.actions_by_name.quit.trigger()
    assert await work == 0
    folders.close()


@pytest.mark.usefixtures("scripted_engine")
@flow
async def test_a_restart_does_not_lose_a_message_that_a_full_disk_does_not_take(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def reject(*_: object) -> None:
        raise DiskFull("There is no room left on the disk.")

    async with hubbub(qapp, tmp_path) as person:
        with monkeypatch.context() as full_disk:
            full_disk.setattr(person.rooms.history.conversations, "save_draft", reject)
            await person.type("half a question")
            person.rooms.restart()
            window = person.rooms.window
            await until(lambda: bool(window.findChildren(QuestionBox)))
        (question,) = window.findChildren(QuestionBox)
        assert question.windowTitle() == "Restart Hubbub"
        assert not person.rooms.wants_restart
        question.accept()  # *Try again*
        await person.rooms.wait_for_quit()
        assert person.rooms.wants_restart
