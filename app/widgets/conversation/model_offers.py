"""Models that an empty conversation offers to download: a name, a size and a sentence of each."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from app.domain import HubResult
from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.text import format_bytes
from app.widgets.kit.translation import fill


class ModelOffers(QWidget):
    """One row for each; the object name of its button is the repository."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.buttons: list[PillButton] = []
        self._rows: list[QWidget] = []
        heading = MutedLabel(
            self.tr("The built-in model is tiny. These fit this computer, and know much more:"),
            wraps=True,
        )
        self._column: QVBoxLayout = vertical_layout(self, heading, margins=(0, 0, 0, 0), spacing=6)

    def set_models(self, models: tuple[HubResult, ...]) -> None:
        """Offer these."""
        for row in self._rows:
            row.hide()
            row.deleteLater()
        self.buttons, self._rows = [], []
        for model in models:
            self._add(model)
        width = max((button.sizeHint().width() for button in self.buttons), default=0)
        for button in self.buttons:
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
        self.buttons.append(button)
        self._rows.append(row)
