"""Notifications: without a place for them nothing is shown, and nothing breaks."""

import sys

import pytest
from PySide6.QtWidgets import QSystemTrayIcon, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.kit.accessibility import announce
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.window.desktop_notifier import DesktopNotifier, plain
from app.widgets.window.tray_icon import TrayIcon


def test_a_desktop_without_a_tray_gets_no_icon(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    tray = TrayIcon(WindowRequests(window), window)
    notifier = DesktopNotifier(tray, window)
    assert not QSystemTrayIcon.isSystemTrayAvailable()

    notifier.notify("a", "A story", "Once upon a time")
    announce(window, "The answer is done.")
    assert not tray.is_shown
    assert window.findChildren(QSystemTrayIcon) == []


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="others show text as it is")
def test_what_a_model_says_is_never_taken_for_html() -> None:
    assert plain('<img src="http://example.org/a">') == (
        "&lt;img src=&quot;http://example.org/a&quot;&gt;"
    )
