"""Code that is wider than the column of text uses the room that the page has, and no more."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from app.domain import MessageStatus, Role
from app.widgets.kit.geometry import reading_width
from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.transcript.code_view import CodeText, CodeView
from app.widgets.transcript.requests import MessageRequests
from app.widgets.transcript.rows import SIDE_MARGIN, SPARE_STEP
from app.widgets.transcript.transcript import Transcript
from tests.app.widgets.samples import growing, message, question
from tests.app.widgets.windows import shown_message

LONG_LINE = "value = " + " + ".join(f"number_{place}" for place in range(11))
TEXT = "Before.\n\n```python\n{}\n```\n\nAfter, " + "word " * 60


@pytest.fixture
def transcript(qtbot: QtBot, theme_switch: ThemeSwitch) -> Transcript:
    """A wide page with a question and an answer that begins."""
    shown = Transcript(MessageRequests())
    qtbot.addWidget(shown)
    shown.resize(1400, 600)
    shown.show()
    shown.set_messages((question(), growing()))
    QApplication.processEvents()
    return shown


def answer(transcript: Transcript, code: str) -> CodeView:
    """Finish the answer with this code in it; return what shows it."""
    transcript.finish_reply(message(2, Role.ASSISTANT, TEXT.format(code)))
    rest()
    return code_of(transcript)


def rest() -> None:
    """Let everything that is on its way arrive."""
    for _ in range(20):
        QApplication.processEvents()


def code_of(transcript: Transcript) -> CodeView:
    """Return the code of the answer."""
    view = shown_message(transcript, 2)
    (code,) = (each for each in view.block_views if isinstance(each, CodeView))
    return code


def has_bar(code: CodeView) -> bool:
    """Return whether the code has to be scrolled sideways."""
    (text,) = code.findChildren(CodeText)
    return text.horizontalScrollBarPolicy() is Qt.ScrollBarPolicy.ScrollBarAlwaysOn


def extents(transcript: Transcript) -> tuple[list[int], list[int]]:
    """Return the left edges and the widths of all parts of the answer, on the page."""
    view = shown_message(transcript, 2)
    parts = view.body.block_views
    lefts = [part.mapTo(transcript.viewport(), part.rect().topLeft()).x() for part in parts]
    return lefts, [part.width() for part in parts]


def test_wide_code_uses_the_room_behind_the_column(transcript: Transcript) -> None:
    code = answer(transcript, LONG_LINE)
    lefts, widths = extents(transcript)
    column = reading_width(transcript)
    assert len(set(lefts)) == 1, "all begin in line"
    assert widths[0] == widths[2] == column, "text stays in its column"
    assert column < widths[1] == code.natural_width()
    assert not has_bar(code)


def test_code_ends_before_the_edge_of_the_page(transcript: Transcript) -> None:
    code = answer(transcript, LONG_LINE * 4)
    lefts, widths = extents(transcript)
    end = lefts[1] + widths[1]
    last = transcript.viewport().width() - SIDE_MARGIN
    assert last - SPARE_STEP <= end <= last
    assert has_bar(code)


def test_a_page_that_gets_narrower_takes_the_room_back(transcript: Transcript) -> None:
    """The column of text stays as wide as it is meanwhile."""
    answer(transcript, LONG_LINE)
    for width in (1000, 800, 1400):
        transcript.resize(width, 600)
        rest()
        lefts, widths = extents(transcript)
        assert widths[0] == reading_width(transcript)
        assert lefts[1] + widths[1] <= transcript.viewport().width() - SIDE_MARGIN


def test_code_that_grows_gets_wider_with_its_lines(transcript: Transcript) -> None:
    text = TEXT.format(LONG_LINE)
    end = text.index("number_6")
    transcript.set_reply_text(2, text[:end])
    transcript.renderer.draw_if_visible()
    rest()
    assert code_of(transcript).width() == reading_width(transcript)
    transcript.set_reply_text(2, text[: text.index("\n```\n")])
    transcript.renderer.draw_if_visible()
    rest()
    assert code_of(transcript).width() > reading_width(transcript)
    wide = code_of(transcript).width()
    transcript.finish_reply(message(2, Role.ASSISTANT, text, status=MessageStatus.COMPLETE))
    rest()
    assert code_of(transcript).width() == wide


def test_where_text_is_read_from_the_right_it_stays_in_its_column(transcript: Transcript) -> None:
    transcript.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    answer(transcript, LONG_LINE)
    assert len(set(extents(transcript)[1])) == 1
