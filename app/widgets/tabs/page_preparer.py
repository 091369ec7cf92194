"""Draws the chats next to the one in front while nothing happens, so that they show at once."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QStackedWidget

from app.widgets.conversation.view import BUSY, ConversationView

IDLE_MS = 400  # since the last switch, and between two looks at a chat that is answered
PAUSE_MS = 60  # between two chats, so that input is handled


class PagePreparer(QObject):
    """Prepares pages of a stack that were never shown; most of their first drawing is done then."""

    def __init__(
        self, pages: QStackedWidget, neighbours: Callable[[], Iterable[ConversationView]]
    ) -> None:
        """Begin; ``neighbours`` returns the pages to prepare, the most probable one first."""
        super().__init__(pages)
        self._pages = pages
        self._neighbours = neighbours
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._prepare_next)
        pages.currentChanged.connect(self.start)

    def start(self) -> None:
        """Begin after a time without a switch."""
        self._timer.start(IDLE_MS)

    def _prepare_next(self) -> None:
        front = self._pages.currentWidget()
        if not self._pages.isVisible():
            return  # the next switch begins again
        if isinstance(front, ConversationView) and front.state.activity in BUSY:
            self.start()  # an answer grows, and the time is for its frames
        elif any(view.prepare(self._pages.size()) for view in self._neighbours()):
            self._timer.start(PAUSE_MS)
