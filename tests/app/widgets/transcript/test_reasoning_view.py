"""The reasoning before an answer: one muted line, and the text on request."""

import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.domain.messages import Message, MessageStatus
from app.domain.reply_text import GrowingText
from app.widgets.transcript.body import MessageBody
from app.widgets.transcript.message import MessageView
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.prose_view import ProseView
from app.widgets.transcript.reasoning_view import ReasoningView
from app.widgets.transcript.transcript import Transcript
from tests.app.widgets.samples import growing, question, reply
from tests.app.widgets.transcript.test_growing_picture import (
    LONG_REPLY,
    PARAGRAPH,
    assert_consistent,
    assert_stacked,
    draw_frame,
    picture,
    rest,
    shown_transcript,
)
from tests.app.widgets.windows import focused, shown_message

pytestmark = pytest.mark.usefixtures("colours_at_once", "nothing_moves")  # pictures are compared
THOUGHTS = "They ask what a **tab** is.\n\nI keep it short."


def thought(text: str = "A page of its own.", *, thoughts: str = THOUGHTS) -> Message:
    return replace(reply(text=text), reasoning=thoughts)


@pytest.fixture
def transcript(qtbot: QtBot) -> Transcript:
    """A running reply without text."""
    transcript = shown_transcript()
    qtbot.addWidget(transcript)
    return transcript


def message_view(transcript: Transcript) -> MessageView:
    return shown_message(transcript, 2)


def reasoning_view(transcript: Transcript) -> ReasoningView:
    view = message_view(transcript).reasoning
    assert view is not None
    return view


def thoughts_body(transcript: Transcript) -> MessageBody:
    body = reasoning_view(transcript).body
    assert body is not None
    return body


def drawn(body: MessageBody) -> str:
    parts = [part for part in body.block_views if isinstance(part, ProseView)]
    return "\n".join(part.document().toPlainText() for part in parts)


def tab_stops(first: QWidget, count: int) -> list[QWidget]:
    """Return the next ``count`` tab stops after a widget."""
    stops: list[QWidget] = []
    first.setFocus(Qt.FocusReason.TabFocusReason)
    for _ in range(count):
        QTest.keyClick(focused(), Qt.Key.Key_Tab)
        reached = focused()
        stops.append(reached)
    return stops


def test_a_reply_stopped_while_thinking_keeps_its_thoughts(transcript: Transcript) -> None:
    draw_frame(transcript, "", THOUGHTS)
    transcript.finish_reply(replace(thought(""), status=MessageStatus.CANCELLED))

    assert reasoning_view(transcript).header.text().startswith("Thought for ")
    assert message_view(transcript).footer.note.text() == "Stopped."


def test_a_time_of_which_the_beginning_was_not_seen_is_not_told(transcript: Transcript) -> None:
    transcript.set_messages((question(), replace(growing(), reasoning="They")))
    draw_frame(transcript, "", THOUGHTS)
    assert reasoning_view(transcript).header.text() == "Thinking…"
    draw_frame(transcript, "A page", THOUGHTS)

    assert reasoning_view(transcript).header.text() == "Reasoning"


@pytest.mark.parametrize(
    ("seconds", "growing_words", "ended_words"),
    [
        (0.02, "Thinking…", "Thought for 0.1 s"),
        (0.44, "Thinking…", "Thought for 0.4 s"),
        (0.97, "Thinking…", "Thought for 0.9 s"),
        (1.0, "Thinking… 1 s", "Thought for 1 s"),
        (12.9, "Thinking… 12 s", "Thought for 12 s"),
        (125.0, "Thinking… 2 min 5 s", "Thought for 2 min 5 s"),
        (None, "Thinking…", "Reasoning"),
    ],
)
def test_a_time_is_told_in_whole_seconds(
    qtbot: QtBot, seconds: float | None, growing_words: str, ended_words: str
) -> None:
    view = ReasoningView(1, MessageRequests())
    qtbot.addWidget(view)
    view.show_reasoning(GrowingText(THOUGHTS), is_growing=True, seconds=seconds)
    assert view.header.text() == view.header.accessibleName() == growing_words
    view.show_reasoning(GrowingText(THOUGHTS), is_growing=False, seconds=seconds)

    assert view.header.text() == view.header.accessibleName() == ended_words


def test_no_thought_is_drawn_before_somebody_wants_it(transcript: Transcript) -> None:
    for length in range(1, len(THOUGHTS)):
        draw_frame(transcript, "", THOUGHTS[:length])
    transcript.finish_reply(thought())
    assert reasoning_view(transcript).body is None

    reasoning_view(transcript).header.click()
    assert drawn(thoughts_body(transcript)) == "They ask what a tab is.\nI keep it short."
    assert thoughts_body(transcript).isVisible()


