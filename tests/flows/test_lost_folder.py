"""The data folder is lost under the open window, or takes nothing more: the window says so."""

import shutil
import sys
from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from app.errors import DiskFull
from app.storage.content.turn_repository import TurnRepository
from app.widgets.kit.toast import Toast
from tests.flows.driving import Person, flow, hubbub


def toast_about(person: Person, text: str) -> Toast | None:
    toasts = person.rooms.window.toasts.shown
    return next((each for each in toasts if text in each.content.text), None)


@pytest.mark.skipif(sys.platform == "win32", reason="an open file stays there")
@flow
async def test_what_is_written_stays_and_the_histories_come_back(
    qapp: QApplication, tmp_path: Path
) -> None:
    async with hubbub(qapp, tmp_path) as person:
        first = await person.send("What can Hubbub do?")
        await person.until_idle(first)
        before = await person.stored(first)
        shutil.rmtree(person.rooms.paths.data_dir)
        await person.type("Do not lose me")
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: toast_about(person, "deleted or moved") is not None)
        assert person.view.composer.edit.toPlainText() == "Do not lose me"
        toast = toast_about(person, "deleted or moved")
        assert toast is not None
        toast.action_button.click()
        await person.until(
            lambda: toast_about(person, "were restored, with everything") is not None
        )
        await person.press(Qt.Key.Key_Return)
        await person.until(lambda: first in person.rooms.replies.running_ids)
        await person.until_idle(first)
        after = await person.stored(first)
        assert after[: len(before)] == before
        assert after[len(before)][0] == "Do not lose me"
        assert person.rooms.paths.database.is_file()


@flow
async def test_a_start_that_cannot_mark_the_replies_cut_short_still_shows_the_window(
    qapp: QApplication, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def reject(_turns: TurnRepository, _note: str) -> int:
        raise DiskFull("The disk is full.")

    monkeypatch.setattr(TurnRepository, "interrupt_unfinished", reject)
    async with hubbub(qapp, tmp_path) as person:
        assert person.rooms.window.isVisible()
        assert person.tab_ids
