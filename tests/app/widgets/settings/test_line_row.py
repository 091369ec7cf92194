"""Lines of the settings: what the server has, and RPC servers, which can be tried."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.qtbot import QtBot

from app.settings import Settings
from app.widgets.kit.form_rows import LineRow
from app.widgets.settings.network_rows import RpcRow, program_rows
from tests.app.widgets.showing import on_screen


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


@pytest.fixture
def rpc_row(qtbot: QtBot) -> RpcRow:
    return on_screen(qtbot, RpcRow("rpc_servers", "Other computers", hint="For example"))


def enter_addresses(rpc_row: RpcRow, text: str) -> None:
    rpc_row.box.selectAll()
    QTest.keyClicks(rpc_row.box, text)
    QTest.keyClick(rpc_row.box, Qt.Key.Key_Return)


def test_what_is_typed_becomes_addresses_with_their_ports(rpc_row: RpcRow) -> None:
    signal = QSignalSpy(rpc_row.value_changed)
    enter_addresses(rpc_row, "Rack, 10.0.0.2:7")
    assert signal.at(0) == ["rpc_servers", ("rack:50052", "10.0.0.2:7")]
    assert rpc_row.test_button.isEnabled()


def test_a_wrong_address_is_explained_and_changes_nothing(rpc_row: RpcRow) -> None:
    rpc_row.set_value(("rack:50052",))
    signal = QSignalSpy(rpc_row.value_changed)
    enter_addresses(rpc_row, "http://rack")
    assert "is no address" in rpc_row.error_text()
    assert (signal.count(), rpc_row.value()) == (0, ("rack:50052",))
    assert not rpc_row.test_button.isEnabled()
    enter_addresses(rpc_row, "rack")
    assert not rpc_row.error_text()
    assert rpc_row.test_button.isEnabled()


def test_an_emptied_field_names_nobody(rpc_row: RpcRow) -> None:
    rpc_row.set_value(("rack:50052",))
    rpc_row.box.selectAll()
    QTest.keyClick(rpc_row.box, Qt.Key.Key_Delete)
    rpc_row.flush()
    assert rpc_row.value() == ()
    assert not rpc_row.test_button.isEnabled()


def test_the_button_tests_what_is_typed_now(rpc_row: RpcRow) -> None:
    rpc_row.set_value(("rack:50052",))
    signal = QSignalSpy(rpc_row.test_requested)
    QTest.keyClicks(rpc_row.box, ", desk")
    QTest.mouseClick(rpc_row.test_button, Qt.MouseButton.LeftButton)
    assert signal.at(0) == [("rack:50052", "desk:50052")]
    rpc_row.show_test()
    assert not rpc_row.test_button.isEnabled()
    rpc_row.show_outcome("All well.")
    assert (rpc_row.outcome_label.text(), rpc_row.test_button.isEnabled()) == ("All well.", True)


def test_offline_says_that_nobody_is_used(rpc_row: RpcRow) -> None:
    rpc_row.show_offline(is_offline=True)
    assert rpc_row.outcome_label.text() == "Not used while Hubbub works offline."
    rpc_row.show_offline(is_offline=False)
    assert rpc_row.outcome_label.isHidden()
