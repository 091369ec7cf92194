"""A menu of folders to move conversations into."""

from collections.abc import Collection
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QMenu, QWidget


class MoveMenu(QMenu):
    """Offers all folders, no folder, and a new one; the current folder is checked."""

    selected = Signal(str)
    new_requested = Signal()

    def __init__(
        self, folders: Collection[str], current: Collection[str], parent: QWidget | None = None
    ) -> None:
        """``current`` are the folders of the conversations; "" stands for no folder."""
        super().__init__(parent)
        self.setTitle(self.tr("Move to folder"))
        for folder in folders:
            entry = self.addAction(folder.replace("&", "&&"))
            entry.setCheckable(True)
            entry.setChecked(set(current) == {folder})
            entry.triggered.connect(partial(self._select, folder))
        if folders:
            self.addSeparator()
        if any(current):
            self.addAction(self.tr("No folder")).triggered.connect(partial(self._select, ""))
        self.addAction(self.tr("New folder…")).triggered.connect(lambda: self.new_requested.emit())

    def _select(self, folder: str, *_checked: bool) -> None:
        self.selected.emit(folder)
