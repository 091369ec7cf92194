"""Tabs that come before their window does are in sight when it comes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QRect, Qt
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from app.domain import TabState
from app.widgets.commands.bound_keys import BoundKeys
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.tabs.bar import TabBar
from app.widgets.tabs.items import TabItems
from app.widgets.tabs.row import TabRow
from app.widgets.tabs.strip import scrolled_to, tab_width

NAMES = tuple("abcdefghi")
RESTORES = range(0, 50, 4)  # every remainder of 3, 5 and 9


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
    for number in RESTORES:
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


@given(st.integers(0, 3000), st.integers(1, 100), st.integers(4, 20))
def test_tabs_that_could_fit_are_not_scrolled(room: int, count: int, letter: int) -> None:
    width = tab_width(room, count, letter)
    least = tab_width(room, 10_000, letter)
    assert (count * width <= room) or width == least


@given(
    st.integers(0, 5000),
    st.integers(1, 60),
    st.integers(20, 200),
    st.integers(20, 2000),
    st.data(),
)
def test_the_tab_in_front_is_in_sight_and_no_room_is_empty(
    offset: int, count: int, tab: int, room: int, data: st.DataObject
) -> None:
    front = data.draw(st.integers(0, count - 1))
    length = count * tab
    now = scrolled_to(offset, front * tab, (front + 1) * tab, room=room, length=length)
    assert 0 <= now <= max(0, length - room), "what is out of sight is so for lack of room"
    if room >= tab:
        assert now <= front * tab
        assert (front + 1) * tab <= now + room
    again = scrolled_to(now, front * tab, (front + 1) * tab, room=room, length=length)
    assert again == now
