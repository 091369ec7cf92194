"""Backups are listed with what they hold; nothing is replaced or deleted unasked."""

from dataclasses import replace
from datetime import UTC, datetime

from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QLabel
from pytestqt.qtbot import QtBot

from app.domain import Backup, BackupKind, PutAside
from app.widgets.kit.question_box import QuestionBox
from app.widgets.settings.backups_view import BackupsView

MOMENT = datetime(2026, 5, 1, 12, tzinfo=UTC)
DAILY = Backup("a.db", BackupKind.DAILY, MOMENT, 4096, 3, 40)
STEP = Backup("b.db", BackupKind.BEFORE_UPDATE, MOMENT, 4096, 2, 20)
NEWER = Backup("c.db", BackupKind.BEFORE_RESTORE, MOMENT, 4096, trouble="It is too new.")
ASIDE = PutAside("hubbub.damaged-1.db", MOMENT, 2048)


def view_of(qtbot: QtBot, *backups: Backup, asides: tuple[PutAside, ...] = ()) -> BackupsView:
    view = BackupsView()
    qtbot.addWidget(view)
    view.show()
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
    assert view.total_label.text().startswith("There is no backup yet.")
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
        assert "A backup of the present state is made first" in text
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