def test_thoughts_are_unfolded_and_folded_by_key(transcript: Transcript) -> None:
    transcript.set_messages((question(), thought()))
    rest()
    header = reasoning_view(transcript).header
    header.setFocus()
    QTest.keyClick(header, Qt.Key.Key_Space)
    assert header.isChecked()
    assert header.accessibleDescription() == "expanded"
    assert thoughts_body(transcript).isVisible()

    QTest.keyClick(header, Qt.Key.Key_Space)
    assert not header.isChecked()
    assert header.accessibleDescription() == "collapsed"
    assert not thoughts_body(transcript).isVisible()
    assert header.hasFocus()


def test_tab_leads_from_the_line_through_the_thoughts_to_the_answer(transcript: Transcript) -> None:
    transcript.set_messages((question(), thought()))
    rest()
    header = reasoning_view(transcript).header
    (answer,) = message_view(transcript).body.block_views
    assert tab_stops(header, 1) == [answer]

    header.click()
    rest()
    (thoughts,) = thoughts_body(transcript).block_views
    assert tab_stops(header, 2) == [thoughts, answer]


def test_a_message_is_copied_without_its_thoughts(transcript: Transcript) -> None:
    transcript.set_messages((question(), thought()))
    reasoning_view(transcript).header.click()
    message_view(transcript).copy_message()

    assert QGuiApplication.clipboard().text() == "A page of its own."


def test_a_link_in_a_thought_is_passed_on(transcript: Transcript, qtbot: QtBot) -> None:
    transcript.set_messages((question(), thought(thoughts="[x](https://example.org)")))
    reasoning_view(transcript).header.click()

    (prose,) = thoughts_body(transcript).block_views
    assert isinstance(prose, ProseView)
    with qtbot.waitSignal(transcript.requests.link_activated) as told:
        prose.anchorClicked.emit(QUrl("https://example.org"))
    assert told.args == ["https://example.org"]


def test_the_line_keeps_its_place_from_the_first_thought_to_the_end(transcript: Transcript) -> None:
    draw_frame(transcript, "", "They")
    header = reasoning_view(transcript).header
    place = (header.mapTo(transcript, header.pos()), header.height())
    for text, thoughts in (("", THOUGHTS), ("A", THOUGHTS), ("A page", THOUGHTS)):
        draw_frame(transcript, text, thoughts)
        assert (header.mapTo(transcript, header.pos()), header.height()) == place
    transcript.finish_reply(thought())

    assert (header.mapTo(transcript, header.pos()), header.height()) == place


@pytest.mark.parametrize("is_unfolded", [False, True])
def test_each_frame_of_a_reply_with_thoughts_is_whole(
    transcript: Transcript, is_unfolded: bool
) -> None:
    frames = [("", LONG_REPLY[:end]) for end in range(1, len(LONG_REPLY), 397)]
    frames += [(LONG_REPLY[:end], LONG_REPLY) for end in range(1, len(LONG_REPLY), 797)]
    for text, thoughts in frames:
        draw_frame(transcript, text, thoughts)
        header = reasoning_view(transcript).header
        if header.isChecked() is not is_unfolded:
            header.click()
        at_once = picture(transcript)
        assert_consistent(transcript)
        assert_under_each_other(transcript, is_unfolded=is_unfolded)
        rest()
        assert picture(transcript) == at_once


def assert_under_each_other(transcript: Transcript, *, is_unfolded: bool) -> None:
    view, reasoning = message_view(transcript), reasoning_view(transcript)
    assert view.body.y() > reasoning.geometry().bottom()
    if is_unfolded:
        body = thoughts_body(transcript)
        assert_stacked(body)
        assert body.mapTo(reasoning, body.rect().bottomRight()).y() < reasoning.height()
        assert body.mapTo(reasoning, body.pos()).y() >= reasoning.header.height()


def test_what_is_unfolded_at_the_end_opens_where_it_was_pressed(transcript: Transcript) -> None:
    transcript.set_messages((question(), thought(PARAGRAPH * 9, thoughts=PARAGRAPH * 20)))
    rest()
    header = reasoning_view(transcript).header
    transcript.renderer.show_area(header.rect(), header)
    transcript.renderer.jump_to_newest()
    spot = header.mapTo(transcript, header.pos())
    header.click()
    rest()

    assert header.mapTo(transcript, header.pos()) == spot
    assert transcript.jump_button.isVisible()


def test_unfolding_what_fits_still_follows_the_end(transcript: Transcript) -> None:
    draw_frame(transcript, "", "They ask.")
    reasoning_view(transcript).header.click()
    transcript.finish_reply(thought(PARAGRAPH * 20))
    rest()
    bar = transcript.verticalScrollBar()

    assert bar.value() == bar.maximum() > 0
