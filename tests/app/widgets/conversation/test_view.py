"""A tab's page: what is shown when, and what is passed on."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain import MessageStatus, OutgoingMessage, Role, TabActivity, TabState, TextFile
from app.widgets.conversation.view import ConversationView
from app.widgets.transcript.actions import MessageAction
from tests.app.widgets.samples import growing, message, question, reply
from tests.app.widgets.windows import shown_message

SUGGESTIONS = ("one?", "two?", "three?", "four?")


@pytest.fixture
def view(qtbot: QtBot) -> ConversationView:
    """An empty conversation on show."""
    view = ConversationView("c")
    qtbot.addWidget(view)
    view.empty_state.set_suggestions(SUGGESTIONS)
    view.resize(700, 500)
    view.show()
    return view


def test_an_empty_conversation_offers_its_suggestions(view: ConversationView, qtbot: QtBot) -> None:
    buttons = view.empty_state.suggestion_buttons
    assert [button.text() for button in buttons] == list(SUGGESTIONS)

    with qtbot.waitSignal(view.empty_state.suggestion_chosen) as told:
        QTest.mouseClick(buttons[2], Qt.MouseButton.LeftButton)
    assert told.args == ["three?"]
    assert view.composer.edit.hasFocus()  # the buttons go, and who types on types a message


def test_all_suggestions_can_be_asked(view: ConversationView, qtbot: QtBot) -> None:
    button = view.empty_state.ask_all_button
    assert button.text() == "Ask all four in four tabs"

    with qtbot.waitSignal(view.empty_state.ask_all_requested):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert view.composer.edit.hasFocus()


def test_the_first_message_replaces_the_suggestions(view: ConversationView) -> None:
    assert view.empty_state.isVisible()
    view.transcript.append_message(question())

    assert not view.empty_state.isVisible()
    assert view.transcript.isVisible()
    view.transcript.set_messages(())
    assert view.empty_state.isVisible()


def test_the_button_stops_while_something_is_under_way(view: ConversationView) -> None:
    running = (TabActivity.QUEUED, TabActivity.READING, TabActivity.WRITING)
    for activity in TabActivity:
        view.set_state(TabState(activity))
        assert view.composer.button.is_stop is (activity in running), activity


@pytest.mark.parametrize(
    "status", [MessageStatus.CANCELLED, MessageStatus.INTERRUPTED, MessageStatus.FAILED]
)
def test_a_reply_cut_short_can_be_asked_for_again(
    view: ConversationView, qtbot: QtBot, status: MessageStatus
) -> None:
    view.transcript.set_messages((question(), growing()))
    shown = shown_message(view.transcript, 2)
    assert not shown.footer.offers.regenerate_button.isVisible()
    view.transcript.finish_reply(message(2, Role.ASSISTANT, "half", status=status))
    assert shown.footer.offers.regenerate_button.isVisible()

    with qtbot.waitSignal(view.requests.regenerate_requested):
        QTest.mouseClick(shown.footer.offers.regenerate_button, Qt.MouseButton.LeftButton)
    assert view.composer.edit.hasFocus()


def test_only_the_newest_reply_can_be_asked_for_again(view: ConversationView) -> None:
    cut = message(2, Role.ASSISTANT, "half", status=MessageStatus.CANCELLED)
    view.transcript.set_messages((question(), cut))
    shown = shown_message(view.transcript, 2)
    assert shown.footer.offers.regenerate_button.isVisible()
    view.transcript.append_message(question(3))
    view.transcript.append_message(reply(4))
    complete = shown_message(view.transcript, 4)
    assert not shown.footer.offers.regenerate_button.isVisible()
    assert not complete.footer.offers.regenerate_button.isVisible()


def test_page_up_scrolls_while_writing(view: ConversationView, qtbot: QtBot) -> None:
    view.transcript.set_messages(tuple(question(number, "line\n" * 20) for number in range(1, 6)))
    bar = view.transcript.verticalScrollBar()
    qtbot.waitUntil(lambda: bar.value() == bar.maximum() > 0)
    QTest.keyClick(view.composer.edit, Qt.Key.Key_PageUp)

    assert bar.value() < bar.maximum()


def test_what_is_typed_beside_the_box_begins_a_message(view: ConversationView) -> None:
    view.transcript.set_messages((question(), reply()))
    button = view.composer.attach_button
    button.setFocus()
    QTest.keyClicks(button, "hi")
    assert view.composer.edit.toPlainText() == "hi"
    assert view.composer.edit.hasFocus()
    button.setFocus()
    QTest.keyClick(button, Qt.Key.Key_X, Qt.KeyboardModifier.ControlModifier)
    assert view.composer.edit.toPlainText() == "hi", "a key with Ctrl is a command"


def test_a_click_on_a_button_of_a_message_leaves_the_focus_where_typing_goes(
    view: ConversationView, qtbot: QtBot
) -> None:
    view.transcript.set_messages((question(), reply()))
    qtbot.waitUntil(view.isActiveWindow)
    shown = shown_message(view.transcript, 1)
    view.focus_composer()
    for action, goal in (
        (MessageAction.COPY, "Message"),
        (MessageAction.EDIT, "Edit your message"),
    ):
        button = shown.footer.actions.button(action)
        assert button is not None
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
        QApplication.processEvents()
        assert focused_name() == goal
    page = view.transcript.viewport()
    QTest.mouseClick(page, Qt.MouseButton.LeftButton, pos=QPoint(3, page.height() - 3))
    QApplication.processEvents()
    assert view.transcript.hasFocus(), "a click on the page itself leads there"


def focused_name() -> str:
    focused = QApplication.focusWidget()
    return "" if focused is None else focused.accessibleName()


@pytest.mark.parametrize("height", [280, 420, 720])
def test_whatever_waits_and_goes_along_the_transcript_keeps_its_share(
    view: ConversationView, qtbot: QtBot, height: int
) -> None:
    view.transcript.set_messages((question(), reply()))
    view.resize(480, height)
    composer = view.composer
    composer.set_text("line\n" * 12)
    for number in range(9):
        composer.files.add(TextFile(f"notes {number}", "words"))
    view.queue_view.set_messages((OutgoingMessage("later"),) * 4, "The last answer failed.")

    qtbot.waitUntil(lambda: view.transcript.height() >= 0.4 * height)
    qtbot.waitUntil(lambda: composer.files_box.verticalScrollBar().maximum() > 0)
    button = composer.button
    assert composer.rect().contains(button.geometry()), "nothing is cut off"
    qtbot.waitUntil(lambda: min(composer.files_box.height(), composer.edit.height()) > 20)
    last = composer.chips.chips[-1].name_button
    composer.files_box.ensureWidgetVisible(last)
    assert composer.files_box.rect().contains(last.mapTo(composer.files_box, QPoint(1, 5)))
