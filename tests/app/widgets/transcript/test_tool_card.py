"""Cards of calls: what they show, how they are answered, and how a turn folds when it ends."""

import json
from datetime import timedelta

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QWidget
from pytestqt.qtbot import QtBot

from app.domain.messages import Attachment, Message, MessageStatus, Role
from app.errors import lazy
from app.tools.model import Decision, ToolAnswer, ToolCall, ToolProgress, ToolUse, WebPage
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.forms import PromptBox
from app.widgets.kit.small_dialogs import QuestionBox
from app.widgets.kit.theme import code_font
from app.widgets.transcript import tool_card
from app.widgets.transcript.message_actions import MessageAction
from app.widgets.transcript.message_list import CallState
from app.widgets.transcript.steps import STEPS_ROW
from app.widgets.transcript.steps_line import StepsLine
from app.widgets.transcript.tool_card import ToolCard, ToolLine, ToolQuestion, readable_arguments
from tests.app.widgets.samples import MOMENT, message, question
from tests.app.widgets.showing import on_screen
from tests.app.widgets.windows import focused, only_prose, shown_message

USE = ToolUse(
    call_id="1",
    name="get_time",
    title="Current time",
    server="Clock",
    arguments='{"timezone": "Europe/Paris"}',
)


def call(message_id: int, use: ToolUse = USE, text: str = "", **changes: object) -> Message:
    """Return a call that waits for the user, with changes."""
    waiting = message(message_id, Role.TOOL, text, status=MessageStatus.PENDING)
    return replace(waiting, tool_use=use, **changes)


def ended(message_id: int, text: str = "12:30", **changes: object) -> Message:
    """Return a call that took 1.5 seconds."""
    use = replace(
        USE,
        decision=Decision.ONCE,
        started_at=MOMENT,
        ended_at=MOMENT + timedelta(seconds=1.5),
        **changes,
    )
    return call(message_id, use, text, status=MessageStatus.COMPLETE)


def step(message_id: int, text: str = "", reasoning: str = "") -> Message:
    """Return a reply that ends in a call."""
    reply = message(message_id, Role.ASSISTANT, text)
    return replace(reply, reasoning=reasoning, tool_calls=(ToolCall("1", "get_time", "{}"),))


@pytest.fixture(autouse=True)
def _no_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tool_card, "GUARD_SECONDS", 0.0)


@pytest.fixture
def page(qtbot: QtBot) -> ConversationView:
    return on_screen(qtbot, ConversationView("c"), 700, 600)


def emitted(spy: QSignalSpy) -> list[list[object]]:
    """Return the arguments of each emission."""
    return [spy.at(number) for number in range(spy.count())]


def card_of(page: ConversationView, message_id: int) -> ToolCard:
    card = shown_message(page.transcript, message_id).card
    assert card is not None
    return card


def question_of(page: ConversationView, message_id: int) -> ToolQuestion:
    asked = card_of(page, message_id).question
    assert asked is not None
    return asked


def steps_line(page: ConversationView, first_id: int) -> StepsLine:
    line = page.transcript.renderer.stack.rows[STEPS_ROW - first_id]
    assert isinstance(line, StepsLine)
    return line


def rows_of(page: ConversationView) -> list[int]:
    return page.transcript.message_list.row_keys()


def ask(page: ConversationView) -> None:
    """Show a turn whose call waits for the user."""
    page.transcript.set_messages((question(), step(2), call(3)))
    page.transcript.show_call(call(3), CallState(is_asked=True))


def answers(page: ConversationView) -> QSignalSpy:
    return QSignalSpy(page.requests.tool_answered)


