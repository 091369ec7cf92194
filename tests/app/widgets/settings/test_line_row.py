"""Lines of the settings: what can't be used is told and is no value; files are typed or chosen."""

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.qtbot import QtBot

from app.settings import Settings, typed_file, typed_server_address
from app.widgets.settings.line_row import FileRow, LineRow
from app.widgets.settings.program_rows import program_rows
from app.widgets.settings.rows import RowText


@pytest.fixture
def row(qtbot: QtBot) -> LineRow:
    row = LineRow("server_address", RowText("Address"), "hint", parse=typed_server_address)
    qtbot.addWidget(row)
    row.show()
    return row


def enter(row: LineRow, text: str) -> None:
    row.box.selectAll()
    QTest.keyClicks(row.box, text)
    QTest.keyClick(row.box, Qt.Key.Key_Return)


def test_a_text_is_read_when_it_is_entered(row: LineRow) -> None:
    signal = QSignalSpy(row.value_changed)
    enter(row, " 192.168.1.20 ")
    assert signal.at(0) == ["server_address", "192.168.1.20"]
    enter(row, "[::1]")
    assert row.value() == "::1"


def test_what_is_wrong_is_told_and_changes_nothing(row: LineRow) -> None:
    row.set_value("192.168.1.20")
    signal = QSignalSpy(row.value_changed)
    enter(row, "rack.lan")
    assert "no address of a computer" in row.error_text()
    assert (signal.count(), row.value()) == (0, "192.168.1.20")
    enter(row, "10.0.0.1")
    assert not row.error_text()


def test_a_file_is_one_that_is_there(qtbot: QtBot, tmp_path: Path) -> None:
    row = FileRow("server_key", RowText("Key"), "hint", parse=typed_file)
    qtbot.addWidget(row)
    row.show()
    changed = QSignalSpy(row.value_changed)
    row.enter(str(tmp_path / "no.pem"))
    assert "There is no file" in row.error_text()
    (tmp_path / "key.pem").write_text("key")
    row.enter(str(tmp_path / "key.pem"))
    assert not row.error_text()
    assert [changed.at(0), changed.count()] == [["server_key", str(tmp_path / "key.pem")], 1]
    enter(row, "key.pem")
    assert "with its folder" in row.error_text()


def test_every_row_of_the_server_shows_what_the_settings_hold(qtbot: QtBot) -> None:
    settings = Settings(
        server_address="192.168.1.20",
        server_certificate="/c.pem",
        server_key="/k.pem",
        server_origins=("https://app.example", "http://localhost:3000"),
    )
    texts = []
    for row in program_rows():
        qtbot.addWidget(row)
        row.set_value(getattr(settings, row.name))
        assert row.value() == getattr(settings, row.name)
        if isinstance(row, LineRow):
            texts.append(row.box.text())
    assert texts == [
        *("192.168.1.20", "/c.pem", "/k.pem"),
        "https://app.example, http://localhost:3000",
    ]
