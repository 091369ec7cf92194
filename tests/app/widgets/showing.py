"""Puts a widget on the screen for a test."""

from typing import TypeVar

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

_Widget = TypeVar("_Widget", bound=QWidget)


def on_screen(qtbot: QtBot, widget: _Widget, width: int = 0, height: int = 0) -> _Widget:
    """Show a widget that ends with the test, in a size of its own or in this one."""
    qtbot.addWidget(widget)
    if width:
        widget.resize(width, height)
    widget.show()
    return widget
