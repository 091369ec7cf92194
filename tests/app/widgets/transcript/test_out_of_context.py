"""Messages out of the context: faded, folded, and summed up in a recap."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.messages import Message, Role
from app.widgets.conversation.view import ConversationView
from app.widgets.transcript.message_list import BOUNDARY_ROW, RECAP_ROW, MessageList
from app.widgets.transcript.prose_view import ProseView
from tests.app.widgets.samples import message, question, reply
from tests.app.widgets.showing import on_screen
from tests.app.widgets.windows import shown_message

LEFT = Qt.MouseButton.LeftButton
CONTROL = Qt.KeyboardModifier.ControlModifier


def four_turns(recap: str = "") -> list[Message]:
    roles = (Role.USER, Role.ASSISTANT)
    messages = [
        message(number, roles[(number + 1) % 2], f"text {number}") for number in range(1, 9)
    ]
    messages[4] = replace(messages[4], recap=recap)
    return messages


@pytest.fixture
def page(qtbot: QtBot) -> ConversationView:
    """Four turns, two of them in the context."""
    page = on_screen(qtbot, ConversationView("c"), 700, 900)
    page.transcript.set_messages(tuple(four_turns()))
    page.transcript.set_context_boundary(5, "The model can't see anything above this line.")
    QApplication.processEvents()
    return page


def darkest(page: ConversationView, message_id: int) -> int:
    view = shown_message(page.transcript, message_id)
    prose = view.body.block_views[0]
    picture = view.grab(
        prose.rect().translated(prose.mapTo(view, prose.rect().topLeft()))
    ).toImage()
    pixels = (
        picture.pixelColor(x, y).lightness()
        for x in range(picture.width())
        for y in range(picture.height())
    )
    return min(pixels)


def shown_ids(page: ConversationView) -> list[int]:
    views = ((number, page.transcript.view_of(number)) for number in range(1, 9))
    return [number for number, view in views if view is not None and view.isVisible()]


def test_it_is_paler_and_says_so_to_a_screen_reader(page: ConversationView) -> None:
    assert darkest(page, 2) > darkest(page, 6) + 40
    view = shown_message(page.transcript, 2)
    assert "can't see" in view.accessibleDescription()
    seen = shown_message(page.transcript, 6)
    assert seen.accessibleDescription() == ""


def test_a_pinned_turn_is_as_dark_as_what_the_model_sees(page: ConversationView) -> None:
    page.transcript.set_pinned(frozenset({1}))
    QApplication.processEvents()
    assert darkest(page, 2) == darkest(page, 6)
    assert darkest(page, 4) > darkest(page, 6) + 40


def test_it_can_be_selected_still(page: ConversationView) -> None:
    view = shown_message(page.transcript, 2)
    prose = view.body.block_views[0]
    assert isinstance(prose, ProseView)
    QTest.mouseDClick(prose.viewport(), LEFT, pos=QPoint(6, 8))
    assert view.selected_text() == "text"


def test_it_is_folded_away_and_shown_again(page: ConversationView) -> None:
    line = page.transcript.context_boundary
    assert line.fold_button.text() == "4 earlier messages the model can't see"
    assert line.fold_button.isChecked()
    assert shown_ids(page) == list(range(1, 9))
    place = line.y()
    QTest.mouseClick(line.fold_button, LEFT)
    assert shown_ids(page) == [5, 6, 7, 8]
    assert line.fold_button.text() == "4 earlier messages the model can't see"
    QTest.keyClick(line.fold_button, Qt.Key.Key_Space)
    QApplication.processEvents()
    assert shown_ids(page) == list(range(1, 9))
    assert line.y() == place


def test_what_is_folded_away_is_found_and_shown(page: ConversationView) -> None:
    page.transcript.fold_out_of_context(True)
    page.transcript.search.find("text 3")
    assert page.transcript.view_of(3) is not None
    page.transcript.fold_out_of_context(True)
    assert page.transcript.show_message(1) is not None


def test_a_recap_is_asked_for_at_the_line(page: ConversationView) -> None:
    line, note = page.transcript.context_boundary, page.transcript.recap_note
    assert not note.isVisible()
    asked, cancelled = (
        QSignalSpy(page.requests.recap_requested),
        QSignalSpy(page.requests.recap_cancelled),
    )
    QTest.mouseClick(line.recap_button, LEFT)
    assert asked.count() == 1
    page.transcript.set_recap_written(page.transcript.message_list.boundary_id)
    QApplication.processEvents()
    assert note.isVisible()
    assert not line.recap_button.isVisible()
    assert "is writing a recap" in note.heading.text()
    QTest.mouseClick(note.stop_button, LEFT)
    assert cancelled.count() == 1
    page.transcript.set_recap_written(None)
    QApplication.processEvents()
    assert not note.isVisible()
    assert line.recap_button.isVisible()


def test_a_finished_recap_is_as_high_as_its_text(page: ConversationView) -> None:
    note = page.transcript.recap_note
    page.transcript.set_recap_written(page.transcript.message_list.boundary_id)
    QApplication.processEvents()
    page.transcript.set_recap_written(None)
    page.transcript.set_messages(tuple(four_turns("A long recap of the chat. " * 60)))
    QApplication.processEvents()
    assert note.text.height() == note.text.heightForWidth(note.text.width())


def test_a_recap_is_shown_changed_and_removed(page: ConversationView) -> None:
    page.transcript.set_messages(tuple(four_turns("We spoke of tabs.")))
    QApplication.processEvents()
    note = page.transcript.recap_note
    assert (note.isVisible(), note.text.text()) == (True, "We spoke of tabs.")
    assert note.y() > page.transcript.context_boundary.y()
    below = shown_message(page.transcript, 5)
    assert note.geometry().bottom() < below.geometry().bottom()
    spy = QSignalSpy(page.requests.recap_edited)
    QTest.mouseClick(note.edit_button, LEFT)
    assert note.field is not None
    assert note.field.hasFocus()
    QTest.keyClicks(note.field, " And cats.")
    QTest.keyClick(note.field, Qt.Key.Key_Return, CONTROL)
    QTest.mouseClick(note.remove_button, LEFT)
    assert [spy.at(0), spy.at(1)] == [["We spoke of tabs. And cats."], [""]]


def test_giving_up_leaves_the_recap_as_it_was(page: ConversationView) -> None:
    page.transcript.set_messages(tuple(four_turns("We spoke of tabs.")))
    QApplication.processEvents()
    note = page.transcript.recap_note
    spy = QSignalSpy(page.requests.recap_edited)
    note.start_editing()
    assert note.field is not None
    QTest.keyClicks(note.field, "x")
    assert note.is_needed(), "it is kept while it is changed"
    QTest.keyClick(note.field, Qt.Key.Key_Escape)
    assert (spy.count(), note.text.text()) == (0, "We spoke of tabs.")
    assert not note.is_needed()


def turns(count: int) -> MessageList:
    """Return ``count`` turns; questions have odd ids."""
    messages = MessageList()
    both = ((question(2 * each - 1), reply(2 * each)) for each in range(1, count + 1))
    messages.set_messages(tuple(message for turn in both for message in turn))
    return messages


def test_the_model_does_not_see_what_is_above_the_line_but_pinned_turns() -> None:
    messages = turns(4)
    assert messages.out_of_context_ids == set()
    messages.boundary_id = 7
    assert messages.out_of_context_ids == {1, 2, 3, 4, 5, 6}
    messages.pinned_ids = frozenset({4})
    assert messages.out_of_context_ids == {1, 2, 5, 6}
    messages.pinned_ids = frozenset({5, 8})
    assert messages.out_of_context_ids == {1, 2, 3, 4}
    messages.row_keys()
    assert [messages.state_of(each).is_out_of_context for each in (1, 5, 7)] == [True, False, False]


def test_what_the_model_does_not_see_has_no_rows_when_it_is_folded() -> None:
    messages = turns(3)
    messages.boundary_id, messages.is_folded = 5, True
    assert messages.row_keys() == [BOUNDARY_ROW, 5, 6]
    messages.pinned_ids = frozenset({1})
    assert messages.row_keys() == [1, 2, BOUNDARY_ROW, 5, 6]
    messages.boundary_id = None
    assert messages.row_keys() == [1, 2, 3, 4, 5, 6]


def test_the_newest_recap_stands_at_the_line() -> None:
    messages = turns(3)
    known = list(messages.by_id.values())
    assert (messages.recap, messages.recap_place) == ("", None)
    known[2] = replace(known[2], recap="old")
    messages.set_messages(tuple(known))
    assert (messages.recap, messages.recap_place) == ("old", 3), "without a line, where it ends"
    known[4] = replace(known[4], recap="new")
    messages.set_messages(tuple(known))
    messages.boundary_id = 5
    assert messages.recap == "new"
    assert messages.row_keys() == [1, 2, 3, 4, BOUNDARY_ROW, RECAP_ROW, 5, 6]
    messages.set_messages(tuple(known[:2]))
    assert messages.recap_place is None
    messages.recap_written_at = 5
    assert messages.recap_place is None, "a branch without that message"
    messages.set_messages(tuple(known))
    messages.recap_written_at = 3
    assert messages.recap_place == 3, "a new one is written above that message"
