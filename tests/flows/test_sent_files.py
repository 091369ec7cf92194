"""A file that was sent is seen and saved from its message, also after a restart."""

from collections.abc import Coroutine
from pathlib import Path

import pytest
import qasync
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog

from app.domain import TextFile
from app.widgets.composer.file_preview import FilePreview
from app.widgets.transcript.sent_files import SentFiles
from tests.flows.driving import Person, hubbub

pytestmark = pytest.mark.usefixtures("scripted_engine")

NOTES = TextFile("notes.md", "# Notes\n\nzwölf", "text/markdown")


def _run(loop: qasync.QEventLoop, story: Coroutine[None, None, None]) -> None:
    loop.run_until_complete(story)


async def click_file(person: Person) -> None:
    """Click the first file of the conversation in front."""
    await person.until(lambda: bool(person.view.findChildren(SentFiles)))
    button = person.view.findChildren(SentFiles)[0].buttons[0]
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


async def preview_of(person: Person) -> FilePreview:
    """Return the dialog once it is there."""
    window = person.rooms.window
    await person.until(lambda: bool(window.findChildren(FilePreview)))
    return window.findChildren(FilePreview)[0]


def test_a_sent_file_is_shown_and_saved(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def first_run() -> None:
        async with hubbub(qapp, tmp_path) as person:
            person.view.composer.files.add(NOTES)
            await person.until_idle(await person.send("say 3"))
            await click_file(person)
            preview = await preview_of(person)
            assert preview.text.toPlainText() == NOTES.text
            preview.reject()

    async def second_run() -> None:
        async with hubbub(qapp, tmp_path) as person:
            await click_file(person)
            preview = await preview_of(person)
            preview.save_button.click()
            window = person.rooms.window
            await person.until(lambda: bool(window.findChildren(QFileDialog)))
            target = tmp_path / "kept.md"
            choice = window.findChildren(QFileDialog)[0]
            choice.filesSelected.emit([str(target)])
            choice.reject()  # a dialog that stays open would be in the way of the next test
            await person.until(target.exists)
            await person.until(lambda: target.read_text("utf-8") == NOTES.text)
            preview.reject()

    _run(qt_loop, first_run())
    _run(qt_loop, second_run())


def test_a_file_that_is_damaged_is_told_in_words(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def story() -> None:
        async with hubbub(qapp, tmp_path) as person:
            person.view.composer.files.add(NOTES)
            await person.until_idle(await person.send("say 3"))
            for content in tmp_path.glob("**/attachments/??/*"):
                content.write_bytes(b"something else")
            await click_file(person)
            await person.until(lambda: any("damaged" in each for each in person.rooms.toasts.shown))
            assert not person.rooms.window.findChildren(FilePreview)

    _run(qt_loop, story())
