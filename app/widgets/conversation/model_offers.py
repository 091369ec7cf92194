"""What an empty conversation says of the starter model, and the models that it offers instead."""

from enum import Enum, auto

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain import HubResult
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.text import format_bytes
from app.widgets.kit.translation import fill


class StarterState(Enum):
    """Whether the starter model answers here."""

    ANSWERS = auto()
    ABSENT = auto()  # and no other was chosen
    UNUSED = auto()  # another model answers


class ModelOffers(QWidget):
    """A sentence with its buttons, and one row for each model to download.

    The object name of the button in such a row is the repository.
    """

    browse_requested = Signal()
    file_requested = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = StarterState.UNUSED
        self.model_buttons: list[PillButton] = []
        self._rows: list[QWidget] = []
        self.notice = MutedLabel(wraps=True)
        self.browse_button = PillButton("")
        self.file_button = PillButton(self.tr("Choose a file …"))
        self.browse_button.clicked.connect(self.browse_requested)
        self.file_button.clicked.connect(self.file_requested)
        line = horizontal_layout(None, spacing=10)
        line.addWidget(self.notice, 1)
        line.addWidget(self.browse_button)
        line.addWidget(self.file_button)
        self._column: QVBoxLayout = vertical_layout(self, margins=(0, 0, 0, 0), spacing=6)
        self._column.addLayout(line)

    @property
    def buttons(self) -> tuple[PillButton, ...]:
        """Return all buttons in the order of the keyboard."""
        return (self.browse_button, self.file_button, *self.model_buttons)

    def set_starter(self, state: StarterState) -> None:
        """Say what the starter model is, or that it is missing."""
        self.state = state
        is_absent = state is StarterState.ABSENT
        self.notice.setText(
            self.tr("No model yet.")
            if is_absent
            else self.tr("Starter model: small and fast, often wrong.")
        )
        text = self.tr("Browse models") if is_absent else self.tr("Choose a better one")
        self.browse_button.setText(text)
        self.browse_button.setAccessibleDescription(self.notice.text())
        self.browse_button.updateGeometry()
        self.file_button.setVisible(is_absent)

    def set_models(self, models: tuple[HubResult, ...]) -> None:
        """Offer these."""
        for row in self._rows:
            row.hide()
            row.deleteLater()
        self.model_buttons, self._rows = [], []
        for model in models:
            self._add(model)
        width = max((button.sizeHint().width() for button in self.model_buttons), default=0)
        for button in self.model_buttons:
            button.setFixedWidth(width)

    def _add(self, model: HubResult) -> None:
        size = format_bytes(model.byte_count)
        button = PillButton(model.title or model.name)
        button.setObjectName(model.name)
        spoken = fill(self.tr("Get {name}, {size}"), name=button.text(), size=size)
        button.setAccessibleName(spoken)
        button.setAccessibleDescription(model.about)
        row = QWidget()
        label = MutedLabel(f"{size} · {model.about}", wraps=True)
        layout = horizontal_layout(row, button, margins=(0, 0, 0, 0), spacing=10)
        layout.addWidget(label, 1)
        self._column.addWidget(row)
        self.model_buttons.append(button)
        self._rows.append(row)
