"""Fields of forms take whatever is put into them, and go on."""

import time

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.kit.forms import PromptBox
from app.widgets.kit.name_dialog import LONGEST_NAME, NameDialog
from app.widgets.kit.question_box import QuestionBox, ask_before


@pytest.mark.parametrize("is_pasted", [False, True])
def test_a_word_of_megabytes_holds_up_no_window(qtbot: QtBot, is_pasted: bool) -> None:
    box = PromptBox()
    qtbot.addWidget(box)
    box.show()
    content = QMimeData()
    content.setText("x" * 1_000_000)
    began = time.thread_time()
    if is_pasted:
        box.insertFromMimeData(content)
    else:
        box.setPlainText(content.text())
    QGuiApplication.processEvents()
    assert time.thread_time() - began < 5
    assert box.toPlainText() == content.text()


@pytest.mark.parametrize(
    ("typed", "named"), [("  New  ", ["New"]), ("   ", []), ("x" * 300, ["x" * LONGEST_NAME])]
)
def test_a_name_is_trimmed_and_never_blank(qtbot: QtBot, typed: str, named: list[str]) -> None:
    dialog = NameDialog("Old", title="Rename conversation")
    qtbot.addWidget(dialog)
    names = QSignalSpy(dialog.named)
    dialog.name_box.clear()
    dialog.name_box.insert(typed)
    dialog.accept()

    assert [names.at(number)[0] for number in range(names.count())] == named


@pytest.mark.parametrize(("role", "count"), [("AcceptRole", 1), ("RejectRole", 0)])
def test_a_no_leaves_everything_as_it_is(qtbot: QtBot, role: str, count: int) -> None:
    parent = QWidget()
    qtbot.addWidget(parent)
    done: list[bool] = []
    ask_before(parent, "Delete all?", "Delete", lambda: done.append(True))
    (box,) = parent.findChildren(QuestionBox)
    buttons = box.findChild(QDialogButtonBox)
    assert isinstance(buttons, QDialogButtonBox)
    (button,) = (
        each
        for each in buttons.findChildren(QPushButton)
        if buttons.buttonRole(each) is QDialogButtonBox.ButtonRole[role]
    )
    button.click()
    assert len(done) == count
