"""The question before answers are cut off: what it says, and what its buttons answer."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.settings import CloseAction
from app.widgets.dialogs.leaving_question import LeavingQuestion
from app.widgets.kit.theme_switch import ThemeSwitch

QUIT, FINISH, CANCEL = "Quit and keep the text", "Finish in the background", "Cancel"


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    window = QWidget()
    qtbot.addWidget(window)
    window.show()
    return window


def asked(
    window: QWidget, *, has_tray: bool = True, count: int = 4, downloads: int = 0
) -> LeavingQuestion:
    question = LeavingQuestion(count, downloads, 0, window, has_tray=has_tray)
    question.open()
    return question


def buttons_of(question: LeavingQuestion) -> dict[str, QPushButton]:
    return {each.text(): each for each in question.findChildren(QPushButton)}


@pytest.mark.parametrize(
    ("text", "leaving"), [(QUIT, CloseAction.QUIT), (FINISH, CloseAction.BACKGROUND)]
)
@pytest.mark.parametrize("is_remembered", [True, False])
def test_each_button_gives_its_answer_once(
    window: QWidget, text: str, leaving: CloseAction, is_remembered: bool
) -> None:
    question = asked(window)
    answers = QSignalSpy(question.answered)
    question.check_box.setChecked(is_remembered)
    QTest.mouseClick(buttons_of(question)[text], Qt.MouseButton.LeftButton)
    assert [answers.at(each) for each in range(answers.count())] == [[leaving, is_remembered]]
    assert question.isHidden()


def test_cancelling_answers_nothing(window: QWidget) -> None:
    question = asked(window)
    answers = QSignalSpy(question.answered)
    QTest.mouseClick(buttons_of(question)[CANCEL], Qt.MouseButton.LeftButton)
    assert answers.count() == 0


def test_without_a_tray_the_background_is_not_offered(window: QWidget) -> None:
    question = asked(window, has_tray=False)
    assert set(buttons_of(question)) == {QUIT, CANCEL}
    assert question.focusWidget() is buttons_of(question)[QUIT]


def test_one_answer_is_not_counted(window: QWidget) -> None:
    question = asked(window, count=2)
    assert question.text == "2 answers are still being written."
    question.set_running(1, 0)
    assert question.text == "One answer is still being written."


def test_downloads_are_named_and_pause(window: QWidget) -> None:
    question = asked(window, count=0, downloads=2)
    assert question.text == "2 downloads are still running."
    assert question.note == "Quitting pauses downloads; they continue at the next start."
    assert set(buttons_of(question)) == {"Quit", FINISH, CANCEL}
    question.set_running(3, 1)
    assert question.text.splitlines() == [
        "3 answers are still being written.",
        "One download is still running.",
    ]
    assert set(buttons_of(question)) == {QUIT, FINISH, CANCEL}
    question.set_running(1, 0)
    assert "download" not in question.text + question.note


def test_comparisons_are_named_and_lists_continue(window: QWidget) -> None:
    question = asked(window, count=0)
    question.set_running(0, 0, 2)
    assert question.text == "2 comparisons or lists are still being answered."
    assert "lists continue at the next start" in question.note
    question.set_running(1, 1, 1)
    assert question.text.splitlines() == [
        "One answer is still being written.",
        "One comparison or list is still being answered.",
        "One download is still running.",
    ]


@pytest.mark.parametrize("zoom", [100, 150, 200])
def test_no_button_loses_a_word(window: QWidget, theme_switch: ThemeSwitch, zoom: int) -> None:
    theme_switch.set_zoom(zoom)
    question = asked(window)
    for button in buttons_of(question).values():
        assert button.width() >= button.sizeHint().width()
