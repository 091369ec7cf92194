"""The picture right after a frame of a growing reply: no overlaps, nothing missing."""

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtCore import QRect, QTimer
from PySide6.QtGui import QImage
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain.reply_text import GrowingText
from app.widgets.transcript.body import MessageBody
from app.widgets.transcript.body_parts import BlockView
from app.widgets.transcript.code_view import CodeView
from app.widgets.transcript.message import MessageView
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.prose_view import ProseView
from app.widgets.transcript.transcript import Transcript
from tests.app.widgets.markdown.test_blocks import chunks, texts
from tests.app.widgets.samples import MARKDOWN, grow_reply, growing, question
from tests.app.widgets.windows import shown_message

pytestmark = pytest.mark.usefixtures(
    "colours_at_once", "formulas_at_once", "nothing_moves"
)  # pictures are compared
PARAGRAPH = "A tab was opened, and it was very curious about what would be said in it. " * 3
LONG_REPLY = "\n\n".join(
    [
        PARAGRAPH,
        "# A heading",
        PARAGRAPH,
        "- one\n- two, which is long enough for a second line of this narrow window, or a third\n"
        "  1. inner\n  2. more",
        "> quoted " + PARAGRAPH + "\n> > and once more " + PARAGRAPH,
        "```python\ndef answer() -> int:\n    return 42\n\n\nprint(answer(), "
        + "1 + " * 40
        + "1)\n```",
        "| key | what it does |\n|---|---|\n| Ctrl+T | opens a tab |\n| Esc | stops |",
        PARAGRAPH,
        "---",
        "    indented code\n    of two lines",
        PARAGRAPH,
    ]
)


def shown_transcript() -> Transcript:
    transcript = Transcript(MessageRequests())
    transcript.resize(520, 400)
    transcript.show()
    transcript.set_messages((question(), growing()))
    rest()  # the window gets its focus
    return transcript


def rest() -> None:
    """Process all pending events."""
    for _ in range(20):
        QApplication.processEvents()


def draw_frame(transcript: Transcript, text: str, reasoning: str = "") -> None:
    """Append to the text and fire the frame timer, without processing other events."""
    grow_reply(transcript, 2, text, reasoning)
    timer = transcript.findChild(QTimer)
    assert timer is not None
    timer.timeout.emit()


def reply_view(transcript: Transcript) -> MessageView:
    return shown_message(transcript, 2)


def picture(transcript: Transcript) -> QImage:
    """Return the picture of the messages without the scroll bar, which may still change."""
    return transcript.viewport().grab().toImage()


def assert_consistent(transcript: Transcript) -> None:
    views = [transcript.view_of(1), transcript.view_of(2)]
    edge = -transcript.verticalScrollBar().value()
    for view in views:
        assert view is not None
        assert view.isVisible()
        assert view.y() >= edge, "a message begins under the one above"
        edge = view.geometry().bottom() + 1
    bar = transcript.verticalScrollBar()
    assert edge <= transcript.viewport().height() + bar.maximum() - bar.value()
    assert_stacked(reply_view(transcript).body)


def assert_stacked(body: MessageBody) -> None:
    seen = body.visibleRegion().boundingRect()
    top = 0
    is_gap = False
    for view in body.parts:
        if view is None:
            is_gap = True
            continue
        assert view.isVisible()
        if is_gap:
            assert not seen.intersects(QRect(0, top, body.width(), view.y() - top)), "a hole"
        else:
            assert view.y() == top, "each view begins where the one above ends"
        assert view.width() <= body.width()
        assert view.width() == body.width()
        top = view.geometry().bottom() + 1
        is_gap = False
        if isinstance(view, ProseView):
            document = view.document()
            assert document.textWidth() == view.viewport().width()
            above = view.viewport().y()
            assert view.height() == max(
                1, math.ceil(document.size().height() + above + view.bottom_margin())
            )
    if is_gap:
        assert seen.bottom() < top, "a hole at the end"
    else:
        assert body.height() == top or not body.block_views


def written(view: BlockView) -> str:
    return view.code if isinstance(view, CodeView) else view.document().toPlainText()


def drawn(view: BlockView) -> str:
    return view.code if isinstance(view, CodeView) else view.document().toHtml()


def assert_complete(transcript: Transcript, text: str) -> None:
    """Assert that the drawn parts equal those of a body that got the whole text at once."""
    whole = MessageBody(MessageRequests())
    whole.grow(GrowingText(text))
    parts = reply_view(transcript).body.parts
    assert len(parts) == len(whole.parts)
    for part, expected in zip(parts, whole.parts, strict=True):
        assert expected is not None
        assert part is None or drawn(part) == drawn(expected)


def assert_good_frames(text: str, cuts: list[int]) -> None:
    transcript = shown_transcript()
    so_far = ""
    for piece in chunks(text, cuts):
        so_far += piece
        draw_frame(transcript, so_far)
        at_once = picture(transcript)
        assert_consistent(transcript)
        assert_complete(transcript, so_far)
        rest()
        assert picture(transcript) == at_once, f"the picture was not ready after {so_far[-40:]!r}"
    transcript.deleteLater()


@given(texts() | st.just(MARKDOWN), st.lists(st.integers(0, 500), max_size=10))
@settings(max_examples=40, deadline=None)
def test_each_frame_of_any_text_is_whole(text: str, cuts: list[int]) -> None:
    assert_good_frames(text, cuts)


@given(st.lists(st.integers(0, len(LONG_REPLY)), min_size=5, max_size=30))
@settings(max_examples=12, deadline=None)
def test_each_frame_of_a_long_reply_is_whole(cuts: list[int]) -> None:
    assert_good_frames(LONG_REPLY, cuts)


def test_a_second_paragraph_is_not_painted_over_the_first(qtbot: QtBot) -> None:
    first, second = PARAGRAPH + "\n", "\n" + PARAGRAPH + "\n"
    assert_good_frames(first + second + "\nThe days", [len(first), len(first + second)])


def test_what_follows_code_stands_below_it(qtbot: QtBot) -> None:
    assert_good_frames(MARKDOWN, [MARKDOWN.index("```python") + len("```")])


def test_words_are_appended_to_the_open_paragraph(qtbot: QtBot) -> None:
    transcript = shown_transcript()
    draw_frame(transcript, f"{PARAGRAPH}\n\n- **One** point")
    view = reply_view(transcript).body.block_views[-1]
    assert isinstance(view, ProseView)
    changes: list[tuple[int, int]] = []
    view.document().contentsChange.connect(
        lambda _position, removed, added: changes.append((removed, added))
    )
    draw_frame(transcript, f"{PARAGRAPH}\n\n- **One** point, and another")
    assert changes == [(0, len(", and another"))]
