"""A page or a list without content: an icon, a sentence that is read whole, and a button."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.widgets.kit.state_panel import StateIcon, StatePanel
from tests.app.widgets.showing import on_screen

SENTENCE = "No sources yet. Add files, a folder of code, a saved web page or pasted text. " * 2


@pytest.mark.parametrize("width", [300, 500, 900, 1500])
def test_the_sentence_is_shown_whole_in_lines_that_can_be_read(qtbot: QtBot, width: int) -> None:
    panel = on_screen(qtbot, StatePanel(icon="file"), width, 400)
    panel.show_state(SENTENCE, ("add", "Add"))
    QApplication.processEvents()
    label = panel.label
    assert label.height() >= label.heightForWidth(label.width())
    assert label.width() <= 54 * label.fontMetrics().averageCharWidth()
    assert abs(label.geometry().center().x() - panel.rect().center().x()) <= 1
    icon = panel.findChild(StateIcon)
    assert icon is not None
    assert icon.geometry().bottom() < label.y()


def test_the_button_is_the_main_one_and_names_its_action(qtbot: QtBot) -> None:
    panel = on_screen(qtbot, StatePanel(), 400, 300)
    panel.show_state("Nothing here.", ("add", "Add"))
    asked = QSignalSpy(panel.action_requested)
    QTest.mouseClick(panel.buttons[0], Qt.MouseButton.LeftButton)
    assert asked.at(0) == ["add"]
    assert panel.buttons[0].is_main
    assert not panel.buttons[1].isVisible()
