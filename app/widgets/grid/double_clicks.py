"""Double clicks on cells, also on their texts, which would take them to select a word."""

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from app.widgets.grid.cell import GridCell
from app.widgets.transcript.transcript import Transcript


class DoubleClicks(QObject):
    """Opens the cell whose text was clicked twice.

    Watches the window's own events, before Qt hands them to a widget: those are few, while a
    filter of all widgets would be asked about every event of every answer that grows.
    """

    def __init__(self, grid: QWidget) -> None:
        super().__init__(grid)
        self._grid = grid
        self._watched: QObject | None = None

    def watch(self) -> None:
        """Watch the window that the grid is shown in."""
        handle = self._grid.window().windowHandle()
        if self._watched is not None and isValid(self._watched):
            self._watched.removeEventFilter(self)
        self._watched = handle
        if handle is not None:
            handle.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is not QEvent.Type.MouseButtonDblClick or not self._grid.isVisible():
            return False
        assert isinstance(event, QMouseEvent)
        widget: QWidget | None = self._grid.window().childAt(event.position().toPoint())
        is_text = False
        while widget is not None and widget is not self._grid:
            is_text |= isinstance(widget, Transcript)
            if isinstance(widget, GridCell):
                if is_text:
                    widget.opened.emit()
                return is_text
            widget = widget.parentWidget()
        return False
