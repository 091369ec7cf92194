"""A picture is pasted, asked about, seen in its message, also after a restart, and large."""

import shutil
from pathlib import Path

import pytest
from PySide6.QtCore import QMimeData, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.media.view import PictureViewer
from app.widgets.transcript.own_bubble import SentFiles
from tests.app.media.making import LEFT, is_like, turned_jpeg
from tests.flows.driving import CONTROL, Person, flow, hubbub
from tests.models.cache import cached_model
from tests.models.tiny import write_plain

pytestmark = pytest.mark.usefixtures("scripted_engine")
ANSWER = "I see 20 x 40. You said: What is this?"


async def shown_picture(person: Person) -> tuple[int, int, int]:
    """Wait for the picture of the conversation in front; return the colour of its upper half."""
    await person.until(lambda: bool(person.view.findChildren(SentFiles)))
    (button,) = person.view.findChildren(SentFiles)[0].pictures
    hub = person.view.requests.pictures
    await person.until(lambda: hub.image(button.picture) is not None)
    colour = button.grab().toImage().pixelColor(button.width() // 2, button.height() // 4)
    return colour.red(), colour.green(), colour.blue()


@flow
async def test_a_pasted_picture_is_seen_by_the_model_and_by_the_user(
    qapp: QApplication, tmp_path: Path
) -> None:
    model = str(shutil.copyfile(cached_model(write_plain), tmp_path / "seeing.gguf"))

    async def first_run() -> None:
        async with hubbub(qapp, tmp_path, model) as person:
            source = QMimeData()
            source.setData("image/jpeg", turned_jpeg())
            QGuiApplication.clipboard().setMimeData(source)
            await person.press(Qt.Key.Key_V, CONTROL)
            chips = person.view.composer.chips
            await person.until(lambda: bool(chips.pictures()))
            await person.until_idle(await person.send("What is this?"))
            assert chips.pictures() == ()
            assert person.view.transcript.last_reply_text() == ANSWER
            assert is_like(await shown_picture(person), LEFT)

    async def second_run() -> None:
        async with hubbub(qapp, tmp_path, model) as person:
            assert is_like(await shown_picture(person), LEFT)
            assert person.view.transcript.last_reply_text() == ANSWER
            (button,) = person.view.findChildren(SentFiles)[0].pictures
            QTest.mouseClick(button, Qt.MouseButton.LeftButton)
            window = person.rooms.window
            await person.until(lambda: bool(window.findChildren(PictureViewer)))
            (viewer,) = window.findChildren(PictureViewer)
            assert viewer.area.is_fitted
            QTest.keyClick(viewer.area, Qt.Key.Key_1)
            assert not viewer.area.is_fitted
            QTest.keyClick(viewer.area, Qt.Key.Key_Plus)
            assert viewer.area.scale == 1.5
            QTest.keyClick(viewer.area, Qt.Key.Key_Escape)
            await person.until(lambda: not window.findChildren(PictureViewer))

    await first_run()
    await second_run()
