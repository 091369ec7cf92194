"""Bars of shares, and the legends that tell what each colour stands for."""

from collections.abc import Iterable, Sequence

import msgspec
from PySide6.QtCore import QPoint, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QStyle

from app.widgets.kit.controls import MutedLabel
from app.widgets.kit.theme import Colours, colours_of

SWATCH = 10
GAP = 5
BETWEEN = 14
_MIN_PART = 2  # pixels, so that the smallest share is seen


class Ink(msgspec.Struct, frozen=True):
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


FREE = Ink("border")


def paint_shares(
    painter: QPainter,
    area: QRect,
    parts: Iterable[tuple[Ink, float]],
    colours: Colours,
    direction: Qt.LayoutDirection,
) -> None:
    """Draw a bar with round ends: each share of it in its ink, and the rest as free."""
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    outline = QPainterPath()
    outline.addRoundedRect(QRectF(area), area.height() / 2, area.height() / 2)
    painter.setClipPath(outline)
    FREE.paint(painter, area, colours)
    left, done = 0, 0.0
    for ink, share in parts:
        done += share
        right = min(area.width(), max(round(area.width() * done), left + _MIN_PART))
        if share > 0:
            part = QRect(area.left() + left, area.top(), right - left, area.height())
            ink.paint(painter, QStyle.visualRect(direction, area, part), colours)
            left = right
    painter.restore()


class Legend(MutedLabel):
    """A legend that wraps into lines; screen readers get only the words."""

    def __init__(self, entries: Sequence[tuple[Ink, str]] = ()) -> None:
        super().__init__()
        self._entries: tuple[tuple[Ink, str], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.set_entries(entries)

    def set_entries(self, entries: Sequence[tuple[Ink, str]]) -> None:
        """Show these entries."""
        self._entries = tuple(entries)
        self.setAccessibleName(", ".join(text for _ink, text in self._entries))
        self.updateGeometry()
        self.update()

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
