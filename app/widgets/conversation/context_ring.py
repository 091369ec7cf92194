"""A ring that shows how much of its context a conversation uses."""

from PySide6.QtCore import QPoint, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QProgressBar, QSizePolicy, QToolTip, QWidget

from app.widgets.kit.theme import colours_of
from app.widgets.kit.translation import fill

NEARLY_FULL = 0.85
_SIDE, _WIDTH, _INSET = 24, 3.0, 5.0
_DEGREES = 16  # Qt counts angles in sixteenths
_TOP = 90 * _DEGREES


class ContextRing(QProgressBar):
    """Has the figures in its tooltip, which also a click and the space bar show."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.share = 0.0  # the used part, 0 to 1
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setFixedSize(QSize(_SIDE, _SIDE))
        self.setTextVisible(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.hide()

    def set_usage(self, used: int, capacity: int) -> None:
        """Show ``used`` of ``capacity`` tokens; hidden where the capacity is not known."""
        self.setVisible(capacity > 0)
        self.setRange(0, max(1, capacity))
        self.setValue(min(used, max(1, capacity)))
        self.share = min(1.0, max(0.0, used / capacity)) if capacity > 0 else 0.0
        text = self.tr("Context used: {used:,} / {total:,} tokens ({percent} %)")
        text = fill(text, percent=round(self.share * 100), used=used, total=capacity)
        room = self._room_text(used, capacity)
        self.setAccessibleName(text)
        self.setAccessibleDescription(room)
        self.setToolTip(f"<p>{text}.</p><p>{room}</p>")
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        area = QRectF(self.rect()).adjusted(_INSET, _INSET, -_INSET, -_INSET)
        painter.setPen(QPen(QColor(colours.border), _WIDTH))
        painter.drawEllipse(area)
        if self.share > 0:
            colour = colours.warning if self.share >= NEARLY_FULL else colours.accent
            pen = QPen(QColor(colour), _WIDTH)
            pen.setCapStyle(Qt.PenCapStyle.RoundCap)
            painter.setPen(pen)
            painter.drawArc(area, _TOP, -round(max(0.02, self.share) * 360) * _DEGREES)
        if self.hasFocus():
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), 7, 7)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._show_figures(event.position().toPoint())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self._show_figures(self.rect().bottomLeft())
        else:
            super().keyPressEvent(event)

    def _show_figures(self, position: QPoint) -> None:
        QToolTip.showText(self.mapToGlobal(position), self.toolTip(), self)

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
