"""Small dialogs for a question or a name, and the dialogs that are open over a window."""

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QLineEdit,
    QPushButton,
    QWidget,
)

from app.widgets.kit.composition import Composition
from app.widgets.kit.controls import PillButton
from app.widgets.kit.forms import dialog_buttons, keep_inside
from app.widgets.kit.geometry import DIALOG_MARGINS, vertical_layout


class QuestionBox(QDialog):
    """A question with a button that confirms and one that cancels."""

    def __init__(
        self, text: str, action: str, parent: QWidget, *extra: QWidget, reject: str = ""
    ) -> None:
        """Build the dialog over ``parent``; ``extra`` widgets stand above the buttons."""
        super().__init__(parent)
        self.setWindowTitle("Hubbub")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        label = QLabel(text, textFormat=Qt.TextFormat.PlainText, wordWrap=True)
        cancel = reject or QCoreApplication.translate("QuestionBox", "Cancel")
        # A custom label for rejecting marks the harmless answer, so Enter rejects.
        self.buttons = dialog_buttons(
            self, accept=action, reject=cancel, prefers_reject=bool(reject)
        )
        vertical_layout(self, label, *extra, self.buttons, margins=DIALOG_MARGINS, spacing=16)
        keep_inside(self, self.buttons, label)
        if reject:  # otherwise the first button has the focus, and Enter presses it
            next(each for each in self.findChildren(QPushButton) if each.isDefault()).setFocus()


def ask_before(
    parent: QWidget,
    text: str,
    label: str,
    action: Callable[[], object],
    *,
    reject: str = "",
    others: Mapping[str, Callable[[], object]] = MappingProxyType({}),
) -> QuestionBox:
    """Open a question, return it at once, and call ``action`` if the user confirms it.

    ``others`` are further answers, by label.
    """
    box = QuestionBox(text, label, parent, reject=reject)
    box.accepted.connect(lambda: action())
    for other, on_other in others.items():
        button = PillButton(other)
        button.setAutoDefault(False)
        box.buttons.addButton(button, QDialogButtonBox.ButtonRole.ActionRole)
        button.clicked.connect(partial(_answer, box, on_other))
    box.open()
    return box


def _answer(box: QuestionBox, action: Callable[[], object], *_checked: bool) -> None:
    box.reject()
    action()


MAX_NAME_CHARS = 200


class NameDialog(QDialog):
    """Asks for a name; ``named`` emits it stripped, unless it is blank."""

    named = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None, *, title: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.name_box = QLineEdit(name, maxLength=MAX_NAME_CHARS)
        Composition(self.name_box)
        self.name_box.setMinimumWidth(320)
        self.name_box.selectAll()
        label = QLabel(self.tr("&Name"))
        label.setBuddy(self.name_box)
        buttons = dialog_buttons(self, accept=self.tr("OK"), reject=self.tr("Cancel"))
        vertical_layout(self, label, self.name_box, buttons, margins=DIALOG_MARGINS, spacing=8)

    def accept(self) -> None:
        name = self.name_box.text().strip()
        super().accept()
        if name:
            self.named.emit(name)


def hide_dialogs(window: QWidget) -> None:
    """Hide the dialogs of a window without a signal."""
    for dialog in _open_dialogs(window):
        dialog.hide()


def close_dialogs(window: QWidget) -> None:
    """Close the dialogs of a window, so that their owners get the signals before it closes."""
    for dialog in _open_dialogs(window):
        dialog.close()


def _open_dialogs(window: QWidget) -> list[QDialog]:
    """Return the visible dialogs, the topmost first."""
    return [each for each in reversed(window.findChildren(QDialog)) if each.isVisible()]