def test_a_call_that_waits_is_open_and_says_what_leaves_this_computer(
    page: ConversationView,
) -> None:
    page.transcript.set_messages((question(), step(2), call(3)))
    assert not card_of(page, 3).is_open  # it may be allowed already
    page.transcript.show_call(call(3), CallState(sends_to="the zone to Clock", is_asked=True))

    card, asked = card_of(page, 3), question_of(page, 3)
    assert card.line.accessibleName() == "Current time, Clock, Waits for your answer"
    assert only_prose(card.arguments).toPlainText() == ("timezone: Europe/Paris")
    assert asked.destination.text() == "Sends the zone to Clock."
    QTest.mouseClick(card.line, Qt.MouseButton.LeftButton)
    assert card.is_open


@pytest.mark.parametrize(
    ("key", "decision"),
    [(Qt.Key.Key_Return, Decision.ONCE), (Qt.Key.Key_Escape, Decision.REFUSED)],
)
def test_enter_allows_once_and_esc_refuses(
    page: ConversationView, key: Qt.Key, decision: Decision
) -> None:
    ask(page)
    answered = answers(page)
    card_of(page, 3).take_focus()

    QTest.keyClick(focused(), key)
    QTest.keyClick(focused(), key)  # a second press changes nothing

    assert emitted(answered) == [[3, ToolAnswer(decision)]]


def test_of_several_waiting_cards_the_first_has_the_main_button(page: ConversationView) -> None:
    page.transcript.set_messages((question(), step(2), call(3), call(4)))
    for each in (3, 4):
        page.transcript.show_call(call(each), CallState(is_asked=True))
    assert question_of(page, 3).allow_button.is_main
    assert not question_of(page, 4).allow_button.is_main

    page.transcript.show_call(ended(3), CallState())
    assert question_of(page, 4).allow_button.is_main


def test_arguments_and_results_are_in_the_font_of_code(page: ConversationView) -> None:
    page.transcript.set_messages((question(), step(2), ended(3)))
    card = card_of(page, 3)
    card.unfold()
    wanted = code_font(card.font())
    for body in (card.arguments, card.body):
        assert only_prose(body).document().defaultFont().family() == wanted.family()


def test_a_press_right_after_the_card_has_appeared_answers_nothing(
    page: ConversationView, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tool_card, "GUARD_SECONDS", 60.0)
    ask(page)
    answered = answers(page)
    card_of(page, 3).take_focus()

    QTest.keyClick(focused(), Qt.Key.Key_Return)
    QTest.mouseClick(question_of(page, 3).always_button, Qt.MouseButton.LeftButton)

    assert answered.count() == 0


def test_a_card_that_is_shown_again_or_moves_answers_nothing_at_once(
    page: ConversationView, monkeypatch: pytest.MonkeyPatch
) -> None:
    ask(page)
    answered = answers(page)
    monkeypatch.setattr(tool_card, "GUARD_SECONDS", 0.3)
    page.hide()
    page.show()  # as its tab
    QTest.mouseClick(question_of(page, 3).allow_button, Qt.MouseButton.LeftButton)
    assert answered.count() == 0
    QTest.qWait(400)
    card_of(page, 3).guard()  # as a card above it folds
    QTest.mouseClick(question_of(page, 3).allow_button, Qt.MouseButton.LeftButton)
    assert answered.count() == 0
    QTest.qWait(400)
    QTest.mouseClick(question_of(page, 3).allow_button, Qt.MouseButton.LeftButton)
    assert emitted(answered) == [[3, ToolAnswer(Decision.ONCE)]]


def test_a_text_typed_while_a_card_has_the_focus_answers_nothing(page: ConversationView) -> None:
    ask(page)
    answered = answers(page)
    card_of(page, 3).take_focus()

    QTest.keyClicks(focused(), "No, stop it ")
    QTest.keyClick(focused(), Qt.Key.Key_Return)

    assert answered.count() == 0


