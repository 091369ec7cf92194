"""Conversations are dragged into a folder, the folder gets a name and goes; each is undone."""

from pathlib import Path

import qasync
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from app.widgets.sidebar.list_view import drag_data
from tests.flows.driving import Person, hubbub
from tests.flows.seeding import seed, tree


def folders(person: Person) -> dict[str, str]:
    return {
        each.id: each.folder
        for each in person.rooms.window.sidebar.conversations.listed.summaries()
    }


def drop_on(person: Person, folder: str, *ids: str) -> None:
    """Let conversations go over a folder."""
    sidebar = person.rooms.window.sidebar
    data = drag_data(ids)  # the event keeps no hold of it
    event = QDropEvent(
        QPointF(sidebar.view.visualRect(sidebar.conversations.index_of_folder(folder)).center()),
        Qt.DropAction.MoveAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    sidebar.view.dropEvent(event)


async def undo(person: Person, text: str) -> None:
    (toast,) = person.rooms.window.toasts.shown
    assert toast.content.text == text
    QTest.mouseClick(toast.action_button, Qt.MouseButton.LeftButton)


def test_folders_are_filled_renamed_and_taken_away_and_each_can_be_undone(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def story() -> None:
        await seed(tmp_path, [tree(f"c{number}", ["hello", "yes?"]) for number in range(4)])
        async with hubbub(qapp, tmp_path) as person:
            sidebar = person.rooms.window.sidebar
            everywhere = dict.fromkeys(("c0", "c1", "c2", "c3"), "")
            at_work = {**everywhere, "c0": "work", "c1": "work", "c2": "work"}
            person.rooms.window.requests.folder_requested.emit(("c0",), "work")
            await person.until(lambda: folders(person)["c0"] == "work")
            drop_on(person, "work", "c1", "c2")
            await person.until(lambda: folders(person) == at_work)
            await undo(person, "2 conversations were moved to “work”.")
            await person.until(lambda: folders(person) == {**everywhere, "c0": "work"})
            drop_on(person, "work", "c1", "c2")
            await person.until(lambda: folders(person) == at_work)

            sidebar.view.setFocus()
            sidebar.view.setCurrentIndex(sidebar.conversations.index_of_folder("work"))
            await person.press(Qt.Key.Key_F2)
            await person.type("office")
            await person.press(Qt.Key.Key_Return)
            await person.until(lambda: set(folders(person).values()) == {"office", ""})
            await undo(person, "The folder “work” was renamed to “office”.")
            await person.until(lambda: folders(person) == at_work)

            sidebar.menus.of_folder("work").actions()[-1].trigger()
            await person.until(lambda: folders(person) == everywhere)
            await undo(person, "The folder “work” was deleted. Its conversations are kept.")
            await person.until(lambda: folders(person) == at_work)

    qt_loop.run_until_complete(story())
