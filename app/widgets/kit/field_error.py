"""A sentence about something that is wrong, where it is wrong."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget


class FieldError(QLabel):
    """Plain words; the theme sets size and colour."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