def test_the_reason_is_next_to_the_refusal_and_keys_reach_it_after_it(
    page: ConversationView,
) -> None:
    answer = message(4, Role.ASSISTANT, "It is noon.")
    asked = (question(5), step(6), call(7))
    page.transcript.set_messages((question(), step(2), ended(3), answer, *asked))
    page.transcript.show_call(call(7), CallState(is_asked=True))
    line = steps_line(page, 2).button
    form = question_of(page, 7)
    assert form.reason.geometry().center().y() == form.refuse_button.geometry().center().y()
    assert form.allow_button.geometry().bottom() < form.reason.y()

    def tabbed_from(widget: QWidget, count: int) -> list[QWidget]:
        widget.setFocus()
        passed = []
        for _stop in range(count):
            QTest.keyClick(focused(), Qt.Key.Key_Tab)
            passed.append(focused())
        return passed

    QTest.qWait(300)  # the order is set once the rows near the view are drawn
    buttons = [form.chat_button, form.always_button, form.refuse_button, form.never_button]
    assert tabbed_from(form.allow_button, 5) == [*buttons, form.reason]
    assert line in tabbed_from(shown_message(page.transcript, 1), 4), "above the card"


def test_the_name_of_the_tool_is_whole_before_its_state(qtbot: QtBot) -> None:
    line = on_screen(qtbot, ToolLine(), 260, 32)
    title = "Calculate and run programs"
    assert 160 < line.fontMetrics().horizontalAdvance(title) < 200
    line.show_call(title, "", "Waits for your answer", icon="tool", tone="accent")
    with_state = line.grab().toImage()
    line.show_call(title, "", "", icon="tool", tone="accent")
    assert line.grab().toImage() == with_state, "its state has no room"
    line.show_call(title, "", "Failed", icon="tool", tone="accent")
    assert line.grab().toImage() != with_state


def test_enter_in_the_reason_refuses_with_it(page: ConversationView) -> None:
    ask(page)
    answered = answers(page)
    asked = question_of(page, 3)
    asked.reason.setFocus()

    QTest.keyClicks(asked.reason, "not now")
    QTest.keyClick(asked.reason, Qt.Key.Key_Return)

    refusal = ToolAnswer(Decision.REFUSED, reason="not now")
    assert answered.count() == 1
    assert emitted(answered)[0] == [3, refusal]


@pytest.mark.parametrize("hidden", ["\U000e0061", "\u2060", "\ufe01", "\u3164", "\u00ad"])
def test_characters_that_are_not_seen_are_marked_in_arguments(hidden: str) -> None:
    shown = readable_arguments(json.dumps({"text": f"hi{hidden} there"}))
    assert shown == "text: hi\N{REPLACEMENT CHARACTER} there"


def test_arguments_are_edited_as_json_and_checked_while_typing(page: ConversationView) -> None:
    ask(page)
    answered = answers(page)
    asked = question_of(page, 3)
    QTest.mouseClick(card_of(page, 3).edit_button, Qt.MouseButton.LeftButton)
    editor = asked.editor
    assert isinstance(editor, PromptBox)

    editor.setPlainText('{"timezone": ')
    assert asked.error.text() == "The arguments are not valid JSON in line 1, column 14."
    assert not asked.allow_button.isEnabled()
    editor.setPlainText("[1]")
    assert asked.error.text() == "Enter the arguments as a JSON object: { … }."
    editor.setPlainText('{"timezone": "Asia/Tokyo"}')
    QTest.mouseClick(asked.allow_button, Qt.MouseButton.LeftButton)

    assert emitted(answered)[0] == [3, ToolAnswer(Decision.ONCE, '{"timezone": "Asia/Tokyo"}')]


def test_the_card_of_a_web_page_names_its_host_also_while_it_is_edited(
    page: ConversationView,
) -> None:
    sends = lazy("the address to {website}", website=lazy("the website"))
    asked_call = call(3, replace(USE, arguments='{"address": "https://en.example.org/rain?x=1"}'))
    page.transcript.set_messages((question(), step(2), asked_call))
    page.transcript.show_call(asked_call, CallState(sends_to=sends, is_asked=True))
    asked = question_of(page, 3)
    assert asked.destination.text() == "Sends the address to en.example.org."
    asked.start_editing()
    editor = asked.editor
    assert editor is not None

    editor.setPlainText('{"address": "other.example')
    assert asked.destination.text() == "Sends the address to the website."
    editor.setPlainText('{"address": "other.example/"}')
    assert asked.destination.text() == "Sends the address to other.example."
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert asked.destination.text() == "Sends the address to en.example.org."


