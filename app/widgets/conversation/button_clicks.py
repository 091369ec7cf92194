"""Where the focus goes when a button on a page is clicked: to where typing goes."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QAbstractScrollArea, QWidget


class ButtonClicks(QObject):
    """Sends the focus home that a click on a button took to the page behind it.

    A click on the page itself leaves it there: its press arrives at the page, a button's does not.
    """

    def __init__(self, page: QAbstractScrollArea, home: QWidget) -> None:
        super().__init__(page)
        self._page = page
        self._home = home
        self._is_button = False
        page.installEventFilter(self)
        page.viewport().installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QFocusEvent) and watched is self._page:
            if event.gotFocus() and event.reason() is Qt.FocusReason.MouseFocusReason:
                self._is_button = True
                QTimer.singleShot(0, self, self._go_home)
        elif event.type() is QEvent.Type.MouseButtonPress:
            self._is_button = False
        return False

    def _go_home(self) -> None:
        if self._is_button and self._page.hasFocus():
            self._home.setFocus()
        self._is_button = False
