"""The line between transcript and message box: what goes on, how fast, how full the context is."""

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QWidget

from app.domain import TabState
from app.widgets.conversation.state_text import status_parts
from app.widgets.kit.geometry import horizontal_layout
from app.widgets.kit.parted_label import PartedLabel
from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill

NEARLY_FULL = 0.85


class ContextGauge(QProgressBar):
    """A slim bar that shows how much of its context a conversation uses, in tokens."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.share = 0.0  # the used part, 0 to 1
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedSize(QSize(72, 6))
        self.setTextVisible(False)
        self.hide()

    def set_usage(self, used: int, capacity: int) -> None:
        """Show ``used`` of ``capacity`` tokens; hidden where the capacity is not known."""
        self.setVisible(capacity > 0)
        self.setRange(0, max(1, capacity))
        self.setValue(min(used, max(1, capacity)))
        self.share = min(1.0, max(0.0, used / capacity)) if capacity > 0 else 0.0
        text = self.tr("Context used: {percent} %, {used:,} of {total:,} tokens")
        text = fill(text, percent=round(self.share * 100), used=used, total=capacity)
        self.setAccessibleName(text)
        self.setAccessibleDescription(self._room_text(used, capacity))
        self.setToolTip(f"<p>{text}.</p><p>{self._room_text(used, capacity)}</p>")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.border))
        painter.drawRoundedRect(QRectF(self.rect()), 3, 3)
        if self.share > 0:
            fill = colours.warning if self.share >= NEARLY_FULL else colours.accent
            painter.setBrush(QColor(fill))
            width = max(6.0, self.width() * self.share)
            painter.drawRoundedRect(QRectF(0, 0, width, self.height()), 3, 3)

    def _room_text(self, used: int, capacity: int) -> str:
        if self.share >= NEARLY_FULL:
            return self.tr(
                "The context is nearly full. When it is full, the model drops the oldest messages "
                "of this chat; you can still read them here."
            )
        text = self.tr(
            "Room for {count:,} more tokens in this chat; other chats do not use it up. A token is "
            "about four letters."
        )
        return fill(text, count=max(0, capacity - used))


class GenerationStatus(QWidget):
    """Shows a tab's state as text and its context as a gauge; its height never changes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.label = PartedLabel(self)
        self.gauge = ContextGauge(self)
        row = horizontal_layout(self, margins=(14, 4, 14, 4))
        row.addWidget(self.label, 1)
        row.addWidget(self.gauge)
        self.set_state(TabState())

    def set_state(self, state: TabState) -> None:
        """Show this state."""
        self.label.set_parts(status_parts(state))
        self.gauge.set_usage(state.usage.context_tokens, state.context_window)
