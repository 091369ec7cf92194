"""The page of other programs: what it says, and that no token is shown unasked."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QPushButton
from pytestqt.qtbot import QtBot

from app.widgets.kit.question_box import QuestionBox
from app.widgets.settings.programs_view import ProgramsView, ServerStatus

ON = ServerStatus("http://127.0.0.1:11435", "", 1, 2)


def shown(qtbot: QtBot, status: ServerStatus) -> ProgramsView:
    view = ProgramsView()
    qtbot.addWidget(view)
    view.set_status(status)
    view.show()
    return view


def test_off_it_offers_no_token_and_tells_why(qtbot: QtBot) -> None:
    view = shown(qtbot, ServerStatus(text="The port is taken."))
    assert view.status_label.text() == "No program can ask."
    assert view.text_label.text() == "The port is taken."
    assert not view.copy_button.isVisible()


def test_on_it_names_address_and_counts(qtbot: QtBot) -> None:
    view = shown(qtbot, ON)
    text = view.status_label.text()
    assert "http://127.0.0.1:11435" in text
    assert "1 running, 2 waiting" in text
    assert "OPENAI_BASE_URL=http://127.0.0.1:11435/v1" in view.setup_label.text()


def test_a_token_is_copied_without_being_shown(qtbot: QtBot) -> None:
    view = shown(qtbot, ON)
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
    view = shown(qtbot, ON)
    renewals = QSignalSpy(view.renew_requested)
    QTest.mouseClick(view.renew_button, Qt.MouseButton.LeftButton)
    assert renewals.count() == 0
    (box,) = view.findChildren(QuestionBox)
    renew = next(each for each in box.findChildren(QPushButton) if each.text() == "Renew")
    QTest.mouseClick(renew, Qt.MouseButton.LeftButton)
    assert renewals.count() == 1
