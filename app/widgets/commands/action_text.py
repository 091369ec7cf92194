"""A command in words: what it is called, and its keys."""

from PySide6.QtGui import QAction, QKeySequence


def action_name(action: QAction) -> str:
    """Return the name of a command without the mark of its letter in the menu."""
    return action.text().replace("&&", "\0").replace("&", "").replace("\0", "&")


def action_keys(action: QAction) -> str:
    """Return the keys of a command as this system writes them."""
    return format_keys(action.shortcuts())


def format_keys(keys: list[QKeySequence]) -> str:
    """Return keys as this system writes them."""
    native = QKeySequence.SequenceFormat.NativeText
    text = [each.toString(native) for each in keys]
    shown = ", ".join(each for each in text if "Backtab" not in each)
    return shown.replace("Return", "Enter")  # as the key is called by everybody but Qt
