"""The question before answers are cut off: what it says, and what its buttons answer."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.settings import CloseAction
from app.widgets.dialogs.departure_question import (
    DepartureFacts,
    DepartureQuestion,
    departure_text,
)
from app.widgets.dialogs.leaving_question import LeavingQuestion
from app.widgets.kit.forms import CheckBox
from tests.app.widgets.showing import on_screen

QUIT, FINISH, CANCEL = "Quit anyway", "Finish in the background", "Cancel"


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    return on_screen(qtbot, QWidget())


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
    assert question.note == "Downloads are paused and continue at the next start."
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


FACTS = DepartureFacts("rack", "http://rack:8000", "qwen3", 1234)


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    """The window that the question is asked in."""
    return on_screen(qtbot, QWidget())


def question(parent: QWidget, facts: DepartureFacts) -> DepartureQuestion:
    box = DepartureQuestion(facts, parent)
    box.open()
    return box


def test_machine_address_model_words_and_files_are_named() -> None:
    text = departure_text(replace(FACTS, file_names=("a.txt", "b.pdf", "c", "d")))
    for part in (
        "rack",
        "http://rack:8000",
        "qwen3",
        "1,234 words",
        "4 files (a.txt, b.pdf, c, …)",
    ):
        assert part in text
    assert "the file a.txt now" in departure_text(replace(FACTS, file_names=("a.txt",)))
    assert "file" not in departure_text(FACTS)


def test_pictures_are_counted() -> None:
    assert departure_text(replace(FACTS, picture_count=1)).endswith(" One picture is also sent.")
    assert departure_text(replace(FACTS, picture_count=12)).endswith(" 12 pictures are also sent.")
    assert "picture" not in departure_text(FACTS)


def test_plain_http_is_named_only_where_it_is(parent: QWidget) -> None:
    for is_plain in (True, False):
        box = question(parent, replace(FACTS, is_plain=is_plain))
        texts = " ".join(each.text() for each in box.findChildren(QLabel))
        assert ("not encrypted" in texts) is is_plain
        box.withdraw()


def test_enter_sends_nothing(parent: QWidget) -> None:
    box = question(parent, FACTS)
    answers = QSignalSpy(box.answered)
    QTest.keyClick(box, Qt.Key.Key_Return)
    assert answers.at(0) == [False]


def test_a_yes_may_hold_for_the_address(parent: QWidget) -> None:
    box = question(parent, FACTS)
    answers = QSignalSpy(box.answered)
    (trust,) = box.findChildren(CheckBox)
    trust.setChecked(True)
    box.accept()
    assert answers.at(0) == [True]
    assert box.is_for_all


def test_a_no_trusts_nobody(parent: QWidget) -> None:
    box = question(parent, FACTS)
    (trust,) = box.findChildren(CheckBox)
    trust.setChecked(True)
    box.reject()
    assert not box.is_for_all
