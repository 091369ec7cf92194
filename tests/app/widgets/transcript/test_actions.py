"""The actions of a message: with the mouse, with keys and from the menu."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QAction, QGuiApplication
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QMenu
from pytestqt.qtbot import QtBot

from app.domain.messages import EDITED_NOTE, Message, MessageStatus
from app.domain.tabs import TabActivity, TabState
from app.domain.usage import ReplyUsage
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.controls import IconButton
from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.transcript.message_actions import (
    DOT_MILLISECONDS,
    MessageAction,
    possible_actions,
)
from app.widgets.transcript.message_editor import MessageEditor
from app.widgets.transcript.prose_view import ProseView
from tests.app.widgets.menus import action_named
from tests.app.widgets.samples import growing, question, reply
from tests.app.widgets.showing import on_screen
from tests.app.widgets.windows import focused, shown_message


@pytest.fixture
def page(qtbot: QtBot) -> ConversationView:
    """A page with a question and its answer."""
    page = on_screen(qtbot, ConversationView("c"), 700, 500)
    page.transcript.set_messages((question(), reply()))
    return page


def button_of(page: ConversationView, message_id: int, action: MessageAction) -> IconButton:
    button = shown_message(page.transcript, message_id).footer.actions.button(action)
    assert button is not None
    return button


def editor_of(page: ConversationView) -> MessageEditor:
    QTest.mouseClick(button_of(page, 1, MessageAction.EDIT), Qt.MouseButton.LeftButton)
    editor = shown_message(page.transcript, 1).editor
    assert editor is not None
    return editor


def cut_reply() -> Message:
    return replace(reply(), status=MessageStatus.CANCELLED)


def test_each_message_offers_what_can_be_done_with_it() -> None:
    action = MessageAction
    assert possible_actions(question()) == [
        action.COPY,
        action.EDIT,
        action.COMPARE,
        action.FORK,
        action.PIN,
        action.DELETE,
    ]
    assert possible_actions(reply(), is_pinned=True) == [
        action.COPY,
        action.COPY_PLAIN,
        action.EDIT,
        action.REGENERATE,
        action.REGENERATE_WITH,
        action.VARIANTS,
        action.COMPARE,
        action.FORK,
        action.UNPIN,
        action.DELETE,
    ]
    assert possible_actions(growing()) == [action.COPY, action.COPY_PLAIN]


def test_only_a_reply_that_was_cut_short_or_edited_can_be_continued() -> None:
    cut_by_length = replace(reply(), usage=ReplyUsage(is_cut_by_length=True))

    assert MessageAction.CONTINUE in possible_actions(cut_reply())
    assert MessageAction.CONTINUE in possible_actions(cut_by_length)
    assert MessageAction.CONTINUE in possible_actions(replace(reply(), note=EDITED_NOTE))
    assert MessageAction.CONTINUE not in possible_actions(reply())
    assert MessageAction.CONTINUE not in possible_actions(replace(cut_reply(), text=""))
    assert MessageAction.CONTINUE not in possible_actions(cut_reply(), is_newest=False)


def test_every_button_keeps_its_place(page: ConversationView) -> None:
    """A second click on a button does the same, whatever the first one changed."""
    row = shown_message(page.transcript, 2).footer.actions

    def button_positions() -> list[tuple[str, int]]:
        buttons = [each for each in row.findChildren(IconButton) if not each.isHidden()]
        arrows = ("Previous version", "Next version", "Unpin")
        names = {"Continue": "Branch in a new tab"}  # in the same place
        shown = [(each.accessibleName(), each.x()) for each in buttons]
        return [(names.get(name, name), at) for name, at in shown if name not in arrows]

    before = button_positions()
    assert [name for name, _ in before] == [
        "Copy message as Markdown",
        "Regenerate",
        "Edit this answer",
        "Branch in a new tab",
        "More actions",
    ]
    page.transcript.set_pinned(frozenset({2}))
    QApplication.processEvents()
    pin = row.button(MessageAction.UNPIN)
    assert pin is not None
    assert pin.isVisible()
    assert button_positions() == before
    spy = QSignalSpy(page.requests.pin_toggled)
    QTest.mouseClick(pin, Qt.MouseButton.LeftButton)
    page.transcript.set_pinned(frozenset())
    QApplication.processEvents()
    assert ([spy.at(each) for each in range(spy.count())], pin.isHidden()) == ([[2, False]], True)
    for other in (
        replace(reply(), sibling_number=2, sibling_count=12),
        replace(cut_reply(), text="a word"),
    ):
        page.transcript.set_messages((question(), other))
        QApplication.processEvents()
        assert button_positions() == before, other


def test_a_reply_that_can_be_continued_offers_that_in_place_of_a_branch(
    page: ConversationView,
) -> None:
    page.transcript.set_messages((question(), cut_reply()))
    row = shown_message(page.transcript, 2).footer.actions
    keeping = row.button(MessageAction.CONTINUE)
    assert keeping is not None
    assert keeping.isVisible()
    assert row.button(MessageAction.FORK) is None


def test_a_reply_shows_its_speed_while_it_is_written_and_after_it(
    page: ConversationView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("app.widgets.transcript.transcript.FIGURES_SECONDS", 0.0)
    page.transcript.set_messages((question(), growing(2, "A tab")))
    usage = ReplyUsage(reply_tokens=41, decode_seconds=2.0, first_token_seconds=0.25)
    page.set_state(TabState(activity=TabActivity.WRITING, usage=usage))
    row = shown_message(page.transcript, 2).footer.actions
    assert (row.figures.text(), row.figures.isVisible()) == ("20 tokens/s · 2.3 s", True)
    assert not [each for each in row.findChildren(IconButton) if each.isVisible()]

    page.transcript.finish_reply(replace(reply(), usage=replace(usage, decode_seconds=4.0)))
    page.set_state(TabState())
    assert (row.figures.text(), row.figures.isVisible()) == ("10 tokens/s · 4.3 s", True)
    copying = row.button(MessageAction.COPY)
    assert copying is not None
    assert copying.isVisible()


def test_the_dot_of_a_running_reply_moves_only_if_motion_is_allowed(
    page: ConversationView, theme_switch: ThemeSwitch
) -> None:
    def dot_of(reply_id: int) -> bool:
        page.transcript.set_messages((question(), growing(reply_id, "A tab")))
        figures = shown_message(page.transcript, reply_id).footer.actions.figures
        before = figures.grab().toImage()
        QTest.qWait(3 * DOT_MILLISECONDS)
        return figures.grab().toImage() != before

    theme_switch.set_still(False)
    assert dot_of(2)
    theme_switch.set_still(True)
    assert not dot_of(3)
    theme_switch.set_still(False)


def test_an_answer_is_edited_where_it_stands(page: ConversationView) -> None:
    QTest.mouseClick(button_of(page, 2, MessageAction.EDIT), Qt.MouseButton.LeftButton)
    view = shown_message(page.transcript, 2)
    editor = view.editor
    assert editor is not None
    assert editor.field.hasFocus()
    assert not view.body.isVisible()
    spy, sent = QSignalSpy(page.requests.answer_edited), QSignalSpy(page.requests.edit_submitted)
    QTest.keyClick(editor.field, Qt.Key.Key_Return)
    QTest.keyClicks(editor.field, "Indeed. ")
    QTest.keyClick(editor.field, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)

    assert [spy.at(0), spy.count(), sent.count()] == [[2, f"{reply().text}\nIndeed.", False], 1, 0]
    assert shown_message(page.transcript, 2).editor is None


def test_an_edited_answer_can_be_continued_at_once(page: ConversationView) -> None:
    shown_message(page.transcript, 2).start_editing()
    editor = shown_message(page.transcript, 2).editor
    assert editor is not None
    editor.field.setPlainText("Tabs are")
    spy = QSignalSpy(page.requests.answer_edited)
    QTest.mouseClick(editor.continue_button, Qt.MouseButton.LeftButton)

    assert spy.at(0) == [2, "Tabs are", True]


def test_an_answer_is_copied_without_its_marks(page: ConversationView) -> None:
    page.transcript.set_messages((question(), replace(reply(), text="A **tab** is `one`.")))
    action_named(shown_message(page.transcript, 2).build_menu(), "Copy as plain text").trigger()

    assert QGuiApplication.clipboard().text() == "A tab is one."
    assert button_of(page, 2, MessageAction.COPY).accessibleName() == "Copied"


def test_a_selection_is_quoted_into_the_message_box(page: ConversationView) -> None:
    page.transcript.set_messages((question(), replace(reply(), text="One **two** three.\n\nFour.")))
    QTest.keyClicks(page.composer.edit, "See")
    (prose,) = shown_message(page.transcript, 2).body.block_views
    assert isinstance(prose, ProseView)
    prose.selectAll()
    action_named(shown_message(page.transcript, 2).build_menu(), "Quote selection").trigger()

    assert page.composer.edit.toPlainText() == "See\n\n> One **two** three.\n>\n> Four.\n\n"
    assert page.composer.edit.hasFocus()
    assert page.composer.edit.textCursor().atEnd()


@pytest.mark.qt_log_ignore("This plugin does not support")  # from menus without a display
def test_a_button_opens_the_menu(page: ConversationView) -> None:
    QTest.mouseClick(button_of(page, 2, MessageAction.MORE), Qt.MouseButton.LeftButton)
    menu = QApplication.activePopupWidget()

    assert isinstance(menu, QMenu)
    assert "Delete message" in [each.text() for each in menu.actions()]
    menu.close()


def test_versions_are_counted_and_the_ends_lead_nowhere(page: ConversationView) -> None:
    row = shown_message(page.transcript, 2).footer.actions
    assert row.button(MessageAction.LATER_SIBLING) is None
    last = replace(reply(), sibling_number=3, sibling_count=3)
    page.transcript.set_messages((question(), last))

    assert row.version_text == "3 / 3"
    assert row.is_possible(MessageAction.EARLIER_SIBLING)
    assert not row.is_possible(MessageAction.LATER_SIBLING)


@pytest.mark.parametrize("is_newest", [True, False])
def test_buttons_are_drawn_under_the_mouse_with_the_focus_and_below_the_newest_answer(
    page: ConversationView, is_newest: bool
) -> None:
    def is_drawn() -> bool:
        button = button_of(page, 2, MessageAction.COPY)
        picture = button.grab().toImage()
        ground = picture.pixelColor(0, 0)
        sides = range(picture.width())
        return any(
            picture.pixelColor(x, y) != ground for x in sides for y in range(picture.height())
        )

    if not is_newest:
        page.transcript.append_message(question(3))
    footer = shown_message(page.transcript, 2).footer
    footer.reveal(is_revealed=False)  # the pointer may rest where an earlier test left it
    assert is_drawn() is is_newest
    footer.reveal(is_revealed=True)
    assert is_drawn()
    footer.reveal(is_revealed=False)
    assert is_drawn() is is_newest
    button_of(page, 2, MessageAction.FORK).setFocus()
    assert is_drawn()


def test_arrow_keys_lead_through_one_stop_of_tab(page: ConversationView) -> None:
    first = button_of(page, 2, MessageAction.COPY)
    again = button_of(page, 2, MessageAction.REGENERATE)
    assert first.focusPolicy() is Qt.FocusPolicy.TabFocus
    assert again.focusPolicy() is Qt.FocusPolicy.NoFocus
    first.setFocus()
    QTest.keyClick(focused(), Qt.Key.Key_Right)
    assert again.hasFocus()

    spy = QSignalSpy(page.requests.regenerate_requested)
    QTest.keyClick(again, Qt.Key.Key_Space)
    assert spy.at(0) == [2]


def test_tab_leads_through_the_text_to_the_buttons_and_on(page: ConversationView) -> None:
    view = shown_message(page.transcript, 1)
    (prose,) = view.body.block_views
    view.setFocus(Qt.FocusReason.TabFocusReason)
    stops = []
    for key in (Qt.Key.Key_Tab, Qt.Key.Key_Tab, Qt.Key.Key_Right, Qt.Key.Key_Tab):
        QTest.keyClick(focused(), key)
        stops.append(QApplication.focusWidget())

    copy, edit = (button_of(page, 1, each) for each in (MessageAction.COPY, MessageAction.EDIT))
    assert stops == [prose, copy, edit, shown_message(page.transcript, 2)]


@pytest.mark.parametrize(
    ("line", "signal", "values"),
    [
        ("Regenerate", "regenerate_requested", [2]),
        ("Regenerate with…", "regenerate_with_requested", [2]),
        ("Compare several answers", "variants_requested", [2]),
        ("Compare variations…", "compare_requested", [2]),
        ("Continue", "continue_requested", [2]),
        ("Branch in a new tab", "fork_requested", [2]),
        ("Pin in context", "pin_toggled", [2, True]),
        ("Unpin", "pin_toggled", [2, False]),
        ("Delete message", "delete_requested", [2]),
    ],
)
def test_the_menu_requests_what_it_says(
    page: ConversationView, line: str, signal: str, values: list[object]
) -> None:
    page.transcript.set_messages((question(), cut_reply()))
    page.transcript.set_pinned(frozenset({2} if line == "Unpin" else ()))
    spy = QSignalSpy(getattr(page.requests, signal))
    action_named(shown_message(page.transcript, 2).build_menu(), line).trigger()
    assert [spy.at(index) for index in range(spy.count())] == [values]


@pytest.mark.parametrize(
    ("action", "step"), [(MessageAction.EARLIER_SIBLING, -1), (MessageAction.LATER_SIBLING, 1)]
)
def test_a_button_requests_another_version(
    page: ConversationView, action: MessageAction, step: int
) -> None:
    second = replace(reply(), sibling_number=2, sibling_count=3)
    page.transcript.set_messages((question(), second))
    spy = QSignalSpy(page.requests.sibling_requested)
    QTest.mouseClick(button_of(page, 2, action), Qt.MouseButton.LeftButton)
    assert [spy.at(index) for index in range(spy.count())] == [[2, step]]


def test_an_own_message_is_changed_where_it_stands(page: ConversationView) -> None:
    editor = editor_of(page)
    spy = QSignalSpy(page.requests.edit_submitted)
    assert (editor.text(), editor.field.hasFocus()) == (question().text, True)
    QTest.keyClicks(editor.field, " Really?")
    QTest.keyClick(editor.field, Qt.Key.Key_Return)

    assert spy.at(0) == [1, "What is a tab? Really?"]
    assert shown_message(page.transcript, 1).editor is None
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
    stop.setShortcut("Esc")  # the shortcut of the window must not take the key
    page.addAction(stop)
    if is_by_key:
        QTest.keyClick(editor.field, Qt.Key.Key_Escape)
    else:
        QTest.mouseClick(editor.cancel_button, Qt.MouseButton.LeftButton)

    assert shown_message(page.transcript, 1).editor is None
    assert spy.count() == 0
    assert shown_message(page.transcript, 1).body.isVisible()


def test_memory_begins_at_a_line_with_help(page: ConversationView) -> None:
    assert not page.transcript.context_boundary.isVisible()
    page.transcript.set_context_boundary(2, "The model can't see anything above this line.")
    line = page.transcript.context_boundary
    spy = QSignalSpy(page.requests.context_help_requested)
    QApplication.processEvents()
    QTest.mouseClick(line.help_button, Qt.MouseButton.LeftButton)

    assert line.label.text() == "The model can't see anything above this line."
    bottom = line.mapTo(page, line.rect().bottomLeft()).y()
    assert bottom < shown_message(page.transcript, 2).mapTo(page, QPoint(0, 0)).y() + 1
    assert spy.count() == 1

    page.transcript.set_context_boundary(None, "")
    assert not line.isVisible()


def test_a_row_has_only_the_buttons_that_it_needs(page: ConversationView) -> None:
    row = shown_message(page.transcript, 2).footer.actions
    assert [each.accessibleName() for each in row.findChildren(IconButton)] == [
        "Copy message as Markdown",
        "Regenerate",
        "Edit this answer",
        "Branch in a new tab",
        "More actions",
    ]
    versions = replace(cut_reply(), text="a word", sibling_number=1, sibling_count=2)
    page.transcript.set_messages((question(), versions))
    page.transcript.set_pinned(frozenset({2}))
    # Screen readers read them in the order in which they are drawn.
    assert [each.accessibleName() for each in row.findChildren(IconButton)] == [
        "Copy message as Markdown",
        "Regenerate",
        "Edit this answer",
        "Continue",
        "Branch in a new tab",
        "More actions",
        "Unpin",
        "Previous version",
        "Next version",
    ]
