"""Where packs for graphics cards lie, and how one is added."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QWidget

from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.translation import fill


class GpuBackendsView(QWidget):
    """Names the folder; says what became of a pack that was added."""

    add_requested = Signal()
    folder_requested = Signal()
    restart_requested = Signal()

    def __init__(self, folder: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        text = self.tr(
            "With a GPU pack the model runs on a graphics card. Hubbub looks for packs in {folder}."
        )
        self._label = MutedLabel(fill(text, folder=folder), wraps=True)
        self.outcome_label = MutedLabel(wraps=True)
        self.add_button = PillButton(self.tr("Add GPU pack …"))
        self.folder_button = PillButton(self.tr("Open the folder"))
        self.restart_button = PillButton(self.tr("Restart the engine"), is_main=True)
        self.add_button.clicked.connect(lambda: self.add_requested.emit())
        self.folder_button.clicked.connect(lambda: self.folder_requested.emit())
        self.restart_button.clicked.connect(self._on_restart)
        self._build_layout()
        self.show_outcome("")

    def show_probe(self) -> None:
        """Say that a pack is being tried, which takes a moment."""
        self.show_outcome(self.tr("The pack is being tested …"))
        self.add_button.setEnabled(False)

    def show_added(self, name: str) -> None:
        """Say that a pack is there, and how it comes into use."""
        text = self.tr(
            "{name} was added. It is used after the engine restarts, which stops running answers."
        )
        self.show_outcome(fill(text, name=name))
        self.restart_button.show()

    def show_outcome(self, text: str) -> None:
        """Say this, or nothing."""
        self.outcome_label.setText(text)
        self.outcome_label.setVisible(bool(text))
        self.restart_button.hide()
        self.add_button.setEnabled(True)

    def _on_restart(self) -> None:
        self.show_outcome("")
        self.restart_requested.emit()

    def _build_layout(self) -> None:
        column = vertical_layout(self, self._label, margins=(0, 6, 0, 6), spacing=8)
        buttons = horizontal_layout(None, self.add_button, self.folder_button)
        buttons.addStretch(1)
        column.addLayout(buttons)
        column.addWidget(self.outcome_label)
        column.addWidget(self.restart_button, 0, Qt.AlignmentFlag.AlignLeft)
