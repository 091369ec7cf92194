"""What a screen reader says, and Esc as a widget's own key before it is the window's."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent
from PySide6.QtWidgets import QWidget


def announce(widget: QWidget, text: str, *, is_urgent: bool = False) -> None:
    """Have a screen reader say this after what it is saying now, or at once."""
    event = QAccessibleAnnouncementEvent(widget, text)
    if is_urgent:
        event.setPoliteness(QAccessible.AnnouncementPoliteness.Assertive)
    QAccessible.updateAccessibility(event)


def claims_escape(event: QEvent) -> bool:
    """Claim Esc for this widget when Qt offers a ShortcutOverride; return whether it did."""
    if event.type() is not QEvent.Type.ShortcutOverride or not isinstance(event, QKeyEvent):
        return False
    if event.key() != Qt.Key.Key_Escape:
        return False
    event.accept()
    return True
