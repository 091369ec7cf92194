"""The row for pictures: automatic, none, a file beside the model, or one that is chosen."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QFileDialog
from pytestqt.qtbot import QtBot

from app.widgets.models.projector_row import OfferedProjector, ProjectorRow

BESIDE = (OfferedProjector("/m/mmproj-F16.gguf", 850 << 20),)


@pytest.fixture
def row(qtbot: QtBot) -> ProjectorRow:
    row = ProjectorRow("projector_path", "mmproj-F16.gguf", BESIDE)
    qtbot.addWidget(row)
    row.set_value(None)
    row.show()
    return row


def _key(row: ProjectorRow, key: Qt.Key, times: int = 1) -> None:
    for _ in range(times):
        QTest.keyClick(row.box, key)


def test_each_value_has_its_words(row: ProjectorRow) -> None:
    heard = QSignalSpy(row.value_changed)
    words = {row.box.currentText(): (row.value(), row.note())}
    for _ in range(2):
        _key(row, Qt.Key.Key_Down)
        words[row.box.currentText()] = (row.value(), row.note())
    assert words == {
        "Automatic": (None, "Uses mmproj-F16.gguf."),
        "None: text only": ("", ""),
        "mmproj-F16.gguf · 850.0 MB": ("/m/mmproj-F16.gguf", "Uses mmproj-F16.gguf."),
    }
    assert [heard.at(at)[1] for at in range(heard.count())] == ["", "/m/mmproj-F16.gguf"]


def test_choosing_a_file_changes_nothing_until_one_is_chosen(
    row: ProjectorRow, qtbot: QtBot
) -> None:
    _key(row, Qt.Key.Key_Down)
    _key(row, Qt.Key.Key_End)
    dialog = row.window().findChild(QFileDialog)
    assert dialog is not None
    assert (row.value(), row.box.currentText()) == ("", "None: text only")
    QTest.keyClick(dialog, Qt.Key.Key_Escape)
    assert row.value() == ""
    heard = QSignalSpy(row.file_selected)
    row.take_file("/n/eyes.gguf")
    assert (row.value(), row.box.currentText()) == ("/n/eyes.gguf", "eyes.gguf")
    assert heard.at(0) == ["/n/eyes.gguf"]
    assert row.box.itemText(row.box.count() - 1) == "Choose a file …"


def test_without_one_beside_the_model_that_is_said(qtbot: QtBot) -> None:
    row = ProjectorRow("projector_path", "", ())
    qtbot.addWidget(row)
    row.set_value(None)
    assert row.note() == "None that fits lies beside the model."
