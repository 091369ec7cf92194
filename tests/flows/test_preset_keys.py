"""A preset from the keyboard alone: made beside one chat, chosen beside another, deleted."""

from pathlib import Path

import pytest
import qasync
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from app.widgets.chat_panel.panel import ChatPanel
from tests.flows.driving import CONTROL, Person, hubbub

pytestmark = pytest.mark.qt_log_ignore("This plugin does not support")  # menus, of a display


async def opened(person: Person) -> ChatPanel:
    """Press Ctrl+I; return the panel once it shows the chat in front and has the keyboard."""
    panel = person.rooms.window.chat_panel
    await person.press(Qt.Key.Key_I, CONTROL)
    await person.until(lambda: panel.editor.conversation_id == person.view.conversation_id)
    await person.until(lambda: QApplication.focusWidget() is panel.presets.box)
    return panel


async def choose_in_menu(person: Person, panel: ChatPanel, text: str) -> None:
    """Open the menu of presets by Tab and Enter, and choose an entry by its arrow keys."""
    await person.press(Qt.Key.Key_Tab)
    assert QApplication.focusWidget() is panel.presets.menu_button
    await person.press(Qt.Key.Key_Return)
    menu = panel.presets.menu
    await person.until(menu.isVisible)
    for _ in menu.actions():
        action = menu.activeAction()
        if action is not None and action.text() == text:
            break
        QTest.keyClick(menu, Qt.Key.Key_Down)
    QTest.keyClick(menu, Qt.Key.Key_Return)


def test_a_preset_is_made_chosen_and_deleted_by_keys(
    qapp: QApplication, qt_loop: qasync.QEventLoop, tmp_path: Path
) -> None:
    async def flow() -> None:
        async with hubbub(qapp, tmp_path) as person:
            person.rooms.window.resize(1100, 720)
            panel = await opened(person)
            await choose_in_menu(person, panel, "Save as …")
            await person.until(lambda: isinstance(QApplication.focusWidget(), QLineEdit))
            await person.type("kept")
            await person.press(Qt.Key.Key_Return)
            await person.until(lambda: panel.presets.box.currentText() == "kept")
            person.rooms.window.activateWindow()
            await person.until(lambda: QApplication.focusWidget() is panel.presets.menu_button)
            await person.press(Qt.Key.Key_Escape)
            assert person.view.composer.edit.hasFocus()

            await person.new_tab()
            await person.until(lambda: panel.presets.box.currentText() == "Default")
            await person.press(Qt.Key.Key_I, CONTROL)
            if not panel.isVisible():  # it was open, and the key has closed it
                await person.press(Qt.Key.Key_I, CONTROL)
            await person.until(lambda: QApplication.focusWidget() is panel.presets.box)
            await person.press(Qt.Key.Key_Down)
            await person.until(lambda: panel.editor.options.preset_name == "kept")

            await choose_in_menu(person, panel, "Delete …")
            await person.press(Qt.Key.Key_Return)
            await person.until(lambda: panel.presets.box.count() == 1)
            assert await person.rooms.history.presets.all() == ()

    qt_loop.run_until_complete(flow())
