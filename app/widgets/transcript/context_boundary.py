"""The line in a conversation above the first message that the model still remembers."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.theme import colours_of
from app.widgets.transcript.row import GUTTER


class ContextBoundaryLine(QWidget):
    """Says where the context begins, under a rule as wide as the text; offers what helps."""

    help_requested = Signal()

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = MutedLabel(text, self, wraps=True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.help_button = PillButton(self.tr("What can I do?"), self)
        self.help_button.clicked.connect(self.help_requested)
        row = horizontal_layout(self, margins=(GUTTER, 10, GUTTER, 10), spacing=12)
        row.addStretch(1)
        row.addWidget(self.label, 4)
        row.addWidget(self.help_button)
        row.addStretch(1)
        self.setAccessibleName(text)

    body = None  # all is drawn at once

    @property
    def widget(self) -> QWidget:
        """The widget of this row."""
        return self

    def fit(self, width: int) -> int:
        """Return the height that the text take at a width."""
        layout = self.layout()
        assert layout is not None, "it was built with one"
        return max(layout.heightForWidth(width), layout.sizeHint().height())

    def is_needed(self) -> bool:
        """Return that nothing would be lost with the widget."""
        return False

    def set_text(self, text: str) -> None:
        """Show another text."""
        self.label.setText(text)
        self.setAccessibleName(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours_of(self.palette()).warning))
        painter.drawRect(QRectF(GUTTER, 3, self.width() - 2 * GUTTER, 1))
