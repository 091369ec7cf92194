"""Code: language, copying, colours, and growing without drawing everything again."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QImage, QTextCursor
from PySide6.QtTest import QSignalSpy, QTest
from PySide6.QtWidgets import QApplication, QPlainTextEdit
from pytestqt.qtbot import QtBot

from app.domain.messages import Role
from app.widgets.kit.controls import MutedLabel
from app.widgets.kit.geometry import reading_width
from app.widgets.kit.picture_hub import DrawingHub
from app.widgets.kit.theme import LIGHT
from app.widgets.kit.theme_switch import ThemeSwitch
from app.widgets.markdown.code_highlight import coloured_spans, find_lexer
from app.widgets.transcript.code_view import CodeText, CodeView
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.rows import SIDE_MARGIN
from app.widgets.transcript.transcript import Transcript
from tests.app.widgets.samples import growing, message, question
from tests.app.widgets.showing import on_screen
from tests.app.widgets.transcript.test_growing_picture import rest
from tests.app.widgets.windows import shown_message


def text_of(view: CodeView) -> QPlainTextEdit:
    found = view.findChild(QPlainTextEdit)
    assert isinstance(found, QPlainTextEdit)
    return found


def test_copy_gives_the_code_as_it_was_written(qtbot: QtBot) -> None:
    view = CodeView()
    qtbot.addWidget(view)
    code = "x = '" + "a" * 5000 + "'\n\u202ey"
    view.finish(code, "python")

    QTest.mouseClick(view.copy_button, Qt.MouseButton.LeftButton)

    assert QGuiApplication.clipboard().text() == code
    assert view.copy_button.accessibleName() == "Copied"
    assert "\u27e8U+202E\u27e9" in text_of(view).toPlainText()


def test_growing_code_is_only_appended_to(qtbot: QtBot) -> None:
    view = CodeView()
    qtbot.addWidget(view)
    view.grow_to("a = 1\n")
    cursor = QTextCursor(text_of(view).document())
    cursor.setPosition(3)
    view.grow_to("a = 1\nb = 2\n")

    assert text_of(view).toPlainText() == "a = 1\nb = 2"
    assert cursor.position() == 3
    assert text_of(view).accessibleName() == "Code, text"


def test_lines_do_not_wrap(qtbot: QtBot) -> None:
    view = on_screen(qtbot, CodeView(), 200, 100)
    view.finish("word " * 200, "")

    assert text_of(view).horizontalScrollBar().maximum() > 0
    assert text_of(view).lineWrapMode() is QPlainTextEdit.LineWrapMode.NoWrap


def test_json_in_one_line_wraps_until_a_second_line_comes_or_the_user_decides(
    qtbot: QtBot,
) -> None:
    line = '{"name": "' + "word " * 60 + '"}'
    view = on_screen(qtbot, CodeView("json"), 300, 400)
    view.grow_to(line)
    view.resize(300, view.fit(300))
    assert view.wrap_button.isChecked()
    assert text_of(view).horizontalScrollBar().maximum() == 0
    view.grow_to(f"{line}\n{line}")
    view.resize(300, view.fit(300))
    assert not view.wrap_button.isChecked()

    other = on_screen(qtbot, CodeView(), 300, 400)
    other.finish(line, "json")
    assert other.wrap_button.isChecked()
    QTest.mouseClick(other.wrap_button, Qt.MouseButton.LeftButton)
    assert text_of(other).horizontalScrollBar().maximum() > 0


def test_growing_json_wraps_only_when_its_one_line_is_wider_than_the_view(qtbot: QtBot) -> None:
    view = on_screen(qtbot, CodeView("json"), 300, 400)
    switched = QSignalSpy(view.wrap_button.toggled)
    json = '{\n  "name": "' + "word " * 60 + '"\n}'
    for length in range(1, len(json) + 1):
        view.grow_to(json[:length])
        view.resize(300, view.fit(300))
    view.finish(json, "json")
    assert switched.count() == 0

    one = on_screen(qtbot, CodeView("json"), 300, 400)
    is_wrapped = []
    for length in range(1, 200):
        one.grow_to('{"name": "' + "a" * length)
        one.resize(300, one.fit(300))
        is_wrapped.append(one.wrap_button.isChecked())
        assert text_of(one).horizontalScrollBar().maximum() == 0
    assert is_wrapped == sorted(is_wrapped)
    assert (is_wrapped[0], is_wrapped[-1]) == (False, True)


def test_lines_wrap_on_request_and_all_of_them_are_seen(transcript: Transcript) -> None:
    transcript.resize(600, 600)
    code = answer(transcript, f"first = 1\n{LONG_LINE}\nlast = 2")
    before = code.height()
    assert has_bar(code)
    QTest.mouseClick(code.wrap_button, Qt.MouseButton.LeftButton)
    rest()
    text = text_of(code)
    assert not has_bar(code)
    assert code.height() > before
    assert text.verticalScrollBar().value() == 0
    assert text.firstVisibleBlock().text() == "first = 1"
    end = QTextCursor(text.document())
    end.movePosition(QTextCursor.MoveOperation.End)
    assert text.viewport().rect().contains(text.cursorRect(end))

    QTest.mouseClick(code.wrap_button, Qt.MouseButton.LeftButton)
    rest()
    assert (has_bar(code), code.height()) == (True, before)


@pytest.mark.parametrize("percent", [100, 110, 125, 150])
@pytest.mark.parametrize("line", ["x = 1", "x = 1  # 一行"])
def test_all_lines_are_seen_at_any_text_size(
    qtbot: QtBot, theme_switch: ThemeSwitch, line: str, percent: int
) -> None:
    theme_switch.set_zoom(percent)
    view = on_screen(qtbot, CodeView(), 600, 100)
    for count in range(1, 41):  # it grows
        view.grow_to("\n".join([line] * count))
    for is_wrapped in (False, True):
        view.wrap_button.setChecked(is_wrapped)
        view.resize(600, view.fit(600))
        QApplication.processEvents()
        text = text_of(view)
        end = QTextCursor(text.document())
        end.movePosition(QTextCursor.MoveOperation.End)
        last = text.cursorRect(end)
        assert text.viewport().rect().contains(last)
        assert text.viewport().rect().bottom() - last.bottom() < last.height()
    theme_switch.set_zoom(100)


@pytest.mark.parametrize(
    ("language", "name"),
    [("python", "code.py"), ("html", "code.html"), ("", "code.txt"), ("no-language", "code.txt")],
)
def test_code_is_saved_under_the_suffix_of_its_language(
    transcript: Transcript, language: str, name: str
) -> None:
    transcript.finish_reply(message(2, Role.ASSISTANT, f"```{language}\na = 1\n```"))
    rest()
    spy = QSignalSpy(transcript.requests.code_save_requested)
    QTest.mouseClick(code_of(transcript).save_button, Qt.MouseButton.LeftButton)
    assert [spy.at(index) for index in range(spy.count())] == [[name, "a = 1"]]


PAGE = "<!DOCTYPE html>\n<html><body><h1>Hello</h1></body></html>"


def test_a_page_is_drawn_when_that_is_asked_for(qtbot: QtBot) -> None:
    hub = DrawingHub()
    wanted = QSignalSpy(hub.wanted)
    view = on_screen(qtbot, CodeView(drawings=hub), 400, 300)
    view.finish(PAGE, "html")
    assert wanted.count() == 0
    QTest.mouseClick(view.source_button, Qt.MouseButton.LeftButton)
    assert wanted.at(0) == [PAGE]
    hub.put(PAGE, QImage(1440, 2000, QImage.Format.Format_RGB888))
    assert view.is_drawn
    assert not text_of(view).isVisible()
    assert not view.wrap_button.isVisible()
    QTest.mouseClick(view.source_button, Qt.MouseButton.LeftButton)
    assert text_of(view).isVisible()


def test_a_page_that_cannot_be_drawn_says_so(qtbot: QtBot) -> None:
    hub = DrawingHub()
    view = on_screen(qtbot, CodeView(drawings=hub), 400, 300)
    view.finish(PAGE, "html")
    QTest.mouseClick(view.source_button, Qt.MouseButton.LeftButton)
    hub.put(PAGE, None)
    labels = [each.text() for each in view.findChildren(MutedLabel)]
    assert labels == ["html · no preview"]
    assert not view.source_button.isVisible()


def test_an_unknown_language_stays_plain(qtbot: QtBot) -> None:
    view = CodeView()
    qtbot.addWidget(view)
    view.finish("def f(): pass", "no-such-language")

    assert text_of(view).document().firstBlock().layout().formats() == []


def test_spans_cover_lines_of_a_long_string() -> None:
    lexer = find_lexer("python")
    assert lexer is not None
    spans = [span for span in coloured_spans('"""a\nbc"""', lexer, LIGHT) if span]

    assert [(span.line, span.start, span.length) for span in spans] == [(0, 0, 4), (1, 0, 5)]
    assert {span.colour for span in spans} == {LIGHT.code_string}


def test_long_code_is_coloured_in_slices(qtbot: QtBot) -> None:
    view = CodeView()
    qtbot.addWidget(view)
    view.finish("def f(a, b):\n    return [a, b, 'text', 1.5]\n" * 900, "python")

    assert view.highlighter.is_busy()
    qtbot.waitUntil(lambda: not view.highlighter.is_busy(), timeout=60_000)
    formats = text_of(view).document().findBlockByNumber(1798).layout().formats()
    assert formats[0].format.foreground().color().name() == LIGHT.code_keyword


LONG_LINE = "value = " + " + ".join(f"number_{place}" for place in range(10))
TEXT = "Before.\n\n```python\n{}\n```\n\nAfter, " + "word " * 60


@pytest.fixture
def transcript(qtbot: QtBot, theme_switch: ThemeSwitch) -> Transcript:
    """A wide page with a question and the beginning of an answer."""
    shown = on_screen(qtbot, Transcript(MessageRequests()), 1400, 600)
    shown.set_messages((question(), growing()))
    QApplication.processEvents()
    return shown


def answer(transcript: Transcript, code: str) -> CodeView:
    """Finish the answer with this code; return the view of the code."""
    transcript.finish_reply(message(2, Role.ASSISTANT, TEXT.format(code)))
    rest()
    return code_of(transcript)


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


@pytest.mark.parametrize(
    "direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft]
)
@pytest.mark.parametrize("width", [1400, 1000, 500])
def test_wide_code_stays_in_the_column_and_scrolls_sideways(
    transcript: Transcript, width: int, direction: Qt.LayoutDirection
) -> None:
    transcript.setLayoutDirection(direction)
    transcript.resize(width, 600)
    code = answer(transcript, LONG_LINE * 4)
    lefts, widths = extents(transcript)
    assert len(set(lefts)) == 1, "all begin in line"
    column = min(reading_width(transcript), transcript.viewport().width() - 2 * SIDE_MARGIN)
    assert widths == [column] * 3
    assert has_bar(code)


SVG = '<svg xmlns="http://www.w3.org/2000/svg"><rect width="9" height="9"/></svg>'


def test_a_drawing_takes_the_place_of_its_source_until_that_is_asked_for(qtbot: QtBot) -> None:
    hub = DrawingHub()
    with qtbot.waitSignal(hub.wanted) as wanted:
        view = on_screen(qtbot, CodeView(drawings=hub), 400, 300)
        view.finish(SVG + "\n", "svg")
    assert wanted.args == [SVG]
    assert text_of(view).isVisible()
    assert not view.source_button.isVisible()

    hub.put(SVG, QImage(200, 100, QImage.Format.Format_RGB888))
    assert not text_of(view).isVisible()
    QTest.mouseClick(view.source_button, Qt.MouseButton.LeftButton)
    assert text_of(view).isVisible()
    assert view.source_button.accessibleName() == "Show drawing"
    QTest.mouseClick(view.source_button, Qt.MouseButton.LeftButton)
    assert view.is_drawn


def test_a_match_in_the_source_of_a_drawing_shows_the_source(qtbot: QtBot) -> None:
    hub = DrawingHub()
    view = on_screen(qtbot, CodeView(drawings=hub), 400, 300)
    view.finish(SVG, "svg")
    hub.put(SVG, QImage(200, 100, QImage.Format.Format_RGB888))

    assert len(view.mark_matches("rect", 0)) == 1
    assert not view.is_drawn


def test_what_cannot_be_drawn_stays_code(qtbot: QtBot) -> None:
    hub = DrawingHub()
    view = on_screen(qtbot, CodeView(drawings=hub), 400, 300)
    view.finish(SVG, "svg")
    hub.put(SVG, None)

    assert text_of(view).isVisible()
    assert not view.source_button.isVisible()
