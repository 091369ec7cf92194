"""Notifies while the window is not in front, on desktops that show notifications."""

import sys
from html import escape

from PySide6.QtCore import QEvent, QObject, Signal
from PySide6.QtWidgets import QWidget

from app.widgets.window.tray_icon import TrayIcon

SHOWN_MILLISECONDS = 8000


class DesktopNotifier(QObject):
    """Uses the icon in the tray; one that need not last goes when the window is active again.

    Qt shows notifications through such an icon alone.
    """

    opened = Signal(str)

    def __init__(self, tray: TrayIcon, window: QWidget) -> None:
        super().__init__(window)
        self._tray = tray
        self._tag = ""
        tray.message_clicked.connect(self._on_message_clicked)
        window.installEventFilter(self)

    def notify(self, tag: str, title: str, text: str) -> None:
        """Show a notification; ``opened`` emits ``tag`` if the user clicks it."""
        if self._tray.is_available:
            self._tag = tag
            self._tray.show_message(plain(title), plain(text), SHOWN_MILLISECONDS)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.WindowActivate:
            self._tray.rest()
        return False

    def _on_message_clicked(self) -> None:
        self.opened.emit(self._tag)


def plain(text: str) -> str:
    """Return a text that a desktop shows literally: on Linux many read it as HTML."""
    return escape(text) if sys.platform.startswith("linux") else text
