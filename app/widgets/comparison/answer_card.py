"""One answer of a comparison: how it was asked, what it says, and what can be done with it."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QLabel, QSizePolicy, QWidget

from app.domain import ComparisonCell, MessageStatus, TabState
from app.widgets.comparison.growing_box import GrowingBox
from app.widgets.comparison.requests import ComparisonRequests
from app.widgets.comparison.words import drawn_text, figures_text, state_text
from app.widgets.kit.controls import Card, MutedLabel, PillButton, show_one_of
from app.widgets.kit.flow_layout import FlowLayout
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.text import with_soft_breaks
from app.widgets.kit.theme import TypeSize, sized_font
from app.widgets.kit.translation import fill

WIDTH_LETTERS = 50
TEXT_LINES = 11


class AnswerCard(Card):
    """Shows the text as the model wrote it, without Markdown; grows at its end while it comes."""

    def __init__(
        self,
        cell: ComparisonCell,
        way: str,
        requests: ComparisonRequests,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent, fill="raised", radius=12, has_border=True)
        self._requests = requests
        self.cell = cell
        self.state: TabState | None = None
        name = fill(self.tr("Answer {number}"), number=cell.position + 1)
        self.title = QLabel(with_soft_breaks(f"{name}: {way}" if way else name))
        self.title.setTextFormat(Qt.TextFormat.PlainText)
        self.title.setWordWrap(True)
        self.title.setFont(sized_font(self.font(), TypeSize.BODY, is_bold=True))
        self.state_label = MutedLabel("", self, wraps=True)
        self.figures_label = MutedLabel("", self, wraps=True)
        self.box = GrowingBox(name, self)
        self.keep_button = PillButton(self.tr("Use this answer"), self)
        self.copy_button = PillButton(self.tr("Copy"), self)
        self.stop_button = PillButton(self.tr("Stop"), self)
        self.again_button = PillButton(self.tr("Ask again"), self)
        self._build()
        self.show_cell(cell, None)
        self.draw()

    @property
    def stops(self) -> tuple[QWidget, ...]:
        """Where Tab goes, in this order."""
        buttons = (self.keep_button, self.copy_button, self.stop_button, self.again_button)
        return (self.box, *buttons)

    @property
    def is_running(self) -> bool:
        """Whether it is being answered, or waits for that."""
        return self.cell.status is MessageStatus.STREAMING

    def show_cell(self, cell: ComparisonCell, state: TabState | None) -> None:
        """Take a cell as it is now; it is drawn with the next frame."""
        self.cell, self.state = cell, state

    def draw(self) -> None:
        """Draw what has changed since the last frame."""
        self.box.show_text(drawn_text(self.cell.text))
        self.state_label.setText(state_text(self.cell, self.state))
        self.figures_label.setText(figures_text(self.cell.usage))
        is_asked = self.cell.status is not None
        if not is_asked and self.again_button.hasFocus():
            self.box.setFocus()  # it is asked again in a moment, and the keyboard stays with it
        ended = self.again_button if is_asked else None
        turns = (self.stop_button, self.again_button)
        show_one_of(turns, self.stop_button if self.is_running else ended)
        self.copy_button.setEnabled(bool(self.cell.text))
        self.keep_button.setEnabled(self.cell.has_answer)

    def _build(self) -> None:
        metrics = self.fontMetrics()
        self.box.setMinimumHeight(metrics.lineSpacing() * TEXT_LINES)
        number = self.cell.position + 1
        for button, text in (
            (self.stop_button, fill(self.tr("Stop answer {number}"), number=number)),
            (self.copy_button, fill(self.tr("Copy answer {number}"), number=number)),
            (self.again_button, fill(self.tr("Ask for answer {number} again"), number=number)),
            (self.keep_button, fill(self.tr("Use answer {number}"), number=number)),
        ):
            button.setAccessibleName(text)
            button.setAutoDefault(False)
        cell_id = self.cell.id
        self.stop_button.clicked.connect(lambda: self._requests.cell_stop_requested.emit(cell_id))
        self.again_button.clicked.connect(lambda: self._requests.cell_again_requested.emit(cell_id))
        self.keep_button.clicked.connect(lambda: self._requests.keep_requested.emit((cell_id,)))
        self.copy_button.clicked.connect(self._copy)
        column = vertical_layout(
            self, self.title, self.state_label, margins=(14, 10, 14, 12), spacing=6
        )
        column.addWidget(self.box, 1)
        column.addWidget(self.figures_label)
        column.addLayout(FlowLayout(*self.stops[1:], spacing=6))
        self.setMinimumWidth(metrics.averageCharWidth() * WIDTH_LETTERS)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.cell.text)
        self._requests.copied.emit()
