"""What is cut off in a row or on a button is whole in its tooltip."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QHelpEvent
from PySide6.QtWidgets import QApplication, QListWidget, QListWidgetItem, QToolTip, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.kit.controls import PillButton
from app.widgets.kit.list_rows import LineDelegate
from app.widgets.kit.two_line_delegate import TwoLineDelegate

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
