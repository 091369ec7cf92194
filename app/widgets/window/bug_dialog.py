"""Shows an unexpected error, with details to copy."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMessageBox, QWidget

from app.widgets.kit.translation import translated


class BugReporter(QObject):
    """Shows errors over a window; ``report`` may be called on any thread."""

    _reported = Signal(str, str)

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self._window = window
        self._reported.connect(self._show, Qt.ConnectionType.QueuedConnection)

    def report(self, text: str, details: str) -> None:
        """Show a sentence and the details for a bug report."""
        self._reported.emit(translated(text), details)

    def _show(self, text: str, details: str) -> None:
        box = QMessageBox(self._window)
        box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        box.setIcon(QMessageBox.Icon.Warning)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setWindowTitle(self.tr("An unexpected error"))
        box.setText(text)
        box.setDetailedText(details)
        box.addButton(QMessageBox.StandardButton.Close)
        copy = box.addButton(self.tr("Copy details"), QMessageBox.ButtonRole.ActionRole)
        copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(details))
        box.open()
