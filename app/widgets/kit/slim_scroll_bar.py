"""Scroll bars that do not shout: a rounded handle without arrows."""

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QAbstractScrollArea, QScrollBar

from app.widgets.kit.theme import Colours, colours_of

THICKNESS = 12

_SHEET = """
QScrollBar {{ background: transparent; border: none; margin: 0; }}
QScrollBar:vertical {{ width: {thickness}px; }}
QScrollBar:horizontal {{ height: {thickness}px; }}
QScrollBar::handle {{ background: {handle}; border-radius: 4px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 36px; }}
QScrollBar::handle:horizontal {{ min-width: 36px; }}
QScrollBar::handle:hover {{ background: {touched}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; border: none; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""


class SlimScrollBar(QScrollBar):
    """A scroll bar in the colours of its area.

    A style sheet cuts a widget off from changes of the application's palette, and changes its
    own: so the bar watches the palette of the area.
    """

    def __init__(self, orientation: Qt.Orientation, area: QAbstractScrollArea) -> None:
        super().__init__(orientation, area)
        self._area = area
        self._styled_for: Colours | None = None
        self._apply_style()
        area.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() is QEvent.Type.PaletteChange:
            self._apply_style()
        return False

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.maximum() > self.minimum():  # a bar that keeps its place may have nothing to scroll
            super().paintEvent(event)

    def _apply_style(self) -> None:
        colours = colours_of(self._area.palette())
        if colours is not self._styled_for:
            self._styled_for = colours
            self.setStyleSheet(
                _SHEET.format(thickness=THICKNESS, handle=colours.border, touched=colours.disabled)
            )


def use_slim_scroll_bars(area: QAbstractScrollArea) -> None:
    """Give a scroll area slim bars; to be called before anything is connected to its bars."""
    area.setVerticalScrollBar(SlimScrollBar(Qt.Orientation.Vertical, area))
    area.setHorizontalScrollBar(SlimScrollBar(Qt.Orientation.Horizontal, area))
