"""One half of the models' window, which scrolls where the window is too low for it."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget


class HalfArea(QScrollArea):
    """Shows a half at its least height or more; its lists take what room there is."""

    def __init__(self, half: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._content = _LeastHeight(half)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setWidgetResizable(True)
        self.setWidget(self._content)
        for each in (self.viewport(), self._content):
            each.setAutoFillBackground(False)

    def minimumSizeHint(self) -> QSize:
        # As wide as the half has to be: it scrolls in one direction only.
        return QSize(self._content.minimumSizeHint().width(), 4 * self.fontMetrics().height())


class _LeastHeight(QWidget):
    """Asks for no more height than its content can't do without, whatever that would like."""

    def __init__(self, content: QWidget) -> None:
        super().__init__()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(content)

    def heightForWidth(self, width: int) -> int:
        return self._column.minimumHeightForWidth(width)