def test_a_host_that_grows_to_more_lines_while_it_is_edited_is_shown_whole(
    page: ConversationView,
) -> None:
    sends = lazy("the address to {website}", website=lazy("the website"))
    asked_call = call(3, replace(USE, arguments='{"address": "https://example.org"}'))
    page.transcript.set_messages((question(), step(2), asked_call))
    page.transcript.show_call(asked_call, CallState(sends_to=sends, is_asked=True))
    asked = question_of(page, 3)
    asked.start_editing()
    QApplication.processEvents()
    editor, before = asked.editor, asked.height()
    assert editor is not None

    host = ".".join(["a-long-name-of-a-host"] * 8)
    editor.setPlainText(f'{{"address": "https://{host}"}}')
    QApplication.processEvents()

    assert host in asked.destination.text()
    assert asked.height() > before
    needed = asked.destination.heightForWidth(asked.destination.width())
    assert asked.destination.height() >= needed


def test_esc_in_the_field_discards_the_changes_and_refuses_nothing(page: ConversationView) -> None:
    ask(page)
    answered = answers(page)
    asked = question_of(page, 3)
    asked.start_editing()

    QTest.keyClick(focused(), Qt.Key.Key_Escape)

    assert asked.editor is None
    assert answered.count() == 0


def test_a_running_call_shows_its_progress_and_can_be_stopped(page: ConversationView) -> None:
    running = call(3, replace(USE, decision=Decision.ONCE, started_at=MOMENT))
    page.transcript.set_messages((question(), step(2), running))
    stopped = QSignalSpy(page.requests.stop_requested)

    page.transcript.show_call(running, CallState(progress=ToolProgress(0.4)))
    card = card_of(page, 3)
    assert card.line.accessibleName() == "Current time, Clock, Running… 40%"
    QTest.mouseClick(card.stop_button, Qt.MouseButton.LeftButton)

    assert stopped.count() == 1


@pytest.mark.parametrize(
    ("message", "state"),
    [
        (ended(3), "1.5 s"),
        (ended(3, is_error=True), "Failed"),
        (replace(ended(3), status=MessageStatus.CANCELLED), "Stopped"),
        (replace(ended(3), status=MessageStatus.INTERRUPTED), "Interrupted"),
        (replace(ended(3), tool_use=replace(USE, decision=Decision.REFUSED)), "Refused"),
        (replace(ended(3), tool_use=replace(USE, decision=Decision.NEVER)), "Never allowed"),
    ],
)
def test_a_call_that_has_ended_is_one_line_with_its_state(
    page: ConversationView, message: Message, state: str
) -> None:
    page.transcript.set_messages((question(), step(2), message))

    card = card_of(page, 3)
    assert not card.is_open
    assert card.line.accessibleName() == f"Current time, Clock, {state}"


def test_a_card_without_details_keeps_its_height(page: ConversationView) -> None:
    use = replace(USE, arguments="{}", decision=None)
    page.transcript.set_messages((question(), call(3, use, status=MessageStatus.CANCELLED)))
    card = card_of(page, 3)
    height = card.fit(600)
    card.unfold()
    assert card.is_open
    assert card.fit(600) == height


def test_a_result_is_shown_as_plain_text(page: ConversationView) -> None:
    hostile = "# Title\n![x](https://example.com/a.png) [click](https://example.com)\u202e"
    page.transcript.set_messages((question(), step(2), ended(3, hostile)))
    card = card_of(page, 3)

    card.unfold()

    shown = only_prose(card.body).toPlainText()
    assert shown == hostile.replace("\u202e", "\ufffd")
    written = only_prose(card.body).document().toHtml()
    assert "href" not in written
    assert "<img" not in written


