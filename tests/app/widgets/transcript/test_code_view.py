"""Code: language, copying, colours, and growing without being drawn anew."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication, QTextCursor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPlainTextEdit
from pytestqt.qtbot import QtBot

from app.widgets.kit.theme import LIGHT
from app.widgets.markdown.code_highlight import coloured_spans, find_lexer
from app.widgets.transcript.code_view import CodeView


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
    view = CodeView()
    qtbot.addWidget(view)
    view.resize(200, 100)
    view.show()
    view.finish("word " * 200, "")

    assert text_of(view).horizontalScrollBar().maximum() > 0
    assert text_of(view).lineWrapMode() is QPlainTextEdit.LineWrapMode.NoWrap


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

    assert view.is_colouring()
    qtbot.waitUntil(lambda: not view.is_colouring(), timeout=60_000)
    formats = text_of(view).document().findBlockByNumber(1798).layout().formats()
    assert formats[0].format.foreground().color().name() == LIGHT.code_keyword
