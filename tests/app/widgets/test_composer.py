"""The message box: each key, each refusal, and no text ever lost."""

import pytest
from PySide6.QtCore import QEvent, QMimeData, Qt
from PySide6.QtGui import QInputMethodEvent, QKeyEvent
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.widgets.composer import LONGEST_TEXT, Composer

ENTER = Qt.Key.Key_Return
CTRL = Qt.KeyboardModifier.ControlModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier


@pytest.fixture
def composer(qtbot: QtBot) -> Composer:
    """A composer on show."""
    composer = Composer()
    qtbot.addWidget(composer)
    composer.resize(400, 60)
    composer.show()
    return composer


def paste(composer: Composer, text: str) -> None:
    words = QMimeData()
    words.setText(text)
    composer.edit.insertFromMimeData(words)


def test_enter_sends_and_keeps_the_text(composer: Composer, qtbot: QtBot) -> None:
    QTest.keyClicks(composer.edit, "hello")

    with qtbot.waitSignal(composer.submitted) as sent:
        QTest.keyClick(composer.edit, ENTER)

    assert sent.args == ["hello"]
    assert composer.text() == "hello"


@pytest.mark.parametrize("key", [Qt.Key.Key_Return, Qt.Key.Key_Enter])
def test_both_enter_keys_send(composer: Composer, qtbot: QtBot, key: Qt.Key) -> None:
    sent = QSignalSpy(composer.submitted)
    QTest.keyClicks(composer.edit, "a")
    QTest.keyClick(composer.edit, key)

    assert sent.count() == 1


def test_shift_enter_breaks_the_line(composer: Composer, qtbot: QtBot) -> None:
    sent = QSignalSpy(composer.submitted)
    QTest.keyClicks(composer.edit, "a")
    QTest.keyClick(composer.edit, ENTER, SHIFT)
    QTest.keyClicks(composer.edit, "b")

    assert composer.text() == "a\nb"
    assert sent.count() == 0


def test_with_the_option_only_ctrl_enter_sends(composer: Composer, qtbot: QtBot) -> None:
    sent = QSignalSpy(composer.submitted)
    composer.set_sends_with_ctrl_enter(True)
    QTest.keyClicks(composer.edit, "a")
    QTest.keyClick(composer.edit, ENTER)

    assert (composer.text(), sent.count()) == ("a\n", 0)
    QTest.keyClick(composer.edit, ENTER, CTRL)
    assert sent.count() == 1


def test_ctrl_enter_sends_without_the_option_too(composer: Composer, qtbot: QtBot) -> None:
    sent = QSignalSpy(composer.submitted)
    QTest.keyClicks(composer.edit, "a")
    QTest.keyClick(composer.edit, ENTER, CTRL)

    assert sent.count() == 1


@pytest.mark.parametrize("text", ["", " ", "\n\t \n", "\u00a0"])
def test_a_blank_text_is_never_sent(composer: Composer, qtbot: QtBot, text: str) -> None:
    sent = QSignalSpy(composer.submitted)
    composer.set_text(text)
    QTest.keyClick(composer.edit, ENTER)

    assert sent.count() == 0


def test_enter_in_a_composition_belongs_to_the_input_method(
    composer: Composer, qtbot: QtBot
) -> None:
    sent = QSignalSpy(composer.submitted)
    QApplication.sendEvent(composer.edit, QInputMethodEvent("にほ", []))
    QTest.keyClick(composer.edit, ENTER)
    assert sent.count() == 0

    committed = QInputMethodEvent("", [])
    committed.setCommitString("日本")
    QApplication.sendEvent(composer.edit, committed)
    QTest.keyClick(composer.edit, ENTER)
    assert sent.at(0) == ["日本"]


def test_a_held_enter_key_sends_once(composer: Composer, qtbot: QtBot) -> None:
    sent = QSignalSpy(composer.submitted)
    composer.set_text("a")
    for is_repeat in (False, True, True):
        press = QKeyEvent(
            QEvent.Type.KeyPress, ENTER, Qt.KeyboardModifier.NoModifier, "\r", is_repeat
        )
        QApplication.sendEvent(composer.edit, press)

    assert sent.count() == 1


