"""The list of machines: what each line says, what its buttons ask for, and the default."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.domain import EndpointSetting, RemoteModel, Route
from app.widgets.kit.question_box import QuestionBox
from app.widgets.settings.machines_view import MachinesView

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
