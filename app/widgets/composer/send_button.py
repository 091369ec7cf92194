"""The round button of the message box."""

from html import escape

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QWidget

from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.theme import Colours, colours_of


class SendButton(QAbstractButton):
    """A round button: Send, or Stop while an answer is being written."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_stop = False  # a click stops instead of sends
        self._keys = ("", "")
        self._reason = ""
        self._is_blank = True
        self.setFixedSize(QSize(34, 34))
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._name()

    def set_stop(self, is_stop: bool) -> None:
        """Turn into the one or the other."""
        if is_stop != self.is_stop:
            self.is_stop = is_stop
            self._name()
            self.update()

    def set_keys(self, *, send: str, stop: str) -> None:
        """Name the keys that do the same; either may be empty."""
        self._keys = (send, stop)
        self._name()

    def set_reason(self, reason: str, *, is_blank: bool) -> None:
        """Say why a click would send nothing, or nothing that can be answered."""
        if (reason, is_blank) != (self._reason, self._is_blank):
            self._reason, self._is_blank = reason, is_blank
            self._name()
            self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        self._paint_disc(painter, colours)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(QColor(colours.accent), 2))
            painter.drawEllipse(QRectF(self.rect()).adjusted(1, 1, -1, -1))
        ink = colours.on_accent if self.isEnabled() else colours.muted
        name = "stop" if self.is_stop else "send"
        ink = colours.page if self.is_stop else ink
        painter.drawPixmap(8, 8, icon_pixmap(name, ink, 18, self.devicePixelRatioF()))

    def _paint_disc(self, painter: QPainter, colours: Colours) -> None:
        """A full disc can be pressed; a ring waits for a message."""
        area = QRectF(self.rect()).adjusted(2, 2, -2, -2)
        back = QColor(colours.danger if self._reason else colours.accent)
        if self.is_stop:
            back = QColor(colours.text)
        elif not self.isEnabled():
            painter.setPen(QPen(QColor(colours.muted), 1.5))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawEllipse(area.adjusted(0.75, 0.75, -0.75, -0.75))
            return
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(back.darker(112) if self.underMouse() else back)
        painter.drawEllipse(area)

    def _name(self) -> None:
        label = self.tr("Stop") if self.is_stop else self.tr("Send")
        key = self._keys[self.is_stop]
        reason = "" if self.is_stop else self._reason
        named = f"{label} ({key})" if key else label
        self.setToolTip(escape(f"{named}\n{reason}" if reason else named))
        self.setAccessibleName(label)
        self.setAccessibleDescription(reason)