def test_nothing_is_sent_while_it_would_be_refused(composer: Composer, qtbot: QtBot) -> None:
    sent = QSignalSpy(composer.submitted)
    composer.set_text("a")
    composer.set_can_send(False)
    QTest.keyClick(composer.edit, ENTER)

    assert sent.count() == 0
    assert composer.text() == "a"
    assert not composer.button.isEnabled()


def test_the_button_sends_and_turns_into_stop(composer: Composer, qtbot: QtBot) -> None:
    composer.set_text("a")
    with qtbot.waitSignal(composer.submitted):
        QTest.mouseClick(composer.button, Qt.MouseButton.LeftButton)
    composer.set_answering(True)
    assert composer.button.accessibleName() == "Stop"

    with qtbot.waitSignal(composer.stop_requested):
        QTest.mouseClick(composer.button, Qt.MouseButton.LeftButton)
    composer.set_answering(False)
    assert composer.button.accessibleName() == "Send"


def test_an_empty_box_can_still_stop(composer: Composer) -> None:
    assert not composer.button.isEnabled()
    composer.set_answering(True)
    assert composer.button.isEnabled()


def test_up_recalls_only_in_an_empty_box(composer: Composer, qtbot: QtBot) -> None:
    recalled = QSignalSpy(composer.recall_requested)
    QTest.keyClick(composer.edit, Qt.Key.Key_Up)
    composer.set_text("a")
    QTest.keyClick(composer.edit, Qt.Key.Key_Up)

    assert recalled.count() == 1


def test_page_keys_scroll_the_conversation(composer: Composer, qtbot: QtBot) -> None:
    with qtbot.waitSignal(composer.page_requested) as page:
        QTest.keyClick(composer.edit, Qt.Key.Key_PageUp)
    assert page.args == [-1]


def test_a_draft_is_told_once_it_settled(composer: Composer, qtbot: QtBot) -> None:
    told = QSignalSpy(composer.draft_changed)
    with qtbot.waitSignal(composer.draft_changed):
        QTest.keyClicks(composer.edit, "abc")

    assert [told.at(index) for index in range(told.count())] == [["abc"]]


def test_a_draft_put_in_by_the_program_is_not_told(composer: Composer) -> None:
    told = QSignalSpy(composer.draft_changed)
    composer.set_text("from the history")
    composer.flush_draft()

    assert told.count() == 0


def test_a_draft_can_be_told_at_once(composer: Composer, qtbot: QtBot) -> None:
    told = QSignalSpy(composer.draft_changed)
    QTest.keyClicks(composer.edit, "a")
    composer.flush_draft()

    assert told.at(0) == ["a"]


def test_the_box_grows_up_to_eight_lines(composer: Composer) -> None:
    heights = []
    for lines in (1, 3, 8, 9, 40):
        composer.set_text("\n".join("a" * lines))
        heights.append(composer.edit.height())

    assert heights[0] < heights[1] < heights[2]
    assert heights[2] == heights[3] == heights[4]


def test_a_huge_paste_is_refused_and_changes_nothing(composer: Composer, qtbot: QtBot) -> None:
    composer.set_text("kept")
    with qtbot.waitSignal(composer.paste_refused) as refused:
        paste(composer, "x" * (LONGEST_TEXT + 1))

    assert refused.args == [LONGEST_TEXT + 1]
    assert composer.text() == "kept"


def test_a_long_word_is_taken_and_wraps_anywhere(composer: Composer) -> None:
    paste(composer, "x" * 150_000)

    assert len(composer.text()) == 150_000
    assert composer.edit.wordWrapMode() is composer.edit.wordWrapMode().WrapAnywhere


def test_pasted_html_is_plain_text(composer: Composer) -> None:
    words = QMimeData()
    words.setHtml("<b>bold</b>")
    words.setText("bold")
    composer.edit.insertFromMimeData(words)

    assert composer.text() == "bold"
