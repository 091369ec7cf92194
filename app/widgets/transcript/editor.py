"""One's own message while it is being changed where it stands."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QInputMethodEvent, QKeyEvent, QTextOption
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPlainTextEdit, QWidget

from app.widgets.kit.accessibility import claims_escape
from app.widgets.kit.controls import Card, MutedLabel, PillButton
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.slim_scroll_bar import use_slim_scroll_bars
from app.widgets.kit.text import follow_text_direction
from app.widgets.markdown.safe_text import has_endless_run

FEWEST_LINES = 2
MOST_LINES = 14
_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class EditorField(QPlainTextEdit):
    """The field: Enter submits, Shift+Enter breaks the line, Esc gives up."""

    submit_pressed = Signal()
    cancel_pressed = Signal()

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._is_composing = False
        use_slim_scroll_bars(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        self.setAccessibleName(self.tr("Edit your message"))
        is_endless = has_endless_run(text)
        wrap = QTextOption.WrapMode
        self.setWordWrapMode(wrap.WrapAnywhere if is_endless else wrap.WrapAtWordBoundaryOrAnywhere)
        follow_text_direction(self)
        self.setPlainText(text)
        self.moveCursor(self.textCursor().MoveOperation.End)

    def event(self, event: QEvent) -> bool:
        return claims_escape(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_broken = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() in _ENTER_KEYS and not is_broken and not self._is_composing:
            self.submit_pressed.emit()
        elif event.key() == Qt.Key.Key_Escape and not self._is_composing:
            self.cancel_pressed.emit()
        else:
            super().keyPressEvent(event)

    def inputMethodEvent(self, event: QInputMethodEvent) -> None:
        self._is_composing = bool(event.preeditString())
        super().inputMethodEvent(event)


class MessageEditor(QWidget):
    """Takes the place of a message; ends with a new text or with none."""

    submitted = Signal(str)
    cancelled = Signal()
    height_changed = Signal()

    def __init__(self, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._before = text
        self.field = EditorField(text, self)
        self.send_button = PillButton(self.tr("Send"), self, is_main=True)
        self.cancel_button = PillButton(self.tr("Cancel"), self)
        self._build_layout()
        self._fit_height()
        self.field.submit_pressed.connect(self._on_submit)
        self.field.cancel_pressed.connect(self.cancelled)
        self.field.textChanged.connect(self._on_changed)
        self.send_button.clicked.connect(self._on_submit)
        self.cancel_button.clicked.connect(self.cancelled)
        self.setFocusProxy(self.field)

    def text(self) -> str:
        """Return the text as it stands."""
        return self.field.toPlainText()

    def _build_layout(self) -> None:
        card = Card(self, fill="raised", radius=12, has_border=True)
        card.set_lit(True)
        column = vertical_layout(card, self.field, margins=(12, 10, 12, 10))
        row = QHBoxLayout()
        note = self.tr("Later messages stay with the earlier version.")
        row.addWidget(MutedLabel(note, self, wraps=True), 1)
        row.addWidget(self.cancel_button)
        row.addWidget(self.send_button)
        column.addLayout(row)
        vertical_layout(self, card, margins=(0, 0, 0, 0))

    def _fit_height(self) -> None:
        before = self.field.height()
        lines = min(MOST_LINES, max(FEWEST_LINES, self.field.blockCount() + 1))
        margin = round(2 * self.field.document().documentMargin())
        self.field.setFixedHeight(lines * self.field.fontMetrics().lineSpacing() + margin + 2)
        if self.field.height() != before:
            self.height_changed.emit()

    def _on_changed(self) -> None:
        self.send_button.setEnabled(bool(self.text().strip()))
        self._fit_height()

    def _on_submit(self) -> None:
        text = self.text().strip()
        if not text:
            return
        if text == self._before.strip():
            self.cancelled.emit()
        else:
            self.submitted.emit(text)
