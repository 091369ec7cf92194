"""The line in a conversation above the first message that the model still remembers."""

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from app.widgets.kit.controls import MutedLabel, PillButton
from app.widgets.kit.geometry import horizontal_layout, vertical_layout
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill
from app.widgets.transcript.reasoning_view import FoldButton
from app.widgets.transcript.row import GUTTER

MARGIN = 10
RULE_GAP = 4  # between the rule and what stands above it


class ContextBoundaryLine(QWidget):
    """Says where the context begins, under a rule as wide as the text; offers what helps.

    Above the rule it says how many messages the model can't see, and folds these away.
    """

    help_requested = Signal()
    fold_toggled = Signal(bool)

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fold_button = FoldButton(self)
        self.fold_button.setChecked(True)
        self.fold_button.toggled.connect(lambda is_open: self.fold_toggled.emit(not is_open))
        self.label = MutedLabel(text, self, wraps=True)
        self.label.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.recap_button = PillButton(self.tr("Recap"), self)
        self.recap_button.setToolTip(
            self.tr("Ask the model to sum up what it can no longer see, and keep the summary.")
        )
        self.help_button = PillButton(self.tr("Options …"), self)
        self.help_button.clicked.connect(self.help_requested)
        self._column = vertical_layout(self, margins=(GUTTER, 0, GUTTER, MARGIN), spacing=0)
        self._build_layout()
        self.setAccessibleName(text)

    body = None  # all is drawn at once

    @property
    def widget(self) -> QWidget:
        """The widget of this row."""
        return self

    overhang = 0

    def fit(self, width: int, spare: int = 0) -> int:
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

    def set_forgotten(self, count: int, *, is_folded: bool) -> None:
        """Show how many messages the model does not see, and whether they are folded away."""
        text = self.tr("{count:,} earlier messages the model can't see")
        if count == 1:
            text = self.tr("1 earlier message the model can't see")
        self.fold_button.set_text(fill(text, count=count))
        self.fold_button.setVisible(count > 0)
        self.fold_button.blockSignals(True)
        self.fold_button.setChecked(not is_folded)
        self.fold_button.blockSignals(False)

    def _build_layout(self) -> None:
        above = QHBoxLayout()
        above.addStretch(1)
        above.addWidget(self.fold_button)
        above.addStretch(1)
        self._column.addLayout(above)
        self._column.addSpacing(RULE_GAP + MARGIN)
        row = horizontal_layout(None, margins=(0, 0, 0, 0), spacing=12)
        row.addWidget(self.label, 1)
        row.addWidget(self.recap_button)
        row.addWidget(self.help_button)
        self._column.addLayout(row)

    def paintEvent(self, event: QPaintEvent) -> None:
        top = 0 if self.fold_button.isHidden() else self.fold_button.geometry().bottom() + 1
        painter = QPainter(self)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours_of(self.palette()).warning))
        painter.drawRect(QRectF(GUTTER, top + RULE_GAP, self.width() - 2 * GUTTER, 1))
