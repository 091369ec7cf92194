"""Windows are never larger than the screen they open on."""

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

_FRAME = QSize(16, 48)  # what window managers draw around; known only after the window is shown


def resize_on_screen(window: QWidget, requested: QSize) -> None:
    """Give a window the wished size, or less where the screen is too small for that."""
    window.resize(requested.boundedTo(window.screen().availableSize() - _FRAME))
