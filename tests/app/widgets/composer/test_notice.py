"""What is said at the paper clip: beside what it is about, and gone with the next that works."""

import itertools

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.messages import OutgoingMessage, TextFile
from app.widgets.composer.composer import Composer
from app.widgets.composer.notice import NoticeIcon
from tests.app.widgets.showing import on_screen

COMPLAINT = "“pic.png” has no text."


@pytest.fixture
def composer(qtbot: QtBot) -> Composer:
    """A composer on show, which complains about a file."""
    composer = on_screen(qtbot, Composer(), 480, 90)
    composer.activateWindow()
    composer.files.add(TextFile("good.txt", "words"))
    composer.notice.show_text(COMPLAINT)
    QApplication.processEvents()
    return composer


def test_a_file_that_is_taken_clears_it(composer: Composer) -> None:
    composer.files.add(TextFile("more.txt", "words"))
    assert composer.notice.text() == ""


def test_a_file_that_is_removed_clears_it(composer: Composer) -> None:
    QTest.mouseClick(composer.chips.chips[0].remove_button, Qt.MouseButton.LeftButton)
    assert composer.notice.text() == ""


def test_a_paste_that_is_taken_clears_it(composer: Composer, qapp: QApplication) -> None:
    qapp.clipboard().setText("words")
    QTest.keyClick(composer.edit, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert composer.notice.text() == ""


def test_sending_clears_it_and_typing_does_not(composer: Composer) -> None:
    QTest.keyClicks(composer.edit, "hello")
    assert composer.notice.text() == COMPLAINT
    QTest.keyClick(composer.edit, Qt.Key.Key_Return)
    assert composer.notice.text() == ""


@pytest.mark.parametrize("is_by_key", [True, False])
def test_it_is_closed_and_one_writes_on(composer: Composer, is_by_key: bool) -> None:
    button = composer.notice.close_button
    button.setFocus()
    if is_by_key:
        QTest.keyClick(button, Qt.Key.Key_Escape)
    else:
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert composer.notice.text() == ""
    assert composer.edit.hasFocus()


def test_a_question_is_answered_once(composer: Composer) -> None:
    answers: list[str] = []
    actions = {"First 10 tokens": lambda: answers.append("cut"), "Cancel": lambda: None}
    composer.notice.show_text("Too long.", actions, on_close=lambda: answers.append("closed"))
    first, cancel = composer.notice.buttons
    assert (first.text(), cancel.text()) == ("First 10 tokens", "Cancel")
    QTest.mouseClick(first, Qt.MouseButton.LeftButton)
    assert (answers, composer.notice.text(), composer.notice.buttons) == (["cut"], "", ())


def test_a_question_that_is_closed_is_declined(composer: Composer) -> None:
    answers: list[str] = []
    composer.notice.show_text("Too long.", {}, on_close=lambda: answers.append("closed"))
    QTest.mouseClick(composer.notice.close_button, Qt.MouseButton.LeftButton)
    assert answers == ["closed"]


def test_an_empty_box_speaks_of_no_message(composer: Composer) -> None:
    composer.set_text("a long message")
    composer.set_obstacle("About 4,591 tokens, over the limit of 512")
    composer.clear()
    assert composer.token_label.text() == ""
    composer.set_text("another")
    composer.set_obstacle("No model is loaded.")
    composer.edit.selectAll()
    QTest.keyClick(composer.edit, Qt.Key.Key_Delete)
    assert composer.token_label.text() == ""


def test_send_says_why_it_would_fail(composer: Composer) -> None:
    composer.set_text("a long message")
    reason = "About 4,591 tokens, over the limit of 512"
    composer.set_obstacle(reason)
    assert composer.button.toolTip().splitlines() == ["Send (Enter)", reason]
    assert composer.button.accessibleDescription() == reason
    assert composer.token_label.text() == reason
    composer.set_token_text("about 3 tokens")
    assert "Send" in composer.button.toolTip()
    assert composer.button.accessibleDescription() == ""


def test_send_asks_for_a_message_first(composer: Composer) -> None:
    composer.set_draft(OutgoingMessage())
    assert not composer.button.isEnabled()
    assert composer.button.toolTip().splitlines() == ["Send (Enter)", "Write a message first"]
    composer.set_answering(True)
    assert composer.button.toolTip().startswith("Stop")


def test_progress_is_no_complaint_and_keeps_its_button(composer: Composer) -> None:
    notice = composer.notice
    cancelled: list[bool] = []
    notice.show_progress("page 1", lambda: cancelled.append(True))
    assert notice.text() == COMPLAINT, "a complaint stays"
    notice.clear()
    notice.show_progress("page 1", lambda: cancelled.append(True))
    (button,) = notice.buttons
    button.setFocus()
    notice.show_progress("page 2", lambda: cancelled.append(True))
    assert notice.text() == "page 2"
    assert notice.buttons == (button,)
    assert button.hasFocus()
    (icon,) = notice.findChildren(NoticeIcon)
    assert icon.isHidden()
    button.click()
    assert cancelled == [True]
    notice.show_text(COMPLAINT)
    notice.end_progress()
    assert notice.text() == COMPLAINT
    assert icon.isVisible()


def test_buttons_that_do_not_fit_beside_each_other_wrap(composer: Composer) -> None:
    notice = composer.notice
    names = ("Letters of the last year", "Holiday pictures", "Accounts and receipts")
    notice.show_text("No files.", {f"Ask about “{name}”…": lambda: None for name in names})
    QApplication.processEvents()
    areas = [each.geometry() for each in notice.buttons]
    assert all(notice.rect().contains(each) for each in areas)
    assert not any(a.intersects(b) for a, b in itertools.combinations(areas, 2))
    assert all(each.width() >= each.sizeHint().width() for each in notice.buttons)


@pytest.mark.parametrize("text", [COMPLAINT, f"{COMPLAINT} " * 8])
def test_the_sign_and_the_cross_are_in_line_with_the_first_line(
    composer: Composer, text: str
) -> None:
    notice = composer.notice
    notice.show_text(text)
    QApplication.processEvents()
    sign = notice.findChild(NoticeIcon)
    assert sign is not None
    line = notice.label.y() + notice.label.contentsMargins().top()
    middle = line + notice.label.fontMetrics().height() / 2
    for each in (sign, notice.close_button):
        assert abs(each.y() + each.height() / 2 - middle) <= 1
