"""A line across a page, drawn while something lies hidden behind it."""

from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QScrollBar, QSizePolicy, QWidget

from app.widgets.kit.theme import colours_of


class ScrolledLine(QWidget):
    """Draws a line above a scrolled area, so that cut-off content ends at it.

    Its place is kept, so that nothing moves when it comes.
    """

    def __init__(self, bar: QScrollBar, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.is_drawn = False
        self.setFixedHeight(1)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        bar.valueChanged.connect(self._on_scrolled)

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.is_drawn:
            QPainter(self).fillRect(self.rect(), QColor(colours_of(self.palette()).border))

    def _on_scrolled(self, value: int) -> None:
        is_drawn = value > 0
        if is_drawn is not self.is_drawn:
            self.is_drawn = is_drawn
            self.update()
