"""An answer outside of a transcript, next to others: its text, and how it differs from another."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QFrame, QWidget

from app.domain.reply_text import GrowingText
from app.widgets.kit.forms import FocusScrollArea
from app.widgets.kit.style.bars import SCROLL_BAR
from app.widgets.transcript.body import MessageBody
from app.widgets.transcript.message_requests import MessageRequests
from app.widgets.transcript.row_stack import tab_stops


class BodyHost(QWidget):
    """Lays a body out for its own width, and takes the height that the body needs.

    ``margin`` pixels at the end of its lines stay free.
    """

    def __init__(
        self, requests: MessageRequests, parent: QWidget | None = None, *, margin: int = 0
    ) -> None:
        super().__init__(parent)
        self._margin = margin
        self.body = MessageBody(requests, self)
        self.body.height_changed.connect(self.settle)

    def settle(self) -> None:
        """Lay the text out again."""
        height = self.body.fit(max(1, self.width() - self._margin))
        if height != self.height():
            self.setFixedHeight(height)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.settle()


class AnswerBox(FocusScrollArea):
    """A text drawn as Markdown while it grows, which scrolls in its own area."""

    def __init__(self, name: str, requests: MessageRequests, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._host = BodyHost(requests, margin=SCROLL_BAR)  # the bar is drawn over the content
        self.body = self._host.body
        self.body.setAccessibleName(name)
        self.setAccessibleName(name)
        self._text = GrowingText()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setWidget(self._host)
        self._host.setAutoFillBackground(False)
        self.viewport().setAutoFillBackground(False)

    @property
    def text(self) -> str:
        """The text that is shown."""
        return self._text.text

    def show_text(self, text: str, *, is_ended: bool) -> None:
        """Show a text; if it extends the shown one, the scroll position stays."""
        shown = self._text.text
        bar = self.verticalScrollBar()
        is_at_end = bool(shown) and bar.value() == bar.maximum()
        if shown and text.startswith(shown):
            self._text.append(text[len(shown) :])
        else:
            self._text = GrowingText(text)
        if is_ended:
            self.body.finish(text)
            self._order_stops()
        else:
            self.body.grow(self._text)
        self._host.settle()
        if is_at_end and not is_ended:
            bar.setValue(bar.maximum())

    def _order_stops(self) -> None:
        """Let Tab reach the parts of the text after this area, although they are newer."""
        before: QWidget = self
        for stop in tab_stops(self.body):
            QWidget.setTabOrder(before, stop)
            before = stop
