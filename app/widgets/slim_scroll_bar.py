"""Scroll bars that do not shout: a rounded handle without arrows."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QAbstractScrollArea, QApplication, QScrollBar, QWidget

from app.widgets.theme import Colours, colours_of

THICKNESS = 12

_SHEET = """
QScrollBar {{ background: transparent; border: none; margin: 0; }}
QScrollBar:vertical {{ width: 12px; }}
QScrollBar:horizontal {{ height: 12px; }}
QScrollBar::handle {{ background: {handle}; border-radius: 4px; margin: 2px; }}
QScrollBar::handle:vertical {{ min-height: 36px; }}
QScrollBar::handle:horizontal {{ min-width: 36px; }}
QScrollBar::handle:hover {{ background: {touched}; }}
QScrollBar::add-line, QScrollBar::sub-line {{ width: 0; height: 0; border: none; }}
QScrollBar::add-page, QScrollBar::sub-page {{ background: transparent; }}
"""


class SlimScrollBar(QScrollBar):
    """A scroll bar in the colours of the theme."""

    def __init__(self, orientation: Qt.Orientation, parent: QWidget | None = None) -> None:
        super().__init__(orientation, parent)
        self._dressed_for: Colours | None = None
        self._dress()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.ApplicationPaletteChange:
            self._dress()

    def _dress(self) -> None:
        # The sheet changes the bar's own palette, so its theme is asked of the application.
        colours = colours_of(QApplication.palette())
        if colours is not self._dressed_for:
            self._dressed_for = colours
            self.setStyleSheet(_SHEET.format(handle=colours.border, touched=colours.disabled))


def use_slim_scroll_bars(area: QAbstractScrollArea) -> None:
    """Give a scroll area slim bars; to be called before anything is connected to its bars."""
    area.setVerticalScrollBar(SlimScrollBar(Qt.Orientation.Vertical, area))
    area.setHorizontalScrollBar(SlimScrollBar(Qt.Orientation.Horizontal, area))
