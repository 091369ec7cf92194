"""Saved prompts are written, renamed and deleted in one dialog, and nothing is replaced unasked."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.qtbot import QtBot

from app.prompts.model import SavedPrompt
from app.prompts.view import SavedPromptsPage
from app.widgets.kit.small_dialogs import QuestionBox
from tests.app.widgets.showing import on_screen

FIRST, SECOND = SavedPrompt("First", "one {{field}}"), SavedPrompt("Second", "two")


@pytest.fixture
def dialog(qtbot: QtBot) -> SavedPromptsPage:
    dialog = SavedPromptsPage((SECOND, FIRST))
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, False)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def names(dialog: SavedPromptsPage) -> list[str]:
    items = [dialog.list.item(row) for row in range(dialog.list.count())]
    return [item.text() for item in items if item is not None]


def spied(spy: QSignalSpy) -> list[list[object]]:
    return [spy.at(number) for number in range(spy.count())]


def test_the_first_is_shown(dialog: SavedPromptsPage) -> None:
    assert names(dialog) == ["First", "Second"]
    assert (dialog.name_box.text(), dialog.text_box.toPlainText()) == ("First", FIRST.text)


def test_a_change_is_stored_when_another_is_chosen(dialog: SavedPromptsPage) -> None:
    saved = QSignalSpy(dialog.saved)
    dialog.text_box.setPlainText("one more")
    dialog.list.setCurrentRow(1)
    assert spied(saved) == [[SavedPrompt("First", "one more"), "First"]]
    assert dialog.text_box.toPlainText() == "two"
    dialog.list.setCurrentRow(0)
    assert dialog.text_box.toPlainText() == "one more"
    assert saved.count() == 1


def test_a_prompt_is_renamed(dialog: SavedPromptsPage) -> None:
    saved = QSignalSpy(dialog.saved)
    dialog.name_box.setText("  Another   name ")
    QTest.keyClick(dialog.name_box, Qt.Key.Key_Return)
    assert spied(saved) == [[SavedPrompt("Another name", FIRST.text), "First"]]
    assert names(dialog) == ["Another name", "Second"]
    assert dialog.isVisible()


def test_a_name_that_is_taken_is_refused_and_the_text_is_kept(dialog: SavedPromptsPage) -> None:
    saved = QSignalSpy(dialog.saved)
    dialog.name_box.setText("Second")
    dialog.text_box.setPlainText("changed")
    QTest.keyClick(dialog.name_box, Qt.Key.Key_Return)
    assert dialog.error_label.isVisible()
    assert spied(saved) == [[SavedPrompt("First", "changed"), "First"]]


def test_a_new_one_is_stored_once_something_is_written(dialog: SavedPromptsPage) -> None:
    saved = QSignalSpy(dialog.saved)
    QTest.mouseClick(dialog.new_button, Qt.MouseButton.LeftButton)
    assert (dialog.name_box.text(), saved.count()) == ("New prompt", 0)
    dialog.name_box.setText("Third")
    dialog.text_box.setPlainText("three")
    dialog.accept()
    assert spied(saved)[-1][0] == SavedPrompt("Third", "three")


def test_one_that_is_deleted_is_asked_about_first(dialog: SavedPromptsPage) -> None:
    deleted = QSignalSpy(dialog.deleted)
    QTest.mouseClick(dialog.delete_button, Qt.MouseButton.LeftButton)
    (question,) = dialog.findChildren(QuestionBox)
    question.accept()
    assert spied(deleted) == [["First"]]
    assert (names(dialog), dialog.name_box.text()) == (["Second"], "Second")


def test_with_none_it_says_what_they_are_for(dialog: SavedPromptsPage) -> None:
    dialog.set_prompts(())
    assert not dialog.name_box.isVisible()
    assert not dialog.delete_button.isEnabled()
    assert not dialog.export_button.isEnabled()
    QTest.mouseClick(dialog.new_button, Qt.MouseButton.LeftButton)
    assert dialog.name_box.isVisible()


def test_without_prompts_one_is_added_by_the_button_in_the_middle(qtbot: QtBot) -> None:
    dialog = on_screen(qtbot, SavedPromptsPage(()), 600, 400)
    assert dialog.empty.isVisible()
    assert not dialog.list.isVisible()
    QTest.mouseClick(dialog.empty.buttons[0], Qt.MouseButton.LeftButton)
    assert not dialog.empty.isVisible()
    assert dialog.name_box.isVisible()
    assert dialog.name_box.text() == "New prompt"
