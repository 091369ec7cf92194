"""All windows of the program, hidden while it runs in the background, and shown again."""

from PySide6.QtCore import QObject, Qt
from PySide6.QtWidgets import QApplication, QDialog, QWidget
from shiboken6 import isValid

from app.widgets.window.main_window import MainWindow


class HiddenWindows(QObject):
    """Hides the windows with the dialogs over them, and shows just those again."""

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
        """Show the windows again where they were hidden, and bring the first one to the front."""
        window = self._window
        was_hidden = not window.isVisible()
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.show()
        if was_hidden:
            window.pane_layout.show_windows()
        dialogs, self._dialogs = self._dialogs, []
        for dialog in dialogs:
            if isValid(dialog):  # what it was about may have ended meanwhile
                dialog.show()
        window.raise_()
        window.activateWindow()
