"""Formulas: found where they stand, drawn on a thread, never in anybody's way."""

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PySide6.QtGui import QTextCharFormat
from pytestqt.qtbot import QtBot

from app.domain.reply_text import GrowingText
from app.widgets.kit.theme import LIGHT
from app.widgets.markdown.formula_renderer import FormulaRenderer, FormulaRequest, formula_renderer
from app.widgets.markdown.formula_syntax import is_drawable_formula
from app.widgets.markdown.syntax import build_parser
from app.widgets.markdown.text_style import COPIED_TEXT
from app.widgets.transcript.body import MessageBody
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.prose_view import ProseView
from tests.app.widgets.windows import only_prose

PATIENCE_MS = 60_000


def formulas_in(markdown: str) -> list[str]:
    tokens = build_parser().parse(markdown)
    blocks = [token.content for token in tokens if token.type == "formula_block"]
    children = [child for token in tokens for child in token.children or []]
    return blocks + [child.content for child in children if child.type == "formula_inline"]


@pytest.mark.parametrize(
    ("markdown", "found"),
    [
        ("$x$", ["x"]),
        (r"a \(x\) and \[y\] b", ["x", "y"]),
        ("so $$x$$ it is", ["x"]),
        ("$$x$$", ["x"]),
        ("$$\nx\n+ y\n$$", ["x\n+ y"]),
        ("words\n\\[\nx\n\\]\nmore", ["x"]),
        (r"$a \$ b$", [r"a \$ b"]),
        ("- $x_1$ and $x_2$", ["x_1", "x_2"]),
        ("> $$\n> x\n> $$", ["x"]),
        ("$5 and $6", []),
        ("$ x $", []),
        ("`$x$`", []),
        (r"\$x\$", []),
        ("$$ $$", []),
        ("    $$x$$", []),
        ("US$x$", []),
        ("$" * 60, []),
        (r"\(" * 50, []),
    ],
)
def test_formulas_are_found_and_prices_are_not(markdown: str, found: list[str]) -> None:
    assert formulas_in(markdown) == found


def test_a_block_that_is_never_closed_ends_at_an_empty_line() -> None:
    tokens = build_parser().parse("$$\nx\n\n# heading")

    assert [token.map for token in tokens if token.type == "formula_block"] == [[0, 2]]
    assert "heading_open" in [token.type for token in tokens]


@pytest.mark.parametrize(
    ("tex", "is_drawable"),
    [("x", True), ("", False), ("x" * 2001, False), ("{" * 25 + "}" * 25, False)],
)
def test_what_is_too_long_or_too_deep_is_not_tried(tex: str, is_drawable: bool) -> None:
    assert is_drawable_formula(tex) is is_drawable


def prose_of(body: MessageBody) -> ProseView:
    return only_prose(body)


def format_at(prose: ProseView, position: int) -> QTextCharFormat:
    cursor = prose.textCursor()
    cursor.setPosition(position + 1)
    return cursor.charFormat()


def finished(text: str, qtbot: QtBot) -> MessageBody:
    """Return a text whose formulas are all drawn, or known not to be drawable."""
    body = MessageBody(MessageRequests())
    qtbot.addWidget(body)
    body.fit(500)
    body.show()
    body.finish(text)
    qtbot.waitUntil(lambda: not prose_of(body).is_waiting, timeout=PATIENCE_MS)
    return body


def test_a_formula_becomes_a_picture_that_knows_its_source(qtbot: QtBot) -> None:
    body = finished(r"so $\frac{a}{b}$ it is", qtbot)
    prose = prose_of(body)
    shape = format_at(prose, 3).toImageFormat()

    assert prose.document().toPlainText() == "so \ufffc it is"
    assert shape.width() > 5
    assert shape.stringProperty(COPIED_TEXT) == r"$\frac{a}{b}$"


def test_a_formula_that_nobody_can_draw_stays_its_source(qtbot: QtBot) -> None:
    body = finished(r"so $\frac{a$ it is", qtbot)
    prose = prose_of(body)

    assert prose.document().toPlainText() == r"so $\frac{a$ it is"


def test_a_wide_formula_is_made_smaller_and_large_again(qtbot: QtBot) -> None:
    body = finished("$$" + "a + " * 60 + "b$$", qtbot)
    body.fit(900)
    wide = format_at(prose_of(body), 0).toImageFormat().width()
    body.fit(200)
    assert format_at(prose_of(body), 0).toImageFormat().width() == 200

    body.fit(900)
    assert format_at(prose_of(body), 0).toImageFormat().width() == wide


def test_a_late_picture_asks_for_its_height(qtbot: QtBot) -> None:
    body = MessageBody(MessageRequests())
    qtbot.addWidget(body)
    body.fit(500)
    body.grow(GrowingText(r"late $\frac{\frac{1}{2}}{\frac{3}{4567}}$"))
    before = body.fit(500)
    if prose_of(body).is_waiting:
        with qtbot.waitSignal(body.height_changed, timeout=PATIENCE_MS):
            pass
    assert body.fit(500) >= before
    assert not prose_of(body).is_waiting


HOSTILE = [
    "{" * 2000,
    "\\frac" * 400,
    "x^" * 900 + "x",
    "\\left(" * 300,
    "\\begin{matrix}" + "a & " * 480 + "\\end{matrix}",
    "\\begin{array}{" + "c" * 900 + "}a\\end{array}",
    "\\text{<image href='file:///etc/passwd'/>}",
    "\\" * 1999,
    "\\sqrt[" * 300 + "]" * 300,
    "\0\u202e",
    "\\href{file:///etc/passwd}{x}",
    "\\hspace{99999999999cm}x",
    "\\rule{999999999em}{9999999em}",
    "&" * 1500,
    "\\color{" + "x" * 1000 + "}y",
]


@pytest.mark.parametrize("tex", HOSTILE)
def test_hostile_formulas_end_and_block_nobody(tex: str, qtbot: QtBot) -> None:
    desk = FormulaRenderer()
    request = FormulaRequest(tex, 14, "#000000")
    began = time.thread_time()
    is_known = desk.is_known(request)
    blocked = time.thread_time() - began
    if not is_known:
        with qtbot.waitSignal(desk.drawn, timeout=PATIENCE_MS):
            pass

    assert desk.is_known(request)
    assert blocked < 0.2
    picture = desk.picture(request)
    assert picture is None or picture.width <= 3000


@given(st.text(alphabet="\\{}^_&$ abfracsqrtleft()[]|123\n", max_size=60))
@settings(max_examples=60, deadline=None)
def test_any_formula_ends(tex: str) -> None:
    desk = formula_renderer()
    request = FormulaRequest(tex, 14, LIGHT.text)
    end = time.monotonic() + 30
    while not desk.is_known(request):
        assert time.monotonic() < end


def test_formulas_that_were_drawn_meanwhile_are_told_at_once(qtbot: QtBot) -> None:
    desk = FormulaRenderer()
    requests = {FormulaRequest(f"q_{number}", 14, LIGHT.text) for number in range(5)}
    for request in requests:
        while not desk.is_known(request):
            pass
    with qtbot.waitSignal(desk.drawn, timeout=PATIENCE_MS) as told:
        pass

    assert told.args == [requests]
