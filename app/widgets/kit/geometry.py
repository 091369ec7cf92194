"""How wide a column may be, and how large a window."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetricsF
from PySide6.QtWidgets import QWidget

from app.widgets.kit.theme import TypeSize, sized_font

READING_COLUMN_LETTERS = 88


def reading_width(widget: QWidget) -> int:
    """Return the width of a column that is comfortable to read in the widget's font."""
    metrics = QFontMetricsF(sized_font(widget.font(), TypeSize.READING))
    return round(metrics.averageCharWidth() * READING_COLUMN_LETTERS)


_FRAME = QSize(16, 48)  # what window managers draw around; known only after the window is shown


def resize_on_screen(window: QWidget, requested: QSize) -> None:
    """Resize a window, but never beyond the screen that it opens on."""
    window.resize(requested.boundedTo(window.screen().availableSize() - _FRAME))
