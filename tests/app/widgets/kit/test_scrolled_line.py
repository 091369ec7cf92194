"""A page ends at a line where something is hidden behind what stands above it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QScrollBar
from pytestqt.qtbot import QtBot

from app.widgets.kit.scrolled_line import ScrolledLine
from app.widgets.kit.theme import LIGHT
from app.widgets.kit.theme_switch import ThemeSwitch


def test_the_line_is_there_while_something_is_hidden(
    qtbot: QtBot, theme_switch: ThemeSwitch
) -> None:
    bar = QScrollBar(Qt.Orientation.Vertical)
    qtbot.addWidget(bar)
    bar.setRange(0, 10)
    line = ScrolledLine(bar)
    qtbot.addWidget(line)
    line.resize(50, 1)

    def is_seen() -> bool:
        return line.grab().toImage().pixelColor(20, 0) == QColor(LIGHT.border)

    seen = [is_seen()]
    for value in (3, 10, 0):
        bar.setValue(value)
        seen.append(is_seen())
    assert seen == [False, True, True, False]
    assert line.height() == 1, "its place is kept"
