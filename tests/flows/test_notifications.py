"""The end of an answer reaches those who look elsewhere, and nobody else."""

from pathlib import Path

import pytest
import qasync
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain import OutgoingMessage
from app.widgets.window.desktop_notifier import DesktopNotifier
from app.widgets.window.tray_icon import TrayIcon
from tests.flows.driving import Person, hubbub


class Notebook(DesktopNotifier):
    """Writes down what a desktop would show."""

    def __init__(self, tray: TrayIcon, window: QWidget) -> None:
        super().__init__(tray, window)
        self.shown: list[tuple[str, str, str]] = []

    def notify(self, tag: str, title: str, text: str) -> None:
        self.shown.append((tag, title, text))


def notebook_of(person: Person) -> Notebook:
    notebook = Notebook(person.rooms.tray, person.rooms.window)
    notebook.opened.connect(person.rooms.notifications.notifier.opened)
    person.rooms.notifications.notifier = notebook
    return notebook


@pytest.mark.parametrize("is_wanted", [True, False])
def test_an_answer_that_nobody_sees_is_told_if_that_is_wanted(
    qapp: QApplication, qt_loop: qasync.QEventLoop, qtbot: QtBot, tmp_path: Path, is_wanted: bool
) -> None:
    elsewhere = QWidget()
    qtbot.addWidget(elsewhere)

    async def flow() -> None:
        async with hubbub(qapp, tmp_path) as person:
            settings = person.rooms.settings
            settings.change(tells_when_done=is_wanted)
            notebook = notebook_of(person)
            await person.until_idle(await person.send("What can you do?"))
            assert notebook.shown == []

            asked = person.view.conversation_id
            await person.new_tab()
            elsewhere.show()
            elsewhere.activateWindow()
            await person.until(lambda: not person.rooms.window.isActiveWindow())
            person.rooms.replies.send(asked, OutgoingMessage("Count to 60"))
            await person.until_idle(asked)
            assert [tag for tag, _title, _text in notebook.shown] == [asked] * is_wanted

            elsewhere.hide()
            notebook.opened.emit(asked)
            await person.until(lambda: person.view.conversation_id == asked)

    qt_loop.run_until_complete(flow())
