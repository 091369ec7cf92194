"""A slash opens the saved prompts; Tab leads through the fields of the one that was chosen."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from pytestqt.qtbot import QtBot

from app.domain.messages import OutgoingMessage
from app.prompts.model import SavedPrompt
from app.widgets.composer.composer import Composer
from app.widgets.composer.prompt_picker import PromptCommand
from app.widgets.kit.geometry import vertical_layout

Key = Qt.Key
PROMPTS = (
    SavedPrompt("Translate", "Translate into {{language}}: {{ text }} ({{language}} only)"),
    SavedPrompt("Explain simply", "Explain {{topic}} to a child."),
    SavedPrompt("Greeting", "Dear all,"),
)


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    """A window with a message box low in it, and something else that takes the focus."""
    window = QWidget()
    qtbot.addWidget(window)
    other = QLineEdit(window)
    composer = Composer(window)
    column = vertical_layout(window, other)
    column.addStretch(1)
    column.addWidget(composer)
    window.resize(500, 400)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    composer.prompts.set_prompts(PROMPTS)
    composer.edit.setFocus()
    return window


@pytest.fixture
def composer(window: QWidget) -> Composer:
    composer = window.findChild(Composer)
    assert isinstance(composer, Composer)
    return composer


def offered(composer: Composer) -> list[str]:
    if composer.prompts.card.isHidden():
        return []
    return [row.text for row in composer.prompts.rows.rows]


def press(composer: Composer, *keys: Qt.Key) -> None:
    for key in keys:
        QTest.keyClick(composer.edit, key)


def choose(composer: Composer, search: str) -> None:
    QTest.keyClicks(composer.edit, f"/{search}")
    press(composer, Key.Key_Return)


def test_a_slash_offers_all_and_letters_search(composer: Composer) -> None:
    QTest.keyClicks(composer.edit, "/")
    assert offered(composer) == [
        "Explain simply",
        "Greeting",
        "Translate",
        "New prompt…",
        "Manage saved prompts…",
    ]
    QTest.keyClicks(composer.edit, "e")
    assert offered(composer) == ["Explain simply", "Greeting", "Translate"]
    QTest.keyClicks(composer.edit, "x")
    assert offered(composer) == ["Explain simply"]


def test_what_is_no_prompt_is_a_message(composer: Composer) -> None:
    sent = QSignalSpy(composer.submitted)
    QTest.keyClicks(composer.edit, "/usr/bin is what?")
    assert offered(composer) == []
    press(composer, Key.Key_Return)
    assert sent.at(0) == [OutgoingMessage("/usr/bin is what?")]


@pytest.mark.parametrize("text", ["a/b", " /", "hello\n/"])
def test_a_slash_elsewhere_is_a_slash(composer: Composer, text: str) -> None:
    composer.edit.insertPlainText(text)
    assert offered(composer) == []


def test_escape_closes_it_until_the_next_slash(composer: Composer) -> None:
    QTest.keyClicks(composer.edit, "/t")
    press(composer, Key.Key_Escape)
    assert (offered(composer), composer.edit.toPlainText()) == ([], "/t")
    QTest.keyClicks(composer.edit, "r")
    assert offered(composer) == []
    sent = QSignalSpy(composer.submitted)
    press(composer, Key.Key_Return)
    assert sent.count() == 1
    composer.clear()
    QTest.keyClicks(composer.edit, "/t")
    assert offered(composer) != []


def test_it_goes_with_the_focus(composer: Composer, window: QWidget) -> None:
    QTest.keyClicks(composer.edit, "/")
    other = window.findChild(QLineEdit)
    assert other is not None
    other.setFocus()
    assert offered(composer) == []


def test_arrows_choose_and_go_round(composer: Composer) -> None:
    QTest.keyClicks(composer.edit, "/")
    press(composer, Key.Key_Up)
    assert composer.prompts.view.currentIndex().row() == 4
    press(composer, Key.Key_Down, Key.Key_Down, Key.Key_Return)
    assert composer.edit.toPlainText() == "Dear all,"


def test_a_click_chooses(composer: Composer) -> None:
    QTest.keyClicks(composer.edit, "/")
    view = composer.prompts.view
    QApplication.processEvents()
    place = view.visualRect(composer.prompts.rows.index(1)).center()
    QTest.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert composer.edit.toPlainText() == "Dear all,"
    assert composer.edit.hasFocus()


def test_tab_goes_from_field_to_field_and_fills_equal_ones(composer: Composer) -> None:
    choose(composer, "tra")
    assert composer.edit.textCursor().selectedText() == "{{language}}"
    QTest.keyClicks(composer.edit, "French")
    press(composer, Key.Key_Tab)
    assert composer.edit.toPlainText() == "Translate into French: {{ text }} (French only)"
    assert composer.edit.textCursor().selectedText() == "{{ text }}"
    QTest.keyClicks(composer.edit, "hello")
    assert composer.edit.toPlainText() == "Translate into French: hello (French only)"


def test_the_keyboard_is_not_caught(composer: Composer) -> None:
    choose(composer, "exp")
    press(composer, Key.Key_Tab)  # the only field, left as it is
    assert not composer.edit.hasFocus()
    composer.edit.setFocus()
    choose(composer, "")
    composer.clear()
    choose(composer, "exp")
    QTest.keyClicks(composer.edit, "rain")
    press(composer, Key.Key_Tab)
    assert composer.edit.toPlainText() == "Explain rain to a child."
    assert not composer.edit.hasFocus()


def test_shift_tab_goes_back(composer: Composer) -> None:
    choose(composer, "tra")
    press(composer, Key.Key_Backtab)
    assert composer.edit.textCursor().selectionStart() > 30
    press(composer, Key.Key_Backtab)
    assert composer.edit.textCursor().selectedText() == "{{ text }}"


def test_escape_ends_the_fields_and_braces_that_were_typed_are_no_fields(
    composer: Composer,
) -> None:
    choose(composer, "exp")
    press(composer, Key.Key_Escape)
    assert not composer.prompts.fields.is_active
    composer.clear()
    QTest.keyClicks(composer.edit, "what is {{this}}")
    press(composer, Key.Key_Tab)
    assert not composer.edit.hasFocus()


def test_undo_brings_back_what_was_typed(composer: Composer) -> None:
    choose(composer, "gre")
    composer.edit.undo()
    assert composer.edit.toPlainText().startswith("/gre")


def test_what_was_put_in_becomes_the_draft(composer: Composer) -> None:
    told = QSignalSpy(composer.draft_changed)
    choose(composer, "gre")
    composer.flush_draft()
    assert told.at(told.count() - 1) == [OutgoingMessage("Dear all,")]


def test_without_prompts_it_offers_to_write_one(composer: Composer, qtbot: QtBot) -> None:
    composer.prompts.set_prompts(())
    QTest.keyClicks(composer.edit, "/")
    assert offered(composer) == ["New prompt…"]
    with qtbot.waitSignal(composer.prompts.command_chosen) as chosen:
        press(composer, Key.Key_Return)
    assert chosen.args == [PromptCommand.NEW]
    assert composer.edit.toPlainText() == ""
    QTest.keyClicks(composer.edit, "/")
    QTest.keyClicks(composer.edit, "x")
    assert offered(composer) == []
