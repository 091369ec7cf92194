"""The boxes in front of tasks: empty, or with a tick where the task is done.

Qt would draw a cross into the box of a task that is done, which reads as "failed".
"""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import (
    QColor,
    QFontMetricsF,
    QPainter,
    QPen,
    QPolygonF,
    QTextBlock,
    QTextBlockFormat,
)

SIDE = 0.62  # of the height of a line's letters
GAP = 0.6  # of the side, between the box and the words


def has_box(block: QTextBlockFormat) -> bool:
    """Return whether a block is a task."""
    return block.marker() is not QTextBlockFormat.MarkerType.NoMarker


def paint_box(painter: QPainter, block: QTextBlock, area: QRectF, colour: QColor) -> None:
    """Paint the box of a task beside its first line; ``area`` is the block's own."""
    layout = block.layout()
    if layout.lineCount() == 0:
        return
    line = layout.lineAt(0)
    words = line.naturalTextRect().translated(area.left(), area.top())
    letters = QFontMetricsF(block.charFormat().font())
    side = round(letters.ascent() * SIDE * 1.15)
    is_mirrored = block.textDirection() is Qt.LayoutDirection.RightToLeft
    left = words.right() + GAP * side if is_mirrored else words.left() - (1 + GAP) * side
    middle = area.top() + line.y() + line.ascent() - letters.capHeight() / 2
    box = QRectF(round(left) + 0.5, round(middle - side / 2) + 0.5, side, side)
    painter.save()
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(colour, 1.2))
    painter.drawRoundedRect(box, 2.5, 2.5)
    if block.blockFormat().marker() is QTextBlockFormat.MarkerType.Checked:
        painter.setPen(
            QPen(
                colour,
                1.7,
                Qt.PenStyle.SolidLine,
                Qt.PenCapStyle.RoundCap,
                Qt.PenJoinStyle.RoundJoin,
            )
        )
        painter.drawPolyline(
            QPolygonF(
                [
                    QPointF(box.left() + x * side, box.top() + y * side)
                    for x, y in ((0.22, 0.52), (0.43, 0.73), (0.79, 0.28))
                ]
            )
        )
    painter.restore()
