"""The page of a tab: its parts, its queue, its status line and its variants."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.messages import MessageStatus, OutgoingMessage, Role, TextFile
from app.domain.reply_text import ReplyText
from app.domain.tabs import MediaWait, TabActivity, TabState
from app.domain.usage import ReplyUsage
from app.widgets.conversation.conversation_footer import MAX_QUEUE_ROWS, ContextLine, QueueView
from app.widgets.conversation.view import ConversationView
from app.widgets.kit.geometry import reading_width
from app.widgets.transcript.message_actions import MessageAction
from tests.app.widgets.samples import growing, message, question, reply, summary
from tests.app.widgets.showing import on_screen
from tests.app.widgets.windows import only_prose, shown_message

SUGGESTIONS = ("one?", "two?", "three?", "four?")
ALT = Qt.KeyboardModifier.AltModifier
FIGURES = TabState(
    context_window=4096,
    usage=ReplyUsage(
        model_name="Tiny <1B>",
        reply_tokens=525,
        decode_seconds=10.0,
        first_token_seconds=0.31,
        context_tokens=1312,
        prompt_tokens=300,
        reused_tokens=280,
    ),
)


@pytest.fixture
def view(qtbot: QtBot) -> ConversationView:
    """An empty visible conversation."""
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
    assert (
        view.composer.edit.hasFocus()
    )  # the buttons are hidden, and typing continues in the message box


def test_all_suggestions_can_be_asked(view: ConversationView, qtbot: QtBot) -> None:
    button = view.empty_state.ask_all_button
    assert button.text() == "Ask all four in four tabs"

    with qtbot.waitSignal(view.empty_state.ask_all_requested):
        QTest.mouseClick(button, Qt.MouseButton.LeftButton)
    assert view.composer.edit.hasFocus()


def test_the_last_chats_are_a_list_that_is_quieter_than_the_first_steps(
    view: ConversationView,
) -> None:
    start = view.empty_state
    start.set_suggestions(())
    start.set_starts((summary("a", "Bread"), summary("b", "A letter " * 30)), are_offered=True)
    view.resize(1200, 700)
    QApplication.processEvents()
    short, long = start.chat_buttons
    assert short.isFlat()
    assert long.isFlat()
    assert short.width() == long.width() < reading_width(view) * 0.6
    assert short.x() == long.x()


@pytest.mark.parametrize("source_first", [True, False])
def test_a_base_model_continues_the_text_of_a_source(
    view: ConversationView, *, source_first: bool
) -> None:
    start = view.empty_state
    if source_first:
        start.set_source("notes.md", "Read.")
    start.set_continues_text(continues_text=True)
    start.set_source("notes.md", "Read.")
    assert start.title == "Continue “notes.md”"
    assert "base model" in start.hint
    assert start.hint.endswith("Read.")
    assert start.suggestion_buttons == []
    assert start.ask_all_button.isHidden()
    start.set_source("")
    assert start.title == "Begin a text, and the model continues it"
    assert len(start.suggestion_buttons) == len(SUGGESTIONS)


def test_the_first_message_replaces_the_suggestions(view: ConversationView) -> None:
    assert view.empty_state.isVisible()
    view.transcript.append_message(question())

    assert not view.empty_state.isVisible()
    assert view.transcript.isVisible()
    view.transcript.set_messages(())
    assert view.empty_state.isVisible()


def test_the_button_stops_while_something_is_under_way(view: ConversationView) -> None:
    still = (TabActivity.IDLE, TabActivity.FAILED)
    for activity in TabActivity:
        view.set_state(TabState(activity))
        assert view.composer.button.is_stop is (activity not in still), activity


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


def messages(count: int) -> tuple[OutgoingMessage, ...]:
    return tuple(OutgoingMessage(f"message {number}") for number in range(count))


@pytest.fixture
def waiting(qtbot: QtBot) -> QueueView:
    """A queue with two visible messages."""
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
    with qtbot.waitSignal(waiting.held):
        QTest.mouseClick(waiting.hold_button, Qt.MouseButton.LeftButton)
    waiting.set_messages(messages(2), "The last answer failed.")
    assert not waiting.hold_button.isVisible()
    assert waiting.reason_label.text() == "The last answer failed."
    with qtbot.waitSignal(waiting.resumed):
        QTest.mouseClick(waiting.resume_button, Qt.MouseButton.LeftButton)


def test_a_long_queue_does_not_fill_the_page(waiting: QueueView) -> None:
    files = (TextFile("a", "b"), TextFile("c", "d"))
    waiting.set_messages((OutgoingMessage("", files), *messages(9)), "")
    assert len(waiting.rows) == MAX_QUEUE_ROWS
    assert waiting.rows[0].text() == "2 files"


@pytest.fixture
def line(qtbot: QtBot) -> ContextLine:
    line = ContextLine()
    qtbot.addWidget(line)
    return line


def _using(tokens: int, *, dropped: int = 0) -> TabState:
    usage = ReplyUsage(context_tokens=tokens, dropped_messages=dropped)
    return TabState(context_window=2048, usage=usage)


def _seeing(media: MediaWait) -> TabState:
    return TabState(TabActivity.READING, progress=0.4, media=media)


@pytest.mark.parametrize(
    ("state", "text"),
    [
        (TabState(), ""),
        (TabState(TabActivity.QUEUED, queue_position=2), "Waiting, position 2"),
        (TabState(TabActivity.READING, progress=0.375), "Reading 37%…"),
        (_seeing(MediaWait()), "Looking at the picture…"),
        (_seeing(MediaWait(number=2, count=3)), "Looking at picture 2 of 3…"),
        (_seeing(MediaWait(seconds_left=11.6)), "Looking at the picture, about 12 s…"),
        (_seeing(MediaWait(is_sound=True, count=2, seconds_left=1.2)), "Listening…"),
        (TabState(TabActivity.WRITING), "Writing…"),
        (FIGURES, "52 tokens/s · 10.3 s"),
    ],
)
def test_what_a_running_reply_does_is_shown_below_it(
    qtbot: QtBot, state: TabState, text: str
) -> None:
    page = on_screen(qtbot, ConversationView("c"), 700, 500)
    page.transcript.set_messages((question(), growing()))
    page.set_state(replace(state, activity=TabActivity.WRITING) if state is FIGURES else state)
    assert shown_message(page.transcript, 2).footer.actions.figures.text() == text


def test_a_cell_of_the_grid_has_no_old_figures_below_its_reply(qtbot: QtBot) -> None:
    page = on_screen(qtbot, ConversationView("c"), 700, 500)
    page.transcript.set_messages((question(), growing()))
    line = shown_message(page.transcript, 2).footer.actions.figures
    page.set_state(TabState(TabActivity.QUEUED))
    page.set_compact(is_compact=True)
    page.set_state(replace(FIGURES, activity=TabActivity.WRITING))
    assert (line.text(), line.isVisible()) == ("", False), "the title of the cell has both"
    page.set_compact(is_compact=False)
    assert line.text() == "52 tokens/s · 10.3 s"


def test_the_first_text_ends_the_line_about_reading_at_once(qtbot: QtBot) -> None:
    page = on_screen(qtbot, ConversationView("c"), 700, 500)
    page.transcript.set_messages((question(), growing()))
    line = shown_message(page.transcript, 2).footer.actions.figures
    page.set_state(TabState(TabActivity.READING, progress=0.99))
    assert line.text() == "Reading 99%…"
    page.set_state(TabState(TabActivity.WRITING))
    assert line.text() == "Writing…"
    page.set_state(replace(FIGURES, activity=TabActivity.WRITING))
    assert line.text() == "Writing…", "figures change slowly enough to be read"


@pytest.mark.parametrize(
    ("state", "label", "is_shown"),
    [
        (TabState(context_window=2048), "", False),
        (TabState(TabActivity.FAILED), "", False),
        (FIGURES, "1,312 / 4,096", False),
        (_using(1228), "1,228 / 2,048", False),
        (_using(1229), "1,229 / 2,048, filling up", True),
        (_using(1740), "1,740 / 2,048, filling up", True),
        (_using(1741), "1,741 / 2,048, nearly full", True),
        (_using(2049), "2,049 tokens, more than the limit of 2,048", True),
        (_using(9, dropped=2), "2 oldest messages forgotten · 9 / 2,048", True),
        (_using(9, dropped=1), "oldest message forgotten · 9 / 2,048", True),
    ],
)
def test_the_line_is_there_once_the_context_gets_short(
    line: ContextLine, state: TabState, label: str, *, is_shown: bool
) -> None:
    line.set_state(state)
    assert (line.label.text(), not line.isHidden()) == (label, is_shown)
    line.set_compact(is_compact=True)
    assert line.isHidden()


def test_all_figures_are_behind_the_line(line: ContextLine) -> None:
    line.set_state(FIGURES)
    line.resize(reading_width(line), line.sizeHint().height())
    line.show()
    line.grab()

    for words in ("52 tokens/s", "525 tokens in 10.3 s", "0.3 s to first token"):
        assert words in line.label.toolTip()
        assert words in line.label.accessibleDescription()
    assert "280 of 300 tokens cached" in line.label.toolTip()
    assert "Tiny &lt;1B&gt;" in line.label.toolTip()


def test_a_narrow_line_drops_whole_parts_the_least_needed_first(line: ContextLine) -> None:
    usage = ReplyUsage(context_tokens=2000, dropped_messages=2)
    line.set_state(TabState(TabActivity.WRITING, context_window=2048, usage=usage))
    line.show()
    parts = line.label.text().split(" · ")
    shown: list[str] = []
    for width in range(700, 30, -1):
        line.resize(width, line.height())
        if not shown or shown[-1] != line.label.shown_text():
            shown.append(line.label.shown_text())

    assert shown == [" · ".join(parts), parts[0], ""]
    assert line.label.text() == " · ".join(parts)


@pytest.fixture
def asked_thrice(qtbot: QtBot) -> ConversationView:
    """A page with three running answers."""
    asked_thrice = ConversationView("c")
    qtbot.addWidget(asked_thrice)
    asked_thrice.resize(900, 500)
    asked_thrice.transcript.set_messages((question(), reply()))
    asked_thrice.show()
    asked_thrice.show_variants("What is\na tab?", tuple(map(ReplyText, (2, 3, 4))))
    return asked_thrice


def test_answers_grow_beside_each_other_and_say_how_they_go(
    asked_thrice: ConversationView, qtbot: QtBot
) -> None:
    first, second, third = asked_thrice.variants.variants
    first.text.append("half of")
    second.text.append("a thought", is_reasoning=True)
    qtbot.waitUntil(lambda: second.state_label.text() == "Thinking…")
    assert [each.state_label.text() for each in (first, second, third)] == [
        "Writing…",
        "Thinking…",
        "Waiting…",
    ]
    qtbot.waitUntil(lambda: first.body.height() > 10)
    asked_thrice.variants.finish(reply(2, "half of it, and **more**"))
    asked_thrice.variants.finish(
        message(3, Role.ASSISTANT, "", status=MessageStatus.FAILED, note="No.")
    )
    assert only_prose(first.body).document().toPlainText() == "half of it, and more"
    assert first.state_label.text() == "Done"
    assert second.state_label.text() == "Failed. No."
    assert first.geometry().right() < second.geometry().left()


def test_an_answer_is_taken_with_the_mouse_or_by_its_number(asked_thrice: ConversationView) -> None:
    selected = QSignalSpy(asked_thrice.variants.selected)
    QTest.mouseClick(asked_thrice.variants.variants[1].take_button, Qt.MouseButton.LeftButton)
    QTest.keyClick(asked_thrice.variants, Qt.Key.Key_3)
    QTest.keyClick(asked_thrice.variants, Qt.Key.Key_9)
    assert [selected.at(index) for index in range(selected.count())] == [[3], [4]]


def test_the_transcript_comes_back_when_the_page_is_closed(asked_thrice: ConversationView) -> None:
    assert not asked_thrice.transcript.isVisible()
    closed = QSignalSpy(asked_thrice.variants.closed)
    QTest.mouseClick(asked_thrice.variants.close_button, Qt.MouseButton.LeftButton)
    assert closed.count() == 1
    asked_thrice.close_variants()
    assert asked_thrice.transcript.isVisible()
    assert asked_thrice.composer.edit.hasFocus()


def test_long_answers_take_the_height_that_they_need(
    asked_thrice: ConversationView, qtbot: QtBot
) -> None:
    first = asked_thrice.variants.variants[0]
    asked_thrice.variants.finish(reply(2, "a paragraph\n\n" * 60))
    tall = first.body.height()
    assert tall > 1000
    asked_thrice.resize(1400, 500)
    qtbot.waitUntil(lambda: first.body.width() > 300)
    assert first.height() >= first.body.height()


def test_a_hidden_chat_shows_its_newest_figures_only_when_it_is_shown(
    view: ConversationView, monkeypatch: pytest.MonkeyPatch
) -> None:
    writing = replace(_using(100), activity=TabActivity.WRITING)
    view.set_state(writing)
    view.hide()
    shown: list[int] = []
    set_usage = view.header.ring.set_usage

    def count(used: int, capacity: int) -> None:
        shown.append(used)
        set_usage(used, capacity)

    monkeypatch.setattr(view.header.ring, "set_usage", count)
    for tokens in range(200, 300):
        view.set_state(replace(writing, usage=ReplyUsage(context_tokens=tokens)))
    assert not shown
    view.show()
    assert shown == [299]


def test_an_empty_queue_takes_no_room(view: ConversationView, qtbot: QtBot) -> None:
    QApplication.processEvents()
    assert view.queue_view.isHidden()
    composer = view.composer
    assert composer.y() == 0, "nothing is above the message box"
    view.queue_view.set_messages((OutgoingMessage("Later"),), "")
    qtbot.waitUntil(view.queue_view.isVisible)
    qtbot.waitUntil(lambda: composer.y() > 0)
    view.queue_view.set_messages((), "")
    qtbot.waitUntil(lambda: composer.y() == 0)