def test_the_whole_of_a_cut_result_is_opened_as_a_file(page: ConversationView) -> None:
    whole = Attachment(1, 3, "result.txt", "text/plain", 50_000, "a" * 64)
    cut = replace(ended(3, omitted_bytes=42_000), attachments=(whole,))
    page.transcript.set_messages((question(), step(2), cut))
    opened = QSignalSpy(page.requests.file_requested)
    card = card_of(page, 3)
    card.unfold()

    QTest.mouseClick(card.whole_button, Qt.MouseButton.LeftButton)

    assert emitted(opened)[0] == [whole]


def test_a_finished_turn_folds_its_steps_into_one_line(page: ConversationView) -> None:
    answer = message(6, Role.ASSISTANT, "It is noon.")
    refused = call(5, replace(USE, decision=Decision.REFUSED), status=MessageStatus.COMPLETE)
    page.transcript.set_messages(
        (
            *(question(), step(2, reasoning="Which zone?"), ended(3)),
            *(ended(4, is_error=True), refused, answer),
        )
    )

    assert rows_of(page) == [1, STEPS_ROW - 2, 6]
    line = steps_line(page, 2)
    assert line.button.text() == "Thought, used 2 tools, a call failed, a call refused"

    QTest.mouseClick(line.button, Qt.MouseButton.LeftButton)
    assert rows_of(page) == [1, STEPS_ROW - 2, 2, 3, 4, 5, 6]
    QTest.mouseClick(steps_line(page, 2).button, Qt.MouseButton.LeftButton)
    assert rows_of(page) == [1, STEPS_ROW - 2, 6]


def test_the_steps_of_a_running_turn_stand_in_their_order(page: ConversationView) -> None:
    answer = message(6, Role.ASSISTANT, "It is", status=MessageStatus.STREAMING)
    page.transcript.set_messages((question(), step(2, "I look it up."), ended(3), answer))
    assert rows_of(page) == [1, 2, 3, 6]

    page.transcript.finish_reply(replace(answer, text="It is noon.", status=MessageStatus.COMPLETE))
    assert rows_of(page) == [1, STEPS_ROW - 2, 6]


def test_a_long_text_before_a_call_is_never_folded(page: ConversationView) -> None:
    answer = message(6, Role.ASSISTANT, "Done.")
    page.transcript.set_messages((question(), step(2, "A story. " * 60), ended(3), answer))

    assert rows_of(page) == [1, 2, STEPS_ROW - 3, 6]


def test_a_folded_step_far_from_the_view_is_shown(page: ConversationView) -> None:
    answer = message(4, Role.ASSISTANT, "It is noon. " * 1500)
    page.transcript.set_messages((question(), step(2), ended(3), answer))
    assert STEPS_ROW - 2 not in page.transcript.renderer.stack.rows

    assert page.transcript.show_message(3) is not None


def test_a_match_in_a_folded_step_is_shown(page: ConversationView) -> None:
    answer = message(6, Role.ASSISTANT, "It is noon.")
    page.transcript.set_messages((question(), step(2), ended(3, "the needle"), answer))

    page.transcript.search.find("needle")

    assert 3 in rows_of(page)
    assert card_of(page, 3).is_open


def test_the_versions_of_a_turn_are_reached_at_its_answer(page: ConversationView) -> None:
    first = replace(step(2), sibling_number=2, sibling_count=2)
    answer = message(6, Role.ASSISTANT, "It is noon.")
    page.transcript.set_messages((question(), first, ended(3), answer))
    requested = QSignalSpy(page.requests.sibling_requested)

    button = shown_message(page.transcript, 6).footer.actions.button(MessageAction.EARLIER_SIBLING)
    assert button is not None
    button.click()

    assert emitted(requested)[0] == [2, -1]


