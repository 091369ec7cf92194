"""Where Hubbub's own models lie, with a button that has another folder chosen."""

from PySide6.QtWidgets import QWidget

from app.widgets.kit.controls import ElidedLabel, PillButton
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.translation import fill


class FolderRow(QWidget):
    """A line at the lower end of the page."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = ElidedLabel(self)
        self.button = PillButton(self.tr("Change …"))
        self.button.setAccessibleName(self.tr("Change the models folder"))
        row = horizontal_layout(self, self.label, self.button, margins=(0, 0, 0, 0), spacing=8)
        row.setStretch(0, 1)

    def set_folder(self, folder: str) -> None:
        """Show which folder it is."""
        self.label.setText(fill(self.tr("Models folder: {folder}"), folder=folder))
