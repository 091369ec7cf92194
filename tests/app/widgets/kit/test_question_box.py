"""What can't be undone happens only after a yes."""

import pytest
from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.kit.question_box import QuestionBox, ask_before


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
