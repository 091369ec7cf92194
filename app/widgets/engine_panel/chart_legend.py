"""What the colours of a chart mean: a swatch and a word each, wrapped where there is no room."""

from collections.abc import Iterable
from dataclasses import dataclass

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from app.widgets.kit.controls import MutedLabel
from app.widgets.kit.theme import Colours, colours_of

SWATCH = 10
GAP = 5
BETWEEN = 14


@dataclass(frozen=True, slots=True)
class Ink:
    """A colour of the theme, hatched where colour alone would not distinguish it."""

    colour_name: str
    is_hatched: bool = False

    def paint(self, painter: QPainter, area: QRect, colours: Colours) -> None:
        """Fill an area."""
        colour = QColor(getattr(colours, self.colour_name))
        if not self.is_hatched:
            painter.fillRect(area, colour)
            return
        faint = QColor(colour)
        faint.setAlpha(70)
        painter.fillRect(area, faint)
        painter.fillRect(area, QBrush(colour, Qt.BrushStyle.Dense4Pattern))


class ChartLegend(MutedLabel):
    """One line, or as many as it takes; read to screen readers as the words alone."""

    def __init__(self, entries: Iterable[tuple[Ink, str]], parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._entries = tuple(entries)
        self.setAccessibleName(", ".join(text for _ink, text in self._entries))
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def sizeHint(self) -> QSize:
        return QSize(self.width(), self._positions(self.width())[-1].y() + self._line_height())

    def minimumSizeHint(self) -> QSize:
        return QSize(0, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        colours = colours_of(self.palette())
        height = self._line_height()
        for (ink, text), position in zip(self._entries, self._positions(self.width()), strict=True):
            top = position.y() + (height - SWATCH) // 2
            ink.paint(painter, QRect(position.x(), top, SWATCH, SWATCH), colours)
            painter.setPen(self.palette().color(self.foregroundRole()))
            area = QRect(position.x() + SWATCH + GAP, position.y(), self.width(), height)
            painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, text)

    def _positions(self, width: int) -> list[QPoint]:
        positions: list[QPoint] = []
        x = y = 0
        for _ink, text in self._entries:
            needed = SWATCH + GAP + self.fontMetrics().horizontalAdvance(text)
            if x and x + needed > width:
                x, y = 0, y + self._line_height()
            positions.append(QPoint(x, y))
            x += needed + BETWEEN
        return positions or [QPoint(0, 0)]

    def _line_height(self) -> int:
        return self.fontMetrics().height() + 4
