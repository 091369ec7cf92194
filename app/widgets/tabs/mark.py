"""The mark before a tab's title: what the tab is doing, in shape, text and colour."""

from PySide6.QtCore import QEvent, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.domain import TabActivity, TabState
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.theme import Colours, TypeSize, colours_of, sized_font

ICON_SIZE = 14
DOT_SIZE = 8


class TabMark(QWidget):
    """Has the same width in every state, so that titles do not move when the state changes."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.state = TabState()
        self._is_pinned = False
        self.setFixedSize(self.sizeHint())
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def set_state(self, state: TabState) -> None:
        """Show another state; repaints only if it looks different."""
        looks_different = self._look(state) != self._look(self.state)
        self.state = state
        if looks_different:
            self.update()

    def set_pinned(self, is_pinned: bool) -> None:
        """Show a pin while nothing else is to be shown."""
        self._is_pinned = is_pinned
        self.update()

    def text(self) -> str:
        """Return the number in the mark: a percentage, or a position in the queue."""
        if self.state.activity is TabActivity.READING:
            return f"{min(99, int(self.state.progress * 100))}%"
        if self.state.activity is TabActivity.QUEUED and self.state.queue_position > 0:
            return str(self.state.queue_position)
        return ""

    def sizeHint(self) -> QSize:
        metrics = QFontMetrics(sized_font(self.font(), TypeSize.SMALL))
        return QSize(metrics.horizontalAdvance("99%") + 2, metrics.height() + 2)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.FontChange:
            self.setFixedSize(self.sizeHint())

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(sized_font(self.font(), TypeSize.SMALL))
        if self.state.activity is TabActivity.READING:
            painter.setPen(QColor(colours.accent))
            painter.drawText(self.rect(), Qt.AlignmentFlag.AlignCenter, self.text())
        elif self.state.activity is TabActivity.QUEUED:
            self._paint_place(painter, colours)
        elif self.state.activity is TabActivity.WRITING:
            self._paint_icon(painter, "pencil", colours.accent)
        elif self.state.activity is TabActivity.FAILED:
            self._paint_icon(painter, "warning", colours.danger)
        elif self.state.is_unread:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(QColor(colours.accent))
            dot = QRectF(0, 0, DOT_SIZE, DOT_SIZE)
            dot.moveCenter(QRectF(self.rect()).center())
            painter.drawEllipse(dot)
        elif self._is_pinned:
            self._paint_icon(painter, "pin", colours.muted)

    def _paint_place(self, painter: QPainter, colours: Colours) -> None:
        top = (self.height() - ICON_SIZE) // 2
        clock = icon_pixmap("clock", colours.muted, ICON_SIZE, self.devicePixelRatioF())
        painter.drawPixmap(0, top, clock)
        painter.setPen(QColor(colours.muted))
        area = self.rect().adjusted(ICON_SIZE + 2, 0, 0, 0)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, self.text())

    def _paint_icon(self, painter: QPainter, name: str, colour: str) -> None:
        left = (self.width() - ICON_SIZE) // 2
        top = (self.height() - ICON_SIZE) // 2
        painter.drawPixmap(
            left, top, icon_pixmap(name, colour, ICON_SIZE, self.devicePixelRatioF())
        )

    def _look(self, state: TabState) -> tuple[TabActivity, int, int, bool]:
        return state.activity, state.queue_position, int(state.progress * 100), state.is_unread
