"""Messages that wait: edited, moved and taken away, by the mouse and by keys."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.qtbot import QtBot

from app.domain import OutgoingMessage, TextFile
from app.widgets.conversation.queue_view import MOST_SHOWN, QueueView

ALT = Qt.KeyboardModifier.AltModifier


def messages(count: int) -> tuple[OutgoingMessage, ...]:
    return tuple(OutgoingMessage(f"message {number}") for number in range(count))


@pytest.fixture
def waiting(qtbot: QtBot) -> QueueView:
    """A list with two messages on show."""
    waiting = QueueView()
    qtbot.addWidget(waiting)
    waiting.resize(600, 200)
    waiting.set_messages(messages(2), "")
    waiting.show()
    return waiting


def test_what_waits_is_shown_in_its_order(waiting: QueueView) -> None:
    assert [row.text() for row in waiting.rows] == ["message 0", "message 1"]
    assert not waiting.rows[0].up_button.isEnabled()
    assert not waiting.rows[1].down_button.isEnabled()
    waiting.set_messages((), "")
    assert not waiting.isVisible()


def test_messages_are_moved_and_taken_away_with_the_mouse(waiting: QueueView) -> None:
    moved, removed = QSignalSpy(waiting.moved), QSignalSpy(waiting.removed)
    QTest.mouseClick(waiting.rows[1].up_button, Qt.MouseButton.LeftButton)
    QTest.mouseClick(waiting.rows[0].down_button, Qt.MouseButton.LeftButton)
    QTest.mouseClick(waiting.rows[1].remove_button, Qt.MouseButton.LeftButton)
    assert [moved.at(index) for index in range(2)] == [[1, -1], [0, 1]]
    assert removed.at(0) == [1]


def test_messages_are_moved_and_taken_away_by_keys(waiting: QueueView) -> None:
    moved, removed = QSignalSpy(waiting.moved), QSignalSpy(waiting.removed)
    waiting.rows[0].setFocus()
    QTest.keyClick(waiting.rows[0], Qt.Key.Key_Down, ALT)
    QTest.keyClick(waiting.rows[0], Qt.Key.Key_Delete)
    assert (moved.at(0), removed.at(0)) == ([0, 1], [0])
    waiting.set_messages(messages(1), "")
    assert waiting.rows[0].hasFocus(), "the focus stays where the message was"


def test_a_message_is_changed_where_it_stands(waiting: QueueView, qtbot: QtBot) -> None:
    row = waiting.rows[1]
    QTest.keyClick(row, Qt.Key.Key_Return)
    assert row.editor is not None
    QTest.keyClicks(row.editor.field, " and more")
    with qtbot.waitSignal(waiting.edited) as told:
        QTest.keyClick(row.editor.field, Qt.Key.Key_Return)
    assert told.args == [1, "message 1 and more"]
    QTest.keyClick(row.editor.field, Qt.Key.Key_Escape)
    assert row.editor is None


def test_a_queue_that_stands_still_says_why_and_can_go_on(waiting: QueueView, qtbot: QtBot) -> None:
    assert not waiting.resume_button.isVisible()
    waiting.set_messages(messages(2), "The last answer failed.")
    assert waiting.reason_label.text() == "The last answer failed."
    with qtbot.waitSignal(waiting.resumed):
        QTest.mouseClick(waiting.resume_button, Qt.MouseButton.LeftButton)


def test_a_long_queue_does_not_fill_the_page(waiting: QueueView) -> None:
    files = (TextFile("a", "b"), TextFile("c", "d"))
    waiting.set_messages((OutgoingMessage("", files), *messages(9)), "")
    assert len(waiting.rows) == MOST_SHOWN
    assert waiting.rows[0].text() == "2 files"
