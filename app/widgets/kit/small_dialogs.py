"""Asks before something that can't be undone."""

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QPushButton, QWidget

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


LONGEST_NAME = 200


class NameDialog(QDialog):
    """Emits a name that is not blank, or nothing."""

    named = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None, *, title: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.name_box = QLineEdit(name, maxLength=LONGEST_NAME)
        self.name_box.setMinimumWidth(320)
        self.name_box.selectAll()
        label = QLabel(self.tr("&Name"))
        label.setBuddy(self.name_box)
        buttons = dialog_buttons(self, accept=self.tr("OK"), reject=self.tr("Cancel"))
        vertical_layout(self, label, self.name_box, buttons)

    def accept(self) -> None:
        name = self.name_box.text().strip()
        super().accept()
        if name:
            self.named.emit(name)


def hide_dialogs(window: QWidget) -> None:
    """Take the dialogs of a window from the screen; nobody hears of it."""
    for dialog in _open_dialogs(window):
        dialog.hide()


def close_dialogs(window: QWidget) -> None:
    """Close the dialogs of a window before it goes, so that who opened them hears of it."""
    for dialog in _open_dialogs(window):
        dialog.close()


def _open_dialogs(window: QWidget) -> list[QDialog]:
    """Return what is open, a dialog over another one first."""
    return [each for each in reversed(window.findChildren(QDialog)) if each.isVisible()]
