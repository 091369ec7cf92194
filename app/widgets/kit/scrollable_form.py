"""A column of fields that scrolls where the screen is too low for it."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from app.widgets.kit.slim_scroll_bar import THICKNESS, use_slim_scroll_bars


class ScrollableForm(QScrollArea):
    """As large as what is inside, as far as there is room; Tab scrolls to what it reaches."""

    def __init__(self, inside: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._inside = inside
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        use_slim_scroll_bars(self)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setWidget(inside)

    def sizeHint(self) -> QSize:
        return self._inside.sizeHint() + QSize(THICKNESS, 0)

    def minimumSizeHint(self) -> QSize:
        return QSize(self._inside.minimumSizeHint().width() + THICKNESS, 0)
