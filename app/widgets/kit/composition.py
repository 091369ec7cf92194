"""Text that an input method composes in a field, such as Japanese or Korean."""

from PySide6.QtCore import QCoreApplication, QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QInputMethodEvent, QKeyEvent
from PySide6.QtWidgets import QWidget

_ENDING_KEYS = (Qt.Key.Key_Return, Qt.Key.Key_Enter, Qt.Key.Key_Escape)
_PRESSES = (QEvent.Type.KeyPress, QEvent.Type.ShortcutOverride)
# Here a key that arrives after a composition was not used by the input method: Hangul passes the
# Enter on that ends a syllable.
_EXACT_PLATFORMS = ("xcb", "wayland")
# A hidden field loses the focus without FocusAboutToChange before it.
_LEAVING = (QEvent.Type.FocusAboutToChange, QEvent.Type.Hide)


class Composition(QObject):
    """Follows the composition in a field, which owns this object.

    The Enter that accepts a word and the Esc that discards it are the input method's: they reach
    neither the field nor the objects that filter its events. Some input methods of Windows and
    macOS pass such a key on after the end of the composition, in the same turn of the event loop.

    A word that is not accepted yet stays in the field when the focus leaves it: some input methods
    would discard it.
    """

    def __init__(self, field: QWidget) -> None:
        super().__init__(field)
        self._field = field
        self._text = ""
        self._is_watching = False
        self._has_committed = False
        # A key that arrived during the composition has ended it; no other one follows.
        self._awaits_key = False
        field.installEventFilter(self)

    @property
    def is_active(self) -> bool:
        """Whether a text is being composed."""
        return bool(self._text)

    def accept(self) -> None:
        """Insert the composed text into the field now."""
        text, self._has_committed = self._text, False
        if text and self._field is QGuiApplication.focusObject():
            QGuiApplication.inputMethod().commit()
        if text and not self._has_committed:
            accepted = QInputMethodEvent("", [])
            accepted.setCommitString(text)
            QCoreApplication.sendEvent(self._field, accepted)
        self._stop_watching()  # accepted without a key

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is not self._field:
            return False
        if isinstance(event, QInputMethodEvent):
            self._has_committed |= bool(event.commitString())
            self._follow(event.preeditString())
        elif event.type() in _LEAVING:
            self.accept()
        elif isinstance(event, QKeyEvent) and event.type() in _PRESSES:
            return self._takes(event)
        return False

    def _follow(self, text: str) -> None:
        was_active, self._text = self.is_active, text
        if text and not self._is_watching:
            # At the application, whose filters see a key before those of the field; only during
            # a composition, because all events of the program pass through this filter.
            self._is_watching = True
            _application().installEventFilter(self)
        if text and not was_active:
            self._awaits_key = QGuiApplication.platformName() not in _EXACT_PLATFORMS
        elif was_active and not text:
            QTimer.singleShot(0, self, self._on_turn_ended)

    def _takes(self, event: QKeyEvent) -> bool:
        if event.key() not in _ENDING_KEYS or not (self.is_active or self._awaits_key):
            return False
        event.accept()
        if event.type() is QEvent.Type.KeyPress:
            self._awaits_key = False
        return True

    def _on_turn_ended(self) -> None:
        if not self.is_active:
            self._stop_watching()

    def _stop_watching(self) -> None:
        self._awaits_key = False
        if self._is_watching:
            self._is_watching = False
            _application().removeEventFilter(self)


def _application() -> QCoreApplication:
    application = QCoreApplication.instance()
    assert application is not None, "there are no widgets without one"
    return application
