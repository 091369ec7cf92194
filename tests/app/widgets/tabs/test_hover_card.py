"""The card of a tab tells what its title in the row can't."""

import pytest
from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QHelpEvent, QHoverEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLabel

from app.domain import ReplyUsage, TabActivity, TabState
from app.widgets.tabs.hover_card import LONGEST, HoverCard, last_line
from app.widgets.tabs.row import TabRow
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.samples import question, reply


@pytest.fixture
def row(window: MainWindow) -> TabRow:
    """The row of a window in which b was answered."""
    view = window.panes.view_of("b")
    assert view is not None
    view.transcript.set_messages(
        (question(1, "Why?"), reply(2, "# Because\n\n- of <b>this</b>\n\n"))
    )
    usage = ReplyUsage(model_name="tiny-1.gguf")
    window.panes.items.set_state("b", TabState(TabActivity.WRITING, usage=usage))
    window.panes.items.set_title("b", "A title & <i>more</i> of it")
    return window.panes.in_use.bar.row_of("b")


def rest_on(row: TabRow, index: int) -> None:
    """Let the mouse rest on a tab until Qt asks for a tooltip."""
    spot = row.tabRect(index).center()
    QApplication.sendEvent(row, QHelpEvent(QHelpEvent.Type.ToolTip, spot, row.mapToGlobal(spot)))


def move_to(row: TabRow, index: int) -> None:
    spot = QPointF(row.tabRect(index).center())
    moved = QHoverEvent(QHoverEvent.Type.HoverMove, spot, row.mapToGlobal(spot), spot)
    QApplication.sendEvent(row, moved)


def texts(card: HoverCard) -> list[str]:
    return [label.text() for label in card.findChildren(QLabel) if label.isVisible()]


def test_the_card_has_title_last_line_state_and_model(window: MainWindow, row: TabRow) -> None:
    card = window.panes.in_use.hover_card
    rest_on(row, 1)
    assert card.isVisible()
    assert texts(card) == [
        "A title & <i>more</i> of it",
        "of <b>this</b>",
        "Writing …  ·  tiny-1.gguf",
    ]
    assert window.panes.in_use.rect().contains(card.geometry())
    window.panes.items.set_state("b", TabState(is_interrupted=True))
    assert texts(card)[2] == "Interrupted", "it follows what the tab does"
    window.panes.items.set_state("b", TabState(machine="rack"))
    assert texts(card)[2] == "on rack"


def test_it_opens_after_a_rest_follows_the_mouse_and_goes_with_it(
    window: MainWindow, row: TabRow
) -> None:
    card = window.panes.in_use.hover_card
    move_to(row, 0)
    assert not card.isVisible()
    rest_on(row, 0)
    assert texts(card) == ["Title a"], "an empty chat has said nothing"
    move_to(row, 1)
    assert texts(card)[0] == "A title & <i>more</i> of it"
    QTest.mousePress(row, Qt.MouseButton.LeftButton, pos=row.tabRect(2).center())
    QTest.mouseRelease(row, Qt.MouseButton.LeftButton, pos=row.tabRect(2).center())
    assert not card.isVisible()


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", ""),
        ("one\ntwo\n", "two"),
        ("say\n\n```\ncode\n```\n", "code"),
        ("| a | b |\n|---|---|\n", "a | b"),
        ("**bold** end.", "bold** end."),
        ("x" * 500, "x" * LONGEST + "…"),
    ],
)
def test_the_last_line_is_one_that_says_something(text: str, line: str) -> None:
    assert last_line(text) == line
