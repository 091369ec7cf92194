"""A machine is typed in, tried and saved; what could mislead is said."""

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.qtbot import QtBot

from app.machines.model import EndpointKind, EndpointSetting, RemoteModel
from app.machines.view.endpoint_page import EndpointPage, SavedMachine

NEW = EndpointSetting("5f", "", "")
RACK = EndpointSetting(
    "5f", "rack", "http://rack:8000", EndpointKind.VLLM, (RemoteModel("m"),), is_trusted=True
)


def dialog_of(qtbot: QtBot, endpoint: EndpointSetting) -> EndpointPage:
    dialog = EndpointPage(endpoint)
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose, on=False)
    qtbot.addWidget(dialog)
    dialog.show()
    return dialog


def saved_by(dialog: EndpointPage) -> SavedMachine | None:
    spy = QSignalSpy(dialog.saved)
    dialog.accept()
    machine = spy.at(0)[0] if spy.count() else None
    assert machine is None or isinstance(machine, SavedMachine)
    return machine


def test_what_was_typed_is_saved_with_its_scheme_and_a_name(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, NEW)
    QTest.keyClicks(dialog.address_box, " rack:8000/ ")
    QTest.keyClicks(dialog.key_box, "secret")
    machine = saved_by(dialog)
    assert machine is not None
    assert (machine.endpoint.name, machine.endpoint.address) == ("rack:8000", "http://rack:8000")
    assert machine.key == "secret"


def test_what_is_no_address_is_neither_tried_nor_saved(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, NEW)
    tests = QSignalSpy(dialog.test_requested)
    for typed in ("", "ftp://rack", "http://me:secret@rack"):
        dialog.address_box.setText(typed)
        assert saved_by(dialog) is None
        QTest.mouseClick(dialog.test_button, Qt.MouseButton.LeftButton)
        assert "Type an address" in dialog.error.text()
    assert (tests.count(), dialog.isVisible()) == (0, True)


def test_plain_http_is_warned_of_while_it_is_typed(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, NEW)
    for typed, is_open in (("rack", True), ("https://rack", False), ("localhost:8080", False)):
        dialog.address_box.setText(typed)
        assert dialog.warning.isVisible() is is_open


def test_a_key_that_was_not_touched_stays_and_an_emptied_one_goes(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, RACK)
    dialog.show_key(is_set=True, text="In the keyring.")
    untouched = saved_by(dialog)
    assert untouched is not None
    assert untouched == SavedMachine(RACK, None)
    dialog = dialog_of(qtbot, RACK)
    QTest.keyClicks(dialog.key_box, "a")
    QTest.keyClick(dialog.key_box, Qt.Key.Key_Backspace)
    emptied = saved_by(dialog)
    assert emptied is not None
    assert emptied.key == ""


def test_another_address_is_not_trusted_and_has_no_models_yet(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, RACK)
    dialog.address_box.setText("http://elsewhere:8000")
    machine = saved_by(dialog)
    assert machine is not None
    assert (machine.endpoint.is_trusted, machine.endpoint.models) == (False, ())
    assert machine.endpoint.kind is EndpointKind.VLLM


def test_what_a_test_found_is_saved_along(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, NEW)
    dialog.address_box.setText("rack")
    dialog.show_test()
    assert not dialog.test_button.isEnabled()
    dialog.show_found(replace(dialog.endpoint, models=RACK.models), "vLLM answers.")
    assert dialog.outcome.text() == "vLLM answers."
    machine = saved_by(dialog)
    assert machine is not None
    assert machine.endpoint.models == RACK.models


def test_a_model_that_is_typed_stands_beside_those_that_are_listed(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, RACK)
    QTest.keyClicks(dialog.model_box, " gpt-5-mini ")
    machine = saved_by(dialog)
    assert machine is not None
    assert [each.name for each in machine.endpoint.models] == ["m", "gpt-5-mini"]
    again = dialog_of(qtbot, machine.endpoint)
    assert again.model_box.text() == "gpt-5-mini"
    again.model_box.setText("m")
    other = saved_by(again)
    assert other is not None
    assert [each.name for each in other.endpoint.models] == ["m"]


def test_a_typed_model_goes_along_to_another_address(qtbot: QtBot) -> None:
    dialog = dialog_of(qtbot, RACK)
    dialog.model_box.setText("gpt-5-mini")
    dialog.address_box.setText("http://mac:8000")
    machine = saved_by(dialog)
    assert machine is not None
    assert [each.name for each in machine.endpoint.models] == ["gpt-5-mini"]
