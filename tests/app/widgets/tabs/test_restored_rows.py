"""Tabs that come before their window does are in sight when it comes."""

import pytest
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.domain import TabState
from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.tabs.bar import TabBar
from app.widgets.tabs.items import TabItems
from app.widgets.tabs.row import TabRow

NAMES = tuple("abcdefghi")
RESTORES = 50


def restored(window: QWidget, number: int) -> tuple[TabBar, str]:
    """Nine tabs in a window that is shown afterwards; sizes, the front and the order differ."""
    items = TabItems()
    bar = TabBar(items, BoundKeys(), WindowRequests())
    QVBoxLayout(window).addWidget(bar)
    front = NAMES[-1 - number % 3 * 4]
    window.resize(320 + 23 * number, 80)
    for name in NAMES:
        items.add(name, f"Tell me about the number {name}", TabState())
        bar.add(name)
        if name == NAMES[number % len(NAMES)]:
            window.grab()  # whatever asks for it: Qt lays out what there is by now
    bar.activate(front)
    window.show()
    if number % 5 == 0:
        QApplication.processEvents()
        window.resize(300 + 23 * number, 80)
    return bar, front


def in_sight(row: TabRow, conversation_id: str) -> bool:
    index = row.index_of(conversation_id)
    assert index is not None
    return row.visibleRegion().boundingRect().contains(row.tabRect(index))


@pytest.mark.parametrize(
    "direction", [Qt.LayoutDirection.LeftToRight, Qt.LayoutDirection.RightToLeft]
)
def test_after_each_start_the_tab_in_front_and_as_many_as_fit_are_in_sight(
    qtbot: QtBot, direction: Qt.LayoutDirection
) -> None:
    for number in range(RESTORES):
        window = QWidget()
        qtbot.addWidget(window)
        bar, front = restored(window, number)
        bar.setLayoutDirection(direction)
        QApplication.processEvents()
        QApplication.processEvents()
        row = bar.row_of(front)
        seen = [name for name in NAMES if in_sight(row, name)]
        assert front in seen, f"restore {number}"
        tab = row.tabRect(0).width()
        room: QRect = row.visibleRegion().boundingRect()
        assert len(seen) >= min(len(NAMES), room.width() // tab - 1), f"restore {number}"
        assert room.width() >= min(bar.width() - 170, len(NAMES) * tab), f"restore {number}"
        window.close()
