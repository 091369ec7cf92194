"""A box whose text filters a list."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QLineEdit, QWidget

from app.widgets.kit.accessibility import add_clear_button
from app.widgets.kit.composition import Composition
from app.widgets.kit.icons import tinted_icon
from app.widgets.kit.theme import colours_of

_STEPS = {Qt.Key.Key_Down, Qt.Key.Key_Up, Qt.Key.Key_PageDown, Qt.Key.Key_PageUp}


class FilterBox(QLineEdit):
    """A search field; Esc clears it first, unless ``escape_clears`` is false.

    Undo belongs to the box while it has something to undo. ``step_pressed`` emits the keys that
    move in a list.
    """

    step_pressed = Signal(QKeyEvent)

    def __init__(
        self, text: str, parent: QWidget | None = None, *, escape_clears: bool = True
    ) -> None:
        super().__init__(parent)
        Composition(self)
        self._escape_empties = escape_clears
        self.setPlaceholderText(text)
        self.setAccessibleName(text)
        add_clear_button(self)
        self._lens: QAction = self.addAction(
            tinted_icon("search", colours_of(self.palette()).muted),
            QLineEdit.ActionPosition.LeadingPosition,
        )
        self._lens.setText(text)  # Qt makes it a button, which a screen reader would find nameless

    def event(self, event: QEvent) -> bool:
        if event.type() is QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            # Accepted as an override; otherwise the window's Esc would stop an answer.
            if self._takes(event):
                event.accept()
                return True
            # With nothing to undo here, the key belongs to the window: it undoes a deletion.
            if event.matches(QKeySequence.StandardKey.Undo) and not self.isUndoAvailable():
                event.ignore()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._takes(event):
            self.clear()
            return
        if event.key() in _STEPS and not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier:
            self.step_pressed.emit(event)
            return
        super().keyPressEvent(event)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.PaletteChange:
            self._lens.setIcon(tinted_icon("search", colours_of(self.palette()).muted))

    def _takes(self, event: QKeyEvent) -> bool:
        is_escape = event.key() == Qt.Key.Key_Escape
        return is_escape and self._escape_empties and bool(self.text())
