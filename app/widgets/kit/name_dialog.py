"""Asks for a name: a conversation's new title, or the name of a folder."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QWidget

from app.widgets.kit.forms import dialog_buttons
from app.widgets.kit.geometry import vertical_layout

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
