"""The rows of the local server, and the one of the RPC servers, which can be tried."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.qtbot import QtBot

from app.settings import Settings
from app.widgets.kit.form_rows import LineRow
from app.widgets.settings.setting_rows import RpcRow, SettingRowFactory
from tests.app.widgets.showing import on_screen


def test_every_row_of_the_server_shows_what_the_settings_hold(qtbot: QtBot) -> None:
    settings = Settings(
        server_address="192.168.1.20",
        server_certificate="/c.pem",
        server_key="/k.pem",
        server_origins=("https://app.example", "http://localhost:3000"),
        server_host_names=("host.docker.internal", "computer.lan"),
    )
    texts = []
    for row in SettingRowFactory().programs():
        qtbot.addWidget(row)
        row.set_value(getattr(settings, row.name))
        assert row.value() == getattr(settings, row.name)
        if isinstance(row, LineRow):
            texts.append(row.box.text())
    assert texts[:3] == ["192.168.1.20", "/c.pem", "/k.pem"]
    assert texts[3:] == [
        "https://app.example, http://localhost:3000",
        "host.docker.internal, computer.lan",
    ]


@pytest.fixture
def rpc_row(qtbot: QtBot) -> RpcRow:
    return on_screen(qtbot, RpcRow("rpc_servers", "Other computers", hint="For example"))


def test_addresses_that_are_typed_can_be_tested_unless_one_is_wrong(rpc_row: RpcRow) -> None:
    changed = QSignalSpy(rpc_row.value_changed)
    rpc_row.enter("Rack, 10.0.0.2:7")
    assert changed.at(0) == ["rpc_servers", ("rack:50052", "10.0.0.2:7")]
    assert rpc_row.test_button.isEnabled()
    rpc_row.enter("http://rack")
    assert "is not an RPC server address" in rpc_row.error_text()
    assert (changed.count(), rpc_row.test_button.isEnabled()) == (1, False)
    rpc_row.enter("rack")
    assert (rpc_row.error_text(), rpc_row.test_button.isEnabled()) == ("", True)
    rpc_row.enter("")
    assert (rpc_row.value(), rpc_row.test_button.isEnabled()) == ((), False)


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


def test_offline_says_that_no_server_is_used(rpc_row: RpcRow) -> None:
    rpc_row.show_offline(is_offline=True)
    assert rpc_row.outcome_label.text() == "Not used while Hubbub works offline."
    rpc_row.show_offline(is_offline=False)
    assert rpc_row.outcome_label.isHidden()
