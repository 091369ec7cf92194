"""The edge of a column of tabs: dragged it makes all columns wider, a double click undoes that."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget

from app.widgets.kit.window_requests import WindowRequests

BREADTH = 5  # points, as that of a splitter's handle


class ColumnEdge(QWidget):
    """Asks for widths while it is dragged; for 0, which is the usual one, on a double click."""

    def __init__(self, requests: WindowRequests, bar: QWidget) -> None:
        super().__init__(bar)
        self._requests = requests
        self._bar = bar
        self._from: QPoint | None = None  # where the mouse was, while it drags
        self._width = 0
        self.setCursor(Qt.CursorShape.SplitHCursor)
        self.setToolTip(self.tr("Drag to resize"))
        self.hide()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() == Qt.MouseButton.LeftButton:
            self._from, self._width = event.globalPosition().toPoint(), self._bar.width()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._from is None:
            return
        moved = event.globalPosition().toPoint().x() - self._from.x()
        width = self._width + (-moved if self.isRightToLeft() else moved)
        self._requests.tab_column_requested.emit(max(1, width))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._from = None

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self._from = None
        self._requests.tab_column_requested.emit(0)
