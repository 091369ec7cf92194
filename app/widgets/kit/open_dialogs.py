"""The dialogs over a window, which Qt neither hides nor closes with it."""

from PySide6.QtWidgets import QDialog, QWidget


def hide_dialogs(window: QWidget) -> None:
    """Take the dialogs of a window from the screen; nobody hears of it."""
    for dialog in _open_dialogs(window):
        dialog.hide()


def close_dialogs(window: QWidget) -> None:
    """Close the dialogs of a window before it goes, so that who opened them hears of it."""
    for dialog in _open_dialogs(window):
        dialog.close()


def _open_dialogs(window: QWidget) -> list[QDialog]:
    """Return what is open, a dialog over another one first."""
    return [each for each in reversed(window.findChildren(QDialog)) if each.isVisible()]
