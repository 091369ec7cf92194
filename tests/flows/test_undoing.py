"""Ctrl+Z where no text is written takes back what was done with chats and messages."""

from pathlib import Path

import qasync
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication

from tests.flows.driving import CONTROL, Person, hubbub


async def command(person: Person, text: str) -> None:
    """Run a command by its words, as in the palette."""
    await person.press(Qt.Key.Key_K, CONTROL)
    await person.type(f">{text}")
    await person.press(Qt.Key.Key_Return)


async def undo(person: Person) -> None:
    """Press Ctrl+Z where it is no key of a text."""
    person.rooms.window.sidebar.view.setFocus()
    await person.press(Qt.Key.Key_Z, CONTROL)


def test_an_archived_chat_and_a_deleted_question_come_back(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def flow() -> None:
        async with hubbub(qapp, tmp_path) as person:
            window = person.rooms.window
            name = await person.send("Hello")
            await person.until_idle(name)
            other = await person.new_tab()
            window.actions_by_name.archive.trigger()  # as by a key that somebody gave it
            await person.until(lambda: bool(person.rooms.toasts.shown))
            assert person.rooms.toasts.shown[-1].startswith("There is nothing to archive")
            window.panes.activate(name)
            await command(person, "Archive")
            await person.until(lambda: person.tab_ids == (other,))
            await undo(person)
            await person.until(lambda: person.tab_ids == (name, other))
            stored = await person.rooms.history.conversations.get(name)
            assert stored is not None
            assert not stored.options.is_archived

            window.panes.activate(name)
            assert window.panes.items.title(name) == "Hello"
            person.view.requests.delete_requested.emit(stored.messages[0].id)
            await person.until(lambda: window.panes.items.title(name) != "Hello")
            assert person.view.header.title.title == window.panes.items.title(name)
            await undo(person)
            await person.until(lambda: window.panes.items.title(name) == "Hello")
            assert (await person.stored(name))[0][0] == "Hello"

    qt_loop.run_until_complete(flow())
