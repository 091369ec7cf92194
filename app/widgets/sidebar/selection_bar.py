"""What can be done with several selected conversations at once."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from app.widgets.kit.controls import IconButton, MutedLabel
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.translation import fill


class SelectionBar(QWidget):
    """Shown while more than one is selected; says how many."""

    clear_requested = Signal()
    menu_requested = Signal()
    archive_requested = Signal()
    delete_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = MutedLabel()
        self.menu_button = IconButton("folder", self.tr("Move, tag or export the selection"))
        self.archive_button = IconButton("archive", self.tr("Archive the selection"))
        self.delete_button = IconButton("trash", self.tr("Delete the selection"))
        self.clear_button = IconButton("close", self.tr("Clear the selection"))
        buttons = (
            (self.menu_button, self.menu_requested),
            (self.archive_button, self.archive_requested),
            (self.delete_button, self.delete_requested),
            (self.clear_button, self.clear_requested),
        )
        row = horizontal_layout(self, self.label, margins=(10, 0, 0, 0), spacing=0)
        row.addStretch(1)
        for button, request in buttons:
            row.addWidget(button)
            button.clicked.connect(lambda _=False, signal=request: signal.emit())
        self.hide()

    def set_count(self, count: int) -> None:
        """Say how many are selected; nothing is shown for one."""
        self.label.setText(fill(self.tr("{count:,} selected"), count=count))
        self.setVisible(count > 1)
