"""What can be done with a folder of the list of conversations."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QMenu, QWidget


class FolderMenu(QMenu):
    """Opens at the heading of a folder."""

    rename_requested = Signal(str)
    delete_requested = Signal(str)

    def __init__(self, folder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        rename = self.addAction(self.tr("Rename folder …"))
        delete = self.addAction(self.tr("Delete folder, keep its conversations"))
        rename.triggered.connect(lambda: self.rename_requested.emit(folder))
        delete.triggered.connect(lambda: self.delete_requested.emit(folder))
