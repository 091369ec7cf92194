"""The veil over a message that the model does not see any more."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from app.widgets.kit.theme import colours_of

# Of what is below it so much is left: what is said keeps 4.5 : 1, which at 0.55 it would not.
SHARE_LEFT = 0.65


class Veil(QWidget):
    """Fades the widget below it; mouse events pass through."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)

    def paintEvent(self, event: QPaintEvent) -> None:
        page = QColor(colours_of(self.palette()).page)
        page.setAlphaF(1 - SHARE_LEFT)
        QPainter(self).fillRect(event.rect(), page)
