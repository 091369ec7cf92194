"""The group "For this computer": recommended models that fit, with download buttons."""

import enum
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from app.models.hub_model import HubResult
from app.models.view.hub_words import computer_line, purpose_words
from app.widgets.kit.accessibility import announce
from app.widgets.kit.controls import Card, MutedLabel, PillButton
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.geometry import FoldingLayout, fold_in, vertical_layout
from app.widgets.kit.text import format_bytes
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.kit.translation import fill

_NARROW_CHARS = 45  # below this width the button stands below the texts


class DownloadStep(enum.Enum):
    """The state of a model's button."""

    READY = "ready"
    ASKING = "asking"
    RUNNING = "running"
    HERE = "here"


class ComputerModels(QWidget):
    """The group; hidden without models."""

    download_requested = Signal(str)  # the repository

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.heading_label = QLabel(self.tr("For this computer"))
        self.heading_label.setFont(sized_font(self.font(), TypeSize.BODY, is_bold=True))
        self.memory_label = MutedLabel(parent=self)
        self.problem_label = MutedLabel(parent=self, wraps=True)
        self.rows: dict[str, ComputerModelRow] = {}
        head = FlowLayout(self.heading_label, last=self.memory_label)
        column = vertical_layout(self, margins=(0, 8, 0, 0), spacing=8)
        column.addLayout(head)
        self._column: QVBoxLayout = vertical_layout(None, margins=(0, 0, 0, 0), spacing=8)
        column.addLayout(self._column)
        column.addWidget(self.problem_label)
        self.show_problem("")
        self.hide()

    def set_models(self, models: tuple[HubResult, ...]) -> None:
        """Show these models; the rows are kept if the models are the same."""
        if [each.name for each in models] != list(self.rows):
            for row in self.rows.values():
                row.hide()
                row.deleteLater()
            self.rows = {}
            for number, model in enumerate(models):
                row = ComputerModelRow(model, is_first=number == 0)
                row.button.clicked.connect(partial(self._on_clicked, model.name))
                self._column.addWidget(row)
                row.show()  # now, since a hidden button can't take the focus
                self.rows[model.name] = row

    def choose(self, name: str) -> bool:
        """Focus the button of a model; return whether the model is in the group."""
        row = self.rows.get(name)
        if row is not None:
            row.button.setFocus(Qt.FocusReason.OtherFocusReason)
        return row is not None

    def set_memory(self, free_bytes: int, total_bytes: int) -> None:
        """Show the memory of this computer."""
        text = fill(
            self.tr("{free} of {total} memory free"),
            free=format_bytes(free_bytes),
            total=format_bytes(total_bytes),
        )
        self.memory_label.setText(text)

    def set_step(self, name: str, step: DownloadStep) -> None:
        """Show the state of a model's download."""
        if name in self.rows:
            self.rows[name].set_step(step)

    def show_problem(self, text: str) -> None:
        """Show the reason why a download could not start; an empty text hides it."""
        self.problem_label.setText(text)
        self.problem_label.setVisible(bool(text))
        if text:
            announce(self, text)

    def _on_clicked(self, name: str, *_checked: bool) -> None:
        self.download_requested.emit(name)


class ComputerModelRow(Card):
    """One model: its name and figures, a sentence, and the button."""

    def __init__(self, model: HubResult, *, is_first: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._title = model.title or model.name
        name_label = QLabel(self._title, textFormat=Qt.TextFormat.PlainText)
        name_label.setFont(sized_font(self.font(), TypeSize.BODY, is_bold=True))
        purposes = MutedLabel(purpose_words(model.purposes))
        # Qt would break the line within "words/s".
        line = computer_line(model).replace("/", "/\N{WORD JOINER}")
        self.line_label = MutedLabel(line, wraps=True)
        self.about_label = MutedLabel(model.about, wraps=True)
        self.button = PillButton("", is_main=is_first)
        self.button.setAutoDefault(False)
        self.button.setAccessibleDescription(f"{computer_line(model)}. {model.about}")
        title = FlowLayout(name_label, purposes)
        texts = vertical_layout(None, margins=(0, 0, 0, 0), spacing=2)
        texts.addLayout(title)
        texts.addWidget(self.line_label)
        texts.addWidget(self.about_label)
        row = FoldingLayout(self, spacing=10, folded_spacing=6)
        row.setContentsMargins(12, 8, 12, 8)
        row.addLayout(texts, 1)
        row.addWidget(self.button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.setToolTip(model.name)
        self.set_step(DownloadStep.READY)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        fold_in(self, _NARROW_CHARS)

    def set_step(self, step: DownloadStep) -> None:
        """Show the state of the download on the button."""
        label = {
            DownloadStep.READY: self.tr("Download"),
            DownloadStep.ASKING: self.tr("Checking…"),
            DownloadStep.RUNNING: self.tr("Downloading…"),
            DownloadStep.HERE: self.tr("On this computer"),
        }[step]
        self.button.setText(label)
        self.button.setAccessibleName(f"{label}: {self._title}")
        self.button.setEnabled(step is DownloadStep.READY)
        self.button.updateGeometry()
