"""The search bar of a conversation."""

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from app.widgets.kit.accessibility import add_clear_button, claims_escape
from app.widgets.kit.composition import Composition
from app.widgets.kit.controls import IconButton, MutedLabel
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.translation import fill

DELAY_MS = 120
MAX_FIELD_WIDTH = 340
_ENTER_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class FindField(QLineEdit):
    """The field for the query: Enter shows the next match, Shift+Enter the previous, Esc closes."""

    step_pressed = Signal(int)
    close_pressed = Signal()

    def event(self, event: QEvent) -> bool:
        return claims_escape(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        is_back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        if event.key() in _ENTER_KEYS:
            self.step_pressed.emit(-1 if is_back else 1)
        elif event.key() == Qt.Key.Key_Escape:
            self.close_pressed.emit()
        else:
            super().keyPressEvent(event)


class FindBar(QWidget):
    """Emits the query, and shows the number of the current match and their count."""

    query_changed = Signal(str)
    step_requested = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._told_query = ""
        self.field = FindField(self)
        self.field.setPlaceholderText(self.tr("Find in this chat"))
        self.field.setAccessibleName(self.tr("Find in this chat"))
        Composition(self.field)
        add_clear_button(self.field)
        self.field.setMaximumWidth(MAX_FIELD_WIDTH)
        self.count_label = MutedLabel(parent=self)
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._tell_query)
        self.field.textChanged.connect(lambda _text: self._timer.start(DELAY_MS))
        self.field.step_pressed.connect(self.step)
        self.field.close_pressed.connect(self.close_bar)
        self._build_layout()
        self.hide()

    def open_bar(self) -> None:
        """Show the bar, with the last query."""
        self.show()
        self.field.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.field.selectAll()
        # The transcript removed its marks when the bar was closed, so the old query counts as new.
        self._told_query = ""
        self._tell_query()

    def close_bar(self) -> None:
        """Hide the bar and end the search."""
        if not self.isHidden():
            # A pending query would mark matches again after the search has ended.
            self._timer.stop()
            self.hide()
            self.closed.emit()

    def step(self, step: int) -> None:
        """Show the next match (1) or the previous (-1); opens the bar if it is closed."""
        if self.isHidden():
            self.open_bar()
        # A new query shows its first match; another step would skip it.
        elif not self._tell_query():
            self.step_requested.emit(step)

    def show_match(self, number: int, count: int) -> None:
        """Show the number of the current match, from 1, and the count of matches."""
        label = ""
        if self.field.text():
            label = self.tr("No matches")
        if count:
            label = fill(self.tr("{number:,} of {count:,}"), number=number, count=count)
        self.count_label.setText(label)

    def _build_layout(self) -> None:
        row = horizontal_layout(self, margins=(14, 8, 14, 4), spacing=4)
        row.addStretch(1)
        row.addWidget(self.field, 10)
        row.addWidget(self.count_label)
        for icon, label, press in (
            ("chevron-up", self.tr("Previous match"), lambda: self.step(-1)),
            ("chevron-down", self.tr("Next match"), lambda: self.step(1)),
            ("close", self.tr("Close"), self.close_bar),
        ):
            button = IconButton(icon, label, self)
            button.clicked.connect(press)
            row.addWidget(button)

    def _tell_query(self) -> bool:
        """Emit the query unless it is unchanged; return whether it was emitted."""
        self._timer.stop()
        if self.field.text() == self._told_query:
            return False
        self._told_query = self.field.text()
        self.query_changed.emit(self._told_query)
        return True