def test_cited_pages_are_cards_below_the_answer_and_open_after_a_question(
    page: ConversationView,
) -> None:
    pages = (
        WebPage("Paris", "https://example.com/paris"),
        WebPage("Rome", "https://example.com/r"),
    )
    answer = message(
        6, Role.ASSISTANT, "Paris is old [1]. See [5] and `a[2]` and [2](https://x.y)."
    )
    page.transcript.set_messages((question(), step(2), ended(3, pages=pages), answer))
    opened = QSignalSpy(page.requests.link_activated)

    sources = shown_message(page.transcript, 6).sources
    assert sources is not None
    (card,) = sources.cards
    assert card.accessibleName() == "Source 1: Paris · example.com"
    card.click()
    assert opened.count() == 0
    (box,) = page.findChildren(QuestionBox)
    box.accept()

    assert opened.count() == 1
    assert emitted(opened)[0] == ["https://example.com/paris"]


def test_the_newest_call_offers_to_continue_unless_a_turn_runs(page: ConversationView) -> None:
    page.transcript.set_messages((question(), step(2), ended(3)))
    offers = shown_message(page.transcript, 3).footer.offers
    assert offers.continue_button.isVisible()

    page.transcript.set_answering(is_answering=True)
    assert not offers.continue_button.isVisible()


def test_why_a_call_was_not_run_is_said_below_its_card(page: ConversationView) -> None:
    limit = call(3, status=MessageStatus.CANCELLED, note="The limit is reached.")
    page.transcript.set_messages((question(), step(2), limit))

    footer = shown_message(page.transcript, 3).footer
    assert footer.note.text() == "The limit is reached."
    assert footer.offers.continue_button.isVisible()


def test_a_call_has_a_menu_of_what_can_be_done_with_it(page: ConversationView) -> None:
    page.transcript.set_messages((question(), step(2), ended(3)))
    action = MessageAction
    view = shown_message(page.transcript, 3)
    expected = [action.COPY, action.CONTINUE, action.FORK, action.DELETE]
    assert view.footer.possible_actions() == expected

    view.copy_message()
    assert QGuiApplication.clipboard().text() == "12:30"


def test_arguments_are_readable_lines() -> None:
    assert readable_arguments('{"city": "Rome", "days": 3, "tags": ["a"]}') == (
        'city: Rome\ndays: 3\ntags: ["a"]'
    )
    assert readable_arguments('{"text": "one\\ntwo"}') == "text:\n    one\n    two"
    assert readable_arguments("{broken") == "{broken"


def test_no_argument_hides_behind_a_long_one_or_looks_like_another() -> None:
    shown = readable_arguments(json.dumps({"text": "x" * 50_000 + "\nend", "to": "mallory"}))
    assert shown.splitlines()[-1] == "to: mallory"
    assert "\n    [… and 40,004 more]\n" in shown
    assert "    end\n" in shown
    assert len(shown) < 11_000
    many = json.dumps({f"name {number}": "x" for number in range(20_000)} | {"to": "mallory"})
    assert readable_arguments(many).endswith("\nto: mallory")
    for line_break in "\n\r\v\u2028\x85":
        shown = readable_arguments(json.dumps({"text": f"Hello{line_break}to: bob", "to": "eve"}))
        assert shown.splitlines() == ["text:", "    Hello", "    to: bob", "to: eve"]
    shown = readable_arguments(json.dumps({"text: x\nto": "bob", "to": "eve"}))
    assert shown.splitlines() == ["text: x", "    to: bob", "to: eve"]


@pytest.mark.parametrize("width", [760, 420, 250])
def test_the_field_for_a_reason_has_room_for_its_words(qtbot: QtBot, width: int) -> None:
    asked = ToolQuestion()
    asked.show_call(USE, CallState(is_asked=True))
    on_screen(qtbot, asked, width, asked.fit(width))
    field = asked.reason
    assert field.width() > field.fontMetrics().horizontalAdvance(field.placeholderText()) + 10
    assert asked.rect().contains(field.geometry())
    assert field.geometry().right() == asked.rect().right(), "it fills its row"
