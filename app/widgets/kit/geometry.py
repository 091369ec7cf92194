"""How wide a column may be to be read with comfort."""

from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QWidget

from app.widgets.kit.theme import TypeSize, sized_font

READING_COLUMN_LETTERS = 88


def reading_width(widget: QWidget) -> int:
    """Return the width of a column that is comfortable to read in the widget's font."""
    metrics = QFontMetricsF(sized_font(widget.font(), TypeSize.READING))
    return round(metrics.averageCharWidth() * READING_COLUMN_LETTERS)
