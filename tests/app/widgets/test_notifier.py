"""Notifications: without a place for them nothing is shown, and nothing breaks."""

from PySide6.QtWidgets import QSystemTrayIcon, QWidget
from pytestqt.qtbot import QtBot

from app.widgets.announcing import announce
from app.widgets.notifier import Notifier


def test_a_desktop_without_a_tray_gets_no_icon(qtbot: QtBot) -> None:
    window = QWidget()
    qtbot.addWidget(window)
    notifier = Notifier(window)
    assert not QSystemTrayIcon.isSystemTrayAvailable()

    notifier.tell("a", "A story", "Once upon a time")
    announce(window, "The answer is done.")
    assert notifier.findChildren(QSystemTrayIcon) == []
