"""Conversations of ten thousand messages, endless replies, lines of a megabyte."""

from collections.abc import Callable

import pytest
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from app.domain.messages import Message
from app.widgets.conversation.view import ConversationView
from app.widgets.transcript.heights import TextEstimate
from app.widgets.transcript.prose_view import ProseView
from app.widgets.transcript.row_stack import MAX_ESTIMATES
from tests.app.widgets.samples import grow_reply, growing, question, reply
from tests.app.widgets.showing import on_screen
from tests.app.widgets.windows import shown_message

MAX_WIDGETS = 60  # two or three pages of short messages


@pytest.fixture
def page(qtbot: QtBot) -> ConversationView:
    """An empty page."""
    return on_screen(qtbot, ConversationView("c"), 800, 700)


def ten_thousand() -> tuple[Message, ...]:
    """Return five thousand questions and their answers."""
    return tuple(
        question(number, f"Question {number}")
        if number % 2
        else reply(number, f"Answer **{number}**")
        for number in range(1, 10_001)
    )


def test_twenty_thousand_messages_are_opened_without_a_look_at_each(
    page: ConversationView, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_at: list[Message] = []
    height = TextEstimate.message_height

    def counted(self: TextEstimate, each: Message, width: int) -> int:
        looked_at.append(each)
        return height(self, each, width)

    monkeypatch.setattr(TextEstimate, "message_height", counted)
    messages = tuple(question(number, f"Question {number}") for number in range(1, 20_001))
    page.transcript.set_messages(messages)
    assert page.transcript.view_of(20_000) is not None, "the end is shown at once"
    assert len(looked_at) <= 2 * MAX_ESTIMATES
    assert built_count(page) <= MAX_WIDGETS


LONG_LINES = {
    "a word": "x" * 1_000_000,
    "words": "word and " * 111_000,
    "from the right": "سلام 😀 " * 140_000,
    "marks": "a\u0301\u0302" * 300_000,
}


@pytest.mark.parametrize("ask", [question, reply])
@pytest.mark.parametrize("name", LONG_LINES)
def test_of_an_endless_line_only_what_is_seen_is_laid_out(
    page: ConversationView, name: str, ask: Callable[[int, str], Message]
) -> None:
    page.transcript.set_messages((ask(1, LONG_LINES[name]),))
    view = shown_message(page.transcript, 1)
    drawn = [part for part in view.block_views if isinstance(part, ProseView)]
    laid_out = [part.document().characterCount() for part in drawn]
    assert 0 < sum(laid_out) <= 30_000, "two pages, and not the 150,000 letters that are shown"
    assert max(laid_out) <= 20_000


def built_count(page: ConversationView) -> int:
    views = (page.transcript.view_of(each.id) for each in page.transcript.messages())
    return sum(view is not None for view in views)


def test_ten_thousand_messages_have_widgets_only_near_the_view(
    page: ConversationView, qtbot: QtBot
) -> None:
    page.transcript.set_messages(ten_thousand())
    transcript = page.transcript
    assert transcript.view_of(10_000) is not None, "the end is shown at once"
    assert transcript.renderer.measurer.is_active(), "nobody waited for the heights of the others"
    assert built_count(page) <= MAX_WIDGETS
    bar = transcript.verticalScrollBar()
    for share in (0.0, 0.25, 0.5, 0.75, 1.0):
        bar.setValue(round(bar.maximum() * share))
        assert 0 < built_count(page) <= MAX_WIDGETS
    transcript.show_message(1)
    assert transcript.view_of(1) is not None
    page.resize(480, 360)
    assert built_count(page) <= MAX_WIDGETS


def test_a_reply_grows_under_ten_thousand_messages(page: ConversationView) -> None:
    page.transcript.set_messages((*ten_thousand(), question(10_001), growing(10_002)))
    for length in range(1, 40):
        grow_reply(page.transcript, 10_002, "word " * length)
    page.transcript.finish_reply(reply(10_002, "word " * 40))
    view = shown_message(page.transcript, 10_002)
    assert view.message.text == "word " * 40


@pytest.mark.parametrize(
    "piece",
    ["x" * 50_000, "word " * 10_000, "a line\n" * 7_000],
    ids=["one word", "one line", "lines"],
)
def test_a_reply_that_does_not_end_is_drawn_up_to_a_limit_and_kept_whole(
    page: ConversationView, qtbot: QtBot, piece: str
) -> None:
    page.transcript.set_messages((question(1), growing(2)))
    text = ""
    while len(text) < 10_000_000:
        text += piece * (1 if len(text) < 400_000 else 40)
        grow_reply(page.transcript, 2, text)
    page.transcript.finish_reply(reply(2, text))
    view = shown_message(page.transcript, 2)
    qtbot.waitUntil(lambda: view.body.is_complete, timeout=120_000)
    assert "Only the beginning is shown" in view.footer.note.text()
    view.copy_message()
    assert QGuiApplication.clipboard().text() == text
