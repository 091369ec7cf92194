"""Several answers side by side: grown, ended, and one of them taken."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy, QTest
from pytestqt.qtbot import QtBot

from app.domain import MessageStatus, Role
from app.widgets.conversation.view import ConversationView
from tests.app.widgets.samples import message, question, reply


@pytest.fixture
def view(qtbot: QtBot) -> ConversationView:
    """A page on which three answers begin."""
    view = ConversationView("c")
    qtbot.addWidget(view)
    view.resize(900, 500)
    view.transcript.set_messages((question(), reply()))
    view.show()
    view.show_variants("What is\na tab?", (2, 3, 4))
    return view


def test_answers_grow_beside_each_other_and_say_how_they_go(
    view: ConversationView, qtbot: QtBot
) -> None:
    first, second, third = view.variants.variants
    view.variants.grow(2, "half of")
    view.variants.grow(3, "", "a thought")
    view.variants.grow(99, "nobody's")
    assert [each.state_label.text() for each in (first, second, third)] == [
        "Writing …",
        "Thinking …",
        "Waiting …",
    ]
    qtbot.waitUntil(lambda: first.body.height() > 10)
    view.variants.finish(reply(2, "half of it, and **more**"))
    view.variants.finish(message(3, Role.ASSISTANT, "", status=MessageStatus.FAILED, note="No."))
    assert (first.text(), first.state_label.text()) == ("half of it, and **more**", "Done")
    assert second.state_label.text() == "Failed. No."
    assert first.geometry().right() < second.geometry().left()


def test_an_answer_is_taken_with_the_mouse_or_by_its_number(view: ConversationView) -> None:
    selected = QSignalSpy(view.variants.selected)
    QTest.mouseClick(view.variants.variants[1].take_button, Qt.MouseButton.LeftButton)
    QTest.keyClick(view.variants, Qt.Key.Key_3)
    QTest.keyClick(view.variants, Qt.Key.Key_9)
    assert [selected.at(index) for index in range(selected.count())] == [[3], [4]]


def test_the_transcript_comes_back_when_the_page_is_closed(view: ConversationView) -> None:
    assert not view.transcript.isVisible()
    closed = QSignalSpy(view.variants.closed)
    QTest.mouseClick(view.variants.close_button, Qt.MouseButton.LeftButton)
    assert closed.count() == 1
    view.close_variants()
    assert view.transcript.isVisible()
    assert view.composer.edit.hasFocus()


def test_long_answers_take_the_height_that_they_need(view: ConversationView, qtbot: QtBot) -> None:
    first = view.variants.variants[0]
    view.variants.finish(reply(2, "a paragraph\n\n" * 60))
    tall = first.body.height()
    assert tall > 1000
    view.resize(1400, 500)
    qtbot.waitUntil(lambda: first.body.width() > 300)
    assert first.height() >= first.body.height()
