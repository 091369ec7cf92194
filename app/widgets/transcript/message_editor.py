"""The editor of a message, shown in its place."""

from functools import partial

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextOption
from PySide6.QtWidgets import QDialogButtonBox, QFrame, QHBoxLayout, QPlainTextEdit, QWidget

from app.widgets.kit.accessibility import claims_escape
from app.widgets.kit.composition import Composition
from app.widgets.kit.controls import Card, MutedLabel, PillButton
from app.widgets.kit.geometry import vertical_layout
from app.widgets.kit.text import follow_text_direction, has_endless_run

MIN_LINES = 2
MAX_LINES = 14
USUAL_CHARS = 70  # of a line, while the width is unknown
_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class EditorField(QPlainTextEdit):
    """The field: Enter submits, Shift+Enter breaks the line, Esc cancels.

    In an answer, which has paragraphs, Enter breaks the line and Ctrl+Enter submits.
    """

    submit_pressed = Signal()
    cancel_pressed = Signal()

    def __init__(self, text: str, parent: QWidget | None = None, *, is_own: bool = True) -> None:
        super().__init__(parent)
        self._is_own = is_own
        self.composition = Composition(self)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabChangesFocus(True)
        name = self.tr("Edit your message") if is_own else self.tr("Edit the answer")
        self.setAccessibleName(name)
        is_endless = has_endless_run(text)
        wrap = QTextOption.WrapMode
        self.setWordWrapMode(wrap.WrapAnywhere if is_endless else wrap.WrapAtWordBoundaryOrAnywhere)
        follow_text_direction(self)
        self.setPlainText(text)
        self.moveCursor(self.textCursor().MoveOperation.End)

    def event(self, event: QEvent) -> bool:
        return claims_escape(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER_KEYS and self._submits(event):
            self.submit_pressed.emit()
        elif event.key() == Qt.Key.Key_Escape:
            self.cancel_pressed.emit()
        else:
            super().keyPressEvent(event)

    def _submits(self, event: QKeyEvent) -> bool:
        """Return whether a press of Enter submits instead of breaking the line."""
        if self._is_own:
            return not event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        return bool(event.modifiers() & Qt.KeyboardModifier.ControlModifier)


class MessageEditor(QWidget):
    """Replaces the text of a message until the edit is submitted or cancelled.

    An edited answer can also be continued by the model.
    """

    submitted = Signal(str, bool)
    cancelled = Signal()
    height_changed = Signal()

    def __init__(self, text: str, parent: QWidget | None = None, *, is_own: bool = True) -> None:
        super().__init__(parent)
        self._before = text
        self._is_own = is_own
        self.field = EditorField(text, self, is_own=is_own)
        words = self.tr("Send") if is_own else self.tr("Save")
        self.send_button = PillButton(words, self, is_main=True)
        self.continue_button = PillButton(self.tr("Save and continue"), self)
        self.continue_button.setVisible(not is_own)
        self.cancel_button = PillButton(self.tr("Cancel"), self)
        self._build_layout()
        self._fit_height()
        self.field.submit_pressed.connect(self._on_submit)
        self.field.cancel_pressed.connect(self.cancelled)
        self.field.textChanged.connect(self._on_changed)
        self.send_button.clicked.connect(self._on_submit)
        self.continue_button.clicked.connect(partial(self._submit, is_continued=True))
        self.cancel_button.clicked.connect(self.cancelled)
        self.setFocusProxy(self.field)

    def text(self) -> str:
        """Return the text in the field."""
        return self.field.toPlainText()

    def _build_layout(self) -> None:
        card = Card(self, fill="raised", radius=12, has_border=True)
        card.set_lit(True)
        column = vertical_layout(card, self.field, margins=(12, 10, 12, 10))
        row = QHBoxLayout()
        note = self.tr("Later messages stay with the earlier version.")
        if not self._is_own:
            note = self.tr("The model treats these words as its own.") + " " + note
        row.addWidget(MutedLabel(note, self, wraps=True), 1)
        role = QDialogButtonBox.ButtonRole
        buttons = QDialogButtonBox()
        buttons.addButton(self.send_button, role.AcceptRole)
        buttons.addButton(self.continue_button, role.ActionRole)
        buttons.addButton(self.cancel_button, role.RejectRole)
        row.addWidget(buttons)
        column.addLayout(row)
        vertical_layout(self, card, margins=(0, 0, 0, 0))

    def _fit_height(self) -> None:
        before = self.field.height()
        lines = min(MAX_LINES, max(MIN_LINES, _line_count(self.field) + 1))
        margin = round(2 * self.field.document().documentMargin())
        self.field.setFixedHeight(lines * self.field.fontMetrics().lineSpacing() + margin + 2)
        if self.field.height() != before:
            self.height_changed.emit()

    def _on_changed(self) -> None:
        for button in (self.send_button, self.continue_button):
            button.setEnabled(bool(self.text().strip()))
        self._fit_height()

    def _on_submit(self) -> None:
        self._submit()

    def _submit(self, *_checked: bool, is_continued: bool = False) -> None:
        self.field.composition.accept()  # a click on a button does not always move the focus
        # With a space at the end of an answer the model could not continue with a word.
        text = self.text().strip() if self._is_own else self.text().rstrip(" ")
        if not text.strip():
            return
        if text.strip() == self._before.strip() and not is_continued:
            self.cancelled.emit()
        else:
            self.submitted.emit(text, is_continued)


def _line_count(field: QPlainTextEdit) -> int:
    """Return the approximate number of lines at the width of the field, up to a limit."""
    line_chars = max(
        USUAL_CHARS, field.viewport().width() // field.fontMetrics().averageCharWidth()
    )
    count, block = 0, field.document().firstBlock()
    while block.isValid() and count < MAX_LINES:
        count += 1 + max(0, block.length() - 2) // line_chars
        block = block.next()
    return count
