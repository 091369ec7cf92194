"""Notifies while the window is not in front, on desktops that show notifications."""

import sys
from html import escape

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QSystemTrayIcon, QWidget

from app.widgets.kit.icons import application_icon

SHOWN_MILLISECONDS = 8000


class DesktopNotifier(QObject):
    """Uses a tray icon that is visible only until the window is active again."""

    opened = Signal(str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._tray: QSystemTrayIcon | None = None
        self._tag = ""
        window.installEventFilter(self)

    def notify(self, tag: str, title: str, text: str) -> None:
        """Show a notification; ``opened`` emits ``tag`` if the user clicks it."""
        if not QSystemTrayIcon.isSystemTrayAvailable():
            return
        # Qt shows notifications through a tray icon only, so there is one while it is needed.
        if self._tray is None:
            self._tray = QSystemTrayIcon(application_icon(), self)
            self._tray.messageClicked.connect(self._on_message_clicked)
            self._tray.activated.connect(lambda _reason: self._on_message_clicked())
        self._tag = tag
        self._tray.setToolTip(title)
        self._tray.show()
        icon = QSystemTrayIcon.MessageIcon.NoIcon
        self._tray.showMessage(plain(title), plain(text), icon, SHOWN_MILLISECONDS)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.WindowActivate and self._tray is not None:
            self._tray.hide()
        return False

    def _on_message_clicked(self) -> None:
        self.opened.emit(self._tag)


def plain(text: str) -> str:
    """Return a text that a desktop shows literally: on Linux many read it as HTML."""
    return escape(text) if sys.platform.startswith("linux") else text
