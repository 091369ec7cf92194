"""A card over a window that closes on Esc and when it loses the focus."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QWidget
from shiboken6 import isValid

from app.widgets.kit.accessibility import claims_escape
from app.widgets.kit.controls import Card


class PopupCard(Card):
    """``reposition`` places the card, again after each change of the window's size."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window, has_border=True)
        self._window = window
        self._previous_focus = QApplication.focusWidget()

    def open_with(self, focused: QWidget) -> None:
        """Show the card over its window with the focus in one of its parts."""
        self._window.installEventFilter(self)
        application = QApplication.instance()
        assert isinstance(application, QApplication)
        application.focusChanged.connect(self._on_focus_changed)
        self.reposition()
        self.show()
        self.raise_()
        focused.setFocus(Qt.FocusReason.PopupFocusReason)

    def reposition(self) -> None:
        """Place the card in its window."""
        raise NotImplementedError

    def leave(self) -> None:
        """Close the card and return the focus to the widget that had it before."""
        if self.isHidden():
            return
        previous_focus, self._previous_focus = self._previous_focus, None
        had_focus = self.isAncestorOf(QApplication.focusWidget() or self)
        self.hide()
        self.deleteLater()
        if (
            had_focus and previous_focus is not None and isValid(previous_focus)
        ):  # its tab may be closed
            previous_focus.setFocus(Qt.FocusReason.PopupFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and event.type() is QEvent.Type.Resize:
            self.reposition()
        return super().eventFilter(watched, event)

    def event(self, event: QEvent) -> bool:
        return claims_escape(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.leave()
            return
        super().keyPressEvent(event)

    def _on_focus_changed(self, _old: QWidget | None, new: QWidget | None) -> None:
        if new is not None and self.isVisible() and not self.isAncestorOf(new):
            self.leave()
