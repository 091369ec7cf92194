"""Shows the keys of a command; pressed, it takes the next keys for it."""

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QWidget

from app.widgets.commands.bound_keys import format_keys
from app.widgets.kit.controls import PillButton
from app.widgets.kit.translation import fill

_ONLY_MODIFIERS = frozenset(
    {
        Qt.Key.Key_Control,
        Qt.Key.Key_Shift,
        Qt.Key.Key_Alt,
        Qt.Key.Key_Meta,
        Qt.Key.Key_AltGr,
        Qt.Key.Key_unknown,
    }
)
_PLAIN = frozenset({Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ShiftModifier})


class KeyBox(PillButton):
    """Esc leaves the keys as they are, Backspace takes them all away.

    A letter alone is not taken: it is needed to write.
    """

    captured = Signal(tuple)
    is_waiting = False  # asked before the button is built

    def __init__(self, command: str, parent: QWidget | None = None) -> None:
        super().__init__("", parent)
        self._command = command
        self._keys: tuple[str, ...] = ()
        self.setAutoDefault(False)
        self.clicked.connect(self._wait)

    def set_keys(self, keys: tuple[str, ...]) -> None:
        """Show keys, written as "Ctrl+T"."""
        self._keys = keys
        self._show_text()

    def event(self, event: QEvent) -> bool:
        if self.is_waiting and isinstance(event, QKeyEvent):
            if event.type() is QEvent.Type.ShortcutOverride:
                event.accept()  # what belongs to a command must come here, and Tab as well
                return True
            if event.type() is QEvent.Type.KeyPress:
                self._record(event)
                return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._stop_waiting()

    def _wait(self) -> None:
        self.is_waiting = True
        self._show_text()

    def _stop_waiting(self) -> None:
        self.is_waiting = False
        self._show_text()

    def _record(self, event: QKeyEvent) -> None:
        key, modifiers = Qt.Key(event.key()), event.modifiers()
        is_plain = modifiers & ~Qt.KeyboardModifier.KeypadModifier in _PLAIN
        if key in _ONLY_MODIFIERS:
            return
        if key == Qt.Key.Key_Escape and is_plain:
            self._stop_waiting()
        elif key in (Qt.Key.Key_Backspace, Qt.Key.Key_Delete) and is_plain:
            self._stop_waiting()
            self.captured.emit(())
        elif not (is_plain and event.text().isprintable() and event.text()):
            self._stop_waiting()
            pressed = QKeySequence(event.keyCombination())
            self.captured.emit((pressed.toString(QKeySequence.SequenceFormat.PortableText),))

    def _show_text(self) -> None:
        text = format_keys([QKeySequence(each) for each in self._keys]) or self.tr("Not set")
        self.setText(self.tr("Press a shortcut …") if self.is_waiting else text)
        name = self.tr("{command}: {keys}. Press to change.")
        self.setAccessibleName(fill(name, command=self._command, keys=self.text()))
        self.updateGeometry()
