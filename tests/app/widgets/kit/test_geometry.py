"""However small the screen, windows fit on it, and what does not fit in them can be reached."""

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from app.widgets.kit.geometry import resize_on_screen
from app.widgets.window.main_window import MainWindow
from tests.app.widgets.transcript.test_focus import chat_panel


@pytest.mark.parametrize("requested", [QSize(5000, 200), QSize(300, 5000), QSize(5000, 5000)])
def test_no_window_is_larger_than_the_screen(qtbot: QtBot, requested: QSize) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    resize_on_screen(window, requested)
    room = window.screen().availableSize()

    assert window.width() <= min(requested.width(), room.width())
    assert window.height() <= min(requested.height(), room.height())


def test_the_window_opens_on_the_screen_with_its_frame(qtbot: QtBot) -> None:
    window = MainWindow()
    qtbot.addWidget(window)
    room = window.screen().availableSize()

    assert window.width() < room.width()
    assert window.height() < room.height()


def test_all_chat_settings_can_be_reached_on_a_low_screen(qtbot: QtBot) -> None:
    panel = chat_panel()
    qtbot.addWidget(panel)
    panel.resize(320, 300)
    panel.show()
    qtbot.waitUntil(panel.isActiveWindow)
    seen: list[QWidget] = []
    while panel.focusWidget() not in seen:
        focused = panel.focusWidget()
        seen.append(focused)
        assert focused.visibleRegion().boundingRect().height() == focused.height(), focused
        QTest.keyClick(focused, Qt.Key.Key_Tab)

    assert panel.height() == 300
    assert len(seen) > 30
