"""Addresses of other computers: checked as they are typed, tried by a button."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.qtbot import QtBot

from app.widgets.settings.rows import RowText
from app.widgets.settings.rpc_row import RpcRow


@pytest.fixture
def row(qtbot: QtBot) -> RpcRow:
    row = RpcRow("rpc_servers", RowText("Other computers"), "For example")
    qtbot.addWidget(row)
    row.show()
    return row


def enter(row: RpcRow, text: str) -> None:
    row.box.selectAll()
    QTest.keyClicks(row.box, text)
    QTest.keyClick(row.box, Qt.Key.Key_Return)


def test_what_is_typed_becomes_addresses_with_their_ports(row: RpcRow) -> None:
    signal = QSignalSpy(row.value_changed)
    enter(row, "Rack, 10.0.0.2:7")
    assert signal.at(0) == ["rpc_servers", ("rack:50052", "10.0.0.2:7")]
    assert row.test_button.isEnabled()


def test_a_wrong_address_is_explained_and_changes_nothing(row: RpcRow) -> None:
    row.set_value(("rack:50052",))
    signal = QSignalSpy(row.value_changed)
    enter(row, "http://rack")
    assert "is no address" in row.error_text()
    assert (signal.count(), row.value()) == (0, ("rack:50052",))
    assert not row.test_button.isEnabled()
    enter(row, "rack")
    assert not row.error_text()
    assert row.test_button.isEnabled()


def test_an_emptied_field_names_nobody(row: RpcRow) -> None:
    row.set_value(("rack:50052",))
    row.box.selectAll()
    QTest.keyClick(row.box, Qt.Key.Key_Delete)
    row.flush()
    assert row.value() == ()
    assert not row.test_button.isEnabled()


def test_the_button_tests_what_is_typed_now(row: RpcRow) -> None:
    row.set_value(("rack:50052",))
    signal = QSignalSpy(row.test_requested)
    QTest.keyClicks(row.box, ", desk")
    QTest.mouseClick(row.test_button, Qt.MouseButton.LeftButton)
    assert signal.at(0) == [("rack:50052", "desk:50052")]
    row.show_test()
    assert not row.test_button.isEnabled()
    row.show_outcome("All well.")
    assert (row.outcome_label.text(), row.test_button.isEnabled()) == ("All well.", True)


def test_offline_says_that_nobody_is_used(row: RpcRow) -> None:
    row.show_offline(is_offline=True)
    assert row.outcome_label.text() == "Not used while Hubbub works offline."
    row.show_offline(is_offline=False)
    assert row.outcome_label.isHidden()
