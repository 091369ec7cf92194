"""Words for screen readers that nobody sees."""

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent
from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, text: str) -> None:
    """Let a screen reader say this when it has finished what it is saying."""
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(widget, text))
