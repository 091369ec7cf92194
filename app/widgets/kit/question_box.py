"""Asks before something that can't be undone."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDialog, QLabel, QVBoxLayout, QWidget

from app.widgets.kit.forms import dialog_buttons


class QuestionBox(QDialog):
    """A question, a button that goes ahead, and one that cancels."""

    def __init__(self, text: str, action: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setWindowTitle("Hubbub")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        label = QLabel(text)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setMinimumWidth(self.fontMetrics().averageCharWidth() * 52)
        cancel = QCoreApplication.translate("QuestionBox", "Cancel")
        column = QVBoxLayout(self)
        column.setSpacing(14)
        column.addWidget(label)
        column.addWidget(dialog_buttons(self, accept=action, reject=cancel))


def ask_before(parent: QWidget, text: str, label: str, action: Callable[[], object]) -> None:
    """Ask a question and call ``action`` if the answer is yes; return at once."""
    box = QuestionBox(text, label, parent)
    box.accepted.connect(lambda: action())
    box.open()
