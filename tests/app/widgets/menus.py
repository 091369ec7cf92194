"""What tests look for in menus."""

from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMenu


def action_named(menu: QMenu, text: str) -> QAction:
    """Return the one entry with this text."""
    (found,) = (each for each in menu.actions() if each.text() == text)
    return found
