"""The tray icon, notifications, and hiding all windows."""

import sys
from html import escape

from PySide6.QtCore import QEvent, QObject, QRect, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QFont, QIcon, QPainter
from PySide6.QtWidgets import QApplication, QDialog, QMenu, QSystemTrayIcon, QWidget
from shiboken6 import isValid

from app.widgets.kit.icons import application_icon
from app.widgets.kit.translation import fill
from app.widgets.kit.window_requests import WindowRequests
from app.widgets.window.main_window import MainWindow

_SIDES = (16, 22, 24, 32, 48, 64)  # requested by trays
_BADGE_SHARE = 0.62  # of the icon; a digit must be readable at 22 pixels
_MAX_SHOWN = 9
_BADGE, _ASKING_BADGE, _DIGITS = (
    "#ffffff",
    "#f0bf6c",
    "#1d1d20",
)  # the same in every theme, as the icon
SHOWN_MILLISECONDS = 8000


class HiddenWindows(QObject):
    """Hides the windows and the dialogs over them, and shows the same ones again."""

    def __init__(self, window: MainWindow) -> None:
        super().__init__(window)
        self._window = window
        self._dialogs: list[QDialog] = []

    def hide(self) -> None:
        """Hide all windows; menus and lists that are open are closed."""
        popup = QApplication.activePopupWidget()
        while popup is not None:
            popup.hide()
            popup = QApplication.activePopupWidget()
        windows: list[QWidget] = [self._window, *self._window.pane_layout.extra_windows]
        dialogs = (dialog for window in windows for dialog in window.findChildren(QDialog))
        self._dialogs = [dialog for dialog in dialogs if dialog.isVisible()]
        for dialog in self._dialogs:
            dialog.hide()
        self._window.hide_all()

    def show(self) -> None:
        """Show the hidden windows again, and bring the first one to the front."""
        window = self._window
        was_hidden = not window.isVisible()
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.show()
        if was_hidden:
            window.pane_layout.show_windows()
        dialogs, self._dialogs = self._dialogs, []
        for dialog in dialogs:
            if isValid(dialog):  # it may have been closed meanwhile
                dialog.show()
        window.raise_()
        window.activateWindow()


