"""The line in a transcript from which on another model answers."""

from collections.abc import Iterable

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.domain.messages import Message, MessageStatus, Role
from app.widgets.kit.theme import TypeSize, colours_of, sized_font
from app.widgets.kit.translation import fill, translate
from app.widgets.transcript.row_stack import GUTTER

MODEL_ROW = -(1 << 40)  # less the id of the message below it; 0 at the end
_MARGIN, _GAP = 10, 12


def model_changes(messages: Iterable[Message], next_model: str) -> dict[int, str]:
    """Return the rows of the lines: the names of models, by the keys of the rows.

    ``next_model`` answers the next question, and the one that is being answered; empty if it is the
    same or unknown. A line is above the question of the first answer of another model.
    """
    changes: dict[int, str] = {}
    last = ""
    question_id = 0
    for message in messages:
        if message.role is Role.USER:
            question_id = message.id
        if message.role is not Role.ASSISTANT:
            continue
        name = _answering(message, next_model)
        if name and last and name != last:
            changes[MODEL_ROW - (question_id or message.id)] = name
        last = name or last
    if next_model and last and next_model != last:
        changes[MODEL_ROW] = next_model
    return changes


def _answering(reply: Message, next_model: str) -> str:
    """Return the name of the model of a reply; empty if it is unknown."""
    if reply.usage is not None and reply.usage.model_name:
        return reply.usage.model_name
    return next_model if reply.status is MessageStatus.STREAMING else ""


def line_text(name: str) -> str:
    """Return the text of a line."""
    return fill(translate("ModelLine", "From here on: {name}"), name=name)


class ModelLine(QWidget):
    """The row of a line: its text between two rules."""

    body = None  # it has no text that is drawn in parts

    def __init__(self, name: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = ""
        self.set_name(name)

    @property
    def widget(self) -> QWidget:
        """The widget of this row."""
        return self

    def set_name(self, name: str) -> None:
        """Set the name of the model."""
        self._text = line_text(name)
        self.setAccessibleName(self._text)
        self.setToolTip(self._text)
        self.update()

    def fit(self, width: int) -> int:
        """Return the height, which is the same at any width."""
        return self._metrics().height() + 2 * _MARGIN

    def is_needed(self) -> bool:
        """Return False: nothing would be lost with the widget."""
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        colours, metrics = colours_of(self.palette()), self._metrics()
        painter = QPainter(self)
        painter.setFont(sized_font(self.font(), TypeSize.SMALL))
        inner = self.rect().adjusted(GUTTER, 0, -GUTTER, 0)
        room = max(0, inner.width() - 4 * _GAP)
        text = metrics.elidedText(self._text, Qt.TextElideMode.ElideRight, room)
        width = metrics.horizontalAdvance(text)
        left = inner.left() + (inner.width() - width) / 2
        middle = self.height() / 2
        painter.setPen(QColor(colours.muted))
        painter.drawText(
            QRectF(left, 0, width + 1, self.height()), Qt.AlignmentFlag.AlignCenter, text
        )
        before, after = left - _GAP, left + width + _GAP
        rule = QColor(colours.border)
        painter.fillRect(QRectF(inner.left(), middle, before - inner.left(), 1), rule)
        painter.fillRect(QRectF(after, middle, inner.right() + 1 - after, 1), rule)

    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(sized_font(self.font(), TypeSize.SMALL))
