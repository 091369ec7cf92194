"""The panel stands beside the page where there is room, else over it, and only when asked for."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QSignalSpy
from PySide6.QtWidgets import QSplitter, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.chat_panel.panel import ChatPanel
from app.widgets.chat_panel.position import FIRST_WIDTH, MOST_WIDTH, NARROW_WIDTH, PanelPosition
from app.widgets.kit.geometry import vertical_layout

WIDE = NARROW_WIDTH + 200


class Room:
    """A window with a page, the panel and its place."""

    def __init__(self, qtbot: QtBot) -> None:
        self.qtbot = qtbot
        self.window = QWidget()
        qtbot.addWidget(self.window)
        self.splitter = QSplitter(Qt.Orientation.Horizontal)
        self.page = QWidget()
        self.splitter.addWidget(self.page)
        vertical_layout(self.window, self.splitter, margins=(0, 0, 0, 0))
        self.panel = ChatPanel()
        self.position = PanelPosition(self.panel, self.splitter)
        self.wants = QSignalSpy(self.position.wanted_changed)

    def resize(self, width: int) -> None:
        self.window.resize(width, 500)
        self.window.show()
        self.qtbot.waitUntil(lambda: self.splitter.width() == width)


@pytest.fixture
def room(qtbot: QtBot) -> Room:
    """A wide window."""
    room = Room(qtbot)
    room.resize(WIDE)
    return room


def test_a_window_that_gets_narrow_hides_it_until_it_is_wide_again(room: Room) -> None:
    room.position.set_shown(is_shown=True)
    room.resize(NARROW_WIDTH - 100)
    assert room.panel.isHidden()
    room.resize(WIDE)
    assert not room.panel.isHidden()
    assert (room.panel.width(), room.wants.count()) == (FIRST_WIDTH, 1)


def test_in_a_narrow_window_it_covers_a_part_of_the_page(room: Room) -> None:
    room.resize(NARROW_WIDTH - 100)
    room.position.set_shown(is_shown=True)
    assert room.position.is_over_page
    assert room.panel.geometry().right() == room.splitter.geometry().right()
    assert room.page.width() == room.splitter.width(), "the page keeps its width"
    room.resize(NARROW_WIDTH - 200)
    assert room.panel.geometry().right() == room.splitter.geometry().right()
    room.resize(WIDE)
    assert (room.panel.isHidden(), room.wants.count()) == (True, 0), "wide it was never wanted"


def test_at_a_start_it_covers_nothing(qtbot: QtBot) -> None:
    room = Room(qtbot)
    room.position.restore(is_wanted=True, width=5000)
    room.resize(NARROW_WIDTH - 100)
    assert room.panel.isHidden()
    room.resize(WIDE)
    assert room.panel.isVisible()
    assert room.position.width == MOST_WIDTH
    assert room.wants.count() == 0


@pytest.mark.parametrize("has_keyboard", [True, False])
def test_where_it_gives_way_the_keyboard_goes_back_to_the_page(
    room: Room, has_keyboard: bool
) -> None:
    left = QSignalSpy(room.position.keyboard_left)
    room.position.set_shown(is_shown=True)
    room.window.activateWindow()
    room.qtbot.waitUntil(room.window.isActiveWindow)
    if has_keyboard:
        room.panel.take_focus()
    else:
        room.page.setFocus()
    room.resize(NARROW_WIDTH - 100)
    assert left.count() == has_keyboard
