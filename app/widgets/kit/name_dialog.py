"""Asks for a name: a conversation's new title, or the name of a folder."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QVBoxLayout, QWidget

from app.widgets.kit.forms import dialog_buttons

LONGEST_NAME = 200


class NameDialog(QDialog):
    """Emits a name that is not blank, or nothing."""

    named = Signal(str)

    def __init__(self, name: str, parent: QWidget | None = None, *, title: str) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._name = QLineEdit(name)
        self._name.setMaxLength(LONGEST_NAME)
        self._name.setMinimumWidth(320)
        self._name.selectAll()
        label = QLabel(self.tr("&Name"))
        label.setBuddy(self._name)
        buttons = dialog_buttons(self, accept=self.tr("OK"), reject=self.tr("Cancel"))
        column = QVBoxLayout(self)
        for widget in (label, self._name, buttons):
            column.addWidget(widget)

    @property
    def name_box(self) -> QLineEdit:
        """The box with the name."""
        return self._name

    def accept(self) -> None:
        name = self._name.text().strip()
        super().accept()
        if name:
            self.named.emit(name)
