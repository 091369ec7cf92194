"""Asks for a conversation's new title."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QLabel, QLineEdit, QVBoxLayout, QWidget

from app.widgets.dialog_buttons import dialog_buttons

LONGEST_TITLE = 200


class RenameDialog(QDialog):
    """Gives a new title that is not blank, or nothing."""

    renamed = Signal(str)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Rename conversation"))
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self._title = QLineEdit(title)
        self._title.setMaxLength(LONGEST_TITLE)
        self._title.setMinimumWidth(320)
        self._title.selectAll()
        label = QLabel(self.tr("&Title"))
        label.setBuddy(self._title)
        buttons = dialog_buttons(self, accept=self.tr("OK"), reject=self.tr("Cancel"))
        column = QVBoxLayout(self)
        for widget in (label, self._title, buttons):
            column.addWidget(widget)

    @property
    def title_box(self) -> QLineEdit:
        """The box with the title."""
        return self._title

    def accept(self) -> None:
        title = self._title.text().strip()
        super().accept()
        if title:
            self.renamed.emit(title)
