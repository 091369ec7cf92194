"""The question names what leaves and where to; the harmless answer is the one at hand."""

from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QLabel, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.dialogs.departure_question import (
    DepartureFacts,
    DepartureQuestion,
    departure_text,
)
from app.widgets.kit.forms import CheckBox

FACTS = DepartureFacts("rack", "http://rack:8000", "qwen3", 1234)


@pytest.fixture
def parent(qtbot: QtBot) -> QWidget:
    """The window that the question is asked in."""
    parent = QWidget()
    qtbot.addWidget(parent)
    parent.show()
    return parent


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
    assert "the file a.txt leave" in departure_text(replace(FACTS, file_names=("a.txt",)))
    assert "file" not in departure_text(FACTS)


def test_pictures_are_counted() -> None:
    assert departure_text(replace(FACTS, picture_count=1)).endswith(" One picture goes along.")
    assert departure_text(replace(FACTS, picture_count=12)).endswith(" 12 pictures go along.")
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
