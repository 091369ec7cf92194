"""What is copied: Markdown, of a part of a message, of one, of several."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from app.widgets.conversation.view import ConversationView
from app.widgets.markdown.copying import plain_text
from app.widgets.transcript.body import MessageBody
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.prose_view import ProseView
from tests.app.widgets.samples import question, reply
from tests.app.widgets.showing import on_screen
from tests.app.widgets.windows import focused, only_prose, shown_message


def selected_all(markdown: str, qtbot: QtBot) -> str:
    body = MessageBody(MessageRequests())
    qtbot.addWidget(body)
    body.finish(markdown)
    prose = only_prose(body)
    prose.selectAll()
    return prose.selected_markdown()


@pytest.mark.parametrize(
    "markdown",
    [
        "some **bold**, *italic*, ~~struck~~ and `code` words",
        "a [link](https://example.org/a) in a line",
        "bare https://example.org/a_b and me@example.org and www.example.org",
        "## A heading\n\nand a paragraph",
        "- one\n- two\n   - inner\n- three",
        "1. one\n2. two",
        "- [x] done\n- [ ] open",
        "> a quote\n\nwords",
        "above\n\n---\n\nbelow",
        "| a | b |\n|---|---|\n| 1 | **2** |",
        "# Title\n\nwords\n\n| a |\n|---|\n| 1 |\n\nmore",
        "roses are red\nviolets are blue",
        "> one\n>\n> two",
        "> [!NOTE]\n> Useful\n> text\n>\n> more\n\n> [!TIP]\n> another",
        "Term\n: Meaning\n: Another\n\nNext term\n: Last",
        "see[^1] it\n\n[^1]: The note",
        "| a |\n|---|\n| x<br>y |",
        "这是**“港口”模式**。",
    ],
)
def test_a_selection_is_the_markdown_that_it_was_drawn_from(markdown: str, qtbot: QtBot) -> None:
    assert selected_all(markdown, qtbot) == markdown


@pytest.mark.parametrize("formula", ["$x^2$", "$$x^2$$", r"\(x\)", r"$\frac{a$"])
def test_a_formula_is_copied_as_its_source(formula: str, qtbot: QtBot) -> None:
    assert selected_all(f"so {formula} it is", qtbot) == f"so {formula} it is"


def test_a_part_of_a_line_is_copied_without_the_marks_of_the_line(qtbot: QtBot) -> None:
    body = MessageBody(MessageRequests())
    qtbot.addWidget(body)
    body.finish("## A **bold** heading")
    prose = only_prose(body)
    cursor = prose.textCursor()
    cursor.setPosition(2)
    cursor.setPosition(6, cursor.MoveMode.KeepAnchor)
    prose.setTextCursor(cursor)

    assert prose.selected_markdown() == "bold"


@pytest.fixture
def page(qtbot: QtBot) -> ConversationView:
    """Two questions and their answers on show."""
    page = on_screen(qtbot, ConversationView("c"), 700, 900)
    page.transcript.set_messages(
        (question(1, "one?"), reply(2, "**1**"), question(3, "two?"), reply(4, "`2`"))
    )
    return page


def press(key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier) -> None:
    QTest.keyClick(focused(), key, modifier)


def copied() -> str:
    press(Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    return QGuiApplication.clipboard().text()


def shift_click(page: ConversationView, message_id: int) -> None:
    prose = shown_message(page.transcript, message_id).body.block_views[0]
    assert isinstance(prose, ProseView)
    QTest.mouseClick(prose.viewport(), Qt.MouseButton.LeftButton, Qt.KeyboardModifier.ShiftModifier)


def test_shift_and_a_click_choose_messages_from_the_one_with_the_focus(
    page: ConversationView,
) -> None:
    shown_message(page.transcript, 2).setFocus()
    shift_click(page, 4)
    assert copied() == "**Hubbub:**\n\n**1**\n\n**You:**\n\ntwo?\n\n**Hubbub:**\n\n`2`"

    shift_click(page, 3)
    assert copied() == "**Hubbub:**\n\n**1**\n\n**You:**\n\ntwo?"


def test_all_messages_are_chosen_by_key_and_let_go_by_escape(page: ConversationView) -> None:
    shown_message(page.transcript, 2).setFocus()
    press(Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    assert copied().startswith("**You:**\n\none?\n\n**Hubbub:**")
    press(Qt.Key.Key_Escape)

    assert copied() == "**1**"


def test_steps_lead_from_message_to_message(page: ConversationView) -> None:
    page.focus_composer()
    reached = []
    for step in (-1, -1, 1, 1):
        page.transcript.focus_message(step)
        shown = (shown_message(page.transcript, id_) for id_ in range(1, 5))
        reached.append(next(view.message.id for view in shown if view.hasFocus()))

    assert reached == [4, 3, 4, 4]
    assert shown_message(page.transcript, 4).accessibleName() == "Hubbub said, message 4 of 4"


def test_steps_lead_to_messages_without_widgets(page: ConversationView) -> None:
    page.transcript.set_messages(tuple(reply(number, "line\n\n" * 20) for number in range(10, 60)))
    page.focus_composer()
    for _ in range(12):
        page.transcript.focus_message(-1)

    view = shown_message(page.transcript, 48)
    assert view.hasFocus()
    assert view.geometry().intersects(page.transcript.viewport().rect())


@pytest.mark.parametrize(
    ("markdown", "expected"),
    [
        ("# Title\n\nsome **bold** *words* and `code`", "Title\n\nsome bold words and code"),
        ("one\nline\\\nbroken", "one\nline\nbroken"),
        ("1. one\n2. two\n   - inner\n   - more", "1. one\n2. two\n   • inner\n   • more"),
        ("- [x] done\n- [ ] open", "☑ done\n☐ open"),
        ("- one\n\n- two", "• one\n\n• two"),
        ("| a | b |\n|---|--:|\n| 1 | **2** |", "a\tb\n1\t2"),
        ("> said\n> twice", "said\ntwice"),
        ("```py\nx = 1\n\ny = 2\n```", "x = 1\n\ny = 2"),
        ("above\n\n---\n\nbelow", "above\n\nbelow"),
        ("a [link](https://example.org/a) here", "a link (https://example.org/a) here"),
        ("bare https://example.org/a", "bare https://example.org/a"),
        ("so $x^2$ is\n\n$$\nx\n$$", "so $x^2$ is\n\n$$x$$"),
        ("![a cat](https://example.org/cat.png)", "a cat"),
        ("2 * 3 < 7 & <b>x</b>", "2 * 3 < 7 & <b>x</b>"),
        ("", ""),
    ],
)
def test_the_words_stay_and_the_marks_go(markdown: str, expected: str) -> None:
    assert plain_text(markdown) == expected