class TrayIcon(QObject):
    """The icon in the tray, created when needed and kept while it is set as lasting.

    ``message_clicked`` is about the last notification.
    """

    message_clicked = Signal()

    def __init__(self, requests: WindowRequests, window: QWidget) -> None:
        super().__init__(window)
        self._requests = requests
        self._icon: QSystemTrayIcon | None = None
        self._is_lasting = False
        self._running_count = self._asking_count = 0
        self._menu = QMenu(window)
        self.running_line = self._menu.addAction("")
        self.running_line.setEnabled(False)
        self._running_separator = self._menu.addSeparator()
        self.open_action = self._menu.addAction(self.tr("Open Hubbub"))
        self.new_action = self._menu.addAction(self.tr("New chat"))
        self._menu.addSeparator()
        self.quit_action = self._menu.addAction(self.tr("Quit"))
        self._menu.setDefaultAction(self.open_action)
        self.open_action.triggered.connect(lambda: requests.window_requested.emit())
        self.new_action.triggered.connect(self._on_new)
        self.quit_action.triggered.connect(lambda: requests.quit_requested.emit())
        self.set_running(0)

    @property
    def is_available(self) -> bool:
        """Return whether this desktop has a tray now; many have none."""
        return QSystemTrayIcon.isSystemTrayAvailable()

    @property
    def is_shown(self) -> bool:
        """Return whether the icon is in the tray."""
        return self._icon is not None and self._icon.isVisible()

    @property
    def text(self) -> str:
        """Return the tooltip."""
        return self.running_line.text() or "Hubbub"

    def set_lasting(self, *, is_lasting: bool) -> None:
        """Keep the icon in the tray, or remove it; without a tray this does nothing."""
        self._is_lasting = is_lasting and self.is_available
        if self._is_lasting:
            self._show()
        else:
            self.rest()

    def set_running(
        self, answer_count: int, download_count: int = 0, asking_count: int = 0
    ) -> None:
        """Show the number of running answers and downloads, and of chats that wait for the user."""
        self._running_count, self._asking_count = answer_count, asking_count
        parts = []
        if asking_count == 1:
            parts.append(self.tr("One chat waits for your answer"))
        elif asking_count:
            text = self.tr("{count:,} chats wait for your answer")
            parts.append(fill(text, count=asking_count))
        if answer_count == 1:
            parts.append(self.tr("Hubbub is writing one answer"))
        elif answer_count:
            text = self.tr("Hubbub is writing {count:,} answers")
            parts.append(fill(text, count=answer_count))
        if download_count == 1:
            parts.append(self.tr("one download"))
        elif download_count:
            parts.append(fill(self.tr("{count:,} downloads"), count=download_count))
        if download_count and not answer_count:
            parts.insert(0, "Hubbub")
        text = " · ".join(parts)
        self.running_line.setText(text)
        self.running_line.setVisible(bool(text))
        self._running_separator.setVisible(bool(text))
        if self._icon is not None:
            self._draw(self._icon)

    def show_message(self, title: str, text: str, milliseconds: int) -> None:
        """Show a notification; Qt needs an icon in the tray for it."""
        icon = self._show()
        icon.showMessage(title, text, QSystemTrayIcon.MessageIcon.NoIcon, milliseconds)

    def rest(self) -> None:
        """Remove an icon that was shown only for a notification."""
        # Later: it may be the clicked icon, whose window Qt still needs.
        QTimer.singleShot(0, self, self._hide_if_idle)

    def _hide_if_idle(self) -> None:
        if self._icon is not None and not self._is_lasting:
            self._icon.hide()

    def _show(self) -> QSystemTrayIcon:
        if self._icon is None:
            self._icon = QSystemTrayIcon(self)
            self._icon.messageClicked.connect(self.message_clicked)
            self._icon.activated.connect(self._on_activated)
            self._icon.setContextMenu(self._menu)
            self._draw(self._icon)
        self._icon.show()
        return self._icon

    def _draw(self, icon: QSystemTrayIcon) -> None:
        icon.setToolTip(self.text)
        # A waiting chat is more urgent than the number of answers.
        is_asking = self._asking_count > 0
        count = self._asking_count or self._running_count
        icon.setIcon(counted_icon(count, is_asking=is_asking))

    def _on_new(self) -> None:
        self._requests.window_requested.emit()
        self._requests.new_tab_requested.emit()

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        if reason is QSystemTrayIcon.ActivationReason.Context:
            return  # the desktop opens the menu
        if self._is_lasting:
            self._requests.window_requested.emit()
        else:
            self.message_clicked.emit()


def counted_icon(count: int, *, is_asking: bool = False) -> QIcon:
    """Return the program's icon with a number on it; without one for 0.

    ``is_asking``: it is the number of chats that wait for the user, in another colour.
    """
    plain = application_icon()
    if not count:
        return plain
    icon = QIcon()
    for side in _SIDES:
        pixmap = plain.pixmap(side, side)
        breadth = round(side * _BADGE_SHARE)
        badge = QRect(side - breadth, side - breadth, breadth, breadth)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(_ASKING_BADGE if is_asking else _BADGE))
        painter.drawEllipse(badge)
        painter.setPen(QColor(_DIGITS))
        text = str(count) if count <= _MAX_SHOWN else f"{_MAX_SHOWN}+"
        font = QFont(QApplication.font())
        font.setBold(True)
        font.setPixelSize(max(6, round(breadth * (0.78 if len(text) == 1 else 0.56))))
        painter.setFont(font)
        painter.drawText(badge, Qt.AlignmentFlag.AlignCenter, text)
        painter.end()
        icon.addPixmap(pixmap)
    return icon


class DesktopNotifier(QObject):
    """Shows notifications through the tray icon, removed when the window is active again.

    Qt shows notifications only through a tray icon.
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
    """Escape a text for the desktop: on Linux many desktops interpret it as HTML."""
    return escape(text) if sys.platform.startswith("linux") else text
