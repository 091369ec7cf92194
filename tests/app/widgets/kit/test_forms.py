"""Fields of forms take whatever is put into them, and go on."""

import time

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.widgets.kit.forms import PromptBox


@pytest.mark.parametrize("is_pasted", [False, True])
def test_a_word_of_megabytes_holds_up_no_window(qtbot: QtBot, is_pasted: bool) -> None:
    box = PromptBox()
    qtbot.addWidget(box)
    box.show()
    content = QMimeData()
    content.setText("x" * 2_000_000)
    began = time.perf_counter()
    if is_pasted:
        box.insertFromMimeData(content)
    else:
        box.setPlainText(content.text())
    QGuiApplication.processEvents()
    assert time.perf_counter() - began < 10
    assert box.toPlainText() == content.text()
