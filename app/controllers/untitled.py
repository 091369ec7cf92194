"""What a conversation is called that has no title yet."""

from PySide6.QtCore import QCoreApplication


def untitled() -> str:
    """Return the words that stand for a title."""
    return QCoreApplication.translate("Untitled", "New chat")
