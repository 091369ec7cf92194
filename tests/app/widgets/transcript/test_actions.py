"""What can be done with a message: by mouse, by key and from the menu."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain import Message, MessageStatus, ReplyUsage
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.controls import IconButton
from app.widgets.transcript.actions import MessageAction, possible_actions
from app.widgets.transcript.editor import MessageEditor
from app.widgets.transcript.message import MessageView
from tests.app.widgets.samples import growing, question, reply


@pytest.fixture
def page(qtbot: QtBot) -> ConversationView:
    """A question and its answer on show."""
    page = ConversationView("c")
    qtbot.addWidget(page)
    page.resize(700, 500)
    page.show()
    page.transcript.set_messages((question(), reply()))
    return page


def view_of(page: ConversationView, message_id: int) -> MessageView:
    view = page.transcript.view_of(message_id)
    assert view is not None
    return view


def button_of(page: ConversationView, message_id: int, action: MessageAction) -> IconButton:
    button = view_of(page, message_id).footer.actions.button(action)
    assert button is not None
    return button


def editor_of(page: ConversationView) -> MessageEditor:
    QTest.mouseClick(button_of(page, 1, MessageAction.EDIT), Qt.MouseButton.LeftButton)
    editor = view_of(page, 1).editor
    assert editor is not None
    return editor


def cut_reply() -> Message:
    return replace(reply(), status=MessageStatus.CANCELLED)


def test_each_message_offers_what_can_be_done_with_it() -> None:
    action = MessageAction
    assert possible_actions(question()) == [action.COPY, action.EDIT, action.FORK, action.PIN]
    assert possible_actions(reply(), is_pinned=True) == [
        action.UNPIN,
        action.COPY,
        action.REGENERATE,
        action.VARIANTS,
        action.FORK,
    ]
    assert possible_actions(growing()) == [action.COPY]


def test_only_a_reply_that_was_cut_short_can_go_on() -> None:
    cut_by_length = replace(reply(), usage=ReplyUsage(is_cut_by_length=True))

    assert MessageAction.CONTINUE in possible_actions(cut_reply())
    assert MessageAction.CONTINUE in possible_actions(cut_by_length)
    assert MessageAction.CONTINUE not in possible_actions(reply())
    assert MessageAction.CONTINUE not in possible_actions(replace(cut_reply(), text=""))


@pytest.mark.parametrize(
    ("action", "signal", "values"),
    [
        (MessageAction.REGENERATE, "regenerate_requested", [2]),
        (MessageAction.CONTINUE, "continue_requested", [2]),
        (MessageAction.VARIANTS, "variants_requested", [2]),
        (MessageAction.FORK, "fork_requested", [2]),
        (MessageAction.PIN, "pin_toggled", [2, True]),
        (MessageAction.EARLIER_SIBLING, "sibling_requested", [2, -1]),
        (MessageAction.LATER_SIBLING, "sibling_requested", [2, 1]),
    ],
)
def test_a_page_tells_what_is_requested(
    page: ConversationView, action: MessageAction, signal: str, values: list[object]
) -> None:
    cut = replace(cut_reply(), sibling_number=2, sibling_count=3)
    page.transcript.set_messages((question(), cut))
    spy = QSignalSpy(getattr(page.requests, signal))
    QTest.mouseClick(button_of(page, 2, action), Qt.MouseButton.LeftButton)

    assert [spy.at(index) for index in range(spy.count())] == [values]


def test_a_pinned_message_shows_its_pin_and_can_be_let_go(page: ConversationView) -> None:
    page.transcript.set_pinned(frozenset({1}))
    spy = QSignalSpy(page.requests.pin_toggled)
    assert view_of(page, 1).footer.actions.button(MessageAction.PIN) is None
    QTest.mouseClick(button_of(page, 1, MessageAction.UNPIN), Qt.MouseButton.LeftButton)

    assert spy.at(0) == [1, False]


def test_versions_are_counted_and_the_ends_lead_nowhere(page: ConversationView) -> None:
    row = view_of(page, 2).footer.actions
    assert row.button(MessageAction.LATER_SIBLING) is None
    last = replace(reply(), sibling_number=3, sibling_count=3)
    page.transcript.set_messages((question(), last))

    assert row.place_label.text() == "3 / 3"
    assert row.is_possible(MessageAction.EARLIER_SIBLING)
    assert not row.is_possible(MessageAction.LATER_SIBLING)


def test_buttons_are_drawn_under_the_mouse_and_with_the_focus(page: ConversationView) -> None:
    def is_drawn() -> bool:
        button = button_of(page, 2, MessageAction.COPY)
        picture = button.grab().toImage()
        ground = picture.pixelColor(0, 0)
        sides = range(picture.width())
        return any(picture.pixelColor(x, y) != ground for x in sides for y in sides)

    assert not is_drawn()
    view_of(page, 2).footer.actions.set_revealed(is_revealed=True)
    assert is_drawn()
    view_of(page, 2).footer.actions.set_revealed(is_revealed=False)
    button_of(page, 2, MessageAction.FORK).setFocus()
    assert is_drawn()


def test_arrow_keys_lead_through_one_stop_of_tab(page: ConversationView) -> None:
    copy = button_of(page, 2, MessageAction.COPY)
    again = button_of(page, 2, MessageAction.REGENERATE)
    assert copy.focusPolicy() is Qt.FocusPolicy.TabFocus
    assert again.focusPolicy() is Qt.FocusPolicy.NoFocus
    copy.setFocus()
    QTest.keyClick(copy, Qt.Key.Key_Right)
    assert again.hasFocus()

    spy = QSignalSpy(page.requests.regenerate_requested)
    QTest.keyClick(again, Qt.Key.Key_Space)
    assert spy.at(0) == [2]


def test_tab_leads_through_the_text_to_the_buttons_and_on(page: ConversationView) -> None:
    view = view_of(page, 1)
    (prose,) = view.body.block_views
    view.setFocus(Qt.FocusReason.TabFocusReason)
    stops = []
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Tab, Qt.Key.Key_Right, Qt.Key.Key_Tab):
        focused = QApplication.focusWidget()
        assert focused is not None
        QTest.keyClick(focused, key)
        stops.append(QApplication.focusWidget())

    copy, edit = (button_of(page, 1, each) for each in (MessageAction.COPY, MessageAction.EDIT))
    assert stops == [prose, copy, edit, view_of(page, 2)]


def test_the_menu_offers_the_same(page: ConversationView) -> None:
    menu = view_of(page, 2).build_menu()
    assert [line.text() for line in menu.actions()] == [
        "Copy message as Markdown",
        "Regenerate",
        "Several answers side by side",
        "Continue from here in a new tab",
        "Keep in memory",
    ]
    spy = QSignalSpy(page.requests.fork_requested)
    menu.actions()[3].trigger()
    assert spy.at(0) == [2]


def test_an_own_message_is_changed_where_it_stands(page: ConversationView) -> None:
    editor = editor_of(page)
    spy = QSignalSpy(page.requests.edit_submitted)
    assert (editor.text(), editor.field.hasFocus()) == (question().text, True)
    QTest.keyClicks(editor.field, " Really?")
    QTest.keyClick(editor.field, Qt.Key.Key_Return)

    assert spy.at(0) == [1, "What is a tab? Really?"]
    assert view_of(page, 1).editor is None
    assert page.composer.edit.hasFocus()


def test_shift_enter_breaks_the_line_and_an_empty_message_is_not_sent(
    page: ConversationView,
) -> None:
    editor = editor_of(page)
    spy = QSignalSpy(page.requests.edit_submitted)
    QTest.keyClick(editor.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ShiftModifier)
    assert editor.text() == question().text + "\n"
    editor.field.setPlainText("  ")
    QTest.keyClick(editor.field, Qt.Key.Key_Return)

    assert not editor.send_button.isEnabled()
    assert spy.count() == 0


@pytest.mark.parametrize("is_by_key", [True, False])
def test_giving_up_leaves_everything_as_it_was(page: ConversationView, is_by_key: bool) -> None:
    editor = editor_of(page)
    spy = QSignalSpy(page.requests.edit_submitted)
    QTest.keyClicks(editor.field, "x")
    stop = QAction(page)
    stop.setShortcut("Esc")  # the window's, which must not take it away
    page.addAction(stop)
    if is_by_key:
        QTest.keyClick(editor.field, Qt.Key.Key_Escape)
    else:
        QTest.mouseClick(editor.cancel_button, Qt.MouseButton.LeftButton)

    assert view_of(page, 1).editor is None
    assert spy.count() == 0
    assert view_of(page, 1).body.isVisible()


def test_memory_begins_at_a_line_with_help(page: ConversationView) -> None:
    assert not page.transcript.context_boundary.isVisible()
    page.transcript.set_context_boundary(2, "The model remembers from here on.")
    line = page.transcript.context_boundary
    spy = QSignalSpy(page.requests.context_help_requested)
    QApplication.processEvents()
    QTest.mouseClick(line.help_button, Qt.MouseButton.LeftButton)

    assert line.label.text() == "The model remembers from here on."
    bottom = line.mapTo(page, line.rect().bottomLeft()).y()
    assert bottom < view_of(page, 2).mapTo(page, QPoint(0, 0)).y() + 1
    assert spy.at(0) == [2]

    page.transcript.set_context_boundary(None, "")
    assert not line.isVisible()
