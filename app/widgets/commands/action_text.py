"""A command in words: what it is called, and its keys."""

from PySide6.QtGui import QAction, QKeySequence


def words_of(action: QAction) -> str:
    """Return the name of a command without the mark of its letter in the menu."""
    return action.text().replace("&&", "\0").replace("&", "").replace("\0", "&")


def keys_of(action: QAction) -> str:
    """Return the keys of a command as this system writes them."""
    return written_keys(action.shortcuts())


def written_keys(keys: list[QKeySequence]) -> str:
    """Return keys as this system writes them."""
    native = QKeySequence.SequenceFormat.NativeText
    words = [each.toString(native) for each in keys]
    shown = ", ".join(each for each in words if "Backtab" not in each)
    return shown.replace("Return", "Enter")  # as the key is called by everybody but Qt
