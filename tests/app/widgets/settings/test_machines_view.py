"""Lists in the settings: machines and backups, what each line says and its buttons ask for."""

from datetime import UTC, datetime

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QLabel, QPushButton
from pytestqt.qtbot import QtBot

from app.domain.backups import Backup, BackupKind, PutAside
from app.machines.model import EndpointSetting, RemoteModel, Route
from app.machines.view.machines_view import MachinesView
from app.programs.view import ProgramsView, ServerStatus
from app.widgets.kit.small_dialogs import QuestionBox
from app.widgets.settings.storage_views import BackupsView
from tests.app.widgets.showing import on_screen

RACK = EndpointSetting(
    "5f", "rack", "http://rack:8000", models=(RemoteModel("a"), RemoteModel("b"))
)
NEW = EndpointSetting("6e", "mac <b>", "http://mac")
MOMENT = datetime(2026, 5, 1, 12, tzinfo=UTC)
DAILY = Backup("a.db", BackupKind.DAILY, MOMENT, 4096, 3, 40)
STEP = Backup("b.db", BackupKind.BEFORE_UPDATE, MOMENT, 4096, 2, 20)
NEWER = Backup("c.db", BackupKind.BEFORE_RESTORE, MOMENT, 4096, trouble="It is too new.")
ASIDE = PutAside("hubbub.damaged-1.db", MOMENT, 2048)


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
    assert view.button(1, 2).accessibleName() == "Edit “mac <b>”…"
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
    assert view.status_label.text() == "Off"
    assert view.text_label.text() == "The port is taken."
    assert not view.copy_button.isVisible()


def test_on_it_names_address_and_counts(qtbot: QtBot) -> None:
    view = shown_programs(qtbot, ON)
    text = view.status_label.text()
    assert "http://127.0.0.1:11435" in text
    assert "1 active · 2 queued" in text
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


def view_of(qtbot: QtBot, *backups: Backup, asides: tuple[PutAside, ...] = ()) -> BackupsView:
    view = on_screen(qtbot, BackupsView())
    view.set_backups(backups, asides)
    return view


def question_of(view: BackupsView) -> QuestionBox:
    return next(each for each in view.findChildren(QuestionBox) if each.isVisible())


def test_each_says_when_why_and_what(qtbot: QtBot) -> None:
    view = view_of(qtbot, DAILY, STEP, NEWER)
    lines = [view.table.text_at(row, 0).split("\n") for row in range(3)]
    assert [line[1] for line in lines] == [
        "3 chats, 40 messages",
        "2 chats, 20 messages",
        "It is too new.",
    ]
    assert [", before" in line[0] for line in lines] == [False, True, True]
    assert view.total_label.text().startswith("3 backups")
    assert [view.button(row).isEnabled() for row in range(3)] == [True, True, False]


def test_one_chat_is_no_number_of_chats(qtbot: QtBot) -> None:
    view = view_of(qtbot, replace(DAILY, conversation_count=1, message_count=1))
    assert view.table.text_at(0, 0).endswith("\n1 chat, 1 message")


def test_without_any_it_says_when_the_first_comes(qtbot: QtBot) -> None:
    view = view_of(qtbot)
    assert view.total_label.text().startswith("No backups yet.")
    assert view.table.isHidden()
    assert view.aside_table.isHidden()
    assert view.aside_label.isHidden()


def test_one_is_restored_by_keys_after_a_question(qtbot: QtBot) -> None:
    view = view_of(qtbot, DAILY, STEP)
    restored = QSignalSpy(view.restore_requested)
    view.button(0).setFocus()
    QTest.keyClick(view.button(0), Qt.Key.Key_Tab)
    assert view.focusWidget() is view.button(1)
    for key in (Qt.Key.Key_Escape, Qt.Key.Key_Return):
        QTest.keyClick(view.button(1), Qt.Key.Key_Space)
        question = question_of(view)
        text = question.findChildren(QLabel)[0].text()
        assert "2 chats, 20 messages" in text
        assert "The current state is backed up first" in text
        QTest.keyClick(question, key)
    assert [restored.at(number) for number in range(restored.count())] == [["b.db"]]


def test_a_damaged_file_is_deleted_after_a_question(qtbot: QtBot) -> None:
    view = view_of(qtbot, asides=(ASIDE,))
    removed = QSignalSpy(view.remove_aside_requested)
    assert "One damaged file" in view.aside_label.text()
    view.aside_button(0).click()
    assert removed.count() == 0
    question_of(view).accept()
    assert removed.at(0) == [ASIDE.name]


def test_histories_that_can_only_be_read_are_not_replaced(qtbot: QtBot) -> None:
    view = view_of(qtbot)
    view.set_backups((DAILY,), (), can_restore=False)
    assert not view.button(0).isEnabled()
