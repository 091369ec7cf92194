"""Fields of forms that show where the keyboard is: Fusion draws no ring round these."""

from PySide6.QtCore import QEvent, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import (
    QAbstractScrollArea,
    QCheckBox,
    QComboBox,
    QRadioButton,
    QScrollArea,
    QTextBrowser,
    QWidget,
)

from app.widgets.kit.theme import colours_of


class CheckBox(QCheckBox):
    """Yes or no."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        paint_ring(self)


class RadioButton(QRadioButton):
    """One of a few that all can be seen."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        paint_ring(self)


class ChoiceBox(QComboBox):
    """One of a few that drop down."""

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        paint_ring(self)


class FocusScrollArea(QScrollArea):
    """An area that can be scrolled by keys, once Tab has reached it."""

    def event(self, event: QEvent) -> bool:
        return _with_ring(self, event, is_done=super().event(event))


class FocusTextBrowser(QTextBrowser):
    """A text that can be scrolled by keys, once Tab has reached it."""

    def event(self, event: QEvent) -> bool:
        return _with_ring(self, event, is_done=super().event(event))


def paint_ring(widget: QWidget) -> None:
    """Paint a ring along the edge of a widget that has the focus."""
    if not widget.hasFocus():
        return
    painter = QPainter(widget)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.setPen(QPen(QColor(colours_of(widget.palette()).accent), 2))
    painter.drawRoundedRect(QRectF(widget.rect()).adjusted(1, 1, -1, -1), 4, 4)


def _with_ring(area: QAbstractScrollArea, event: QEvent, *, is_done: bool) -> bool:
    """An area's own painting is its frame; what it shows is painted by its viewport."""
    if event.type() is QEvent.Type.Paint:
        paint_ring(area)
    elif event.type() in (QEvent.Type.FocusIn, QEvent.Type.FocusOut):
        area.update()
    return is_done
