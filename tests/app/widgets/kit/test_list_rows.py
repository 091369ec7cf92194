"""What is cut off in a row or on a button is whole in its tooltip."""

from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QFontMetrics, QHelpEvent
from PySide6.QtWidgets import QApplication, QListWidget, QListWidgetItem, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from app.domain import ConversationSummary
from app.widgets.kit.controls import PillButton
from app.widgets.kit.distinct_titles import elided_title, told_apart
from app.widgets.kit.list_rows import LineDelegate, TwoLineDelegate
from tests.app.widgets.samples import summary

DETAIL = Qt.ItemDataRole.UserRole
LONG = "a <b>title</b> " * 9


def tip_of(widget: QWidget, spot: QPoint) -> str:
    """Rest the mouse at a spot, and return the tooltip."""
    QToolTip.hideText()
    place = widget.mapToGlobal(spot)
    QApplication.sendEvent(widget, QHelpEvent(QHelpEvent.Type.ToolTip, spot, place))
    return QToolTip.text()


@pytest.mark.parametrize("has_detail", [False, True])
def test_a_row_that_is_cut_off_is_whole_in_its_tooltip(qtbot: QtBot, *, has_detail: bool) -> None:
    rows = QListWidget()
    qtbot.addWidget(rows)
    rows.setItemDelegate(TwoLineDelegate(DETAIL, rows) if has_detail else LineDelegate(rows))
    rows.setFixedWidth(200)
    for text in ("short", LONG):
        QListWidgetItem(text, rows).setData(DETAIL, "detail")
    rows.show()
    places = [rows.visualItemRect(rows.item(row)).center() for row in range(2)]
    assert tip_of(rows.viewport(), places[0]) == ""
    tip = tip_of(rows.viewport(), places[1])
    assert "a &lt;b&gt;title&lt;/b&gt; a" in tip
    assert ("<br>detail" in tip) is has_detail


def test_a_button_that_is_cut_off_is_whole_in_its_tooltip(qtbot: QtBot) -> None:
    button = PillButton("Continue from here")
    qtbot.addWidget(button)
    button.show()
    for width, text in ((300, ""), (60, "<p>Continue from here</p>")):
        button.resize(width, button.height())
        assert tip_of(button, QPoint(5, 5)) == text
    button.setToolTip("Why")
    button.resize(60, button.height())
    assert tip_of(button, QPoint(5, 5)) == "Why"


def chat(id_: str, title: str, number: int) -> ConversationSummary:
    return replace(summary(id_, title), number=number)


def test_a_number_that_a_fork_has_is_left_out() -> None:
    chats = [chat("a", "Hi", 1), chat("fork", "Hi · 2", 2), chat("b", "Hi", 3)]
    assert told_apart(chats) == {"b": "Hi · 3"}


def test_ten_thousand_equal_titles_are_numbered_in_one_pass() -> None:
    chats = [chat(str(number), "Hi", number) for number in range(10_000)]
    found = told_apart(chats)
    assert len(found) == len(set(found.values())) == 9_999
    assert found["9999"] == "Hi · 10000"


def test_a_long_title_is_cut_before_its_number(qapp: QApplication) -> None:
    metrics = QFontMetrics(QFont())
    title = "Say hello to everybody in the room · 12"
    width = metrics.horizontalAdvance("Say hello to every … · 12")
    assert elided_title(metrics, title, width).endswith("… · 12")
    assert elided_title(metrics, title, 10_000) == title
    assert elided_title(metrics, "Say hello to everybody", 40).endswith("…")
