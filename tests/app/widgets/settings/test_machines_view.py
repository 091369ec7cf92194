"""The list of machines: what each line says, what its buttons ask for, and the default."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.domain import EndpointSetting, RemoteModel, Route
from app.widgets.kit.question_box import QuestionBox
from app.widgets.settings.machines_view import MachinesView
from app.widgets.settings.programs_view import ProgramsView, ServerStatus

RACK = EndpointSetting(
    "5f", "rack", "http://rack:8000", models=(RemoteModel("a"), RemoteModel("b"))
)
NEW = EndpointSetting("6e", "mac <b>", "http://mac")


def shown(qtbot: QtBot, *machines: EndpointSetting, default: Route | None = None) -> MachinesView:
    view = MachinesView()
    qtbot.addWidget(view)
    view.set_machines(machines, default, is_offline=False)
    view.show()
    return view


def test_each_machine_has_a_line_and_buttons_with_names(qtbot: QtBot) -> None:
    view = shown(qtbot, RACK, NEW)
    assert view.lines() == (
        ("rack\nhttp://rack:8000", "2 models"),
        ("mac <b>\nhttp://mac", "not tested yet"),
    )
    assert view.button(1, 2).accessibleName() == "Edit “mac <b>” …"
    edits = QSignalSpy(view.edit_requested)
    QTest.mouseClick(view.button(0, 2), Qt.MouseButton.LeftButton)
    assert edits.at(0) == ["5f"]


def test_one_is_removed_only_after_a_question(qtbot: QtBot) -> None:
    view = shown(qtbot, RACK)
    removals = QSignalSpy(view.remove_requested)
    QTest.mouseClick(view.button(0, 3), Qt.MouseButton.LeftButton)
    (box,) = view.findChildren(QuestionBox)
    assert removals.count() == 0
    remove = next(each for each in box.findChildren(QPushButton) if each.text() == "Remove")
    QTest.mouseClick(remove, Qt.MouseButton.LeftButton)
    assert removals.at(0) == ["5f"]


def test_the_default_is_this_computer_or_any_model_elsewhere(qtbot: QtBot) -> None:
    view = shown(qtbot, RACK, NEW, default=Route("5f", "b"))
    assert view.default_box.currentText() == "b · on rack"
    chosen = QSignalSpy(view.default_chosen)
    QTest.keyClick(view.default_box, Qt.Key.Key_Home)
    view.default_box.activated.emit(0)
    assert chosen.at(chosen.count() - 1) == [None]
    view.set_machines((), None, is_offline=False)
    assert not view.default_box.isVisible()
    assert view.lines() == ()


ON = ServerStatus("http://127.0.0.1:11435", "", 1, 2)


def shown_programs(qtbot: QtBot, status: ServerStatus) -> ProgramsView:
    view = ProgramsView()
    qtbot.addWidget(view)
    view.set_status(status)
    view.show()
    return view


def test_off_it_offers_no_token_and_tells_why(qtbot: QtBot) -> None:
    view = shown_programs(qtbot, ServerStatus(text="The port is taken."))
    assert view.status_label.text() == "No program can ask."
    assert view.text_label.text() == "The port is taken."
    assert not view.copy_button.isVisible()


def test_on_it_names_address_and_counts(qtbot: QtBot) -> None:
    view = shown_programs(qtbot, ON)
    text = view.status_label.text()
    assert "http://127.0.0.1:11435" in text
    assert "1 running, 2 waiting" in text
    assert "OPENAI_BASE_URL=http://127.0.0.1:11435/v1" in view.setup_label.text()


def test_a_token_is_copied_without_being_shown(qtbot: QtBot) -> None:
    view = shown_programs(qtbot, ON)
    asked = QSignalSpy(view.token_requested)
    QTest.mouseClick(view.copy_button, Qt.MouseButton.LeftButton)
    assert asked.count() == 1
    view.set_token("secret")
    assert QGuiApplication.clipboard().text() == "secret"
    assert "secret" not in view.setup_label.text()
    QTest.mouseClick(view.show_button, Qt.MouseButton.LeftButton)
    view.set_token("secret")
    assert "OPENAI_API_KEY=secret" in view.setup_label.text()


def test_another_token_is_made_only_after_a_question(qtbot: QtBot) -> None:
    view = shown_programs(qtbot, ON)
    renewals = QSignalSpy(view.renew_requested)
    QTest.mouseClick(view.renew_button, Qt.MouseButton.LeftButton)
    assert renewals.count() == 0
    (box,) = view.findChildren(QuestionBox)
    renew = next(each for each in box.findChildren(QPushButton) if each.text() == "Renew")
    QTest.mouseClick(renew, Qt.MouseButton.LeftButton)
    assert renewals.count() == 1
