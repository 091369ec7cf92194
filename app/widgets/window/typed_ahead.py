"""Keys that are typed before their target page exists."""

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget

_ENTER = frozenset({Qt.Key.Key_Return, Qt.Key.Key_Enter})
_KEYS = _ENTER | {Qt.Key.Key_Backspace}
_COMMANDS = (
    Qt.KeyboardModifier.ControlModifier
    | Qt.KeyboardModifier.AltModifier
    | Qt.KeyboardModifier.MetaModifier
)


class TypedAhead(QObject):
    """Stores typed keys from ``hold`` on, and replays them at the ``release`` of the last hold.

    Only typing is stored: keys with Ctrl, Alt or Meta, and Esc, act at once.
    """

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._hold_count = 0
        self._has_failed = False
        self._kept: list[QKeyEvent] = []

    def hold(self) -> None:
        """Store typed keys from now on; each ``hold`` needs a ``release``."""
        self._hold_count += 1
        # Every event of the application passes the filter, so it is there only while keys are held.
        if self._hold_count == 1:
            _application().installEventFilter(self)

    def release(self, *, has_failed: bool = False) -> None:
        """Send the stored keys to the focused widget, unless there is another hold.

        If the page they were meant for ``has_failed``, the text stays unsent: Enter is dropped.
        """
        self._has_failed |= has_failed
        self._hold_count -= 1
        if self._hold_count:
            return
        # The filter is removed first, or it would store the replayed keys again.
        _application().removeEventFilter(self)
        kept, self._kept = self._kept, []
        drops_enter, self._has_failed = self._has_failed, False
        for event in kept:
            if drops_enter and event.key() in _ENTER:
                continue
            # Read for each key, because an earlier key may have moved the focus.
            target = QApplication.focusWidget()
            if target is not None:
                QApplication.sendEvent(target, event)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if not (isinstance(watched, QWidget) and isinstance(event, QKeyEvent)):
            return False
        if not _is_typing(event):
            return False
        if event.type() is QEvent.Type.ShortcutOverride:
            event.accept()  # no command of a single key; the press itself comes next
        elif event.type() is QEvent.Type.KeyPress:
            # Qt owns the event and reuses it after delivery, so a copy is stored.
            self._kept.append(event.clone())
        return True


def _application() -> QCoreApplication:
    application = QCoreApplication.instance()
    assert application is not None, "there are no widgets without one"
    return application


def _is_typing(event: QKeyEvent) -> bool:
    if event.modifiers() & _COMMANDS:
        return False
    return event.key() in _KEYS or (event.text().isprintable() and bool(event.text()))
