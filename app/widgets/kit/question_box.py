"""Asks before something that can't be undone."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QWidget

from app.widgets.kit.forms import dialog_buttons
from app.widgets.kit.geometry import vertical_layout


class QuestionBox(QDialog):
    """A question, a button that goes ahead, and one that cancels."""

    def __init__(
        self, text: str, action: str, parent: QWidget, *extra: QWidget, reject: str = ""
    ) -> None:
        """Ask in ``parent``; other widgets may stand between the question and the buttons."""
        super().__init__(parent)
        self.setWindowTitle("Hubbub")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        label = QLabel(text, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        label.setMinimumWidth(self.fontMetrics().averageCharWidth() * 52)
        cancel = reject or QCoreApplication.translate("QuestionBox", "Cancel")
        # Where declining has a name of its own, it is the harmless answer: Enter gives it.
        buttons = dialog_buttons(self, accept=action, reject=cancel, prefers_reject=bool(reject))
        vertical_layout(self, label, *extra, buttons, spacing=14)
        if reject:  # else the first button has the focus, and Enter with it
            next(each for each in self.findChildren(QPushButton) if each.isDefault()).setFocus()


def ask_before(
    parent: QWidget, text: str, label: str, action: Callable[[], object], *, reject: str = ""
) -> None:
    """Ask a question and call ``action`` if the answer is yes; return at once."""
    box = QuestionBox(text, label, parent, reject=reject)
    box.accepted.connect(lambda: action())
    box.open()
