"""A flat button with an icon and words, as wide as its place."""

from PySide6.QtCore import QEvent, QRect, QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QPushButton, QWidget

from app.widgets.kit.controls import paint_button_background
from app.widgets.kit.icons import icon_pixmap
from app.widgets.kit.theme import TypeSize, colours_of, sized_font

ICON_SIZE = 15
_LEFT, _GAP = 10, 8


class QuietButton(QPushButton):
    """Says what it does in muted words; lights up under the mouse and with the focus.

    The main one of its place is as large and as dark as the text around it.
    """

    def __init__(
        self, icon_name: str, text: str, parent: QWidget | None = None, *, is_main: bool = False
    ) -> None:
        super().__init__(text, parent)
        self._icon_name = icon_name
        self._is_main = is_main
        self.setFlat(True)
        self.setAutoDefault(True)  # Enter presses it, as in a dialog
        self.setCursor(Qt.CursorShape.PointingHandCursor)
        self.setAccessibleName(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = colours_of(self.palette())
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_button_background(painter, self, colours, radius=7, is_flat=True)
        top = (self.height() - ICON_SIZE) // 2
        ink = colours.text if self._is_main else colours.muted
        icon = icon_pixmap(self._icon_name, ink, ICON_SIZE, self.devicePixelRatioF())
        painter.drawPixmap(_LEFT, top, icon)
        size = TypeSize.BODY if self._is_main else TypeSize.SMALL
        painter.setFont(sized_font(self.font(), size))
        painter.setPen(QColor(ink))
        left = _LEFT + ICON_SIZE + _GAP
        area = QRect(left, 0, self.width() - left - _LEFT, self.height())
        text = painter.fontMetrics().elidedText(
            self.text(), Qt.TextElideMode.ElideRight, area.width()
        )
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, text)

    def sizeHint(self) -> QSize:
        metrics = self.fontMetrics()
        width = _LEFT + ICON_SIZE + _GAP + metrics.horizontalAdvance(self.text()) + _LEFT
        return QSize(width, metrics.height() + 12)

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.sizeHint().height())

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() in (QEvent.Type.PaletteChange, QEvent.Type.FontChange):
            self.update()
